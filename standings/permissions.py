"""Who may do what in `standings`."""
