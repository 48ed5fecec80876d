"""Decides what of the officials' assignments goes from one record of a person to the other when both are one."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Person
from league.services.merging import Move
from scheduling.models import Assignment

MOVES = (Move(Assignment),)


def kept_apart(one: Person, other: Person) -> Iterator[Finding]:
    """Both officiate one game: so they are two people. One query."""
    beside = Assignment.objects.filter(person=other).values("game")
    for row in Assignment.objects.filter(person=one, game__in=beside).select_related("game__home", "game__away"):
        yield Finding(
            "both-officiate",
            _("both officiate %(game)s") % {"game": row.game},
            where="assignments",
            remedy=_("they are two people; or take one of the two off the game first"),
        )
