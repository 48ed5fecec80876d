"""Changes the state of `rulings`: one transaction and one audit entry each."""
