"""Moving a game: the list of requests, the page that asks for one, and a request's own page with its history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.core.findings import Finding
from league.face.moments import written
from league.models import Game, Season, Team
from league.permissions import OFFICERS, Action, Place
from league.queries.clock import today
from league.services.attachments import LARGEST, File
from league.services.errors import Conflict, Refused
from league.tasks import nudge
from league.views.place import PageRequest, page
from league.views.schedule import season_trail
from scheduling.forms.moves import AnswerForm, AskForm, DecideForm, ProposeForm
from scheduling.models import RequestEvent, RequestStep, RescheduleRequest
from scheduling.queries.moves import calendar_of, requests_for, requests_of
from scheduling.services import move_answers as answers
from scheduling.services import moves as services
from scheduling.tasks import send_notices

SHOWN_DAYS = 18
_DATED = (RequestStep.SENT, RequestStep.PROPOSED, RequestStep.APPROVED, RequestStep.WAIVED)


@page(Action.READ_MOVES)
@require_safe
def moves(request: PageRequest) -> HttpResponseBase:
    """The season's requests: officers see all, representatives those of their teams. Constant queries."""
    season = request.place.season
    assert season is not None
    everything = bool(request.access.grants(request.place) & OFFICERS)
    own = list(request.access.teams(season))
    rows = list(requests_for(season.pk, None if everything else own))
    lines = [{"row": row, "state": state_of(row), "holds": holder_of(row)} for row in rows]
    context = {
        "open": [line for line in lines if line["holds"]],
        "closed": [line for line in lines if not line["holds"]],
        "breadcrumbs": [*season_trail(season), (_("Moves"), "")],
    }
    return render(request, "scheduling/moves.html", context)


@page(Action.ASK_FOR_MOVE)
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: PageRequest) -> HttpResponseBase:
    """Ask to move a game: free days and ice, then what it costs and by which clauses, then it is sent."""
    game, season, team = request.place.game, request.place.season, request.place.team
    assert game is not None
    assert season is not None
    assert team is not None
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = AskForm(*sent, season=season, initial=_initial(request))
    context: dict[str, Any] = {"form": form, "found": []}
    if request.method == "POST":
        sending = request.POST.get("step") == "send"
        if not form.is_valid() and not (set(form.errors) <= {"text"} and not sending):
            return _ask_page(request, game, season, context)
        values = form.cleaned_data
        offer = answers.offer(game=game, by=team, new_start=values["new_start"], reason=values["reason"])
        context |= {"offer": offer, "found": worded(offer.findings, game), "why": sentences(offer.ruling.why, game)}
        if sending and form.is_valid() and not offer.findings:
            try:
                made = services.send(
                    game=game,
                    team=team,
                    new_start=values["new_start"],
                    reason=values["reason"],
                    text=values["text"],
                    files=[File(file.name or "", file.read(LARGEST + 1)) for file in values["evidence"]],
                    shown_fee=values["shown_fee"] if values["shown_fee"] is not None else -1,
                    by=request.user,
                    now=timezone.now(),
                )
            except Refused as no:
                context["found"] = worded(no.findings, game)
                return _ask_page(request, game, season, context)
            nudge(send_notices)
            messages.success(request, _("Sent. The other team is asked by mail."))
            return redirect(move_url(made, season))
        if not sending:
            form.errors.pop("text", None)
    return _ask_page(request, game, season, context)


def _initial(request: PageRequest) -> dict[str, Any]:
    return {"day": request.GET.get("day", ""), "time": request.GET.get("time", "")}


def _ask_page(request: PageRequest, game: Game, season: Season, context: dict[str, Any]) -> HttpResponseBase:
    calendar = calendar_of(game, today(season))
    context |= {
        "game": game,
        "team": request.place.team,
        "free": calendar.free[:SHOWN_DAYS],
        "more": len(calendar.free) - SHOWN_DAYS,
        "standing": next((one for one in requests_of(game) if holder_of(one)), None),
        "breadcrumbs": [*season_trail(season), (str(game), _game_url(game, season)), (_("Move this game"), "")],
    }
    return render(request, "scheduling/ask.html", context)


@page(Action.READ_MOVES)
@require_http_methods(["GET", "HEAD", "POST"])
def move(request: PageRequest, move: int) -> HttpResponseBase:
    """One request with its history, what it costs now, who holds it up, and the answers that this visitor may give."""
    season = request.place.season
    assert season is not None
    found = RescheduleRequest.objects.select_related(*services.PARTS).filter(season=season, pk=move).first()
    if found is None:
        raise Http404(_("There is no such page."))
    place = Place(league=season.league, season=season, division=found.game.division, game=found.game)
    if not request.access.may(Action.READ_MOVES, place):
        raise Http404(_("There is no such page."))
    context: dict[str, Any] = {"found": []}
    if request.method == "POST":
        answer = _answered(request, found, place, context)
        if answer is not None:
            return answer
        found = RescheduleRequest.objects.select_related(*services.PARTS).get(pk=found.pk)
    return _move_page(request, found, place, context)


