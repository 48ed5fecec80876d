"""Pages that show tables: a season's at a glance, a division's in full, and a division's on another day."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.core.cache import cache
from django.http import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.core.book import Results
from league.face import live
from league.models import Division, Season, Team
from league.permissions import Action
from league.queries.clock import today
from league.queries.rulebooks import read_version
from league.views.place import PageRequest, page
from standings import queries
from standings.core.book import PlayoffStage, Realignment, TieBreak
from standings.core.metrics import DECISIONS
from standings.views.rows import table_of


def address(view: str, division: Division, **more: Any) -> str:
    """The address of a page of a division whose season and league are loaded."""
    season = division.season
    kwargs = {"league": season.league.slug, "season": season.slug, "division": division.pk}
    return reverse(view, kwargs=kwargs | more)


def trail(request: PageRequest, *more: tuple[str, str]) -> list[tuple[str, str]]:
    """The breadcrumbs to a page about standings."""
    season = request.place.season
    assert season is not None
    kwargs = {"league": season.league.slug, "season": season.slug}
    return [
        (season.league.name, reverse("league:league", kwargs={"league": season.league.slug})),
        (season.name, reverse("league:season", kwargs=kwargs)),
        (_("Standings"), reverse("standings:season", kwargs=kwargs)),
        *more,
    ]


def own_teams(request: PageRequest) -> frozenset[int]:
    """Ids of the teams that the reader represents in the season at hand."""
    season = request.place.season
    return frozenset(team.pk for team in request.access.teams(season)) if season else frozenset()


@page(Action.READ_PUBLIC)
def season(request: PageRequest) -> HttpResponseBase:
    """All divisions' tables, a few columns each. Constant queries."""
    place = request.place
    assert place.season is not None
    tables = glance(request, place.season)
    context = {
        "tables": tables,
        "may_try_rules": request.access.may(Action.TRY_RULES, place),
        "breadcrumbs": trail(request),
    }
    return render(request, "standings/season.html", context)


def glance(request: PageRequest, season: Season) -> list[dict[str, Any]]:
    """Every division's table with what a glance shows of it; none, and why, where no score is kept. Two queries."""
    found = queries.season_tables(season)
    teams: dict[int, list[Team]] = {}
    for team in queries.teams_in_table(*(item.snapshot.division_id for item in found)):
        teams.setdefault(team.division_id, []).append(team)
    own = own_teams(request)
    tables: list[dict[str, Any]] = []
    for item in found:
        division = item.snapshot.division
        division.season = season
        if rules := without_score(division):
            games = reverse("league:games", kwargs={"league": season.league.slug, "season": season.slug})
            url = f"{games}?division={division.pk}"
            tables.append({"division": division, "url": url, "table": None, "clause": rules.no_score_clause})
        elif item.content["rows"]:
            tables.append(
                {
                    "division": division,
                    "url": address("standings:division", division),
                    "table": table_of(item.content, teams.get(division.pk, []), season, own),
                    "final": item.final is not None,
                    "flips": bool(item.content["coin_flip_needed"]),
                }
            )
    return tables


@page(Action.READ_PUBLIC)
def division(request: PageRequest) -> HttpResponseBase:
    """A division's table from its snapshot, or with `?as_of=` worked out for the end of that day."""
    place = request.place
    assert place.division is not None
    asked = request.GET.get("as_of", "").strip()
    if asked:
        day, fault = day_asked(asked, today(place.division.season))
        if day is not None:
            return render(request, "standings/division.html", _on(request, place.division, day))
        return render(
            request,
            "standings/division.html",
            _outside(request, place.division)
            | _kept(request, place.division, queries.current_table(place.division))
            | {"fault": fault},
            status=400,
        )
    if live.SEEN in request.GET:
        unchanged = live.nothing_new(request, queries.table_version(place.division))
        if unchanged is not None:
            return unchanged
    current = queries.current_table(place.division)
    template = "standings/_kept.html" if request.htmx else "standings/division.html"
    return render(request, template, _outside(request, place.division) | _kept(request, place.division, current))


def day_asked(text: str, latest: dt.date) -> tuple[dt.date | None, str]:
    """The day that an address asks for, or what is wrong with it."""
    try:
        day = parse_date(text)
    except ValueError:
        day = None
    if day is None:
        return None, _("“%(text)s” is not a day: write it like 2014-12-01.") % {"text": text}
    if day > latest:
        return None, _("That day is still to come.")
    return day, ""


KEEP = 3600  # seconds; a newer version has another name, so this only bounds the memory


