"""Makes season files out of a seed and a date: everybody and everything in them is invented."""