def _answered(
    request: PageRequest, found: RescheduleRequest, place: Place, context: dict[str, Any]
) -> HttpResponseBase | None:
    """Do what was asked for; None where the page is shown again with what is against it."""
    step = request.POST.get("step", "")
    typed = request.POST.get("version", "")
    told: dict[str, Any] = {
        "request": found,
        "by": request.user,
        "version": int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else -1,
        "now": timezone.now(),
    }
    acts: Mapping[str, Callable[..., Any]] = {
        "agree": services.agree,
        "decline": services.decline,
        "withdraw": services.withdraw,
        "propose": services.propose,
    }
    if step == "decide":
        request.access.require(Action.DECIDE_MOVE, place)
        form: Any = DecideForm(request.POST, agreed=found.awaits_id is None)
        act: Callable[..., Any] = services.decide
    elif step in acts:
        team = found.by if step == "withdraw" else found.awaits or found.by
        request.access.require(Action.ASK_FOR_MOVE, Place(league=place.league, season=place.season, team=team))
        told["team"] = team
        act = acts[step]
        form = ProposeForm(request.POST, season=found.season) if step == "propose" else AnswerForm(request.POST)
    else:
        return None
    context[f"{step}_form"] = form
    if not form.is_valid():
        return None
    values = {name: value for name, value in form.cleaned_data.items() if name not in ("day", "time")}
    try:
        act(**told, **values)
    except Conflict as no:
        context["found"] = list(no.findings)
        return None
    except Refused as no:
        context["found"] = worded(no.findings, found.game)
        return None
    nudge(send_notices)
    messages.success(request, _("Done. Whoever has to know is told by mail."))
    return redirect(move_url(found, found.season))


def _move_page(
    request: PageRequest, found: RescheduleRequest, place: Place, context: dict[str, Any]
) -> HttpResponseBase:
    season, game, access = found.season, found.game, request.access
    season.league = place.league or season.league
    holder = holder_of(found)
    events = found.events.select_related("team", "by").prefetch_related("evidence")
    own = {team.pk for team in (game.home, game.away) if _acts_for(request, place, team)}
    ruled = answers.answer_of(found) if holder else None
    context = {
        "move": found,
        "game": game,
        "state": state_of(found),
        "holder": holder,
        "history": [_spoken(event, season) for event in events],
        "files": [file for event in events for file in event.evidence.all()],
        "ruled": ruled,
        "why": sentences(ruled.why, game) if ruled else [],
        "my_turn": found.awaits_id in own if holder else False,
        "mine": found.by_id in own,
        "may_decide": bool(holder) and access.may(Action.DECIDE_MOVE, place),
        "answer_form": AnswerForm(),
        "propose_form": ProposeForm(season=season),
        "decide_form": DecideForm(agreed=found.awaits_id is None),
        "currency": answers.currency(season),
        "breadcrumbs": [
            *season_trail(season),
            (_("Moves"), reverse("scheduling:moves", kwargs={"league": season.league.slug, "season": season.slug})),
            (str(game), ""),
        ],
    } | context
    return render(request, "scheduling/move.html", context)


def _acts_for(request: PageRequest, place: Place, team: Team) -> bool:
    return request.access.may(Action.ASK_FOR_MOVE, Place(league=place.league, season=place.season, team=team))


def _spoken(event: RequestEvent, season: Season) -> dict[str, Any]:
    date = strip_tags(written(event.new_start, season, "full")) if event.step in _DATED else ""
    return {
        "at": event.at,
        "title": f"{event.get_step_display()}: {event.team}" if event.team else event.get_step_display(),
        "who": str(event.by) if event.by else "",
        "text": " ".join(part for part in (date, event.text) if part),
        "state": "",
    }


def state_of(row: RescheduleRequest) -> str:
    """The state of a request for its badge."""
    return row.decision or row.ended or "waiting"


def holder_of(row: RescheduleRequest) -> str:
    """Who holds an open request up; empty for one that has ended."""
    if row.decision or row.ended:
        return ""
    if row.submitted_by_id is None:
        return _("the league")
    return str(row.awaits) if row.awaits else _("the director")


def move_url(row: RescheduleRequest, season: Season) -> str:
    """The address of a request's page; the season's league is loaded."""
    names = {"league": season.league.slug, "season": season.slug, "move": row.pk}
    return reverse("scheduling:move", kwargs=names)


def _game_url(game: Game, season: Season) -> str:
    return reverse("league:game", kwargs={"league": season.league.slug, "season": season.slug, "game": game.pk})


def worded(findings: Any, game: Game) -> list[Finding]:
    """Findings without the ids of games, which are nobody's words."""
    return [
        Finding(one.code, sentences([one.message], game)[0], one.severity, "", one.clause, one.remedy)
        for one in findings
    ]


def sentences(texts: Any, game: Game) -> list[str]:
    """The rulings' sentences without the ids that stand behind games."""
    return [answers.without_ids(text) for text in texts]
