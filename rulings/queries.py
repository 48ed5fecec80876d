"""Reads facts of `rulings` out of the database."""
