"""The pages of a scheduling round: the list, the board that shows how far the teams are, and a team's form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.core.findings import Finding
from league.models import Division, Season, Team
from league.permissions import Action
from league.services.errors import Refused
from league.views.place import PageRequest, page
from league.views.schedule import season_trail
from scheduling.core.imports.files import worst_first
from scheduling.core.rounds.form import (
    END,
    LOCATION,
    START,
    URL,
    FormGame,
    FormRow,
    ReadForm,
    form_rows,
    rows_of,
    written,
)
from scheduling.core.rounds.workbook import workbook
from scheduling.forms.rounds import FilledForm, RoundForm, field_name, typed_rows
from scheduling.models import Round, RoundTeam
from scheduling.queries.rounds import Desk, board, desk_of, form_games
from scheduling.services import rounds as services
from scheduling.tasks import send_round_mails

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def address(round: Round, name: str, **more: Any) -> str:
    """The address of a page of a round."""
    season = round.season
    return reverse(name, kwargs={"league": season.league.slug, "season": season.slug, "round": round.pk} | more)


def the_round(season: Season | None, pk: int) -> Round:
    """A round of the season. Raises Http404. One query."""
    found = Round.objects.filter(season=season, pk=pk).first()
    if found is None or season is None:
        raise Http404(_("There is no such page."))
    found.season = season
    return found


def round_trail(round: Round, *last: tuple[str, str]) -> list[tuple[str, str]]:
    """Breadcrumbs down to a round."""
    season = round.season
    here = reverse("scheduling:rounds", kwargs={"league": season.league.slug, "season": season.slug})
    mine = [] if not last else [(round.name, address(round, "scheduling:round"))]
    return [*season_trail(season), (_("Scheduling rounds"), here), *mine, *(last or [(round.name, "")])]


@page(Action.READ_DRAFTS)
@require_http_methods(["GET", "HEAD", "POST"])
def rounds(request: PageRequest) -> HttpResponseBase:
    """The rounds of a season; its officers open one."""
    season = request.place.season
    assert season is not None
    may_make = request.access.may(Action.MAKE_SCHEDULE, request.place)
    form = None
    if may_make:
        divisions = list(Division.objects.filter(season=season).order_by("position", "pk"))
        form = RoundForm(request.POST if request.method == "POST" else None, divisions=divisions)
    elif request.method == "POST":
        request.access.require(Action.MAKE_SCHEDULE, request.place)
    if form is not None and request.method == "POST" and form.is_valid():
        values = {name: form.cleaned_data[name] for name in ("name", "meeting", "due")}
        try:
            made = services.open_round(season=season, games=form.games(), by=request.user, **values)
        except Refused as no:
            _onto(form, no)
        else:
            made.season = season
            messages.success(request, _("The round is open and its games are paired."))
            return redirect(address(made, "scheduling:round"))
    shown = list(Round.objects.filter(season=season).prefetch_related("divisions__division").order_by("meeting", "pk"))
    for one in shown:
        one.season = season
    context = {
        "rounds": [{"row": one, "url": address(one, "scheduling:round")} for one in shown],
        "form": form,
        "breadcrumbs": [*season_trail(season), (_("Scheduling rounds"), "")],
    }
    return render(request, "scheduling/rounds/list.html", context)


def _onto(form: RoundForm, refused: Refused) -> None:
    """Put what a service refused onto the form's fields."""
    for finding in refused.findings:
        field = f"games-{finding.where}" if finding.where.isdecimal() else finding.where
        text = finding.message if not finding.remedy else f"{finding.message}: {finding.remedy}"
        form.add_error(field if field in form.fields else None, text)


@page(Action.READ_DRAFTS)
@require_http_methods(["GET", "HEAD"])
def round_board(request: PageRequest, round: int) -> HttpResponseBase:
    """Who has handed in, who is missing, and what comes next. Constant queries."""
    found = the_round(request.place.season, round)
    teams = board(found)
    own = {
        team.pk
        for team in request.access.of_teams(Action.HAND_IN_GAMES, request.place, [one.row.team for one in teams])
    }
    context = {
        "round": found,
        "divisions": list(found.divisions.select_related("division")),
        "lines": [
            {
                "one": one,
                "url": address(found, "scheduling:round_form", team=one.row.team_id) if one.row.team_id in own else "",
            }
            for one in teams
        ],
        "missing": [one for one in teams if not one.complete],
        "of_games": _("of %(n)s") % {"n": sum(one.home for one in teams)},
        "of_teams": _("of %(n)s") % {"n": len(teams)},
        "set": sum(one.set for one in teams),
        "handed_in": sum(1 for one in teams if one.complete),
        "may_make": request.access.may(Action.MAKE_SCHEDULE, request.place),
        "versions": list(found.versions.select_related("published_by").order_by("-number")),
        "breadcrumbs": round_trail(found),
    }
    return render(request, "scheduling/rounds/board.html", context)


@page(Action.MAKE_SCHEDULE)
@require_POST
def remind_round(request: PageRequest, round: int) -> HttpResponseBase:
    """Remind the teams that haven't handed in: all, or one."""
    found = the_round(request.place.season, round)
    wanted = request.POST.get("team", "")
    teams = {int(wanted)} if wanted.isascii() and wanted.isdecimal() else None
    try:
        number = services.remind(round=found, teams=teams, by=request.user, now=timezone.now())
    except Refused as no:
        messages.error(request, str(no))
    else:
        if number:
            send_round_mails.delay_on_commit()
            text = ngettext("%(n)s team is reminded by mail.", "%(n)s teams are reminded by mail.", number)
            messages.success(request, text % {"n": number})
        else:
            messages.info(request, _("Everybody who is missing was reminded within the last day."))
    return redirect(address(found, "scheduling:round"))


