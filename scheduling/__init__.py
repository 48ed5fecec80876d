"""Rounds, bookings, reschedule requests and fees."""