def _kept(request: PageRequest, division: Division, current: queries.CurrentTable | None) -> dict[str, Any]:
    """The region with the table, laid out once for each version, language and kind of reader, and what it says."""
    if current is None:
        inside = _inside(request, division, None) | {"version": "0"}
        return {"region": render_to_string("standings/_table.html", inside, request), "has_rows": False}
    own = ".".join(str(team) for team in sorted(own_teams(request)))
    flips = int(request.access.may(Action.RECORD_COIN_FLIP, request.place))
    made_at = current.snapshot.made_at.timestamp()
    name = f"table:{division.pk}:{current.version}:{made_at}:{get_language()}:{flips}:{own}"
    region = cache.get(name)
    if region is None:
        inside = _inside(request, division, current.content) | {
            "snapshot": current.snapshot,
            "final": current.final,
            "frozen_at": parse_datetime(current.final["frozen_at"]) if current.final else None,
            "changed_since": current.changed_since,
            "version": current.version,
            "book": current.snapshot.rulebook,
        }
        region = render_to_string("standings/_table.html", inside, request)
        cache.set(name, region, KEEP)
    return {"region": region, "has_rows": bool(current.content["rows"]), "final": current.final}


def _on(request: PageRequest, division: Division, day: dt.date) -> dict[str, Any]:
    ruled = queries.rule_division(division, day)
    inside = _inside(request, division, ruled.content(), f"?as_of={day}") | {"as_of": day, "book": ruled.version}
    inside["adjusted"] = bool(ruled.facts.adjustments)
    has_rows = bool(inside["table"].rows)
    region = render_to_string("standings/_table.html", inside, request)
    return _outside(request, division) | {"region": region, "has_rows": has_rows, "as_of": day}


def _outside(request: PageRequest, division: Division) -> dict[str, Any]:
    """What the page says around the table. No query."""
    may, place = request.access.may, request.place
    return {
        "without_table": without_score(division) is not None,
        "division": division,
        "address": address("standings:division", division),
        "why_url": address("standings:why", division),
        "questions": questions(division),
        "may_freeze": may(Action.FREEZE_TABLE, place),
        "may_realign": may(Action.REALIGN_TEAMS, place) and _moves_teams(division),
        "breadcrumbs": trail(request, (division.name, "")),
    }


def _inside(
    request: PageRequest, division: Division, content: Mapping[str, Any] | None, query: str = ""
) -> dict[str, Any]:
    """What the table and its notes say. One query."""
    flips = content["coin_flip_needed"] if content else []
    seeding = content["seeding"][0] if content and content["seeding"] else None
    teams = list(queries.teams_in_table(division.pk))
    table = table_of(content, teams, division.season, own_teams(request), query) if content else None
    names = table.names if table else {}
    rules = without_score(division)
    return {
        "without_table": {"clause": rules.no_score_clause, "query": f"?division={division.pk}"} if rules else None,
        "league": division.season.league,
        "season": division.season,
        "division": division,
        "table": table,
        "address": address("standings:division", division),
        "flips": [[names.get(team, team) for team in group] for group in flips],
        "flip_clause": flip_clause(division) if flips else "",
        "seeds": [names.get(team, team) for team in seeding["teams"]] if seeding else [],
        "seeding_flips": bool(seeding and seeding["coin_flip_needed"]),
        "seeding_clauses": seeding["clauses"][:1] if seeding else [],
        "may_flip": request.access.may(Action.RECORD_COIN_FLIP, request.place),
    }


def questions(division: Division) -> list[tuple[str, str]]:
    """Where the table leads on: labels and addresses."""
    playoffs = [(_("Playoffs"), address("standings:playoffs", division))] if _has_playoffs(division) else []
    return [
        *playoffs,
        (_("What can still happen?"), address("standings:outlook", division)),
        (_("Pictures"), address("standings:pictures", division)),
        (_("What has changed?"), address("standings:changes", division)),
        (_("What if? Try results"), address("standings:what_if", division)),
    ]


def _has_playoffs(division: Division) -> bool:
    """Whether the book says how the playoffs go. No query once the book is read."""
    return bool(read_version(division.season.rulebook).all(PlayoffStage))


def _moves_teams(division: Division) -> bool:
    """Whether the book sets the points of teams that move here. No query once the book is read."""
    return read_version(division.season.rulebook).get(Realignment) is not None


def without_score(division: Division) -> Results | None:
    """The rule by which no score is kept at the division's level; None where one is. No query once the book is read."""
    rules = read_version(division.season.rulebook).get(Results)
    return rules if rules and division.level in rules.no_score_levels else None


def flip_clause(division: Division) -> str:
    """The clause by which a recorded decision parts teams; empty where the book has none. No query once it is read."""
    book = read_version(division.season.rulebook)
    return next((step.clause for step in book.all(TieBreak) if step.metric in DECISIONS), "")
