"""Runs Rinkside on one machine with nothing installed first: services, demo, tests, checks.

Used by the Makefile and by developers (`python -m rinkside --help`); no part of production.
"""
