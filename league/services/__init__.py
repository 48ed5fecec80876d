"""Change state: verb functions, one transaction each, with an audit entry."""
