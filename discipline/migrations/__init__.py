"""Database migrations of `discipline`."""
