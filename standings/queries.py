"""Reads facts of `standings` out of the database."""
