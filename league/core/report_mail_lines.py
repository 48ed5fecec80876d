"""Decides what the two kinds of line with figures say in a mailed report: goals by period, penalties by category."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from league.core.report_mail_words import NUMBERS, category, folded

REGULATION = 3
_GOALS = re.compile(
    r"(?P<ordinal>\b(?:1st|2nd|3rd|first|second|third)\b(?:\s*(?:period|per\b))?|\b(?:p|period)\s?[123]\b\s*[:=-]?)"
    r"|(?P<overtime>\b(?:[23]?ot|over\s?time)\b)"
    r"|(?P<shootout>\b(?:so|s/o|shoot\s?-?out|gws)\b)"
    r"|(?P<won>\b(?:win|wins|won|winner|w)\b)|(?P<lost>\b(?:loss|lost|loser|l)\b)"
    r"|(?P<total>=|\b(?:total|tot|final|for\sa\stotal\sof)\b)"
    r"|(?P<number>\d+)"
    r"|(?P<filler>[\s,;.:/|+()\[\]&-]+|\b(?:and|goals?|in|the|per|period|periods)\b)"
    r"|(?P<other>[^\s\d,;/()=+-]+|.)",
    re.IGNORECASE | re.ASCII,
)
_PIECES = re.compile(r"\d+(?::\d\d|[.]\d+)?|=|[^\W\d_]+(?:[./]?)|\S", re.UNICODE)
_MINUTES = frozenset({"minutes", "minute", "pim", "pims", "mins", "min", "m"})
_FILLER = frozenset(
    {"and", "x", "total", "for", "a", "of", "penalty", "penalties", "the", "s", "assessed", "each", "pm"}
)
LONGEST_NUMBER = 3
"""Digits; nothing in a game has more."""


@dataclass(slots=True)
class Goals:
    """What a line of goals says. `shootout` are goals there; None: not said."""

    periods: list[int] = field(default_factory=list)
    overtime: int | None = None
    shootout: int | None = None
    won_shootout: bool | None = None
    total: int | None = None
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Penalties:
    """What a line of penalties says: numbers by category, and minutes if they are there."""

    counts: dict[str, int] = field(default_factory=dict)
    minutes: int | None = None
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def read_goals(text: str) -> Goals:
    """Goals by period as typed: "1, 2, 3 = 6", "1-2-3 OT 1 total 7", "0 0 0 SO 1 = 1", or the total alone."""
    found = Goals()
    tokens = [(match.lastgroup or "", match.group()) for match in _GOALS.finditer(text)]
    tokens = [(kind, typed) for kind, typed in tokens if kind not in ("filler", "ordinal")]
    waits_for = ""
    for place, (kind, typed) in enumerate(tokens):
        if kind == "number":
            if len(typed) > LONGEST_NUMBER:
                found.unread.append(typed)
            else:
                _place(found, int(typed), waits_for)
            waits_for = ""
            continue
        following = tokens[place + 1][0] if place + 1 < len(tokens) else ""
        if kind == "overtime" and len(found.periods) == REGULATION + 1:
            found.overtime = found.periods.pop()
        elif kind in ("overtime", "shootout", "total"):
            waits_for = kind if following == "number" else ""
            if kind == "shootout" and following not in ("number", "won", "lost"):
                found.notes.append("there was a shootout")
        elif kind in ("won", "lost"):
            found.won_shootout = kind == "won"
        else:
            found.unread.append(typed)
    _sort_out(found)
    return found


def _place(found: Goals, number: int, waits_for: str) -> None:
    match waits_for:
        case "overtime":
            found.overtime = (found.overtime or 0) + number
        case "shootout":
            found.shootout = number
        case "total":
            found.total = number
        case _ if found.overtime is not None and found.total is None and len(found.periods) == REGULATION:
            found.total = number
        case _:
            found.periods.append(number)


def _sort_out(found: Goals) -> None:
    """A fourth number is overtime, or the total where it is the sum; one number alone is the total."""
    if found.total is None and len(found.periods) == 1 and found.overtime is None:
        found.total = found.periods.pop()
    if len(found.periods) == REGULATION + 1 and found.overtime is None:
        last = found.periods.pop()
        if found.total is None and last == sum(found.periods):
            found.total = last
            found.notes.append(f"{last} was read as the total")
        else:
            found.overtime = last
            found.notes.append(f"the fourth figure, {last}, was read as overtime")
    if len(found.periods) > REGULATION:
        found.unread += [str(number) for number in found.periods[REGULATION:]]
        del found.periods[REGULATION:]


def read_penalties(text: str) -> Penalties:
    """Penalties by category as typed: "4 minor, 1 major = 13 minutes", "minors: 4, GM 1", "none", "4, 1, 0 = 13"."""
    found = Penalties()
    pieces = _PIECES.findall(text)
    left, right = _around_the_sum(pieces)
    if right is not None:
        found.minutes = _first_number(right)
        if found.minutes is None:
            found.unread += [piece for piece in right if _is_word(piece)]
    items = [item for item in _items(left) if item[0] != "filler"]
    if items and all(kind == "number" for kind, _ in items):
        _by_place(found, [int(value) for _, value in items])
        return found
    number_first = next((kind for kind, _ in items if kind in ("number", "category")), "") == "number"
    _pair(found, items, number_first)
    return found


def _around_the_sum(pieces: list[str]) -> tuple[list[str], list[str] | None]:
    """What stands before and after the sum: after "=", or before a closing word for minutes."""
    if "=" in pieces:
        place = pieces.index("=")
        return pieces[:place], pieces[place + 1 :]
    words = [folded(piece) for piece in pieces]
    for place, word in enumerate(words):
        is_sum = word in _MINUTES and (word not in ("min", "mins") or "minor" in "".join(words[:place]))
        following = words[place + 1] if place + 1 < len(words) else ""
        if is_sum and following != "misconduct" and place and pieces[place - 1][:1].isdigit():
            return pieces[: place - 1], pieces[place - 1 :]
        if word in ("pim", "pims", "total") and pieces[place + 1 : place + 2] and pieces[place + 1][0].isdigit():
            return pieces[:place], pieces[place:]
    return pieces, None


def _first_number(pieces: list[str]) -> int | None:
    """The minutes, half minutes dropped."""
    for piece in pieces:
        whole = re.split(r"[.:]", piece)[0]
        if whole.isascii() and whole.isdecimal() and len(whole) <= LONGEST_NUMBER:
            return int(whole)
    return None


def _items(pieces: list[str]) -> Iterator[tuple[str, str]]:
    """The pieces as numbers, categories, filler and what can't be read."""
    words = [folded(piece) for piece in pieces]
    place = 0
    while place < len(pieces):
        named = category([word for word in words[place : place + 4] if word] if words[place] else [])
        if named:
            yield "category", named[0]
            place += named[1]
            continue
        word = words[place]
        if word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER:
            yield "number", str(int(word))
        elif word in NUMBERS:
            yield "number", str(NUMBERS[word])
        elif not word or word in _FILLER:
            yield "filler", word
        else:
            yield "other", pieces[place]
        place += 1


