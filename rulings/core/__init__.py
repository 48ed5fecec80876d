"""Pure functions of `rulings`: facts in, rulings out; no Django, no clock, no I/O."""
