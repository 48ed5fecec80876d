"""Pages of `standings`."""
