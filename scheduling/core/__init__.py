"""Pure functions of `scheduling`: facts in, rulings out; no Django, no clock, no I/O."""
