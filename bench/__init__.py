"""Measures the figures that the product promises, and prints them as a table; nothing here is a test."""
