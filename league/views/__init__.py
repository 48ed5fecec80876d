"""Answer requests, thinly."""
