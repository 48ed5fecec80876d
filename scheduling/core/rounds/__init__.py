"""How a scheduling round is made: pairings, the teams' forms, what is missing, what publishing changes."""
