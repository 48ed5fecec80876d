"""Decides what dates and times of day in a schedule mean: by what all of a column allows, never by a guess."""

import datetime as dt
import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from league.core.rosters.columns import plain


class Order(StrEnum):
    """In which order a date of three figures is written."""

    MONTH_FIRST = "month-first"
    DAY_FIRST = "day-first"
    YEAR_FIRST = "year-first"


class Unclear(ValueError):
    """A cell that can't be taken: what is wrong, and what would be right."""

    def __init__(self, code: str, message: str, remedy: str = "") -> None:
        self.code, self.message, self.remedy = code, message, remedy
        super().__init__(message)


TO_BE_DECIDED: Final = frozenset({"tbd", "tba", "tbc", "adeterminer", "ad", "avenir", "unscheduled", "postponed"})
"""What stands for a date or time that isn't known yet, as `plain` writes it."""

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan", "janvier", "janv"), ("february", "feb", "fevrier", "fevr", "fev"),
            ("march", "mar", "mars"), ("april", "apr", "avril", "avr"), ("may", "mai"), ("june", "jun", "juin"),
            ("july", "jul", "juillet", "juil"), ("august", "aug", "aout"),
            ("september", "sep", "sept", "septembre"), ("october", "oct", "octobre"),
            ("november", "nov", "novembre"), ("december", "dec", "decembre"),
        ),
        1,
    )
    for name in names
}  # fmt: skip
_WEEKDAY: Final = re.compile(
    r"^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?[.,]?\s+"
    r"|^(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mer|jeu|ven|sam|dim)[.,]?\s+",
    re.IGNORECASE,
)
_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_FIGURES: Final = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})", re.ASCII)
_MONTH_DAY: Final = re.compile(r"([^\W\d]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th|er)?,?\s+(\d{4})")
_DAY_MONTH: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er)?\.?[\s-]+([^\W\d]{3,10})\.?,?[\s-]+(\d{4})")
_TIME: Final = re.compile(
    r"(\d{1,2})(?:[:h.](\d{2})|h)?(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?\s?(m)?\.?", re.I | re.ASCII
)
_ZONED: Final = re.compile(
    r"(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})", re.ASCII
)
_BOTH: Final = re.compile(r"(.*?\d)[T,\s]+(\d{1,2}(?:[:h]\d{2}.*|\s*[ap]\.?m\.?))$", re.I | re.ASCII)


def without_weekday(text: str) -> str:
    """The date without the day of the week before it."""
    return _WEEKDAY.sub("", text.strip())


def orders_of(texts: Iterable[str]) -> frozenset[Order]:
    """The orders in which every date of a column is a day of the calendar; all three where there is none of figures."""
    possible = set(Order)
    for text in texts:
        found = _FIGURES.fullmatch(without_weekday(text))
        if found is not None:
            possible &= {order for order in Order if _figures(found, order) is not None}
    return frozenset(possible)


def readings(text: str) -> dict[Order, dt.date]:
    """The days that a date of figures can mean, by order; empty for one that means the same in every order."""
    found = _FIGURES.fullmatch(without_weekday(text))
    if found is None:
        return {}
    days = {order: day for order in Order if (day := _figures(found, order)) is not None}
    return days if len(set(days.values())) > 1 else {}


def read_day(text: str, order: Order | None) -> dt.date:
    """The day that a cell means. Raises Unclear for what is no date, and for one in doubt while `order` is None."""
    bare = without_weekday(text)
    if found := _ISO.fullmatch(bare):
        return _day(text, int(found[1]), int(found[2]), int(found[3]))
    if found := _MONTH_DAY.fullmatch(bare):
        return _day(text, int(found[3]), _month(text, found[1]), int(found[2]))
    if found := _DAY_MONTH.fullmatch(bare):
        return _day(text, int(found[3]), _month(text, found[2]), int(found[1]))
    found = _FIGURES.fullmatch(bare)
    if found is None:
        raise Unclear("not-a-date", f'"{text}" is no date', "write it as 2014-12-31")
    days = {one: day for one in Order if (day := _figures(found, one)) is not None}
    if not days:
        raise Unclear("not-a-date", f'"{text}" isn\'t in the calendar', "write it as 2014-12-31")
    if order is not None:
        if order not in days:
            raise Unclear(
                "not-a-date", f'"{text}" isn\'t in the calendar in the order chosen', "write it as 2014-12-31"
            )
        return days[order]
    if len(set(days.values())) > 1:
        raise Unclear(
            "date-in-doubt", f'"{text}" can be read in {len(set(days.values()))} ways', "say below which comes first"
        )
    return next(iter(days.values()))


