"""Decides which games of a season file would be on a rink while another season of the league has a game there."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping

from league.core.facts import Facts
from league.core.findings import Finding
from league.models import Game, League
from league.models.games import HOLDING_OUTCOMES, HOLDS_ITS_TIME

type _Held = tuple[dt.datetime, dt.datetime, str]


def taken_rinks(league: League, facts: Facts, ends: Mapping[str, dt.datetime | None]) -> Iterator[Finding]:
    """A finding for each game of the file, by its place there, whose rink is taken then. One query.

    `facts` has the games where they stand now; `ends` gives by their ids until when they hold their rink.
    """
    held = _held(league, {game.venue for game in facts.games if game.venue})
    for place, game in enumerate(facts.games):
        until = ends.get(game.id)
        if game.starts is None or until is None or game.outcome not in HOLDING_OUTCOMES:
            continue
        for starts, ends_there, other in held.get(game.venue or "", ()):
            if starts < until and game.starts < ends_there:
                message = f"{game.venue} has another game of this league then: {other}"
                remedy = "correct the time or the rink of one of them"
                yield Finding("rink-taken", message, where=f"games[{place}].venue", remedy=remedy)
                break


def _held(league: League, rinks: set[str]) -> Mapping[str, list[_Held]]:
    """When the rinks are taken by games that are here already, and by which, by the rinks' keys."""
    rows = Game.objects.filter(HOLDS_ITS_TIME, venue__league=league, venue__key__in=rinks, occupied_until__isnull=False)
    found: dict[str, list[_Held]] = defaultdict(list)
    for row in rows.select_related("venue", "home", "away", "season").order_by("starts", "pk"):
        if row.venue is not None and row.starts is not None and row.occupied_until is not None:
            found[row.venue.key].append((row.starts, row.occupied_until, f"{row} ({row.season.name})"))
    return found
