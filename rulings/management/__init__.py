"""Command line of `rulings`."""
