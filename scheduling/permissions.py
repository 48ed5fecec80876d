"""Who may do what in `scheduling`."""
