"""Pages on which an administrator sets up a league and its seasons."""