def _team_of(request: PageRequest, found: Round) -> Team:
    team = request.place.team
    if team is None or not RoundTeam.objects.filter(round=found, team=team).exists():
        raise Http404(_("This team isn't in this round."))
    return team


@page(Action.HAND_IN_GAMES)
@never_cache
@require_http_methods(["GET", "HEAD"])
def round_file(request: PageRequest, round: int) -> HttpResponseBase:
    """A team's form as XLSX, with what is set so far."""
    found = the_round(request.place.season, round)
    team = _team_of(request, found)
    desk = desk_of(found.season)
    data = workbook(form_rows(form_games(desk.of(found), team), desk.rink_names, desk.zone))
    answer = HttpResponse(data, content_type=XLSX)
    answer["Content-Disposition"] = f'attachment; filename="{slugify(f"{team} {found}") or "schedule"}.xlsx"'
    return answer


@page(Action.HAND_IN_GAMES)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_form(request: PageRequest, round: int) -> HttpResponseBase:
    """A team's home games as a grid to type into, and its form as a file to upload, shown before it is saved."""
    found = the_round(request.place.season, round)
    team = _team_of(request, found)
    desk = desk_of(found.season)
    games = form_games(desk.of(found), team)
    officer = request.access.may(Action.MAKE_SCHEDULE, request.place)
    filled = FilledForm()
    typed: Sequence[FormRow] = ()
    context: dict[str, Any] = {}
    if request.method == "POST" and "grid" in request.POST:
        typed = typed_rows(request.POST, games)
        form = services.read(desk, found, team, typed)
        if _saved(request, found, team, typed, officer, form):
            return redirect(request.path)
        context |= {"grid_form": form, "grid_findings": worst_first(form.findings)}
    elif request.method == "POST":
        filled = FilledForm(request.POST, request.FILES)
        if filled.is_valid():
            grid = filled.grid()
            rows, wrong = rows_of(grid)
            form = services.read(desk, found, team, rows)
            ready = not wrong and bool(rows)
            if ready and not filled.uploaded and _saved(request, found, team, rows, officer, form):
                return redirect(request.path)
            context |= _shown_file(grid.text, rows, form, [*wrong, *form.findings], games)
    own = [game for game in desk.of(found) if game.away_id == team.pk]
    context |= {
        "round": found,
        "team": team,
        "filled": filled,
        "locked": found.published and not officer,
        "lines": _lines(games, typed, context.get("grid_form"), desk),
        "away": own,
        "rinks": desk.rink_names.values(),
        "progress": next((one for one in board(found) if one.row.team_id == team.pk), None),
        "clause": desk.rules.form_times_clause if desk.rules else None,
        "breadcrumbs": round_trail(found, (str(team), "")),
    }
    return render(request, "scheduling/rounds/form.html", context)


def _saved(
    request: PageRequest, found: Round, team: Team, rows: Sequence[FormRow], officer: bool, form: ReadForm
) -> bool:
    """Whether the rows were stored; what hinders it is shown with the page."""
    try:
        done = services.hand_in(
            round=found,
            team=team,
            rows=rows,
            only_sound=request.POST.get("take") == "sound",
            by=request.user,
            now=timezone.now(),
            officer=officer,
        )
    except Refused as no:
        if not form.faulty_rows:
            messages.error(request, str(no))
        return False
    number = len(done.settings)
    text = ngettext("%(n)s home game is set.", "%(n)s home games are set.", number) % {"n": number}
    messages.success(request, text)
    for finding in done.findings:
        if finding.severity == "warn":
            messages.warning(request, str(finding))
    return True


def _shown_file(
    text: str, rows: Sequence[FormRow], form: ReadForm, findings: Sequence[Finding], games: Sequence[FormGame]
) -> dict[str, Any]:
    names = {game.key: game for game in games}
    faulty = form.faulty_rows
    return {
        "text": text,
        "file_form": form,
        "file_findings": worst_first(findings),
        "file_faults": [finding for finding in findings if finding.severity == "refuse"],
        "file_rows": [
            {
                "row": row,
                "visitor": names[row.get("Game_ID")].visitor if row.get("Game_ID") in names else row.get("Visitor"),
                "start": row.get(START),
                "end": row.get(END),
                "rink": row.get(LOCATION),
                "faulty": row.row in faulty,
                "blank": not any(row.get(column) for column in (START, END, LOCATION, URL)),
            }
            for row in rows
        ],
    }


def _lines(
    games: Sequence[FormGame], typed: Sequence[FormRow], form: ReadForm | None, desk: Desk
) -> list[dict[str, Any]]:
    """The grid's rows: what was typed, else what is set; with what is wrong with each."""
    by_key = {row.get("Game_ID"): row for row in typed}
    lines = []
    for number, game in enumerate(games, 1):
        row = by_key.get(game.key)
        values = (
            [row.get(column) for column in (START, END, LOCATION, URL)]
            if row
            else [
                written(game.starts, desk.zone),
                written(game.ends, desk.zone),
                desk.rink_names.get(game.rink or 0, ""),
                game.url,
            ]
        )
        names = ("start", "end", "rink", "url")
        faults = [] if form is None else [f for f in form.findings if f.where.partition(",")[0] == f"row {number}"]
        lines.append(
            {
                "game": game,
                "number": number,
                "faults": faults,
                "cells": [
                    {"name": field_name(name, game.key), "what": name, "value": value}
                    for name, value in zip(names, values, strict=True)
                ],
            }
        )
    return lines
