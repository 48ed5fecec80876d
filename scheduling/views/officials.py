"""Who officiates which game: the list of a week, and one game's officials assigned and released."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.forms.fields import add_findings
from league.models import Game, Outcome, Season
from league.permissions import Action
from league.services.errors import Refused
from league.views.place import PageRequest, page
from league.views.schedule import season_trail
from scheduling.forms.assignments import AssignmentForm
from scheduling.models import Assignment, OfficialRole
from scheduling.queries import schedule as queries
from scheduling.services.assignments import assign, assign_somebody_new, release
from scheduling.views.schedule import WEEK, near_day, read_date


@page(Action.READ_ASSIGNMENTS)
@require_safe
def officials(request: PageRequest) -> HttpResponseBase:
    """The games of a week with their officials; `?from=2014-11-01` is its first day. Constant queries."""
    season = _season(request)
    first = read_date(request.GET.get("from")) or near_day(season)
    last = first + WEEK - dt.timedelta(days=1)
    games = [
        game
        for game in queries.coming(season, (), first, last)
        if game.starts is not None and game.outcome in (Outcome.SCHEDULED, Outcome.PLAYED)
    ]
    assigned = queries.assignments_of(game.pk for game in games)
    context = {
        "rows": [(game, assigned.get(game.pk, [])) for game in games],
        "open": sum(game.pk not in assigned for game in games),
        "first": first,
        "last": last,
        "before": first - WEEK,
        "after": first + WEEK,
        "may_assign": request.access.may(Action.ASSIGN_OFFICIALS, request.place),
        "breadcrumbs": [*season_trail(season), (_("Officials"), "")],
    }
    return render(request, "scheduling/officials.html", context)


@page(Action.ASSIGN_OFFICIALS)
@require_http_methods(["GET", "HEAD", "POST"])
def game_officials(request: PageRequest) -> HttpResponseBase:
    """One game's officials, with a form that assigns one more."""
    game, season = _game(request), _season(request)
    form = AssignmentForm(request.POST if request.method == "POST" else None, season=season)
    if request.method == "POST" and form.is_valid():
        try:
            made = _assigned(request, game, form)
        except Refused as refused:
            add_findings(form, refused.findings)
        else:
            messages.success(request, _("%(name)s is assigned.") % {"name": made.person})
            return redirect(request.path)
    context: dict[str, Any] = {
        "game": game,
        "form": form,
        "assigned": queries.assignments_of([game.pk]).get(game.pk, []),
        "breadcrumbs": [*season_trail(season), (_("Officials"), _list(season)), (str(game), "")],
    }
    return render(request, "scheduling/game_officials.html", context)


def _assigned(request: PageRequest, game: Game, form: AssignmentForm) -> Assignment:
    values, now = form.cleaned_data, timezone.now()
    role = OfficialRole(values["role"])
    if values["person"] is None:
        return assign_somebody_new(game=game, name=values["name"], role=role, by=request.user, now=now)
    return assign(game=game, person=values["person"], role=role, by=request.user, now=now)


@page(Action.ASSIGN_OFFICIALS)
@require_POST
def release_official(request: PageRequest, assignment: int) -> HttpResponse:
    """Take an official off a game."""
    game = _game(request)
    found = Assignment.objects.filter(pk=assignment, game=game).select_related("person").first()
    if found is None:
        raise Http404(_("There is no such page."))
    release(assignment=found, by=request.user)
    messages.success(request, _("%(name)s is released.") % {"name": found.person})
    return redirect(request.path.partition("release/")[0])


def _season(request: PageRequest) -> Season:
    assert request.place.season is not None
    return request.place.season


def _game(request: PageRequest) -> Game:
    assert request.place.game is not None
    return request.place.game


def _list(season: Season) -> str:
    return reverse("scheduling:officials", kwargs={"league": season.league.slug, "season": season.slug})
