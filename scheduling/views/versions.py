"""The page of a round's published versions, and what changed between any two of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Game, Venue
from league.permissions import Action
from league.views.place import PageRequest, page
from scheduling.core.rounds.versions import Changed, Place, Version, between
from scheduling.models import RoundVersion
from scheduling.views.rounds import round_trail, the_round


@page(Action.READ_DRAFTS)
@require_http_methods(["GET", "HEAD"])
def versions(request: PageRequest, round: int) -> HttpResponseBase:
    """Past versions, and what changed from one (`?from=`, 0: nothing yet) to another (`?to=`). Constant queries."""
    found = the_round(request.place.season, round)
    rows = list(found.versions.select_related("published_by").order_by("number"))
    numbers = [0, *(row.number for row in rows)]
    upper = _number(request.GET.get("to"), numbers, numbers[-1])
    lower = _number(request.GET.get("from"), numbers, numbers[-2] if rows else 0)
    lower, upper = min(lower, upper), max(lower, upper)
    changes = between([_version(row) for row in rows if lower < row.number <= upper])
    context = {
        "round": found,
        "versions": rows[::-1],
        "numbers": numbers,
        "from": lower,
        "to": upper,
        "lines": _lines(changes),
        "breadcrumbs": round_trail(found, (_("Versions"), "")),
    }
    return render(request, "scheduling/rounds/versions.html", context)


def _number(asked: str | None, known: list[int], usual: int) -> int:
    return next((number for number in known if str(number) == asked), usual)


def _version(row: RoundVersion) -> Version:
    return {one["game"]: (_place(one["before"]), _place(one["after"]) or (None, None)) for one in row.games}


def _place(told: dict[str, Any] | None) -> Place | None:
    return (told["starts"], told["rink"]) if told else None


def _lines(changes: Iterable[Changed]) -> list[dict[str, Any]]:
    """The changed games by their new start. Two queries."""
    found = list(changes)
    games = Game.objects.select_related("home", "away").in_bulk([one.game for one in found])
    ids = {place[1] for one in found for place in (one.before, one.after) if place and place[1]}
    rinks = {rink.pk: rink.name or rink.key for rink in Venue.objects.filter(pk__in=ids)}
    lines = [
        {"game": games.get(one.game), "before": _told(one.before, rinks), "after": _told(one.after, rinks)}
        for one in found
    ]
    return sorted(lines, key=lambda line: (line["after"]["starts"] is None, str(line["after"]["starts"])))


def _told(place: Place | None, rinks: dict[int, str]) -> dict[str, Any]:
    if place is None:
        return {"new": True, "starts": None, "rink": ""}
    starts, rink = place
    return {
        "new": False,
        "starts": dt.datetime.fromisoformat(starts) if starts else None,
        "rink": rinks.get(rink or 0, ""),
    }
