"""Services of `discipline`, one file a subject. What rulings and decisions do can be called from here."""

from discipline.services.rulings import (
    close_review,
    decide,
    keep_to_oneself,
    people_with_records,
    recompute_people,
    store_team_reviews,
    team_matters,
)

__all__ = [
    "close_review",
    "decide",
    "keep_to_oneself",
    "people_with_records",
    "recompute_people",
    "store_team_reviews",
    "team_matters",
]
