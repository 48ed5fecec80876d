"""Decides by what people are called on a page: by name where the visitor may read it, else by number."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from league.core.facts import Facts
from league.core.report_about import About
from league.models import Game, Person, RosterRole, RosterSpot, Team
from league.permissions import Access, Action, Place
from league.queries import reports


class Naming:
    """One visitor's way of reading people at a place. Asks no query but the one for memberships."""

    def __init__(self, access: Access, place: Place) -> None:
        self._access = access
        self._place = place
        self._may: dict[tuple[Action, int], bool] = {}

    def may(self, action: Action, team: Team) -> bool:
        """Whether the visitor may do `action` with regard to this one team, whatever they may at its opponent."""
        key = action, team.pk
        if key not in self._may:
            place = replace(self._place, team=team, game=None, division=self._place.division)
            self._may[key] = self._access.may(action, place)
        return self._may[key]

    def person(self, person: Person | None, team: Team, number: int | None = None) -> str:
        """The person's name where it may be read, otherwise "No. 12" or that it is a player or the bench."""
        if person is None:
            return _("Bench")
        if self.may(Action.READ_NAMES, team):
            return person.name or person.key
        return _("No. %(number)s") % {"number": number} if number is not None else _("without a number")


def numbers(people: set[int], teams: set[int]) -> dict[tuple[int, int], int]:
    """Jersey numbers by person and team, of the last roster spot that has one. One query."""
    spots = RosterSpot.objects.filter(person__in=people, team__in=teams, number__isnull=False)
    rows = spots.order_by("starts", "pk").values_list("person", "team", "number")
    return {(person, team): number for person, team, number in rows if number is not None}


def places_on_rosters(people: set[int], teams: set[int]) -> dict[tuple[int, int], tuple[int | None, str]]:
    """Jersey number and role by person and team, of the last roster spot that has either. One query."""
    spots = RosterSpot.objects.filter(person__in=people, team__in=teams).order_by("starts", "pk")
    found: dict[tuple[int, int], tuple[int | None, str]] = {}
    for person, team, number, role in spots.values_list("person", "team", "number", "role"):
        before, _role = found.get((person, team), (None, ""))
        found[person, team] = (before if number is None else number, str(RosterRole(role).label))
    return found


def about_of(access: Access, place: Place, game: Game) -> About:
    """What reports of the game are about, with the names that the visitor may read. Constant queries."""
    found = reports.about(game)
    return replace(found, names=readable_names(access, place, game, found.facts))


def readable_names(access: Access, place: Place, game: Game, facts: Facts) -> dict[str, str]:
    """The names, by key, of those on the rosters of the game's teams whom the visitor may read by name."""
    naming = Naming(access, place)
    readable = {team.key for team in (game.home, game.away) if naming.may(Action.READ_NAMES, team)}
    spots = [spot for spot in facts.roster if spot.team in readable]
    return {spot.person: name for spot in spots if (name := facts.person[spot.person].name)}
