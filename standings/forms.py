"""Checks what people typed in `standings`."""
