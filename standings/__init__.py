"""Points, ranking, tie-breaks and final tables."""
