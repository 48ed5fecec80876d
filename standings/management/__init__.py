"""Command line of `standings`."""
