"""How the games of a draft are placed on ice: the problem, what a placing is worth, and a simple way to find one."""
