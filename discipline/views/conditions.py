"""What the director sets for a time, and cases that no sheet brings: lists, new ones, their ends."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from discipline.core.book_due_process import Appeals
from discipline.forms.appeals import BondForm, ConditionForm, LiftForm, OtherCaseForm, OutcomeForm
from discipline.forms.due_process import EntryForm, put
from discipline.models import Case, CaseKind
from discipline.queries.conditions import conditions as conditions_of
from discipline.services import cases
from discipline.services import conditions as services
from discipline.views.reading import address, trail
from league.permissions import Action
from league.queries.clock import today
from league.queries.rulebooks import book_for
from league.services.errors import Refused
from league.views.place import PageRequest, page


@page(Action.DECIDE_DISCIPLINE)
def conditions(request: PageRequest) -> HttpResponseBase:
    """The conditions of the season, from warnings to ineligibility; POST sets one. Constant queries."""
    season = request.place.season
    assert season is not None
    day = today(season)
    posted = request.POST if request.method == "POST" else None
    form = ConditionForm(posted, season=season, initial={"starts": day})
    if request.method == "POST" and form.is_valid():
        try:
            services.set_condition(season=season, actor=request.user, now=timezone.now(), **form.given())
        except Refused as refused:
            put(form, refused.findings)
        else:
            messages.success(request, _("It holds; what follows from it appears in a moment."))
            return redirect(address("discipline:conditions", season))
    rows = [(row, row.starts <= day and (row.ends is None or day <= row.ends)) for row in conditions_of(season)]
    context = {
        "rows": rows,
        "form": form,
        "currency": book_for(season, day).currency,
        "breadcrumbs": trail(season, (_("Desk"), address("discipline:desk", season)), (_("Conditions"), "")),
    }
    return render(request, "discipline/conditions/list.html", context)


@page(Action.DECIDE_DISCIPLINE)
def condition(request: PageRequest, condition: int) -> HttpResponseBase:
    """End a condition, or note what became of its bond."""
    season = request.place.season
    assert season is not None
    row = conditions_of(season).filter(pk=condition).first()
    if row is None:
        raise Http404(_("There is no such page."))
    row.season = season
    posted, action = request.POST if request.method == "POST" else None, request.POST.get("action", "")
    lift = LiftForm(posted if action == "lift" else None, initial={"last_day": today(season)})
    bond = BondForm(posted if action == "bond" else None, initial={"state": row.bond_state})
    try:
        if action == "lift" and lift.is_valid():
            services.lift_condition(condition=row, actor=request.user, now=timezone.now(), **lift.cleaned_data)
            return redirect(address("discipline:conditions", season))
        if action == "bond" and bond.is_valid():
            services.note_bond(condition=row, actor=request.user, state=bond.cleaned_data["state"], day=today(season))
            return redirect(address("discipline:conditions", season))
    except Refused as refused:
        put(lift if action == "lift" else bond, refused.findings)
    crumbs = trail(season, (_("Conditions"), address("discipline:conditions", season)), (str(row), ""))
    context = {"row": row, "lift": lift, "bond": bond, "breadcrumbs": crumbs}
    return render(request, "discipline/conditions/condition.html", context)


@page(Action.DECIDE_DISCIPLINE)
def new_case(request: PageRequest) -> HttpResponseBase:
    """Open a case that no sheet brings: an investigation, a breach, conduct of a parent."""
    season = request.place.season
    assert season is not None
    form = OtherCaseForm(request.POST if request.method == "POST" else None, season=season)
    if request.method == "POST" and form.is_valid():
        case = cases.open_case(season=season, actor=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, _("The case is open."))
        return redirect(address("discipline:other_case", season, case=case.pk))
    crumbs = trail(season, (_("Desk"), address("discipline:desk", season)), (_("New case"), ""))
    return render(request, "discipline/conditions/new_case.html", {"form": form, "breadcrumbs": crumbs})


@page(Action.DECIDE_DISCIPLINE)
def other_case(request: PageRequest, case: int) -> HttpResponseBase:
    """A case that no sheet brought: its file, and its end."""
    season = request.place.season
    assert season is not None
    found = Case.objects.filter(season=season, pk=case).exclude(kind=CaseKind.SUSPENSION)
    row = found.select_related("person", "team", "game__home", "game__away", "opened_by").first()
    if row is None:
        raise Http404(_("There is no such page."))
    row.season = season
    posted, action = request.POST if request.method == "POST" else None, request.POST.get("action", "")
    entry = EntryForm(posted if action == "entry" else None, initial={"on": today(season), "kind": "note"})
    end = OutcomeForm(posted if action == "close" else None)
    here = address("discipline:other_case", season, case=row.pk)
    try:
        if action == "entry" and entry.is_valid():
            values = entry.cleaned_data
            cases.add_entry(case=row, actor=request.user, now=timezone.now(), today=today(season), **values)
            return redirect(here)
        if action == "close" and end.is_valid():
            cases.close_case(case=row, actor=request.user, outcome=end.cleaned_data["outcome"], now=timezone.now())
            return redirect(here)
    except Refused as refused:
        put(entry if action == "entry" else end, refused.findings)
    context = {
        "case": row,
        "entry": entry,
        "end": end,
        "entries": row.entries.select_related("by"),
        "rules": book_for(season, row.opened_at.date()).get(Appeals),
        "breadcrumbs": trail(season, (_("Desk"), address("discipline:desk", season)), (row.get_kind_display(), "")),
    }
    return render(request, "discipline/conditions/case.html", context)
