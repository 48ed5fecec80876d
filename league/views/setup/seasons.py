"""Pages that set up one season: how far it is, its name and days, and whether the public sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.forms.fields import add_findings
from league.forms.setup import SeasonForm
from league.models import Season
from league.permissions import Action
from league.queries.setup import Progress
from league.services.editing import state_of
from league.services.errors import Conflict, Refused
from league.services.setup_seasons import SEASON_FIELDS, change_season, publish_season
from league.views.people import at
from league.views.place import PageRequest, page
from league.views.setup.frame import address, may_set_up_league, posted, season_frame, the_season
from league.views.setup.leagues import both


@dataclass(frozen=True, slots=True)
class Step:
    """One step of setting up a season: whether it is done, what it is, what is there, where it is done."""

    done: bool
    title: str
    text: str
    url: str


@page(Action.SET_UP)
@require_safe
def set_up(request: PageRequest) -> HttpResponse:
    """How far the season has been set up, and what comes next."""
    season = the_season(request)
    context = season_frame(request, _("Set up"))
    context["breadcrumbs"].pop(-2)
    steps = _steps(request, season, context["progress"])
    context |= {
        "steps": steps,
        "next": next((step for step in steps if not step.done), None),
        "may_set_up_league": may_set_up_league(request),
    }
    return render(request, "league/setup/season.html", context)


def _steps(request: PageRequest, season: Season, found: Progress) -> list[Step]:
    def to(view: str) -> str:
        return address(request.place, view)

    return [
        Step(
            bool(season.starts and season.ends),
            _("Days"),
            _("First and last day, playoffs, days without games"),
            to("league:set_up_season"),
        ),
        Step(
            True,
            _("Rule book"),
            _("%(title)s, version %(version)s") % {"title": season.rulebook.title, "version": season.rulebook.version},
            to("rulings:change_rulebook"),
        ),
        Step(
            bool(found.divisions),
            _("Divisions"),
            ngettext("%(n)s division", "%(n)s divisions", found.divisions) % {"n": found.divisions},
            to("league:set_up_divisions"),
        ),
        Step(
            bool(found.associations),
            _("Associations"),
            ngettext("%(n)s association", "%(n)s associations", found.associations) % {"n": found.associations},
            to("league:set_up_associations"),
        ),
        Step(
            bool(found.teams),
            _("Teams"),
            ngettext("%(n)s team", "%(n)s teams", found.teams) % {"n": found.teams},
            to("league:set_up_teams"),
        ),
        Step(
            bool(found.teams) and not found.without_roster,
            _("Rosters"),
            _("%(n)s of %(teams)s teams have a roster")
            % {"n": found.teams - found.without_roster, "teams": found.teams},
            to("league:set_up_rosters"),
        ),
        Step(
            bool(found.games),
            _("Games"),
            ngettext("%(n)s game", "%(n)s games", found.games) % {"n": found.games},
            to("rulings:set_up_games"),
        ),
        Step(
            bool(found.teams) and not found.without_representative,
            _("People and roles"),
            _("%(n)s of %(teams)s teams have a representative")
            % {"n": found.teams - found.without_representative, "teams": found.teams},
            at(request.place, "people"),
        ),
        Step(season.published, _("Public"), _("Everybody sees tables and results"), "#publish"),
    ]


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def set_up_season(request: PageRequest) -> HttpResponseBase:
    """A season's name, address, days and time zone."""
    season = the_season(request)
    initial = SeasonForm.values_of(season) | {"seen": state_of(season, *SEASON_FIELDS)}
    form = SeasonForm(posted(request), initial=initial)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        try:
            changed = change_season(season=season, values=form.cleaned_data, seen=form.cleaned_data["seen"])
        except Conflict as conflict:
            context |= both(form, conflict, SeasonForm.values_of(conflict.theirs), SEASON_FIELDS)  # type: ignore[arg-type]
        except Refused as refused:
            add_findings(form, refused.findings)
        else:
            messages.success(request, _("The season is saved."))
            return redirect(address(request.place, "league:set_up_season", season=changed.slug))
    return render(request, "league/setup/season_days.html", context | season_frame(request, _("Season")))


@page(Action.SET_UP)
@require_POST
def publish(request: PageRequest) -> HttpResponse:
    """Show the season to the public, or to its members only."""
    season, published = the_season(request), request.POST.get("published") == "yes"
    publish_season(season=season, published=published)
    told = _("Everybody can see the season now.") if published else _("Only members see the season now.")
    messages.success(request, told)
    return redirect(address(request.place, "league:set_up"))
