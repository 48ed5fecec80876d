"""Command line of `league`."""
