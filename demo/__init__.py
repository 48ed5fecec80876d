"""Fills an installation with an invented league to look at; no part of a real league depends on it."""
