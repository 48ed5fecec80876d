"""Reads and writes season files."""
