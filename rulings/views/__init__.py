"""Pages that need every app's rulings at once."""
