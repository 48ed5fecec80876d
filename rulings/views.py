"""Pages of `rulings`."""
