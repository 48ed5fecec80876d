"""Pages of `discipline`: suspensions, do-not-dress lists, decisions and what waits for the director."""
