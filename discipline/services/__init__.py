"""Services of `discipline`, one file a subject. What rulings and decisions do can be called from here."""

from discipline.services.rulings import (
    close_review,
    decide,
    people_with_records,
    recompute_people,
    store_team_reviews,
)

__all__ = ["close_review", "decide", "people_with_records", "recompute_people", "store_team_reviews"]
