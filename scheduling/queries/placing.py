"""Decides how a round's draft, the season's ice and everybody's days become the problem that is solved."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from scheduling.core.bookings import AT_LEAST, lengths, slots
from scheduling.core.places import standing_games, yearly_day
from scheduling.core.placing.problem import Fixture, Ice, Problem, Weights
from scheduling.core.rounds.drafts import with_drafts
from scheduling.models import IceSlot, Round, RoundGame
from scheduling.queries.rounds import Desk


def to_place(desk: Desk, round: Round, keep: str) -> tuple[RoundGame, ...]:
    """The games to place: those not set yet; with `keep` "pinned" also those set that aren't pinned, nor published."""
    return tuple(
        game
        for game in desk.of(round)
        if game.game_id is None and not game.pinned and (keep == "pinned" or not game.is_set)
    )


def problem_of(desk: Desk, round: Round, wishes: Mapping[str, Any]) -> tuple[Problem, tuple[IceSlot, ...]]:
    """The problem of a round, and the ice it is about, in its order. One query beyond the desk's.

    Ice that another game has isn't offered. Games that stay count as days on which their teams play.
    """
    games = to_place(desk, round, str(wishes.get("keep", "set")))
    moving = {game.key for game in games}
    staying = [draft for draft in desk.drafts if draft.key not in moving]
    facts = with_drafts(desk.facts, staying)
    held = slots(facts, desk.book, standing_games(facts))
    offered = _free(desk, [(slot.game.venue, slot.starts, slot.ends) for slot in held])
    taken: dict[str, set[dt.date]] = defaultdict(set)
    for slot in held:
        for team in slot.game.teams:
            if slot.game.day is not None:
                taken[team].add(slot.game.day)
    zone = desk.zone
    ice = tuple(
        Ice(
            rink=row.venue.key,
            starts=row.starts,
            ends=row.ends,
            day=row.starts.astimezone(zone).date(),
            association=row.association.key if row.association else None,
        )
        for row in offered
    )
    return Problem(
        games=tuple(_fixtures(desk, games)),
        ice=ice,
        omit={team.id: frozenset(team.omit) for team in desk.facts.teams if team.omit},
        taken={team: frozenset(days) for team, days in taken.items()},
        blocked=frozenset(desk.facts.season.blocked),
        weights=_weights(wishes),
    ), offered


def _free(desk: Desk, held: Iterable[tuple[str | None, dt.datetime, dt.datetime]]) -> tuple[IceSlot, ...]:
    by_rink: dict[str | None, list[tuple[dt.datetime, dt.datetime]]] = defaultdict(list)
    for rink, starts, ends in held:
        by_rink[rink].append((starts, ends))
    rows = IceSlot.objects.filter(season=desk.season).select_related("venue", "association").order_by("starts", "pk")
    return tuple(
        row
        for row in rows
        if not any(row.starts < ends and starts < row.ends for starts, ends in by_rink[row.venue.key])
    )


def _fixtures(desk: Desk, games: Iterable[RoundGame]) -> Iterable[Fixture]:
    rules, facts, usual = desk.rules, desk.facts, lengths(desk.book)
    bound = rules if rules and "league" in rules.kinds else None
    for game in games:
        division = facts.division[game.division.key]
        window = None
        if bound and bound.window and division.level not in bound.window.exempt_levels:
            window = division.window
        home, away = (facts.team[team.key].association for team in (game.home, game.away))
        shared = bound.same_association if bound and home is not None and home == away else None
        near = window[0] if window else facts.season.starts or dt.date.min
        yield Fixture(
            key=game.key,
            division=game.division.key,
            home=game.home.key,
            away=game.away.key,
            association=home,
            first=window[0] if window else facts.season.starts,
            last=window[1] if window else facts.season.playoffs_start or facts.season.ends,
            last_of_association=yearly_day(facts, shared.day, near) if shared else None,
            length=usual.get(division.level, AT_LEAST),
        )


def _weights(wishes: Mapping[str, Any]) -> Weights:
    plain = Weights()
    return Weights(
        rest=int(wishes.get("rest", plain.rest)),
        three_away=int(wishes.get("three_away", plain.three_away)),
        busy_week=int(wishes.get("busy_week", plain.busy_week)),
        travel=plain.travel,
    )
