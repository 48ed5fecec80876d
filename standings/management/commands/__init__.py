"""Commands of `standings`, run through `manage.py`."""
