"""Checks what people typed in `discipline`."""
