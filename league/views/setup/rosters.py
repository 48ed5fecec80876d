"""Pages that keep rosters: of all teams, of one team, a table with its dry run, one person, one place."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.core.rosters.entries import RosterTable
from league.core.rosters.plan import Plan, plan_roster
from league.core.rosters.spots import Outcome
from league.forms.fields import add_findings
from league.forms.rosters import PersonForm, RosterChangeForm, RosterTableForm, SpotForm, WhoForm
from league.models import RosterSpot, SeasonPerson, Team
from league.permissions import Action, Place
from league.queries import rosters as queries
from league.queries.clock import today
from league.services import setup_rosters as service
from league.services.editing import state_of
from league.services.errors import Conflict, Refused
from league.services.rulebooks import has_begun
from league.views.place import PageRequest, page
from league.views.setup.frame import address, posted, season_frame, the_season
from league.views.setup.leagues import both
from league.views.setup.plans import shown


@page(Action.SET_UP)
@require_safe
def rosters(request: PageRequest) -> HttpResponse:
    """Every team of the season with the size of its roster."""
    season = the_season(request)
    teams = queries.teams_with_sizes(season, today(season))
    context = {"teams": teams} | season_frame(request, _("Rosters"))
    return render(request, "league/setup/rosters.html", context)


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: PageRequest) -> HttpResponseBase:
    """One team's roster, with a form that adds one person."""
    team = _team(request)
    form = PersonForm(posted(request), initial={"day": _first_day(request)})
    context: dict[str, Any] = {"form": form, "team": team}
    if request.method == "POST" and form.is_valid():
        table = form.table()
        plan = _plan(request, [team], form, table)
        sure = plan.ready and {row.outcome for row in plan.rows} <= {Outcome.NEW, Outcome.ADDED}
        digest = plan.digest if sure else form.cleaned_data["digest"]
        if sure or "confirm" in request.POST:
            saved, plan = _save(request, [team], form, table, digest, plan)
            if saved:
                messages.success(request, _("%(name)s is on the roster.") % {"name": table.entries[0].name})
                return redirect(request.path)
        context |= _dry_run(request, form, plan, [team])
    rosters_page = (_("Rosters"), address(request.place, "league:set_up_rosters"))
    context |= season_frame(request, str(team), rosters_page)
    context["spots"] = queries.roster(team)
    return render(request, "league/setup/roster.html", context)


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def roster_table(request: PageRequest) -> HttpResponseBase:
    """Take in a table: of one team, or of several with a column for the team; first what it would do, then done."""
    season = the_season(request)
    team = request.place.team
    teams = [team] if team else list(Team.objects.filter(season=season).select_related("division").order_by("pk"))
    form = RosterTableForm(posted(request), request.FILES or None, initial={"day": _first_day(request)})
    back = (
        address(request.place, "league:set_up_roster", team=team.pk)
        if team
        else address(request.place, "league:set_up_rosters")
    )
    context: dict[str, Any] = {"form": form, "team": team, "back": back}
    if request.method == "POST" and form.is_valid():
        confirmed = "confirm" in request.POST and not form.cleaned_data["file"]
        table = form.table(today(season))
        plan = _plan(request, teams, form, table)
        if confirmed:
            saved, plan = _save(request, teams, form, table, form.cleaned_data["digest"], plan)
            if saved:
                messages.success(request, _summary(plan))
                return redirect(back)
        context |= _dry_run(request, form, plan, teams)
    frame = (
        _team_frame(request, _("Table"))
        if team
        else season_frame(request, _("Table"), (_("Rosters"), address(request.place, "league:set_up_rosters")))
    )
    return render(request, "league/setup/roster_table.html", context | frame)


def _plan(request: PageRequest, teams: list[Team], form: RosterChangeForm, table: RosterTable) -> Plan:
    record = queries.on_record(the_season(request), teams)
    return plan_roster(table, record, answers=form.answers(), day=form.cleaned_data["day"])


def _save(
    request: PageRequest, teams: list[Team], form: RosterChangeForm, table: RosterTable, digest: str, plan: Plan
) -> tuple[bool, Plan]:
    """Whether it was carried out, and the plan that was or that now stands."""
    try:
        return True, service.save_roster(
            season=the_season(request),
            teams=teams,
            table=table,
            answers=form.answers(),
            day=form.cleaned_data["day"],
            digest=digest,
        )
    except Conflict as conflict:
        now: Any = conflict.theirs
        messages.warning(request, _("Something has changed since this was shown. Look at it again before you confirm."))
        return False, now
    except Refused:  # its findings are those of the plan, shown with it
        return False, plan