def _by_place(found: Penalties, numbers: list[int]) -> None:
    """Bare figures in the layout's order."""
    names = ("minor", "major", "misconduct")
    if numbers == [0]:
        numbers = [0, 0, 0]
    found.counts = dict(zip(names, numbers, strict=False))
    found.unread += [str(number) for number in numbers[len(names) :]]
    if any(numbers):
        found.notes.append("read as minor, major, misconduct in this order")


def _pair(found: Penalties, items: list[tuple[str, str]], number_first: bool) -> None:
    """Give each category its number, which stands before or behind it all through the line."""
    number: int | None = None
    name: str | None = None
    for kind, value in items:
        if kind == "other":
            found.unread.append(value)
        elif kind == "number":
            if number_first or name is None:
                if number is not None:
                    found.unread.append(str(number))
                number = int(value)
            else:
                _add(found, name, int(value))
                name = None
        elif number_first or number is not None:
            _add(found, value, 1 if number is None else number)
            number = None
        else:
            if name is not None:
                _add(found, name, 1)
            name = value
    if name is not None:
        _add(found, name, 1)
    if number is not None:
        if number == 0 and not found.counts:
            _by_place(found, [0])
        else:
            found.unread.append(str(number))


def _add(found: Penalties, name: str, number: int) -> None:
    if name == "double-minor":
        name, number = "minor", 2 * number
        found.notes.append("each double minor was read as two minors")
    found.counts[name] = found.counts.get(name, 0) + number


def _is_word(piece: str) -> bool:
    return bool(folded(piece)) and folded(piece) not in _MINUTES | _FILLER
