"""Pure functions of `standings`: facts in, rulings out; no Django, no clock, no I/O."""
