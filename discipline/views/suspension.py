"""One suspension explained: what happened, what it costs by which clause, which games served it, when it is over."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from discipline import queries, services
from discipline.checks import book_games
from discipline.core.book_due_process import Notices
from discipline.core.sentencing import DECISION
from discipline.forms.decisions import CONFIRM, DecisionForm, ReviewForm
from discipline.forms.due_process import ExplainedForm
from discipline.models import Decision, Review, ServedGame, Suspension
from discipline.queries import due_process
from discipline.views.desk import facts, item_of
from discipline.views.lists import own_suspension
from discipline.views.reading import (
    address,
    back_in,
    game_phrases,
    length_of,
    review_kind,
    sentences,
    state_of,
    trail,
)
from league.face import live
from league.models import Game, Penalty, Season
from league.permissions import Action
from league.queries.clock import today
from league.services.errors import Refused
from league.views.game import called
from league.views.naming import Naming
from league.views.place import PageRequest, page


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history."""

    at: dt.date | dt.datetime | None
    title: str
    text: str = ""
    who: str = ""
    url: str = ""


@page(Action.READ_SUSPENSIONS)
def suspension(request: PageRequest, suspension: int) -> HttpResponseBase:
    """Show the ruling with its evidence. Constant queries; 404 to whoever has no right to it."""
    row = own_suspension(request, suspension)
    version = row.made_at.isoformat()
    if unchanged := live.nothing_new(request, version):
        return unchanged
    may_decide = request.access.may(Action.DECIDE_DISCIPLINE, request.place)
    naming = Naming(request.access, request.place)
    may_read_list = row.team is not None and naming.may(Action.READ_ELIGIBILITY, row.team)
    context = explained(row) | {"may_decide": may_decide, "may_read_list": may_read_list, "version": version}
    context["may_appeal"] = row.team_id in {team.pk for team in request.access.teams(row.season)}
    if context["notices"]:
        context |= _explaining(row, context["may_appeal"])
    return render(request, "discipline/_suspension.html" if request.htmx else "discipline/suspension.html", context)


def _explaining(row: Suspension, of_own_team: bool) -> dict[str, Any]:
    """Whether the suspension was explained to the person, and the form for who may say so. Two queries."""
    rules = due_process.book_of(row).get(Notices)
    if rules is None or rules.explained_clause is None:
        return {}
    entry = due_process.explained_entry(row)
    form = ExplainedForm(initial={"on": today(row.season)}) if of_own_team and entry is None else None
    return {"explained_clause": rules.explained_clause, "explained_entry": entry, "explained_form": form}


def explained(row: Suspension) -> dict[str, Any]:
    """Everything that the page of a suspension shows. Seven queries."""
    season = row.season
    penalties = queries.penalties_of(row)
    served = list(row.served_games.select_related("game__home", "game__away"))
    decisions = list(queries.decisions_on(row, [penalty.key for penalty in penalties]))
    teams = {row.team_id} if row.team_id else {team.pk for team in queries.teams_concerned(row)}
    games = _games_of(teams, season)
    phrases = game_phrases(games, teams, season)
    barred = {game for _person, game in queries.absences([row.person_id], season)}
    open_games = [game for game in games if game.outcome == "scheduled" and game.starts]
    waits = row.status in ("pending", "indefinite", "expelled")
    return {
        "suspension": row,
        "data": row.data,
        "state": state_of(row),
        "length": length_of(row.data),
        "parts": [part | {"decided": part["clause"] == DECISION} for part in row.data["parts"]],
        "clauses": row.data["clauses"],
        "sentences": sentences(row.data["why"], phrases),
        "served": [(item, sentences([item.reason], phrases)[0]) for item in served],
        "history": _history(row, penalties, decisions, served, season),
        "decisions": decisions,
        "reviews": [(review, review_kind(review.kind)) for review in queries.reviews_of(row)],
        "back": back_in(open_games, barred, waits) if row.active else None,
        "notices": list(due_process.notices_of(row)),
        "breadcrumbs": trail(season, (row.person.name or row.person.key, "")),
    }


def _games_of(teams: Iterable[int], season: Season) -> list[Game]:
    """All games of these teams, by start. One query."""
    found = Game.objects.filter(season=season).select_related("home", "away")
    return list((found.filter(home__in=teams) | found.filter(away__in=teams)).order_by("starts", "pk"))


