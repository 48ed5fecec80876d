"""Decides what a cell of a roster table means: names, numbers, dates, positions; never by a guess."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from league.core.rosters.columns import plain
from league.core.vocabulary import ROLES, ROSTER_STATUSES, nearest

HIGHEST_NUMBER = 99
_YOUNGEST, _OLDEST = 2, 100  # years

ROLE_WORDS: Mapping[str, tuple[str, ...]] = {
    "goalie": ("g", "gk", "goal", "goaler", "goalie", "goalies", "goaltender", "goalkeeper", "netminder"),
    "skater": ("s", "f", "d", "c", "w", "lw", "rw", "ld", "rd", "fd", "df", "lwrw", "p", "player", "skater", "forward",
               "defense", "defence", "defenseman", "defenceman", "defender", "center", "centre", "wing", "winger",
               "leftwing", "rightwing", "leftdefense", "rightdefense"),
    "coach": ("hc", "coach", "headcoach"),
    "assistant-coach": ("ac", "assistant", "assistantcoach", "asstcoach", "assistcoach"),
    "manager": ("m", "mgr", "manager", "teammanager"),
    "trainer": ("t", "trainer", "athletictrainer", "medic"),
    "representative": ("rep", "representative", "teamrepresentative", "teamrep"),
}  # fmt: skip
_ROLE_OF = {word: role for role, words in ROLE_WORDS.items() for word in words}
_STATUS_OF = {
    **{plain(status): status for status in ROSTER_STATUSES},
    **dict.fromkeys(("r", "active", "full", "fulltime"), "regular"),
    **dict.fromkeys(("ap", "aff", "callup"), "affiliate"),
    **dict.fromkeys(("sub",), "substitute"),
}

_NUMBER = re.compile(r"#?\s*(\d{1,4})", re.ASCII)
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", re.ASCII)
_FIGURES = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})", re.ASCII)
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}|\d{2})", re.ASCII | re.IGNORECASE)
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})", re.ASCII | re.I)
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip


class DateOrder(StrEnum):
    """In which order a date of three figures is written."""

    MONTH_FIRST = "month-first"
    DAY_FIRST = "day-first"


class CellFault(ValueError):
    """A cell that can't be taken: what is wrong, and what would be right."""

    def __init__(self, code: str, message: str, remedy: str = "") -> None:
        self.code, self.message, self.remedy = code, message, remedy
        super().__init__(message)


def read_name(name: str = "", first: str = "", last: str = "") -> str:
    """The name as it is shown: "First Last", also where it is written "Last, First". Raises CellFault."""
    if name.count(",") == 1:
        last, first = (part.strip() for part in name.split(","))
        name = ""
    whole = " ".join((name or f"{first} {last}").split())
    if not any(letter.isalpha() for letter in whole):
        problem = f'"{whole}" is no name' if whole else "the name is missing"
        raise CellFault("no-name", problem, "write it, or take the row out")
    return whole


def read_number(text: str) -> int | None:
    """The jersey number, None where the cell is empty. Raises CellFault."""
    if not text:
        return None
    found = _NUMBER.fullmatch(text)
    if found is None or int(found[1]) > HIGHEST_NUMBER:
        raise CellFault("not-a-number", f'"{text}" is no jersey number', f"a number from 0 to {HIGHEST_NUMBER}")
    return int(found[1])


def read_role(text: str) -> str | None:
    """The role, None where the cell is empty; "F/D" is a skater. Raises CellFault."""
    return _word(text, _ROLE_OF, ROLES, "position")


def read_status(text: str) -> str | None:
    """The status, None where the cell is empty. Raises CellFault."""
    return _word(text, _STATUS_OF, ROSTER_STATUSES, "status")


def _word(text: str, known: Mapping[str, str], shown: tuple[str, ...], noun: str) -> str | None:
    if not text:
        return None
    whole = known.get(plain(text))
    if whole is not None:
        return whole
    parts = {known.get(plain(part)) for part in re.split(r"[/,&+]", text)}
    if len(parts) == 1 and None not in parts:
        return parts.pop()
    near = nearest(plain(text), tuple(known))
    remedy = f"should it be {known[near]}?" if near else f"one of {', '.join(shown)}"
    raise CellFault("unknown-word", f'"{text}" is no {noun}', remedy)


