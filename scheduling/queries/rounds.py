"""Decides how rounds are read: their drafts, what rule book and calendar have against these, and how far teams are."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from league.core.facts import Facts
from league.core.findings import Finding
from league.models import Season, Team, Venue
from league.queries.clock import today
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import book_for
from league.rulebook.book import RuleBook
from scheduling.core.book import Scheduling
from scheduling.core.rounds.drafts import Draft, draft_findings, occupied
from scheduling.core.rounds.form import FormGame
from scheduling.models import Round, RoundGame, RoundTeam
from standings.queries import withdrawals

PARTS = ("division", "home", "away", "venue", "game")


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the drafts of a season are held against."""

    season: Season
    facts: Facts
    book: RuleBook
    rinks: tuple[Venue, ...]
    games: tuple[RoundGame, ...]
    """Of all rounds of the season."""

    drafts: tuple[Draft, ...] = field(default=())

    @property
    def zone(self) -> ZoneInfo:
        """The season's clock."""
        return ZoneInfo(self.season.timezone)

    @property
    def rules(self) -> Scheduling | None:
        """What the book says of schedules."""
        return self.book.get(Scheduling)

    @property
    def rink_names(self) -> dict[int, str]:
        """The league's rinks by id."""
        return {rink.pk: rink.name or rink.key for rink in self.rinks}

    def rink_key(self, id: int | None) -> str | None:
        """The key of a rink."""
        return next((rink.key for rink in self.rinks if rink.pk == id), None)

    def of(self, round: Round) -> tuple[RoundGame, ...]:
        """The games of one round."""
        return tuple(game for game in self.games if game.round_id == round.pk)

    def findings(
        self, keys: Collection[str], drafts: Iterable[Draft] | None = None
    ) -> Mapping[str, tuple[Finding, ...]]:
        """What is against the drafts of these keys, by key."""
        names = {rink.key: rink.name or rink.key for rink in self.rinks}
        whole = tuple(self.drafts if drafts is None else drafts)
        return draft_findings(self.facts, self.book, whole, keys, names)

    def occupied(self) -> dict[str, dt.datetime]:
        """By key until when the drafted games hold their rinks."""
        return occupied(self.facts, self.book, self.drafts)


def desk_of(season: Season) -> Desk:
    """The desk of a season. Constant queries, bounded by the season."""
    games = RoundGame.objects.filter(round__season=season).select_related(*PARTS, "round").order_by("pk")
    rinks = tuple(Venue.objects.filter(league=season.league_id).order_by("name", "pk"))
    rows = tuple(games)
    return Desk(
        season=season,
        facts=league_facts(Slice(season)).changed(withdrawn=withdrawals(season)),
        book=book_for(season, today(season)),
        rinks=rinks,
        games=rows,
        drafts=tuple(draft_of(row) for row in rows),
    )


def draft_of(game: RoundGame) -> Draft:
    """The row as the core knows it."""
    return Draft(
        key=game.key,
        division=game.division.key,
        home=game.home.key,
        away=game.away.key,
        starts=game.starts,
        ends=game.ends,
        rink=game.venue.key if game.venue else None,
        game=game.game.key if game.game else None,
    )


def form_games(games: Iterable[RoundGame], team: Team) -> tuple[FormGame, ...]:
    """The home games of a team as its form has them."""
    return tuple(
        FormGame(
            key=game.key,
            division=game.division.name,
            home=str(game.home),
            visitor=str(game.away),
            starts=game.starts,
            ends=game.ends,
            rink=game.venue_id,
            url=game.url,
        )
        for game in games
        if game.home_id == team.pk
    )


@dataclass(frozen=True, slots=True)
class TeamProgress:
    """How far a team is: its home games, how many are set, and whether it has handed in."""

    row: RoundTeam
    home: int
    away: int
    set: int

    @property
    def complete(self) -> bool:
        """Whether every home game is set."""
        return self.set == self.home

    @property
    def missing(self) -> int:
        """How many home games aren't set."""
        return self.home - self.set


def board(round: Round) -> list[TeamProgress]:
    """Every team of the round with how far it is. Two queries."""
    games = list(RoundGame.objects.filter(round=round).values_list("home", "away", "starts", "venue"))
    found = []
    for row in RoundTeam.objects.filter(round=round).select_related("team__division", "team__association"):
        own = [(starts, venue) for home, _, starts, venue in games if home == row.team_id]
        away = sum(1 for _, team, _, _ in games if team == row.team_id)
        found.append(TeamProgress(row, len(own), away, sum(1 for starts, venue in own if starts and venue)))
    return found
