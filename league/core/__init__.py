"""Pure functions of `league`: facts in, rulings out; no Django, no clock, no I/O."""