def order_of(texts: Iterable[str]) -> DateOrder | None:
    """The order that the dates of one column show: by those that only one order can read; None where none says."""
    shown = {order for text in texts if (order := _order(text)) is not None}
    return shown.pop() if len(shown) == 1 else None


def _order(text: str) -> DateOrder | None:
    found = _FIGURES.fullmatch(text)
    if found is None:
        return None
    first, second = int(found[1]), int(found[2])
    if first > 12 >= second >= 1:
        return DateOrder.DAY_FIRST
    return DateOrder.MONTH_FIRST if second > 12 >= first >= 1 else None


def is_open(text: str) -> bool:
    """Whether the date can be read in two orders that mean two days."""
    found = _FIGURES.fullmatch(text)
    return found is not None and found[1] != found[2] and int(found[1]) <= 12 and int(found[2]) <= 12


def read_date(text: str, order: DateOrder | None) -> dt.date | None:
    """The day that a cell means, None where it is empty. A year of two figures is left as it is: see `read_birth`.

    Raises CellFault for what is no date, and for one that can be read in two ways while `order` is None.
    """
    if not text:
        return None
    year, month, day = _parts(text, order)
    if len(year) != 4:
        raise CellFault("short-year", f'"{text}" has a year of two figures', "write the year with four")
    return _day(text, int(year), month, day)


def read_birth(text: str, order: DateOrder | None, today: dt.date) -> dt.date | None:
    """A date of birth; of a year of two figures the century is taken in which somebody living can be born.

    Raises CellFault, for a day to come and an age out of the question too.
    """
    if not text:
        return None
    year, month, day = _parts(text, order)
    if len(year) == 4:
        born = _day(text, int(year), month, day)
        if not _YOUNGEST <= today.year - born.year <= _OLDEST:
            raise CellFault("not-a-birth-date", f"nobody who plays was born on {born}", "check the year")
        return born
    centuries = [century + int(year) for century in (1900, 2000)]
    possible = [whole for whole in centuries if _YOUNGEST <= today.year - whole <= _OLDEST]
    if len(possible) != 1:
        raise CellFault("short-year", f'"{text}" has a year of two figures', "write the year with four")
    return _day(text, possible[0], month, day)


def _parts(text: str, order: DateOrder | None) -> tuple[str, int, int]:
    """Year as written, month, day."""
    if found := _ISO.fullmatch(text):
        return found[1], int(found[2]), int(found[3])
    if found := _MONTH_FIRST.fullmatch(text):
        return found[3], _month(text, found[1]), int(found[2])
    if found := _DAY_FIRST.fullmatch(text):
        return found[3], _month(text, found[2]), int(found[1])
    if (found := _FIGURES.fullmatch(text)) is None:
        raise CellFault("not-a-date", f'"{text}" is no date', "write it as 2000-01-31")
    if order is None and is_open(text):
        message = f'"{text}" can be read with the month first or with the day first'
        raise CellFault("date-in-doubt", message, "say below which comes first, or write it as 2000-01-31")
    order = _order(text) or order
    first, second = int(found[1]), int(found[2])
    return (found[3], second, first) if order is DateOrder.DAY_FIRST else (found[3], first, second)


def _month(text: str, name: str) -> int:
    short = name.casefold()
    month = next((number for number, whole in enumerate(_MONTHS, 1) if whole.startswith(short[:3])), None)
    if month is None or not (_MONTHS[month - 1].startswith(short) or short == "sept"):
        raise CellFault("not-a-date", f'"{text}" is no date: there is no month "{name}"', "write it as 2000-01-31")
    return month


def _day(text: str, year: int, month: int, day: int) -> dt.date:
    try:
        return dt.date(year, month, day)
    except ValueError:
        raise CellFault("not-a-date", f'"{text}" isn\'t in the calendar', "write it as 2000-01-31") from None
