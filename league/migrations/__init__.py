"""Database migrations of `league`."""
