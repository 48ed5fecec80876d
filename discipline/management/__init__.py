"""Command line of `discipline`."""
