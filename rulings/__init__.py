"""Composition of all apps: whole rulings documents, season files in and out, the recompute pipeline."""
