"""Decides how what a roster table would do is shown: every row in words, every question with its answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.core.rosters.people import NEW, KnownPerson
from league.core.rosters.plan import Plan, PlannedRow
from league.core.rosters.spots import Change, Outcome, Spot
from league.forms.rosters import answer_name
from league.models import RosterRole, RosterStatus, Team
from league.queries.rosters import last_teams


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to who somebody is."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """One row as the page shows it."""

    row: PlannedRow
    team: str
    details: tuple[str, ...]
    field: str
    choices: tuple[Choice, ...]

    @property
    def open(self) -> bool:
        """Whether it waits for an answer."""
        return bool(self.choices) and not any(choice.chosen for choice in self.choices)


def shown(plan: Plan, teams: Iterable[Team]) -> list[Shown]:
    """The rows of a plan in words. One query, for what tells people of one name apart."""
    names = {team.pk: team.name for team in teams}
    where = last_teams(one.id for row in plan.rows for one in row.candidates if one.id > 0)
    return [_shown(row, names, where) for row in plan.rows]


def _shown(row: PlannedRow, names: dict[int, str], where: dict[int, str]) -> Shown:
    choices = [Choice(one.answer, _label(one, where), row.answer == one.answer) for one in row.candidates]
    if choices:
        choices.append(Choice(NEW, _("Somebody new"), row.answer == NEW))
    team = names.get(row.team or 0, row.entry.team)
    return Shown(row, team, tuple(_details(row, names)), answer_name(row.entry.row), tuple(choices))


def _label(person: KnownPerson, where: dict[int, str]) -> str:
    """A person with what tells them from others of the name."""
    if person.id < 0:
        return _("The same person as in row %(row)s") % {"row": -person.id}
    parts = [person.name]
    if person.born:
        parts.append(_("born %(day)s") % {"day": person.born})
    if person.registration:
        parts.append(_("registration %(number)s") % {"number": person.registration})
    if person.id in where:
        parts.append(where[person.id])
    return _("The same person as %(who)s") % {"who": ", ".join(parts)}


def _details(row: PlannedRow, names: dict[int, str]) -> Iterable[str]:
    if row.placing is None:
        return
    if row.placing.left is not None:
        left = names.get(row.placing.left)
        yield _("leaves %(team)s") % {"team": left} if left else _("leaves another team")
    for change in (*row.placing.changes, *row.filled):
        yield _change(change)
    for spot in row.placing.kept:
        if spot.id is None and row.outcome is not Outcome.CHANGED:
            yield _position(spot)
        if spot.id is None and spot.starts:
            yield _("from %(day)s") % {"day": spot.starts}


def _position(spot: Spot) -> str:
    """The position, with the status where that isn't the usual one."""
    position = str(RosterRole(spot.role).label)
    return position if spot.status == "regular" else f"{position}, {RosterStatus(spot.status).label}"


def _change(change: Change) -> str:
    labels = {
        "role": _("position"),
        "number": _("number"),
        "line": _("line"),
        "status": _("status"),
        "starts": _("first day"),
        "ends": _("last day"),
        "born": _("birth date"),
        "registration": _("registration"),
    }
    words: dict[str, Any] = dict(RosterRole.choices) | dict(RosterStatus.choices)
    before, after = (words.get(text, text) for text in (change.before, change.after))
    if not change.before:
        return _("%(what)s %(after)s") % {"what": labels[change.column], "after": after}
    return _("%(what)s %(before)s becomes %(after)s") % {
        "what": labels[change.column],
        "before": before,
        "after": after,
    }
