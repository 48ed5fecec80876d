"""The director's desk: cases by deadline, and one case with everything that belongs to it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from discipline import queries
from discipline.forms.due_process import EntryForm, MarkForm, OfficesForm, put
from discipline.models import Case, EntryKind, Office, Suspension
from discipline.queries import due_process
from discipline.queries.due_process import Item
from discipline.queries.season_end import at_the_end
from discipline.services import cases, notices
from discipline.views.lists import own_suspension
from discipline.views.reading import address, length_of, state_of, trail
from league.permissions import Action
from league.queries.clock import today
from league.services.errors import Refused
from league.views.place import PageRequest, page


@page(Action.DECIDE_DISCIPLINE)
def desk(request: PageRequest) -> HttpResponseBase:
    """The season's cases, the soonest due first; those that are done only when asked for. Constant queries."""
    season = request.place.season
    assert season is not None
    now, everything = timezone.now(), request.GET.get("show") == "all"
    items = due_process.docket(season)
    shown = [item for item in items if everything or not item.done]
    context = {
        "lines": [
            {
                "item": item,
                "row": item.suspension,
                "state": state_of(item.suspension),
                "length": length_of(item.suspension.data),
                "dues": [(due, due.state(now)) for due in item.dues],
                "authority": item.authority.replace("-", " "),
            }
            for item in shown
        ],
        "everything": everything,
        "now": now,
        "done": len(items) - len([item for item in items if not item.done]),
        "others": Case.objects.filter(season=season, closed_at__isnull=True)
        .exclude(kind="suspension")
        .select_related("person", "team", "game__home", "game__away"),
        "at_the_end": [(item, item.task.state(today(season))) for item in at_the_end(season, today(season))],
        "breadcrumbs": trail(season, (_("Desk"), "")),
    }
    return render(request, "discipline/desk/desk.html", context)


@page(Action.DECIDE_DISCIPLINE)
def case(request: PageRequest, suspension: int) -> HttpResponseBase:
    """One case: its clocks, who decides, whom to ask, reports, the person's history, its file; POST adds to it."""
    row = own_suspension(request, suspension)
    season = row.season
    item = item_of(row)
    known = due_process.case_of(row)
    wanted = due_process.to_consult(item, known)
    posted = request.POST if request.method == "POST" else None
    action = request.POST.get("action", "")
    initial = {"serious": bool(known and known.serious), "other_district": bool(known and known.other_district)}
    mark = MarkForm(posted if action == "mark" else None, initial=initial)
    entry = EntryForm(
        posted if action == "entry" else None,
        whom=[rule.whom for rule, _entry in wanted],
        initial={"on": today(season), "kind": EntryKind.CONSULTED if wanted else EntryKind.NOTE},
    )
    here = address("discipline:case", season, suspension=row.pk)
    if action == "mark" and mark.is_valid():
        cases.mark_case(suspension=row, actor=request.user, now=timezone.now(), **mark.cleaned_data)
        messages.success(request, _("Noted."))
        return redirect(here)
    if action == "entry" and entry.is_valid():
        try:
            cases.note_on(
                suspension=row, actor=request.user, now=timezone.now(), today=today(season), **entry.cleaned_data
            )
        except Refused as refused:
            put(entry, refused.findings)
        else:
            messages.success(request, _("It is in the file."))
            return redirect(here)
    context = facts(row, item, known) | {
        "mark": mark,
        "entry": entry,
        "wanted": [(rule, rule.whom.replace("-", " "), done) for rule, done in wanted],
        "lacking": notices.refusals(item),
        "entries": known.entries.select_related("by") if known else [],
        "breadcrumbs": trail(
            season, (_("Desk"), address("discipline:desk", season)), (row.person.name or row.person.key, "")
        ),
    }
    return render(request, "discipline/desk/case.html", context)


def item_of(row: Suspension) -> Item:
    """The suspension as a case, with the season that its page has loaded. Eleven queries."""
    [item] = due_process.docket(row.season, only=row.pk)
    item.suspension.season = row.season
    return item


def facts(row: Suspension, item: Item, known: Case | None) -> dict[str, Any]:
    """What the director has before him: clocks, who decides, reports, the person's history. Five queries."""
    now, season = timezone.now(), row.season
    reports = row.game.incident_reports.filter(filed_at__isnull=False).select_related("author") if row.game else []
    return {
        "suspension": row,
        "item": item,
        "case": known,
        "state": state_of(row),
        "length": length_of(row.data),
        "authority": item.authority.replace("-", " "),
        "dues": [(due, due.state(now)) for due in item.dues],
        "penalties": queries.penalties_of(row),
        "reports": list(reports),
        "before": [
            (other, state_of(other), length_of(other.data)) for other in due_process.history(row.person, without=row.pk)
        ],
        "counts": sorted(due_process.penalties_before(row.person, season).items()),
        "notices": list(known.notices.order_by("-number").prefetch_related("deliveries")) if known else [],
        "appeal": item.appeal,
        "hearing": item.hearing,
    }


@page(Action.DECIDE_DISCIPLINE)
def offices(request: PageRequest) -> HttpResponseBase:
    """Where notices go: the addresses of the league's offices."""
    season = request.place.season
    assert season is not None
    initial: dict[str, str] = {}
    for office in Office.objects.filter(league=season.league_id):
        initial |= {f"{office.kind}-name": office.name, f"{office.kind}-email": office.email}
    form = OfficesForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        cases.keep_offices(season=season, actor=request.user, offices=form.offices())
        messages.success(request, _("Kept."))
        return redirect(address("discipline:desk", season))
    crumbs = trail(season, (_("Desk"), address("discipline:desk", season)), (_("Where notices go"), ""))
    return render(request, "discipline/desk/offices.html", {"form": form, "breadcrumbs": crumbs})
