"""Pure functions of `discipline`: facts in, rulings out; no Django, no clock, no I/O."""
