"""Hearings, appeals and protests: asking for them as a team, calling, holding and deciding them as the director."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from discipline.core.due_process import before_next_game, hearing_right
from discipline.forms.appeals import AppealDecisionForm, GroundsForm, HearingForm, HeldForm, ProtestForm, StayForm
from discipline.forms.due_process import put
from discipline.models import Case, Suspension
from discipline.queries import due_process, to_come
from discipline.services import appeals, hearings
from discipline.views.desk import item_of
from discipline.views.lists import own_suspension
from discipline.views.reading import address, length_of, state_of, trail
from league.permissions import Action
from league.queries.clock import today
from league.services.errors import Refused
from league.views.place import PageRequest, page


@page(Action.APPEAL)
def appeal(request: PageRequest, suspension: int) -> HttpResponseBase:
    """Let a team's representative appeal a suspension or ask for a hearing, until when and with what effect."""
    row = _of_own_team(request, suspension)
    season, now = row.season, timezone.now()
    item, rules = item_of(row), due_process.appeal_rules(row)
    form = GroundsForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        grounds = form.cleaned_data["grounds"]
        try:
            if request.POST.get("action") == "hearing":
                hearings.ask_for_hearing(suspension=row, by=request.user, words=grounds, now=now)
                messages.success(request, _("You have asked for a hearing; the director names its date."))
            else:
                appeals.file_appeal(suspension=row, by=request.user, grounds=grounds, now=now)
                messages.success(request, _("The appeal is filed."))
        except Refused as refused:
            put(form, refused.findings)
        else:
            return redirect(address("discipline:suspension", season, suspension=row.pk))
    context = {
        "suspension": row,
        "state": state_of(row),
        "length": length_of(row.data),
        "form": form,
        "rules": rules,
        "until": appeals.until(row),
        "before": _before_next_game(row, now),
        "hearing_right": hearing_right(item.matter, due_process.hearings_rules(row)),
        "hearing_rules": due_process.hearings_rules(row),
        "item": item,
        "now": now,
        "breadcrumbs": trail(
            season,
            (row.person.name or row.person.key, address("discipline:suspension", season, suspension=row.pk)),
            (_("Appeal"), ""),
        ),
    }
    return render(request, "discipline/appeals/appeal.html", context)


def _of_own_team(request: PageRequest, pk: int) -> Suspension:
    """The suspension, if the visitor represents its team. Raises Http404."""
    row = own_suspension(request, pk)
    if row.team_id not in {team.pk for team in request.access.teams(row.season)}:
        raise Http404(_("There is no such page."))
    return row


def _before_next_game(row: Suspension, now: dt.datetime) -> dt.datetime | None:
    """By when an appeal has to come to be decided before a game on the day after; None where there is none."""
    game = row.game
    if game is None or game.starts is None or row.team_id is None:
        return None
    rules = due_process.appeal_rules(row)
    ended = game.ends or game.starts + dt.timedelta(minutes=rules.game_minutes if rules else 0)
    following = next(
        (one.starts for one in to_come(row.season, [row.team_id]) if one.starts and one.starts > ended), None
    )
    return before_next_game(rules, ended=ended, next_game=following, zone=ZoneInfo(row.season.timezone))


