"""Command line of `scheduling`."""
