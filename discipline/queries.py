"""Reads facts of `discipline` out of the database."""
