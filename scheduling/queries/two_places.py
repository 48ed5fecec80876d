"""Decides who would have to be in two places at once if a game stood at a time: coaches, and officials of the game."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.models import Game, Outcome, RosterSpot, Team
from scheduling.models import Assignment

_ON_THE_ICE = (Outcome.SCHEDULED, Outcome.PLAYED)


def in_two_places(
    teams: Collection[Team], day: dt.date, starts: dt.datetime, ends: dt.datetime, *, game: Game | None = None
) -> list[Finding]:
    """Warnings of everybody who is at another game between these moments of a local day: at most three queries.

    Looks at the team officials of both teams, who may have another team, and at the officials of `game`
    where it is on record. A game of the teams themselves is no matter of theirs: the teams clash.
    """
    found = [
        Finding(
            code="two-places",
            message=_("%(person)s is %(role)s of %(team)s too, who play then: %(game)s")
            % {
                "person": spot.person,
                "role": str(spot.get_role_display()).lower(),
                "team": f"{spot.team} ({spot.team.division})",
                "game": other,
            },
            severity="warn",
            remedy=_("choose another time, or make sure that somebody stands in"),
        )
        for spot, other in _coaches(teams, day, starts, ends)
    ]
    found += [
        Finding(
            code="two-places",
            message=_("%(person)s is assigned to %(game)s then") % {"person": row.person, "game": row.game},
            severity="warn",
            remedy=_("choose another time, or assign somebody else"),
        )
        for row in (_assigned(game, starts, ends) if game else ())
    ]
    return found


def _coaches(
    teams: Collection[Team], day: dt.date, starts: dt.datetime, ends: dt.datetime
) -> Iterator[tuple[RosterSpot, Game]]:
    in_force = Q(starts__isnull=True) | Q(starts__lte=day), Q(ends__isnull=True) | Q(ends__gte=day)
    spots = RosterSpot.objects.filter(*in_force, role__in=TEAM_OFFICIAL_ROLES)
    own = spots.filter(team__in=teams).values("person")
    elsewhere = spots.filter(person__in=own).exclude(team__in=teams).select_related("person", "team__division")
    by_team = defaultdict(list)
    for spot in elsewhere.order_by("person__name", "pk"):
        by_team[spot.team_id].append(spot)
    if not by_team:
        return
    games = _then(Game.objects.all(), "", starts, ends).filter(Q(home__in=by_team) | Q(away__in=by_team))
    games = games.exclude(home__in=teams).exclude(away__in=teams)
    for game in games.select_related("home", "away").order_by("starts", "pk"):
        for team in game.team_ids:
            yield from ((spot, game) for spot in by_team.get(team, ()))


def _assigned(game: Game, starts: dt.datetime, ends: dt.datetime) -> QuerySet[Assignment]:
    people = Assignment.objects.filter(game=game).values("person")
    others = Assignment.objects.filter(person__in=people).exclude(game=game)
    return _then(others, "game__", starts, ends).select_related("person", "game__home", "game__away").order_by("pk")


def _then[M: (Game, Assignment)](rows: QuerySet[M], prefix: str, starts: dt.datetime, ends: dt.datetime) -> QuerySet[M]:
    """The rows whose game, by this name, is on the ice between these moments."""
    return rows.filter(
        **{f"{prefix}starts__lt": ends, f"{prefix}occupied_until__gt": starts, f"{prefix}outcome__in": _ON_THE_ICE}
    )
