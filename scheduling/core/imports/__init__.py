"""Reads schedules from the files people have, and works out what each row would change."""
