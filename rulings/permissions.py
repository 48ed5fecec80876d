"""Who may do what in `rulings`."""
