"""Reads facts of `scheduling` out of the database."""
