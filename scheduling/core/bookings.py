"""Decides when a game was booked, how long it takes, and which team or rink is booked twice."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.core.facts import Facts, Game, Season
from league.rulebook.book import RuleBook
from scheduling.core.book import GameFormat
from scheduling.core.faults import ScheduleFault
from scheduling.core.places import standing_games
from scheduling.core.words import game_name, team_name

BEFORE_THE_SEASON = dt.datetime.min.replace(tzinfo=dt.UTC)
AT_LEAST = dt.timedelta(minutes=1)
"""Where neither the game nor the book gives a length, a game takes the minute it starts in."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The time that a game takes, its start included and its end not; `rank` puts bookings in order."""

    game: Game
    starts: dt.datetime
    ends: dt.datetime
    rank: tuple[dt.datetime, dt.datetime, int]

    def overlaps(self, other: "Slot") -> bool:
        """Whether the two share a moment; one that ends when the other starts doesn't."""
        return self.starts < other.ends and other.starts < self.ends


def booked_moment(season: Season, booked: dt.date | dt.datetime | None) -> dt.datetime:
    """When a game was put on the calendar, in UTC; a bare day counts from its beginning, None as before the season."""
    if booked is None:
        return BEFORE_THE_SEASON
    if isinstance(booked, dt.datetime):
        return booked
    return dt.datetime.combine(booked, dt.time.min, season.zone).astimezone(dt.UTC)


def lengths(book: RuleBook) -> Mapping[str, dt.timedelta]:
    """How long a game without an end takes, by level (4.12-4.16 of District 9)."""
    return {level: entry.length for entry in book.all(GameFormat) for level in entry.levels}


def slots(facts: Facts, book: RuleBook, games: Iterable[Game]) -> tuple[Slot, ...]:
    """The slots of all games with a date, in order of start, then of the file."""
    usual = lengths(book)
    moved = {
        (request.game, request.new_start): request.received
        for request in facts.requests
        if request.decision in ("approved", "waived")
    }
    order = {game.id: number for number, game in enumerate(facts.games)}
    found = []
    for game in games:
        if game.starts is None:
            continue
        ends = game.ends
        if ends is None or ends <= game.starts:
            ends = game.starts + usual.get(facts.division[game.division].level, AT_LEAST)
        # a game that a request put here came here when the request came in
        placed = booked_moment(facts.season, moved.get((game.id, game.starts)))
        rank = (max(booked_moment(facts.season, game.booked), placed), game.starts, order.get(game.id, len(order)))
        found.append(Slot(game, game.starts, ends, rank))
    return tuple(sorted(found, key=lambda slot: (slot.starts, slot.rank[-1])))


def double_bookings(facts: Facts, book: RuleBook) -> tuple[ScheduleFault, ...]:
    """Every team and rink that is booked twice, as faults of the game booked later.

    Of two bookings of one moment the later game is the later booking, then the later in the file.
    A team booked twice is named in the fault, a rink in its reason. No clause decides.
    """
    taken: dict[tuple[str, str], list[Slot]] = {}
    for slot in slots(facts, book, standing_games(facts)):
        for key in takes(slot.game):
            taken.setdefault(key, []).append(slot)
    return tuple(
        _fault(facts, key, later, earlier) for key, found in taken.items() for later, earlier in _clashes(found)
    )


def clashes_of(
    facts: Facts, book: RuleBook, game: Game, others: Iterable[Game] | None = None
) -> tuple[ScheduleFault, ...]:
    """The double bookings that one game, set or only proposed, would bring; it is always the later booking.

    `others` narrows down the games that it is compared with; by default all that stand.
    """
    own = next(iter(slots(facts, book, [game])), None)
    if own is None:
        return ()
    taken = set(takes(game))
    rivals = standing_games(facts) if others is None else others
    sharing = [rival for rival in rivals if rival.id != game.id and taken.intersection(takes(rival))]
    found: dict[tuple[str, str], list[Slot]] = {}
    for slot in slots(facts, book, sharing):
        if slot.overlaps(own):
            for key in taken.intersection(takes(slot.game)):
                found.setdefault(key, []).append(slot)
    return tuple(_fault(facts, key, own, found[key]) for key in sorted(found))


def takes(game: Game) -> tuple[tuple[str, str], ...]:
    """What a game takes up for its time: two teams, and its rink where it has one."""
    teams = tuple(("team", team) for team in game.teams)
    return (*teams, ("rink", game.venue)) if game.venue else teams


def _clashes(found: list[Slot]) -> Iterable[tuple[Slot, list[Slot]]]:
    """Each slot that clashes with earlier bookings, and these; `found` is in order of start."""
    clashes: dict[str, tuple[Slot, list[Slot]]] = {}
    running: list[Slot] = []
    for slot in found:
        running = [other for other in running if other.ends > slot.starts]
        for other in running:
            later, earlier = (slot, other) if slot.rank > other.rank else (other, slot)
            clashes.setdefault(later.game.id, (later, []))[1].append(earlier)
        running.append(slot)
    return clashes.values()


def _fault(facts: Facts, key: tuple[str, str], later: Slot, earlier: list[Slot]) -> ScheduleFault:
    what, id = key
    first = min(earlier, key=lambda slot: slot.rank)
    zone = facts.season.zone
    span = f"{first.starts.astimezone(zone):%H:%M} to {first.ends.astimezone(zone):%H:%M}"
    who = team_name(facts, id) if what == "team" else id
    more = f", and by {len(earlier) - 1} more" if len(earlier) > 1 else ""
    why = f"{who}: taken from {span} by {game_name(facts, first.game)}{more}"
    return ScheduleFault(later.game.id, id if what == "team" else None, None, "refuse", (why,))
