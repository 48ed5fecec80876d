"""Changes the state of `discipline`: one transaction and one audit entry each."""
