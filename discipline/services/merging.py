"""Decides what of discipline goes from one record of a person to the other when both are one person."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from discipline.models import (
    Approval,
    CarriedSuspension,
    Case,
    Condition,
    Decision,
    EarlyWarning,
    Ineligibility,
    Infraction,
    PriorOffence,
    Review,
    Stay,
    Suspension,
)
from league.core.findings import Finding
from league.models import Person
from league.services.merging import Move

MOVES = (
    Move(Infraction),
    Move(PriorOffence),
    Move(CarriedSuspension),
    Move(Decision),
    Move(Approval),
    Move(Case),
    Move(Condition),
    Move(Stay),
    # what the workers made: it holds until they have ruled on both as one, so that nobody plays in between
    Move(Suspension, once_with=("season", "incident", "game")),
    Move(Ineligibility, once_with=("game", "team")),
    Move(EarlyWarning, once_with=("season", "clause", "text")),
    Move(Review, once_with=("season", "kind", "team", "incident", "game")),
)


def kept_apart(one: Person, other: Person) -> Iterator[Finding]:
    """Both have a case about the same incident: two files can't become one. Two queries."""
    of_one = set(_cases(one))
    for season, incident, game, name in _cases(other):
        if (season, incident, game, name) in of_one:
            yield Finding(
                "both-have-a-case",
                _("both have a case of their own about %(incident)s (%(season)s)")
                % {"incident": incident, "season": name},
                where="cases",
                remedy=_("they were two people to whoever opened the cases: settle first which one it was"),
            )


def _cases(person: Person) -> Iterator[tuple[int, str, int | None, str]]:
    rows = Case.objects.filter(person=person, kind="suspension").order_by("season", "pk")
    yield from rows.values_list("season", "incident", "game", "season__name")