def _figures(found: re.Match[str], order: Order) -> dt.date | None:
    first, second, third = found[1], found[2], found[3]
    try:
        match order:
            case Order.MONTH_FIRST:
                return dt.date(_year(third), int(first), int(second))
            case Order.DAY_FIRST:
                return dt.date(_year(third), int(second), int(first))
            case Order.YEAR_FIRST:
                return dt.date(2000 + int(first), int(second), int(third)) if len(third) == len(first) == 2 else None
    except ValueError:
        return None


def _year(text: str) -> int:
    """The year; of two figures, one of this century."""
    return int(text) if len(text) == 4 else 2000 + int(text)


def _month(text: str, name: str) -> int:
    number = _MONTHS.get(plain(name))
    if number is None:
        raise Unclear("not-a-date", f'"{text}" is no date: there is no month "{name}"', "write it as 2014-12-31")
    return number


def _day(text: str, year: int, month: int, day: int) -> dt.date:
    try:
        return dt.date(year, month, day)
    except ValueError:
        raise Unclear("not-a-date", f'"{text}" isn\'t in the calendar', "write it as 2014-12-31") from None


def read_time(text: str) -> dt.time:
    """The time of day: 13:00, 1:00 PM, 1 pm, 13h00; seconds are dropped. Raises Unclear."""
    found = _TIME.fullmatch(text.strip())
    if found is None or (found[2] is None and found[4] is None and "h" not in text.lower()):
        raise Unclear("not-a-time", f'"{text}" is no time of day', "write it as 13:00 or 1:00 PM")
    hour, minute = int(found[1]), int(found[2] or 0)
    if found[4]:
        if not 1 <= hour <= 12:
            raise Unclear("not-a-time", f'there is no "{text}"', "write it as 13:00 or 1:00 PM")
        hour = hour % 12 + (12 if found[4].lower() == "p" else 0)
    if hour > 23 or minute > 59:
        raise Unclear("not-a-time", f'there is no "{text}"', "write it as 13:00 or 1:00 PM")
    return dt.time(hour, minute)


def split(text: str) -> tuple[str, str]:
    """Date and time of a cell that holds both; the time is "" where it holds a date only."""
    found = _BOTH.fullmatch(text.strip())
    return (found[1].rstrip(" ,"), found[2]) if found else (text, "")


def zoned(text: str) -> dt.datetime | None:
    """The moment of a cell that names its own offset, such as 2014-12-14T01:00:00Z; None for any other."""
    found = _ZONED.fullmatch(text.strip())
    if found is None:
        return None
    try:
        return dt.datetime.fromisoformat(f"{found[1]}T{found[2]}{found[3].replace('Z', '+00:00')}").astimezone(dt.UTC)
    except (ValueError, OverflowError):
        return None


def read_length(text: str) -> dt.timedelta:
    """How long a game takes: minutes, or hours and minutes as 1:30. Raises Unclear."""
    bare = text.lower().removesuffix("minutes").removesuffix("min").strip()
    hours, colon, minutes = bare.partition(":")
    parts = [hours, minutes] if colon else [bare]
    if not all(part.isascii() and part.isdecimal() and len(part) <= 3 for part in parts):
        raise Unclear("not-a-length", f'"{text}" is no length', "write it in minutes, such as 75, or as 1:15")
    total = int(hours) * 60 + int(minutes) if colon else int(bare)
    if not 0 <= total <= 600:
        raise Unclear("not-a-length", f'"{text}" is out of the question for a game', "write it in minutes, such as 75")
    return dt.timedelta(minutes=total)
