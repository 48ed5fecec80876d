"""How `discipline` calls things, for every page and paper."""
