"""Who may not take part in a game for another reason than a suspension: one small class a kind of rule."""
