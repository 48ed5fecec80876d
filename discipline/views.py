"""Pages of `discipline`."""
