"""Who may do what in `discipline`."""
