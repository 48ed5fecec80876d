"""Decides what is read about a game's reports: what they are about, what is posted, and who has said what."""

import datetime as dt
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from league.core.agreement import TeamReport
from league.core.book import Reporting
from league.core.report_about import About
from league.core.report_game import content_of
from league.core.reports import SIDES, ReportContent, Side, from_json, people_named, with_people
from league.models import Game, GameReport, Person, ReportKind, Team
from league.queries.eligibility import barred
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import book_for
from league.rulebook.book import RuleBook


def side_of(game: Game, team: Team) -> Side:
    """The side on which the team plays. Raises ValueError when it doesn't play in the game."""
    if team.pk not in game.team_ids:
        raise ValueError(f"team {team.pk} doesn't play in game {game.pk}")
    return "home" if team.pk == game.home_id else "away"


def team_on(game: Game, side: Side) -> Team:
    """The team on that side."""
    return game.home if side == "home" else game.away


def book_of(game: Game) -> RuleBook:
    """The rule book in force on the day of the game in its season's zone; without a date, the season's own."""
    season = game.season
    day = game.starts.astimezone(ZoneInfo(season.timezone)).date() if game.starts else season.starts
    return book_for(season, day or dt.date.min)


def about(game: Game) -> About:
    """What a report of the game is about: its facts and both teams', the book, who may not take part."""
    facts = league_facts(Slice(game.season, game=game))
    return About(facts=facts, game=facts.games[0], book=book_of(game), barred=barred(game))


def posted_content(game: Game) -> ReportContent | None:
    """What the game's result and sheet amount to as a report; None while it isn't played."""
    found = about(game).game
    return content_of(found) if found.outcome == "played" else None


def report_content(report: GameReport) -> ReportContent:
    """What a report says; whoever stands for a merged record stands in its place. One query where it names people."""
    content = from_json(report.content)
    named = people_named(content)
    if not named:
        return content
    merged = Person.objects.filter(league__seasons__games=report.game_id, key__in=named, merged_into__isnull=False)
    return with_people(content, dict(merged.order_by().values_list("key", "merged_into__key")))


def current_reports(game: Game) -> Mapping[Side, GameReport]:
    """The teams' current reports of a game, by side. One query."""
    reports = GameReport.objects.filter(game=game, kind=ReportKind.TEAM, current=True).select_related("submitted_by")
    found = {report.team_id: report for report in reports}
    by_side = zip(SIDES, game.team_ids, strict=True)
    return {side: found[team] for side, team in by_side if team in found}


def as_said(reports: Mapping[Side, GameReport]) -> dict[Side, TeamReport]:
    """The reports as the core compares them."""
    return {side: TeamReport(report_content(report), report.submitted_by_id or 0) for side, report in reports.items()}


def spoke_first(game: Game) -> Side:
    """The side whose team sent its first report of the game before the other; home when neither did. One query."""
    reports = GameReport.objects.filter(game=game, kind=ReportKind.TEAM).order_by("pk")
    return "away" if reports.values_list("team", flat=True).first() == game.away_id else "home"


def deadline(game: Game, book: RuleBook) -> dt.datetime | None:
    """The moment after which a team's report of the game is late; None where the book sets no time for it."""
    rules = book.get(Reporting)
    if rules is None or game.occupied_until is None or game.kind not in rules.kinds:
        return None
    return game.occupied_until + dt.timedelta(hours=rules.hours)