@page(Action.APPEAL)
def protest(request: PageRequest) -> HttpResponseBase:
    """Let a team's representative protest a game, or ask the league to look into it; shows what became of it."""
    game, team, season = request.place.game, request.place.team, request.place.season
    assert game is not None
    assert season is not None
    assert team is not None
    form = ProtestForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            appeals.file_protest(game=game, team=team, by=request.user, now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            put(form, refused.findings)
        else:
            messages.success(request, _("It is with the league."))
            return redirect(address("discipline:protest", season, game=game.pk, team=team.pk))
    context = {
        "game": game,
        "team": team,
        "form": form,
        "until": appeals.protest_until(game),
        "cases": Case.objects.filter(game=game, team=team, kind__in=["protest", "investigation"]),
        "breadcrumbs": trail(season, (str(game), address("league:game", season, game=game.pk)), (_("Protest"), "")),
    }
    return render(request, "discipline/appeals/protest.html", context)


@page(Action.DECIDE_DISCIPLINE)
def hearing(request: PageRequest, suspension: int) -> HttpResponseBase:
    """Call a hearing with its panel, and note that it was held."""
    row = own_suspension(request, suspension)
    season, now = row.season, timezone.now()
    item, rules = item_of(row), due_process.hearings_rules(row)
    posted, action = request.POST if request.method == "POST" else None, request.POST.get("action", "")
    call = HearingForm(posted if action == "call" else None, initial=_initial(item.hearing, season.timezone))
    held = HeldForm(posted if action == "hold" else None, steps=rules.steps if rules else ())
    try:
        if action == "call" and call.is_valid():
            _call(request, row, call, now)
            return redirect(address("discipline:hearing", season, suspension=row.pk))
        if action == "hold" and held.is_valid() and item.hearing is not None:
            data = held.cleaned_data
            hearings.hold_hearing(
                hearing=item.hearing,
                actor=request.user,
                steps=data.get("steps", ()),
                reply=data["reply"],
                outcome=data["outcome"],
                now=now,
            )
            messages.success(request, _("The hearing is noted; now decide."))
            return redirect(address("discipline:decide", season, suspension=row.pk))
    except Refused as refused:
        put(call if action == "call" else held, refused.findings)
    known = due_process.case_of(row)
    context = {
        "suspension": row,
        "item": item,
        "call": call,
        "held": held,
        "rules": rules,
        "past": list(known.hearings.exclude(held_at=None).prefetch_related("panel")) if known else [],
        "breadcrumbs": _crumbs(row, _("Hearing")),
    }
    return render(request, "discipline/appeals/hearing.html", context)


def _initial(hearing: Any, zone: str) -> dict[str, Any]:
    """What the form of an open hearing begins with."""
    if hearing is None:
        return {}
    at = hearing.at.astimezone(ZoneInfo(zone)) if hearing.at else None
    values = {
        "day": at.date() if at else None,
        "time": at.time() if at else None,
        "place": hearing.place,
        "parties": hearing.parties,
        "evidence": hearing.evidence,
    }
    for place, member in enumerate(hearing.panel.select_related("user"), start=1):
        values |= {f"name_{place}": member.name, f"office_{place}": member.office}
        values[f"email_{place}"] = member.user.email if member.user else ""
    return values


def _call(request: PageRequest, row: Suspension, form: HearingForm, now: dt.datetime) -> None:
    data = form.cleaned_data
    at = None
    if data["day"] and data["time"]:
        at = dt.datetime.combine(data["day"], data["time"], ZoneInfo(row.season.timezone))
    hearings.call_hearing(
        suspension=row,
        actor=request.user,
        at=at,
        place=data["place"],
        parties=data["parties"],
        evidence=data["evidence"],
        panel=[hearings.Seat(*seat) for seat in form.seats()],
        now=now,
    )
    messages.success(request, _("The hearing is called."))


@page(Action.DECIDE_DISCIPLINE)
def decide_appeal(request: PageRequest, suspension: int) -> HttpResponseBase:
    """Record what became of an open appeal, or the order that the suspension rests until then."""
    row = own_suspension(request, suspension)
    season, item = row.season, item_of(row)
    if item.appeal is None:
        raise Http404(_("There is no open appeal."))
    ordering = request.POST.get("action") == "stay"
    posted, day = request.POST if request.method == "POST" else None, today(season)
    form = AppealDecisionForm(None if ordering else posted)
    stay = StayForm(posted if ordering else None, initial={"day": day})
    if ordering and stay.is_valid():
        try:
            appeals.order_stay(
                appeal=item.appeal,
                suspension=row,
                actor=request.user,
                today=day,
                now=timezone.now(),
                day=stay.cleaned_data["day"],
            )
        except Refused as refused:
            put(stay, refused.findings)
        else:
            messages.success(request, _("The suspension rests from that day on; the lists follow in a moment."))
            return redirect(address("discipline:case", season, suspension=row.pk))
    if posted is not None and form.is_valid():
        try:
            appeals.decide_appeal(
                appeal=item.appeal,
                suspension=row,
                actor=request.user,
                day=day,
                today=day,
                now=timezone.now(),
                **form.cleaned_data,
            )
        except Refused as refused:
            put(form, refused.findings)
        else:
            messages.success(request, _("The outcome is recorded; what follows from it appears in a moment."))
            return redirect(address("discipline:case", season, suspension=row.pk))
    context = {
        "suspension": row,
        "appeal": item.appeal,
        "length": length_of(row.data),
        "rules": due_process.appeal_rules(row),
        "form": form,
        "stay": stay,
        "stays": list(item.appeal.stays.order_by("starts", "pk")),
        "breadcrumbs": _crumbs(row, _("Appeal")),
    }
    return render(request, "discipline/appeals/decide.html", context)


def _crumbs(row: Suspension, last: str) -> list[tuple[str, str]]:
    season = row.season
    return trail(
        season,
        (_("Desk"), address("discipline:desk", season)),
        (row.person.name or row.person.key, address("discipline:case", season, suspension=row.pk)),
        (last, ""),
    )
