"""Decides what rule book and calendar have against the games of a draft, and how a draft differs from the schedule."""

import datetime as dt
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from league.core.facts import Facts, Game
from league.core.findings import Finding
from league.rulebook.book import RuleBook
from scheduling.core.bookings import double_bookings, slots
from scheduling.core.faults import ScheduleFault
from scheduling.core.game_counts import limit_faults
from scheduling.core.places import place_faults, standing_games

_LATEST: Final = dt.datetime.max.replace(tzinfo=dt.UTC)
_BEFORE: Final = _LATEST - dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Draft:
    """A game as the draft has it, with the keys of division, teams and rink; `game` is the one on the schedule."""

    key: str
    division: str
    home: str
    away: str
    starts: dt.datetime | None = None
    ends: dt.datetime | None = None
    rink: str | None = None
    game: str | None = None

    @property
    def id(self) -> str:
        """The id among the facts: that of the game on the schedule, where there is one."""
        return self.game or f"draft {self.key}"


def with_drafts(facts: Facts, drafts: Iterable[Draft], latest: Collection[str] = ()) -> Facts:
    """The facts as they would be were the drafts published; those of the keys `latest` are booked after all others."""
    changed: dict[str, Game] = {}
    for draft in drafts:
        old = facts.game.get(draft.game or "")
        base = old or Game(draft.id, draft.division, draft.home, draft.away, kind="league")
        booked = _LATEST if draft.key in latest else base.booked if old else _BEFORE
        if old is not None and old.outcome != "scheduled":
            continue  # it has been played or called off: the draft says nothing of it any more
        changed[draft.id] = replace(
            base,
            starts=draft.starts,
            day=facts.season.day(draft.starts) if draft.starts else None,
            ends=draft.ends,
            venue=draft.rink,
            booked=booked,
        )
    games = [changed.pop(game.id, game) for game in facts.games] + list(changed.values())
    season = facts.season
    if season.starts is None:
        season = replace(season, starts=min((game.day for game in games if game.day), default=None))
    return facts.changed(season=season, games=tuple(games))


def draft_findings(
    facts: Facts,
    book: RuleBook,
    drafts: Sequence[Draft],
    keys: Collection[str],
    rinks: Mapping[str, str],
) -> dict[str, tuple[Finding, ...]]:
    """By draft's key, of those in `keys`, what is against it: windows, limits, clashes, days that teams omit.

    The drafts of `keys` count as booked last, so that a clash with another team's game is theirs. `rinks` gives
    names by key. Implements 3.6, 3.7 and 3.9 of District 9 and 2-2.1 of Alberta by the book's data.
    """
    whole = with_drafts(facts, drafts, keys)
    named = {draft.id: draft.key for draft in drafts if draft.key in keys}
    faults: list[ScheduleFault] = []
    for id in named:
        if id in whole.game:
            faults += place_faults(whole, book, whole.game[id])
    faults += limit_faults(whole, book)
    faults += double_bookings(whole, book)
    found: dict[str, list[Finding]] = {key: [] for key in named.values()}
    for fault in faults:
        if fault.game in named:
            found[named[fault.game]].append(_finding(fault, whole, rinks))
    for id, key in named.items():
        if id in whole.game:
            found[key] += _unwanted_day(whole, whole.game[id])
    return {key: tuple(items) for key, items in found.items()}


def _unwanted_day(facts: Facts, game: Game) -> Iterable[Finding]:
    """Days that a team asked to be left out, and days that the season keeps free; they warn."""
    if game.day is None:
        return
    for id in game.teams:
        team = facts.team.get(id)
        if team is not None and game.day in team.omit:
            message = f"{team.name or id} asked not to play on this day"
            yield Finding("omit-date", message, "warn", remedy="choose another day if there is one")
    if game.day in facts.season.blocked:
        yield Finding("blocked-day", "the season keeps this day free", "warn", remedy="choose another day")


def _finding(fault: ScheduleFault, facts: Facts, rinks: Mapping[str, str]) -> Finding:
    told = "; ".join(_told(why, facts, rinks) for why in fault.why)
    remedy = "choose another day, time or rink" if fault.severity == "refuse" else ""
    return Finding("schedule", told, fault.severity, clause=fault.clause, remedy=remedy)


def _told(why: str, facts: Facts, rinks: Mapping[str, str]) -> str:
    """A reason without the ids of games, which are nobody's words, and with the rink's name."""
    text = re.sub(r" \(([^()]+)\)", lambda found: "" if found[1] in facts.game else found[0], why)
    rink, colon, rest = text.partition(": ")
    return f"{rinks[rink]}: {rest}" if colon and rink in rinks else text


def occupied(facts: Facts, book: RuleBook, drafts: Sequence[Draft]) -> dict[str, dt.datetime]:
    """By draft's key until when its game holds rink and teams, where it has a date."""
    whole = with_drafts(facts, drafts)
    ids = {draft.id: draft.key for draft in drafts}
    games = [game for game in standing_games(whole) if game.id in ids]
    return {ids[slot.game.id]: slot.ends for slot in slots(whole, book, games)}
