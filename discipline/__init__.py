"""Offences, suspensions, serving and eligibility."""
