"""Reads rosters from tables that people upload or paste, and works out what each row would change."""
