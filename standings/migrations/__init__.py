"""Database migrations of `standings`."""
