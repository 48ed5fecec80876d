"""Decides what is on record before a schedule is read: teams, rinks, games, numbers and names of earlier files."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from league.models import Game, Outcome, ReportState, Season, Team, Venue
from league.queries.clock import today
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import book_for
from scheduling.core.imports.plan import KnownGame, KnownRink, KnownTeam, OnRecord
from scheduling.models import ImportedGame, ImportedName
from standings.queries import withdrawals


def on_record(season: Season) -> OnRecord:
    """Everything that a schedule is held against. Constant queries, bounded by the season."""
    numbers = dict(ImportedGame.objects.filter(season=season).values_list("game", "number"))
    names = ImportedName.objects.filter(season=season).values_list("written", "team", "venue")
    teams = Team.objects.filter(season=season).select_related("division").order_by("position", "pk")
    rinks = Venue.objects.filter(league=season.league_id).order_by("name", "pk")
    games = Game.objects.filter(season=season).order_by("starts", "pk")
    zone = ZoneInfo(season.timezone)
    return OnRecord(
        teams=tuple(
            KnownTeam(team.pk, team.key, team.name or team.key, team.division.key, team.division.name) for team in teams
        ),
        rinks=tuple(KnownRink(rink.pk, rink.key, rink.name or rink.key) for rink in rinks),
        games=tuple(_game(game, numbers.get(game.pk, ""), zone) for game in games),
        facts=league_facts(Slice(season)).changed(withdrawn=withdrawals(season)),
        book=book_for(season, today(season)),
        remembered={("team" if team else "rink", written): team or venue or 0 for written, team, venue in names},
    )


def _game(game: Game, number: str, zone: ZoneInfo) -> KnownGame:
    return KnownGame(
        id=game.pk,
        key=game.key,
        home=game.home_id,
        away=game.away_id,
        day=game.starts.astimezone(zone).date() if game.starts else None,
        starts=game.starts,
        ends=game.ends,
        rink=game.venue_id,
        number=number,
        cancelled=game.outcome == Outcome.CANCELLED,
        to_come=game.outcome == Outcome.SCHEDULED and game.report_state == ReportState.UNREPORTED,
    )
