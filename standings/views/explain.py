"""The page that answers "why this order?": every tie step by step, every team game by game, and any two compared."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.models import Division
from league.permissions import Action
from league.views.place import PageRequest, page
from standings import queries
from standings.core.book import Points, TieBreaking
from standings.core.why import why_behind
from standings.models import CoinFlip
from standings.queries import RuledDivision
from standings.views.stories import explained, team_stories, tie_stories
from standings.views.table import address, trail


@page(Action.READ_PUBLIC)
def why(request: PageRequest) -> HttpResponseBase:
    """Explain the table of today, or of the day in `?as_of=`; `?team=` and `?other=` compare two. Constant queries."""
    division = request.place.division
    assert division is not None
    told = explained(division, request.GET)
    ruled, games, names = told.ruled, told.games, told.names
    final = queries.final_table(division) if told.as_of is None else None
    tie_breaking = ruled.book.get(TieBreaking)
    context = {
        "division": division,
        "uneven": [tie_breaking.uneven_clause] if tie_breaking and tie_breaking.uneven_clause else [],
        "as_of": told.as_of,
        "fault": told.fault,
        "book": ruled.version,
        "points": ruled.book.get(Points),
        "table": ruled.table,
        "final": final,
        "ties": tie_stories(ruled, games, names),
        "decisions": decisions(request, division, told.day, names),
        "stories": team_stories(ruled, games, names),
        "address": address("standings:why", division),
        "table_url": address("standings:division", division),
        "breadcrumbs": trail(request, (division.name, address("standings:division", division)), (_("Why?"), "")),
    }
    compared = _compared(request.GET, ruled, names)
    return render(
        request, "standings/why.html", context | compared, status=400 if told.fault or "unknown" in compared else 200
    )


def decisions(request: PageRequest, division: Division, day: dt.date, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The decisions recorded up to a day: the order, and for those who may read names who decided and who saw it.

    One query.
    """
    named = request.access.may(Action.READ_NAMES, request.place)
    return [
        told_decision(flip, names, named=named)
        for flip in queries.coin_flips(division)
        if flip.date is None or flip.date <= day
    ]


def told_decision(flip: CoinFlip, names: Mapping[str, str], *, named: bool) -> dict[str, Any]:
    """A recorded decision as pages tell it; who decided, who saw it and how it came out only where `named`."""
    return {
        "kind": flip.get_kind_display(),
        "flipped": flip.kind == CoinFlip.Kind.COIN_FLIP,
        "order": [names.get(key, key) for key in flip.places],
        "first": flip.first_place,
        "last": flip.last_place,
        "date": flip.date,
        "official": flip.official if named else "",
        "witness": flip.witness if named else "",
        "reason": flip.reason if named else "",
    }


def _compared(asked: Mapping[str, Any], ruled: RuledDivision, names: Mapping[str, str]) -> dict[str, Any]:
    """What separates the two teams that the address names by their keys."""
    team, other = str(asked.get("team", "")), str(asked.get("other", ""))
    if not (team and other) or ruled.table is None:
        return {"team": team, "other": other}
    known = {row.team for row in ruled.table.rows}
    if team not in known or other not in known or team == other:
        return {"team": team, "other": other, "unknown": True}
    found = why_behind(ruled.table, team, other, names)
    clauses = [found.clause] if found.clause else []
    return {"team": team, "other": other, "separation": found, "separation_clauses": clauses}
