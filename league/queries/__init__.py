"""Read facts out of the database."""
