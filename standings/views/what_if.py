"""The page on which results of games to come are tried: it shows the table that would result and saves nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.core.facts import Game as CoreGame
from league.models import Division, Game, Team
from league.permissions import Action
from league.queries.clock import today
from league.views.place import PageRequest, page
from standings import queries
from standings.core.book import Points
from standings.core.supposing import suppose
from standings.forms import WhatIfForm
from standings.queries import RuledDivision
from standings.views.compared import compared, summary
from standings.views.rows import team_addresses
from standings.views.table import address, trail

MOST_GAMES = 80
"""So many games to come are offered, the next ones."""


@page(Action.READ_PUBLIC)
def what_if(request: PageRequest) -> HttpResponseBase:
    """Offer the games to come; with scores in the address, show the table that these would make. Saves nothing."""
    division = request.place.division
    assert division is not None
    ruled = queries.rule_division(division, today(division.season))
    teams = {team.key: team for team in Team.objects.filter(season=division.season).order_by()}
    names = {key: team.name or key for key, team in teams.items()}
    left = _to_come(ruled)
    keys = dict(
        Game.objects.filter(season=division.season, key__in=[game.id for game in left[:MOST_GAMES]])
        .order_by()
        .values_list("key", "pk")
    )
    form = WhatIfForm(request.GET or None, games=[(keys[game.id], game, names) for game in left[:MOST_GAMES]])
    context: dict[str, Any] = {
        "division": division,
        "form": form,
        "book": ruled.version,
        "more": len(left) > MOST_GAMES,
        "shown": MOST_GAMES,
        "address": address("standings:what_if", division),
        "table_url": address("standings:division", division),
        "breadcrumbs": trail(request, (division.name, address("standings:division", division)), (_("Try results"), "")),
    }
    wrong = form.is_bound and not form.is_valid()
    if form.is_bound and not wrong and form.ends():
        context |= _tried(division, ruled, form, teams, names)
    return render(request, "standings/what_if.html", context, status=400 if wrong else 200)


def _to_come(ruled: RuledDivision) -> Sequence[CoreGame]:
    """The games that the table still waits for, in order."""
    points = ruled.book.get(Points)
    if points is None or ruled.table is None:
        return ()
    return [item.game for item in ruled.results.values() if item.status == "open" and item.game.kind in points.kinds]


def _tried(
    division: Division, ruled: RuledDivision, form: WhatIfForm, teams: dict[str, Team], names: dict[str, str]
) -> dict[str, Any]:
    facts = suppose(ruled.facts, form.ends())
    last = max((game.day for game in facts.games if game.day is not None), default=ruled.as_of)
    then = queries.rule_facts(facts, ruled.version, max(ruled.as_of, last, dt.date.min))
    page_of = team_addresses(division.season)
    found = compared(
        ruled.content()["rows"],
        then.content()["rows"],
        names,
        lambda key: page_of(teams[key].pk) if key in teams else "",
    )
    flips = then.table.coin_flip_needed if then.table else ()
    points = ruled.book.get(Points)
    return {
        "fair_play": bool(points and points.fair_play),
        "compared": found,
        "summary": summary(found),
        "tried": len(form.ends()),
        "flips": [", ".join(names.get(key, key) for key in group) for group in flips],
    }