def _history(
    row: Suspension,
    penalties: list[Penalty],
    decisions: list[Decision],
    served: list[ServedGame],
    season: Season,
) -> list[Entry]:
    """What happened, in order: the act, what was decided, every game served."""
    entries = []
    what = "; ".join(called(item.offence, item.get_penalty_class_display()) for item in penalties)
    url = address("league:game", season, game=row.game_id) if row.game_id else ""
    where = _("%(away)s at %(home)s") % {"away": row.game.away, "home": row.game.home} if row.game else ""
    at: dt.date | dt.datetime | None = row.game.starts if row.game and row.game.starts else row.given
    entries.append(Entry(at, what or _("What happened"), where, url=url))
    for decision in decisions:
        entries.append(Entry(decision.date, decided(decision), decision.reason or "", str(decision.decided_by or "")))
    for item in served:
        title = _("Served: %(away)s at %(home)s") % {"away": item.game.away, "home": item.game.home}
        entries.append(Entry(item.game.starts, title, url=address("league:game", season, game=item.game_id)))
    return sorted(entries, key=lambda entry: _day(entry.at))


def _day(moment: dt.date | dt.datetime | None) -> tuple[dt.date, bool]:
    if moment is None:
        return dt.date.min, False
    return (moment.date(), False) if isinstance(moment, dt.datetime) else (moment, True)


def decided(decision: Decision) -> str:
    """A decision in words."""
    if decision.dismissed:
        return _("Dismissed")
    lengths = []
    if decision.games is not None:
        lengths.append(_("%(games)s games in all") % {"games": decision.games})
    if decision.until:
        lengths.append(_("through %(day)s") % {"day": decision.until})
    if decision.indefinite:
        lengths.append(_("without an end"))
    if not lengths:
        return _("Confirmed")
    if decision.counts_missed is True:
        lengths.append(_("games missed while waiting count"))
    elif decision.counts_missed is False:
        lengths.append(_("games missed while waiting do not count"))
    return _("Decided: %(length)s") % {"length": ", ".join(lengths)}


@page(Action.DECIDE_DISCIPLINE)
def decide(request: PageRequest, suspension: int) -> HttpResponseBase:
    """Let the director confirm, lengthen, set or dismiss; below the book's minimum is refused with the clause."""
    row = own_suspension(request, suspension)
    season, day = row.season, today(row.season)
    names = [penalty.key for penalty in queries.penalties_of(row)]
    initial = {
        "date": day,
        "seen": queries.decisions_on(row, names).count(),
        "answer": None if row.data["pending"] else CONFIRM,
    }
    form = DecisionForm(request.POST if request.method == "POST" else None, suspension=row, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.decide(suspension=row, actor=request.user, today=day, **form.decided())
        except Refused as refused:
            form.refused(refused.findings)
        else:
            messages.success(request, _("The decision is recorded; what follows from it appears in a moment."))
            return redirect(address("discipline:suspension", season, suspension=row.pk))
    least = book_games(row)
    context = explained(row) | facts(row, item_of(row), due_process.case_of(row)) | {"form": form, "least": least}
    context["breadcrumbs"] = trail(
        season,
        (row.person.name or row.person.key, address("discipline:suspension", season, suspension=row.pk)),
        (_("Decide"), ""),
    )
    return render(request, "discipline/decide.html", context)


@page(Action.DECIDE_DISCIPLINE)
def reviews(request: PageRequest) -> HttpResponseBase:
    """What waits for the director, the soonest due first. Three queries."""
    season = request.place.season
    assert season is not None
    return render(request, "discipline/reviews.html", _reviews(season))


def _reviews(season: Season) -> dict[str, Any]:
    rows = list(queries.open_reviews(season))
    people = {row.person_id for row in rows if row.person_id}
    found = Suspension.objects.filter(season=season, person__in=people)
    suspensions = {(item.person_id, item.incident): item.pk for item in found}
    lines = [
        {
            "row": row,
            "kind": review_kind(row.kind),
            "suspension": suspensions.get((row.person_id or 0, row.incident or "")),
        }
        for row in rows
    ]
    return {"lines": lines, "now": timezone.now(), "breadcrumbs": trail(season, (_("Reviews"), ""))}


@page(Action.DECIDE_DISCIPLINE)
def close_review(request: PageRequest, review: int) -> HttpResponseBase:
    """Note what came of a review; with GET, ask for it."""
    season = request.place.season
    row = (
        Review.objects.select_related("person", "team", "game__home", "game__away")
        .filter(pk=review, season=season)
        .first()
    )
    if row is None or season is None:
        return render(request, "404.html", status=404)
    form = ReviewForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.close_review(
                review=row, actor=request.user, reason=form.cleaned_data["reason"], now=timezone.now()
            )
        except Refused as refused:
            for finding in refused.findings:
                form.add_error("reason" if finding.where == "reason" else None, str(finding))
        else:
            messages.success(request, _("The review is closed."))
            return redirect(address("discipline:reviews", season))
    context = {
        "review": row,
        "kind": review_kind(row.kind),
        "form": form,
        "breadcrumbs": trail(season, (_("Reviews"), address("discipline:reviews", season)), (_("Close"), "")),
    }
    return render(request, "discipline/close_review.html", context)
