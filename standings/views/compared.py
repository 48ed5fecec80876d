"""How two versions of a table are shown: the later one, with places that move and figures that change marked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from standings.core.difference import Difference, differences
from standings.views.rows import COLUMNS, figure

HEADS = {name: head for name, head, _title, _narrow in COLUMNS}
TITLES = {name: title for name, _head, title, _narrow in COLUMNS}


@dataclass(frozen=True, slots=True)
class Change:
    """One figure before and after."""

    head: str
    title: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A team's line: its rank then and now, by how much it moved in words, what changed, and because of what."""

    name: str
    url: str
    rank: int | None
    was: int | None
    arrow: str
    move: str
    points: str
    points_before: str
    share: str
    share_before: str
    changes: tuple[Change, ...]
    causes: Sequence[Any]
    changed: bool


@dataclass(frozen=True, slots=True)
class Compared:
    """Two versions of one table, ready to be shown."""

    rows: tuple[ComparedRow, ...]

    @property
    def moves(self) -> int:
        """How many teams change their rank."""
        return sum(bool(row.arrow) for row in self.rows)

    @property
    def differs(self) -> bool:
        """Whether anything changes."""
        return any(row.changed for row in self.rows)


def compared(
    before: Sequence[Mapping[str, Any]],
    after: Sequence[Mapping[str, Any]],
    names: Mapping[str, str],
    urls: Callable[[str], str] = lambda team: "",
    causes: Mapping[str, Sequence[Any]] | None = None,
) -> Compared:
    """Compare rows as documents hold them. `urls` leads from a team's key to its page, `causes` says what it moved."""
    found = causes or {}
    return Compared(
        tuple(
            _row(one, names.get(one.team, one.team), urls(one.team), found.get(one.team, ()))
            for one in differences(before, after)
        )
    )


def _row(one: Difference, name: str, url: str, causes: Sequence[Any]) -> ComparedRow:
    arrow, move = _move(one.moved)
    return ComparedRow(
        name=name,
        url=url,
        rank=one.after["rank"] if one.after else None,
        was=one.before["rank"] if one.before else None,
        arrow=arrow,
        move=move,
        points=_of(one.after, "points"),
        points_before=_of(one.before, "points"),
        share=_of(one.after, "percentage"),
        share_before=_of(one.before, "percentage"),
        changes=tuple(
            Change(
                str(HEADS[item.name]),
                str(TITLES[item.name]),
                figure(item.name, item.before),
                figure(item.name, item.after),
            )
            for item in one.figures
            if item.name not in ("points", "percentage", "available")
        ),
        causes=causes if one else (),
        changed=bool(one),
    )


def _of(row: Mapping[str, Any] | None, name: str) -> str:
    return figure(name, row[name]) if row is not None and name in row else ""


def _move(places: int) -> tuple[str, str]:
    if not places:
        return "", ""
    if places > 0:
        return f"↑ {places}", ngettext("%(n)s place up", "%(n)s places up", places) % {"n": places}
    return f"↓ {-places}", ngettext("%(n)s place down", "%(n)s places down", -places) % {"n": -places}


def summary(found: Compared) -> str:
    """In a sentence, how many places move."""
    if not found.differs:
        return _("Nothing changes.")
    if not found.moves:
        return _("Figures change, every team keeps its place.")
    return ngettext("%(n)s team changes its place.", "%(n)s teams change their places.", found.moves) % {
        "n": found.moves
    }
