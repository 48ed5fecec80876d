"""Changes the state of `standings`: one transaction and one audit entry each."""