def _dry_run(request: PageRequest, form: RosterChangeForm, plan: Plan, teams: list[Team]) -> dict[str, Any]:
    """What the page shows of a plan; the form notes that it was shown."""
    form.show(digest=plan.digest)
    return {"plan": plan, "plan_rows": shown(plan, teams), "plan_counts": _counts(plan)}


def _counts(plan: Plan) -> list[tuple[Outcome, int]]:
    return [(outcome, plan.count(outcome)) for outcome in Outcome if plan.count(outcome)]


def _summary(plan: Plan) -> str:
    changed = len(plan.rows) - plan.count(Outcome.UNCHANGED)
    if not plan.changes_something:
        return _("The rosters say all that already: nothing was changed.")
    return ngettext("%(n)s person is saved.", "%(n)s people are saved.", changed) % {"n": changed}


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def roster_spot(request: PageRequest, spot: int) -> HttpResponseBase:
    """Correct one place on a roster, or who the person is."""
    season = the_season(request)
    found = _spot(request, spot)
    in_season = SeasonPerson.objects.filter(season=season, person=found.person).first()
    sent = posted(request)
    of_spot = SpotForm(
        sent if request.POST.get("what") == "spot" else None,
        initial=SpotForm.values_of(found) | {"seen": state_of(found, *service.SPOT_FIELDS)},
    )
    of_person = WhoForm(
        sent if request.POST.get("what") == "person" else None,
        initial=WhoForm.values_of(found.person, in_season) | {"seen": state_of(found.person, *service.PERSON_FIELDS)},
    )
    context: dict[str, Any] = {"form": of_spot, "who": of_person, "spot": found, "team": found.team}
    context["may_merge"] = request.access.may(Action.MERGE_PEOPLE, Place(league=season.league))
    form: Any = of_person if of_person.is_bound else of_spot
    if request.method == "POST" and form.is_valid():
        values, seen = form.cleaned_data, form.cleaned_data["seen"]
        try:
            if form is of_spot:
                service.change_spot(spot=found, values=values, seen=seen)
            else:
                service.change_person(person=found.person, season=season, values=values, seen=seen)
        except Conflict as conflict:
            context |= _both(form, conflict, in_season)
        except Refused as refused:
            add_findings(form, refused.findings)
        else:
            messages.success(request, _("%(name)s is saved.") % {"name": found.person.name})
            return redirect(address(request.place, "league:set_up_roster", team=found.team_id))
    context |= _team_frame(request, found.person.name)
    return render(request, "league/setup/roster_spot.html", context)


def _both(form: Any, conflict: Conflict, in_season: SeasonPerson | None) -> dict[str, Any]:
    theirs: Any = conflict.theirs
    if isinstance(theirs, RosterSpot):
        return both(form, conflict, SpotForm.values_of(theirs), service.SPOT_FIELDS)
    return both(form, conflict, WhoForm.values_of(theirs, in_season), service.PERSON_FIELDS)


@page(Action.SET_UP)
@require_POST
def remove_spot(request: PageRequest, spot: int) -> HttpResponse:
    """Take somebody off a roster who was entered by mistake."""
    found = _spot(request, spot)
    service.remove_spot(spot=found)
    messages.success(request, _("%(name)s is off the roster.") % {"name": found.person.name})
    return redirect(address(request.place, "league:set_up_roster", team=found.team_id))


def _spot(request: PageRequest, pk: int) -> RosterSpot:
    found = RosterSpot.objects.filter(pk=pk, team=_team(request)).select_related("person", "team").first()
    if found is None:
        raise Http404(_("There is no such page."))
    return found


def _team(request: PageRequest) -> Team:
    assert request.place.team is not None
    return request.place.team


def _team_frame(request: PageRequest, title: str) -> dict[str, Any]:
    """What a page below a team's roster shows around itself."""
    team = _team(request)
    rosters_page = (_("Rosters"), address(request.place, "league:set_up_rosters"))
    roster_page = (str(team), address(request.place, "league:set_up_roster", team=team.pk))
    return season_frame(request, title, rosters_page, roster_page)


def _first_day(request: PageRequest) -> Any:
    """From when changes hold unless somebody says otherwise: from today once games have been played."""
    season = the_season(request)
    return today(season) if has_begun(season, now=timezone.now()) else None
