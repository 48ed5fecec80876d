"""Decides what rule book and calendar have against a game, before it is set, and against a whole schedule."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Min

from league.core.facts import Facts
from league.core.facts import Game as GameFacts
from league.core.findings import Finding
from league.models import Game, Season, Venue
from league.queries.clock import today
from league.queries.facts import Booking, booking_facts
from league.queries.rulebooks import book_for
from rulings.preview import with_game
from rulings.queries import whole_facts
from scheduling.core.bookings import clashes_of, slots
from scheduling.core.faults import ScheduleFault
from scheduling.core.game_counts import limit_faults
from scheduling.core.guards import schedule_faults
from scheduling.core.places import place_faults
from scheduling.core.requests import rule_requests, with_moves
from scheduling.queries.two_places import in_two_places
from standings.queries import withdrawals

NEW = "new"
"""The id of a game that isn't on record yet."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A game as somebody would set it: what is against it, and until when it takes up rink and teams."""

    findings: tuple[Finding, ...]
    occupied_until: dt.datetime | None

    @property
    def refused(self) -> bool:
        """Whether the book or the calendar refuses it."""
        return any(finding.severity == "refuse" for finding in self.findings)


def propose(season: Season, values: Mapping[str, Any], *, game: Game | None = None) -> Proposal:
    """What is against a game with these values (`home`, `away`, `kind`, `starts`, `ends`, `venue`, nothing saved).

    `game` is the one that is changed. Looks at the days that the book allows (3.6, 3.7, 3.9 of
    District 9), at the number of games and at double bookings, by the book in force today; and warns of
    coaches and officials who are at another game then. Constant queries, bounded by the games of the two
    teams and the rink's of those days.
    """
    booking = Booking(game=game, **{name: values[name] for name in ("home", "away", "venue", "starts", "ends")})
    facts = booking_facts(season, booking).changed(withdrawn=withdrawals(season))
    book = book_for(season, today(season))
    wanted = _wanted(season, values, facts, game)
    changed = _begun(season, with_game(facts, wanted), game)
    found = [
        *place_faults(changed, book, wanted),
        *(fault for fault in limit_faults(changed, book) if fault.game == wanted.id),
        *clashes_of(changed, book, wanted),
    ]
    taken = slots(changed, book, [wanted])
    rinks = {booking.venue.key: booking.venue.name or booking.venue.key} if booking.venue else {}
    told = list(findings(found, changed, rinks))
    if taken and wanted.day:
        told += in_two_places((booking.home, booking.away), wanted.day, taken[0].starts, taken[0].ends, game=game)
    return Proposal(tuple(told), taken[0].ends if taken else None)


def _begun(season: Season, facts: Facts, game: Game | None) -> Facts:
    """The facts, with the first day of all games where the season doesn't say when it starts. At most one query."""
    if season.starts is not None:
        return facts
    games = Game.objects.filter(season=season)
    others = games.exclude(pk=game.pk) if game else games
    first = others.aggregate(first=Min("starts"))["first"]
    days = [day for day in (facts.first_day, facts.season.day(first) if first else None) if day]
    return facts.changed(season=replace(facts.season, starts=min(days, default=None)))


def _wanted(season: Season, values: Mapping[str, Any], facts: Facts, game: Game | None) -> GameFacts:
    starts: dt.datetime | None = values["starts"]
    booked = (game.booked_at or game.booked) if game else dt.datetime.max.replace(tzinfo=dt.UTC)
    venue: Venue | None = values["venue"]
    return GameFacts(
        id=game.key if game else NEW,
        division=values["home"].division.key,
        home=values["home"].key,
        away=values["away"].key,
        starts=starts,
        day=facts.season.day(starts) if starts else None,
        ends=values["ends"],
        kind=values["kind"],
        venue=venue.key if venue else None,
        booked=booked,
    )


def faults_of(season: Season) -> tuple[Finding, ...]:
    """Everything that is against the season's schedule as it stands. Constant queries."""
    facts, book = whole_facts(season), book_for(season, today(season))
    moved = with_moves(facts, rule_requests(facts, book))
    return tuple(findings(schedule_faults(moved, book), moved, _rinks(season), named=True))


def _rinks(season: Season) -> dict[str, str]:
    rinks = Venue.objects.filter(league=season.league_id).order_by()
    return {key: name or key for key, name in rinks.values_list("key", "name")}


def findings(
    faults: Iterable[ScheduleFault], facts: Facts, rinks: Mapping[str, str], *, named: bool = False
) -> Iterable[Finding]:
    """Faults of the schedule as findings, in words that need no ids; `named` says of which game each is."""
    for fault in faults:
        yield Finding(
            code="schedule",
            message="; ".join(_told(why, facts, rinks) for why in fault.why),
            severity=fault.severity,
            where=_game(fault.game, facts) if named else "",
            clause=fault.clause,
        )


def _told(why: str, facts: Facts, rinks: Mapping[str, str]) -> str:
    """A reason without the ids of games, which are nobody's words, and with the rink's name."""
    told = re.sub(r" \(([^()]+)\)", lambda found: "" if found[1] in facts.game else found[0], why)
    rink, colon, rest = told.partition(": ")
    return f"{rinks[rink]}: {rest}" if colon and rink in rinks else told


def _game(id: str, facts: Facts) -> str:
    game = facts.game.get(id)
    if game is None:
        return id
    names = [facts.team[team].name if team in facts.team else team for team in game.teams]
    day = f"{game.day:%b} {game.day.day}: " if game.day else ""
    return f"{day}{' - '.join(names)}"
