"""Pages of `scheduling`."""
