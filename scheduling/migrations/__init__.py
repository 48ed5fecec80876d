"""Database migrations of `scheduling`."""
