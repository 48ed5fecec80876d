"""Decides what is read for incident reports: the game they are about, who owes one, what was filed."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from discipline.core.book_process import IncidentReports
from discipline.core.incident_reports import OnSheet, Row, due
from discipline.models import IncidentReport, ReportStage
from league.models import Game, Membership, Penalty, Role, RosterSpot, Season, User
from league.queries.desk import Books
from league.queries.reports import book_of


@dataclass(frozen=True, slots=True)
class Owed:
    """A penalty of a sheet for which the rule book asks for a report that nobody has filed."""

    penalty: Penalty
    game: Game
    due: dt.datetime | None
    clause: str
    draft_of: str = ""
    """Who has begun one."""

    def overdue(self, now: dt.datetime) -> bool:
        """Whether its time is over."""
        return self.due is not None and now > self.due


def rules_for(game: Game) -> IncidentReports | None:
    """What the rule book of the game's day says about incident reports."""
    return book_of(game).get(IncidentReports)


def owed(season: Season, *, games: Any = None) -> list[Owed]:
    """The penalties that wait for a report, of all games or of some (ids or rows), the soonest due first.

    Two queries and one for the books.
    """
    books = Books.of(season)
    rules = {id(book): book.get(IncidentReports) for _day, book in books.entries}
    classes = {name for item in rules.values() if item for name in item.classes}
    if not classes:
        return []
    found = Penalty.objects.filter(game__season=season, penalty_class__in=classes)
    if games is not None:
        found = found.filter(game__in=games)
    rows = found.select_related("game__home", "game__away", "team", "person").order_by("game__starts", "position", "pk")
    covered, drafts = _reported(season)
    open_ones = []
    for row in rows:
        item = rules[id(books.on(row.game))]
        if item is None or row.penalty_class not in item.classes or row.key in covered[row.game_id]:
            continue
        until = due(row.game.starts, item)
        open_ones.append(Owed(row, row.game, until, item.classes_clause, ", ".join(drafts.get(row.game_id, ()))))
    return sorted(open_ones, key=lambda one: (one.due is None, one.due or dt.datetime.max.replace(tzinfo=dt.UTC)))


def _reported(season: Season) -> tuple[Mapping[int, set[str]], Mapping[int, list[str]]]:
    """By game: the penalties that filed reports cover, and who has begun one. One query."""
    covered: dict[int, set[str]] = defaultdict(set)
    drafts: dict[int, list[str]] = defaultdict(list)
    reports = IncidentReport.objects.filter(season=season).select_related("author").order_by("pk")
    for report in reports.defer("draft"):
        covered[report.game_id].update(report.penalties)
        if report.stage == ReportStage.DRAFT:
            drafts[report.game_id].append(str(report.author))
    return covered, drafts


def sheet(game: Game) -> list[Penalty]:
    """The penalties of the game's sheet, in its order. One query."""
    found = Penalty.objects.filter(game=game).select_related("person", "team")
    return list(found.order_by("position", "pk"))


def numbers_of(game: Game) -> dict[tuple[int, int], str]:
    """Jersey numbers by person and team, of the rosters of the game's teams. One query."""
    spots = RosterSpot.objects.filter(team__in=game.team_ids, number__isnull=False).order_by("starts", "pk")
    return {(person, team): str(number) for person, team, number in spots.values_list("person", "team", "number")}


def on_sheet(penalties: Iterable[Penalty], game: Game, numbers: Mapping[tuple[int, int], str]) -> list[OnSheet]:
    """The sheet's penalties as a report refers to them."""
    return [
        OnSheet(
            item.key,
            "home" if item.team_id == game.home_id else "visitor",
            numbers.get((item.person_id or 0, item.team_id), ""),
            item.penalty_class,
        )
        for item in penalties
    ]


def row_of(penalty: Penalty, game: Game, numbers: Mapping[tuple[int, int], str]) -> dict[str, Any]:
    """The line of a report that says what the sheet says about a penalty."""
    return {
        "name": penalty.person.name if penalty.person else "",
        "number": numbers.get((penalty.person_id or 0, penalty.team_id), ""),
        "side": "home" if penalty.team_id == game.home_id else "visitor",
        "period": penalty.period or "",
        "left": penalty.left or "",
        "penalty_class": penalty.penalty_class,
        "offence": penalty.offence,
        "entered": True,
        "injury": any(flag.startswith("injury") for flag in penalty.flags),
        "penalty": penalty.key,
    }


def prefilled(game: Game) -> dict[str, Any]:
    """What is known of the game when a report of it is begun, on the season's clock. One query."""
    spots = RosterSpot.objects.filter(team__in=game.team_ids, role__in=["coach", "manager"]).select_related("person")
    staff: dict[tuple[int, str], str] = {}
    for spot in spots.order_by("starts", "pk"):
        staff[spot.team_id, spot.role] = spot.person.name
    starts = game.starts.astimezone(ZoneInfo(game.season.timezone)) if game.starts else None
    values = {
        "date": starts.date().isoformat() if starts else "",
        "time": f"{starts:%H:%M}" if starts else "",
        "league": game.season.league.name,
        "division": game.division.name,
        "game_number": game.key,
        "home_team": game.home.name,
        "visiting_team": game.away.name,
    }
    for side, team in (("home", game.home_id), ("visiting", game.away_id)):
        values[f"{side}_coach"] = staff.get((team, "coach"), "")
        values[f"{side}_manager"] = staff.get((team, "manager"), "")
    return values


def rows_from(content: Mapping[str, Any]) -> tuple[Row, ...]:
    """The lines of a filed report."""
    names = Row.__dataclass_fields__
    return tuple(Row(**{key: value for key, value in row.items() if key in names}) for row in content.get("rows", ()))


def filed(season: Season) -> QuerySet[IncidentReport]:
    """The reports that were filed, the newest first, without what was typed."""
    found = IncidentReport.objects.filter(season=season, filed_at__isnull=False)
    return found.select_related("game__home", "game__away", "author").defer("draft").order_by("-filed_at", "-pk")


def own(season: Season, author: User) -> QuerySet[IncidentReport]:
    """An official's own reports and drafts, the last touched first."""
    found = IncidentReport.objects.filter(season=season, author=author)
    return found.select_related("game__home", "game__away", "author").order_by("-saved_at", "-pk")


def readable(season: Season, reader: User, *, everything: bool) -> QuerySet[IncidentReport]:
    """The reports that somebody may open: their own; the directors every one that was filed."""
    mine = Q(author=reader)
    found = IncidentReport.objects.filter(season=season)
    found = found.filter(mine | Q(filed_at__isnull=False) if everything else mine)
    return found.select_related("game__home", "game__away", "game__division", "author")


def about_game(game: Game) -> QuerySet[IncidentReport]:
    """The filed reports of a game, for the directors."""
    return IncidentReport.objects.filter(game=game, filed_at__isnull=False).select_related("author").defer("draft")


def officials(season: Season) -> list[User]:
    """Everybody who officiates in the season. One query."""
    return _members(season, Role.OFFICIAL)


def directors(season: Season) -> list[User]:
    """Everybody who directs discipline in the season. One query."""
    return _members(season, Role.DIRECTOR)


def _members(season: Season, role: Role) -> list[User]:
    held = Membership.objects.filter(league=season.league_id, role=role, ended_at__isnull=True)
    held = held.filter(Q(season=season) | Q(season__isnull=True))
    return list(User.objects.filter(memberships__in=held, is_active=True).distinct().order_by("pk"))
