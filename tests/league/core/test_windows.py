"""The days offered for a division are the usual ones of its rule book, in its season."""

import datetime as dt

from league.core.facts import Season
from league.core.windows import usual_window
from league.rulebook.loader import load


def test_the_books_usual_days_fall_into_the_season() -> None:
    season = Season("2026-27", "America/Chicago", starts=dt.date(2026, 10, 1))
    assert usual_window(load("mn-district-9"), season) == (dt.date(2026, 10, 30), dt.date(2027, 2, 1))


def test_a_book_without_usual_days_and_a_season_without_a_first_day_offer_none() -> None:
    season = Season("2026-27", "America/Chicago")
    assert usual_window(load("mn-district-9"), season) is None
    assert usual_window(load("mn-hockey-fair-play"), Season("x", "UTC", starts=dt.date(2026, 10, 1))) is None
