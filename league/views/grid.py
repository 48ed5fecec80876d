"""Decides how a whole evening of games is entered on one screen: each game saved by itself, nothing typed lost."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_http_methods, require_POST

from league.core.findings import Finding
from league.face.report_words import compared
from league.forms.fields import FIRST_DAY, LAST_DAY
from league.forms.grid import GridForm, named
from league.models import Division, Game, Outcome, ReportState
from league.permissions import Action
from league.queries import desk as queries
from league.queries import reports
from league.services.errors import Conflict, Refused
from league.services.settling import enter
from league.views import changing
from league.views.lines import Line, line_of
from league.views.place import PageRequest, page
from league.views.schedule import season_trail

ALL = "all"
_NEXT = {"disputed": ("league:dispute", lazy("Settle")), "provisional": ("league:dispute", lazy("Verify"))}


@dataclass(slots=True)
class Row:
    """A game of the evening: its form while it can be entered, else how it stands and where to go on."""

    game: Game
    line: Line
    form: GridForm | None = None
    found: list[Finding] = field(default_factory=list)
    conflict: list[Any] = field(default_factory=list)
    names_lost: bool = False
    saved: bool = False

    @property
    def next(self) -> tuple[str, str] | None:
        """The page that changes a game which was reported, and what it does."""
        if self.game.report_state == ReportState.UNREPORTED:
            return None
        view, label = _NEXT.get(self.game.report_state, ("league:correct", lazy("Correct")))
        return changing.of_game(view, self.game), str(label)


@page(Action.SETTLE_REPORTS)
@require_http_methods(["GET", "HEAD", "POST"])
def grid(request: PageRequest) -> HttpResponseBase:
    """An evening's games: `?day=2014-11-08`, `?division=`. Constant queries; each game is saved alone."""
    season = request.place.season
    assert season is not None
    now = timezone.now()
    divisions = list(Division.objects.filter(season=season).order_by("position", "pk"))
    division = _chosen(request.GET.get("division", ""), divisions)
    days = queries.game_days(season, division, now)
    day = _day(request.GET.get("day", ""), days, now.astimezone(ZoneInfo(season.timezone)).date())
    books = queries.Books.of(season)
    games = list(queries.games_on(season, division, day)) if day else []
    rows = [_row(request, game, books, now) for game in games]
    wanted = request.POST.get("save", ALL)
    if request.method == "POST":
        for row in rows:
            if row.form is not None and wanted in (ALL, str(row.game.pk)) and row.form.filled:
                _save(request, row, books, now)
    around = [one.day for one in days]
    context = {
        "rows": rows,
        "day": day,
        "before": max((one for one in around if day and one < day), default=None),
        "after": min((one for one in around if day and one > day), default=None),
        "open_days": [one for one in days if one.unreported],
        "divisions": divisions,
        "division": division,
        "saved": sum(row.saved for row in rows),
        "refused": sum(bool(row.found or row.conflict) for row in rows),
        "breadcrumbs": [
            *season_trail(season),
            (_("Waiting"), changing.of_season("league:desk", season)),
            (_("Enter an evening"), ""),
        ],
    }
    return render(request, "league/desk/grid.html", context)


@page(Action.SETTLE_REPORTS)
@require_POST
def grid_row(request: PageRequest) -> HttpResponseBase:
    """Save one game of the evening and answer with its row; without the script, with the whole evening."""
    game = request.place.game
    assert game is not None
    now = timezone.now()
    books = queries.Books.of(game.season)
    row = _row(request, game, books, now)
    if not request.htmx:
        return redirect(changing.of_season("league:grid", game.season))
    if row.form is None:  # reported or moved since the page was made: what was typed is shown beside it
        row.form = GridForm(request.POST, game=game, keeps_score=_keeps_score(game, books))
    _save(request, row, books, now)
    return render(request, "league/desk/_grid_row.html", {"row": row, "fresh": True})


def _row(request: PageRequest, game: Game, books: queries.Books, now: dt.datetime) -> Row:
    row = Row(game, line_of(game, now, books.without_score(game)))
    game.season = books.season
    data = request.POST if request.method == "POST" and f"g{game.pk}-token" in request.POST else None
    over = game.starts is not None and game.starts <= now
    if data is not None or (over and game.outcome == Outcome.SCHEDULED):
        keeps_score = _keeps_score(game, books)
        row.form = GridForm(data, game=game, keeps_score=keeps_score, token=uuid4().hex)
    return row


def _keeps_score(game: Game, books: queries.Books) -> bool:
    return game.division.level not in books.without_score(game)


def _save(request: PageRequest, row: Row, books: queries.Books, now: dt.datetime) -> None:
    """Enter the game; the row says what became of it."""
    form, game = row.form, row.game
    assert form is not None
    if not form.is_valid():
        row.found = form.complaints()
        return
    seen = form.cleaned_data["version"]
    try:
        report = enter(
            game=game,
            content=form.content(),
            by=request.user,
            seen_version=-1 if seen is None else seen,
            now=now,
            token=form.cleaned_data["token"] or None,
        )
    except Conflict as conflict:
        _show_both(row, conflict, books.without_score(game))
    except Refused as no:
        row.found = named(no.findings, form)
    else:
        row.saved, row.form, row.game = True, None, report.game
        row.line = line_of(report.game, now, books.without_score(report.game))


def _show_both(row: Row, conflict: Conflict, unscored: tuple[str, ...]) -> None:
    """Put the version that somebody else left beside the one typed, which can be sent again."""
    form, theirs = row.form, conflict.theirs
    assert form is not None
    assert isinstance(theirs, Game)
    mine, posted = form.content(), reports.posted_content(theirs)
    row.game, row.line = theirs, line_of(theirs, timezone.now(), unscored)
    row.found = list(conflict.findings)
    if posted is not None:
        row.conflict = compared(posted, mine, form.teams)
        row.names_lost = any(item.person for one in (posted.home, posted.away) for item in one.penalties)
    data: Any = dict(form.data.items())
    data[form.add_prefix("version")] = str(theirs.version)
    row.form = GridForm(data, game=theirs, keeps_score=form.keeps_score)


def _chosen(asked: str, divisions: list[Division]) -> Division | None:
    """The division asked for. Raises Http404 for one that isn't in the season."""
    if not asked:
        return None
    for division in divisions:
        if str(division.pk) == asked:
            return division
    raise Http404(_("There is no such division in this season."))


def _day(asked: str, days: list[queries.GameDay], today: dt.date) -> dt.date | None:
    """The day asked for; else the last one with games that nobody has reported; else the last one so far."""
    try:
        found = parse_date(asked)
    except ValueError:
        found = None
    if found is not None and FIRST_DAY <= found <= LAST_DAY:
        return found
    waiting = [one.day for one in days if one.unreported]
    past = [one.day for one in days if one.day <= today]
    return max(waiting or past, default=days[0].day if days else None)
