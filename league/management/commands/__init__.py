"""Commands of `league`, run through `manage.py`."""
