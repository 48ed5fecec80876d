"""Template tags: the components of every page."""
