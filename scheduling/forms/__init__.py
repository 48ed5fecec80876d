"""Checks what people typed in `scheduling`."""
