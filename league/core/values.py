"""Decides how rule books write amounts and the days that come every season."""

import datetime as dt
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, StringConstraints, WithJsonSchema

from league.core.money import cents

AMOUNT_SCHEMA = {"type": "string", "pattern": r"^\d{1,9}(\.\d{2})?$"}


def _cents(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError("money is written as text, such as '50.00'")
    read = cents(value)
    if read < 0:
        raise ValueError("an amount can't be negative")
    return read


def _every_year(day: str) -> str:
    month, number = (int(part) for part in day.split("-"))
    try:
        dt.date(2001, month, number)  # no leap year: the day has to come in every season
    except ValueError:
        raise ValueError(f"there is no {day} in every year") from None
    return day


def in_a_season(day: str) -> dt.date:
    """The day in one season, from July on, so that days can be put in a season's order."""
    month, number = (int(part) for part in day.split("-"))
    return dt.date(2001 if month >= 7 else 2002, month, number)


Money = Annotated[int, BeforeValidator(_cents), WithJsonSchema(AMOUNT_SCHEMA)]
"""Integer cents, written in a book as a decimal string."""
YearlyDay = Annotated[str, StringConstraints(pattern=r"^\d\d-\d\d$"), AfterValidator(_every_year)]
"""A day that comes every season, written month-day."""
