"""Database migrations of `rulings`."""
