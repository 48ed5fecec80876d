"""Commands of the demo for manage.py."""
