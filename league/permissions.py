"""Who may do what in `league`."""
