"""The page that shows the difference between two moments of a table: places, figures, and what caused each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.results import Result
from league.models import Division, Game, Team
from league.permissions import Action
from league.queries.clock import today
from league.views.place import PageRequest, page
from standings import queries
from standings.corrections import Correction, last_correction
from standings.queries import RuledDivision
from standings.views.compared import compared, summary
from standings.views.rows import team_addresses
from standings.views.table import address, day_asked, trail

DAYS = 7
"""Without a word the page looks back so many days."""


@dataclass(frozen=True, slots=True)
class Cause:
    """What moved a team: a game with its result, or a decision."""

    label: str
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Moments:
    """The two moments that are compared: rows then and now, and the results of both where they are known."""

    title: str
    before: Sequence[Mapping[str, Any]]
    after: RuledDivision
    results: Mapping[str, Result] | None  # those of before; None for a frozen table, which keeps rows only
    ruled: RuledDivision | None


@page(Action.READ_PUBLIC)
def changes(request: PageRequest) -> HttpResponseBase:
    """Compare two days (`?from=`, `?to=`), or since the last correction or the final table (`?since=`)."""
    division = request.place.division
    assert division is not None
    latest = today(division.season)
    days, faults = _days(request, latest)
    now = queries.rule_division(division, days[1])
    correction = last_correction(division, now.facts)
    final = queries.final_table(division)
    since = request.GET.get("since", "")
    moments = _moments(division, now, since, days, correction, final)
    teams = {team.key: team for team in Team.objects.filter(season=division.season).order_by()}
    names = {key: team.name or key for key, team in teams.items()}
    causes = _causes(division, moments, names)
    page_of = team_addresses(division.season)
    found = compared(
        moments.before,
        moments.after.content()["rows"],
        names,
        lambda key: page_of(teams[key].pk) if key in teams else "",
        causes,
    )
    context = {
        "division": division,
        "title": moments.title,
        "compared": found,
        "summary": summary(found),
        "causes": moments.results is not None,
        "faults": faults,
        "first": days[0],
        "last": days[1],
        "latest": latest,
        "since": since,
        "correction": correction,
        "final": final,
        "book": now.version,
        "address": address("standings:changes", division),
        "table_url": address("standings:division", division),
        "breadcrumbs": trail(request, (division.name, address("standings:division", division)), (_("Changes"), "")),
    }
    return render(request, "standings/changes.html", context, status=400 if faults else 200)


def _days(request: PageRequest, latest: dt.date) -> tuple[tuple[dt.date, dt.date], list[str]]:
    """The first and the last day asked for, and everything that is wrong with them."""
    faults: list[str] = []

    def asked(name: str, otherwise: dt.date) -> dt.date:
        text = request.GET.get(name, "").strip()
        if not text:
            return otherwise
        day, fault = day_asked(text, latest)
        if fault:
            faults.append(fault)
        return day or otherwise

    last = asked("to", latest)
    first = asked("from", last - dt.timedelta(days=DAYS) if last > dt.date.min + dt.timedelta(days=DAYS) else last)
    if first > last:
        faults.append(_("The first day comes after the last."))
        first, last = last, first
    return (first, last), faults


def _moments(
    division: Division,
    now: RuledDivision,
    since: str,
    days: tuple[dt.date, dt.date],
    correction: Correction | None,
    final: Any,
) -> Moments:
    if since == "correction" and correction is not None:
        before = queries.rule_facts(correction.before, now.version, now.as_of)
        return Moments(_("Since the last correction"), before.content()["rows"], now, before.results, before)
    if since == "final" and final is not None:
        return Moments(_("Since the table was made final"), final.rows, now, None, None)
    then = queries.rule_division(division, days[0])
    return Moments("", then.content()["rows"], now, then.results, then)


# ---------------------------------------------------------------- what happened in between


def _causes(division: Division, moments: Moments, names: Mapping[str, str]) -> dict[str, list[Cause]]:
    """By team, the games that are counted otherwise than before, and its withdrawal or coin flips. One query."""
    if moments.results is None or moments.ruled is None:
        return {}
    before, after = moments.results, moments.after.results
    other = [key for key, result in after.items() if key not in before or _counts(before[key]) != _counts(result)]
    fair_play = moments.ruled.fair_play, moments.after.fair_play
    points = {game for (game, _team), _value in fair_play[0].items() ^ fair_play[1].items()}
    changed = [key for key in after if key in {*other, *points}]
    keys = dict(Game.objects.filter(season=division.season, key__in=changed).order_by().values_list("key", "pk"))
    causes: dict[str, list[Cause]] = {}
    for key in changed:
        cause = _game(division, before.get(key), after[key], keys, names)
        for team in after[key].game.teams:
            causes.setdefault(team, []).append(cause)
    for team, cause in _decisions(moments.ruled, moments.after):
        causes.setdefault(team, []).append(cause)
    return causes


def _counts(result: Result) -> tuple[Any, ...]:
    game = result.game
    return result.status, result.winner, game.home_goals, game.away_goals, game.decided_in, result.at_fault


def _game(
    division: Division, before: Result | None, after: Result, keys: Mapping[str, int], names: Mapping[str, str]
) -> Cause:
    game, season = after.game, division.season
    label = f"{names.get(game.home, game.home)} {_TO} {names.get(game.away, game.away)}"
    was, becomes = _end(before), _end(after)
    words = f"{was} → {becomes}" if was and was != becomes else becomes
    if game.id not in keys:
        return Cause(label, words, "")
    kwargs = {"league": season.league.slug, "season": season.slug, "game": keys[game.id]}
    return Cause(label, words, reverse("league:game", kwargs=kwargs))


_TO = "\N{EN DASH}"


def _end(result: Result | None) -> str:
    """How a game ended in a few characters; nothing while it is open."""
    if result is None or result.status == "open":
        return ""
    if result.status == "played" and result.game.home_goals is not None:
        return f"{result.game.home_goals}{_TO}{result.game.away_goals}"
    return {
        "played": _("played"),
        "forfeit": _("forfeit"),
        "double-forfeit": _("double forfeit"),
        "cancelled": _("cancelled"),
    }.get(result.status, result.status)


def _decisions(before: RuledDivision, after: RuledDivision) -> Iterable[tuple[str, Cause]]:
    for item in after.facts.withdrawn:
        if item not in before.facts.withdrawn:
            yield item.team, Cause(_("Withdrew"), "", "")
    for flip in after.facts.coin_flips:
        if flip not in before.facts.coin_flips:
            for team in flip.among:
                yield team, Cause(_("Coin flip"), "", "")
