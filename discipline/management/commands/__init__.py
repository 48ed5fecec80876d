"""Commands of `discipline`, run through `manage.py`."""
