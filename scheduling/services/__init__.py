"""Changes the state of `scheduling`: one transaction and one audit entry each."""
