"""Commands of `rulings`, run through `manage.py`."""
