"""Check what people typed."""
