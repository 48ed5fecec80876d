"""Commands of `scheduling`, run through `manage.py`."""
