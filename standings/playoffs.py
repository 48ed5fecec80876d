"""Decides how a division's playoffs are read: what would seed each knockout, and how far its bracket has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Max, Sum

from league.core import facts as core
from league.core.book import Results
from league.core.results import Result
from league.models import Division, Game
from standings.core.book import PlayoffStage
from standings.core.bracket import Match, draw, round_name
from standings.core.seeding import Seeding
from standings.core.series import Bracket, Series, bracket
from standings.models import BracketGame, PlayoffSeeding
from standings.queries import RuledDivision, table_version

PLAYOFF = "playoff"


def knockouts(ruled: RuledDivision) -> list[PlayoffStage]:
    """The knockouts that the book plays, in its order."""
    return [stage for stage in ruled.book.all(PlayoffStage) if stage.form == "knockout"]


def round_robins(ruled: RuledDivision) -> list[PlayoffStage]:
    """The round robins that the book plays, in its order."""
    return [stage for stage in ruled.book.all(PlayoffStage) if stage.form == "round-robin"]


def stage_order(ruled: RuledDivision, stage: str) -> Seeding | None:
    """The order that a round robin of the division has reached; None before its first game."""
    return next((item for item in ruled.seedings if item.stage == stage), None)


def stage_results(ruled: RuledDivision, stage: str) -> list[Result]:
    """The games of a round robin."""
    return [item for item in ruled.results.values() if item.game.kind == PLAYOFF and item.game.stage == stage]


def standing_seedings(division: Division) -> dict[str, PlayoffSeeding]:
    """The seedings that stand, by stage. One query."""
    found = PlayoffSeeding.objects.filter(division=division, replaced_at__isnull=True)
    return {row.stage: row for row in found.select_related("seeded_by", "final", "rulebook").defer("rulebook__text")}


def version(division: Division) -> str:
    """How new the bracket is: it changes with the table, with seeding and with a playoff game. Three queries."""
    seeded = PlayoffSeeding.objects.filter(division=division).aggregate(last=Max("pk"))["last"]
    games = Game.objects.filter(division=division, kind=PLAYOFF)
    of_games = games.aggregate(number=Count("pk"), versions=Sum("version"), told=Sum("sequence"))
    told = ".".join(str(of_games[name] or 0) for name in ("number", "versions", "told"))
    return f"{table_version(division)}.{seeded or 0}.{told}"


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout that has been seeded, as it stands; `bracket` says which games there should be."""

    stage: PlayoffStage
    seeding: PlayoffSeeding
    bracket: Bracket
    strays: tuple[Result, ...]
    """Games with a result that a bracket made, and that stand in none of its series any more."""

    @property
    def unneeded(self) -> tuple[Result, ...]:
        """Games on the calendar that no series needs any more."""
        return tuple(result for series in self.bracket.series for result in series.superfluous)


def knockout(ruled: RuledDivision, stage: PlayoffStage, seeding: PlayoffSeeding, made: Mapping[str, str]) -> Knockout:
    """The knockout with everything certain filled in (9-1.d, 9-1.e of the Alberta manual). No query.

    `made` are the matches of the games that this seeding's bracket made, by the game's key: see `games_made`.
    """
    seeds = {str(number): team for number, team in enumerate(seeding.teams, 1)}
    outside = {stage.name for stage in round_robins(ruled)}
    games = [item for item in ruled.results.values() if item.game.kind == PLAYOFF and item.game.stage not in outside]
    rules = ruled.book.get(Results)
    forfeits = rules is not None and PLAYOFF in rules.series_kinds
    found = bracket(draw(stage, len(seeding.teams)), seeds, games, forfeits_lose_series=forfeits)
    standing = {game.result.game.id for series in found.series for game in series.games if game.result is not None}
    strays = tuple(item for item in games if item.counts and item.game.id in made and item.game.id not in standing)
    return Knockout(stage, seeding, found, strays)


def games_made(division: Division) -> dict[str, BracketGame]:
    """The games that the division's brackets made, by key, those of earlier seedings among them. One query."""
    found = BracketGame.objects.filter(seeding__division=division).select_related("game", "seeding")
    return {row.game.key: row for row in found.order_by("pk")}


def stage_of(found: Knockout, match: Match) -> str:
    """What the games of a match carry as their stage: the name of its round."""
    if match.id == "third-place":
        return match.name
    return round_name(found.stage, match.round, found.bracket.draw.rounds)


def open_games(series: Series) -> list[core.Game]:
    """The games of a series that are on the calendar and to be played, whether for certain or if necessary."""
    return [item.result.game for item in series.games if item.result is not None and item.state != "played"]
