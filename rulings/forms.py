"""Checks what people typed in `rulings`."""
