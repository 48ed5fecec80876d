"""Measures ruling on one person of five seasons, and the do-not-dress list of a team of forty from its snapshot."""

import datetime as dt
import json
from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.table import Figure, at_most, milliseconds, own_milliseconds, shown
from discipline.core.rulings import discipline
from discipline.views.lists import do_not_dress
from league.core import results
from league.core.facts import Facts
from league.models import League, Membership, Role, Season, Team, User
from league.permissions import Access, Place
from league.queries.rulebooks import newest_version
from league.rulebook.loader import load
from league.seasonfile import read
from league.services.rulebooks import publish_shipped
from rulings.importing import import_season
from rulings.services import recompute_pending

TITLE = "Who may play: one person of 5 seasons, 120 games and 60 penalties; the list of a team of 40"
SLUG = "mn-district-9"
SEASONS, GAMES, PENALTIES = 5, 24, 12  # of one season: 120 games and 60 penalties in all
TEAM = 40
OUT = 10
AS_OF = dt.date(2030, 1, 1)
CLASSES = ("minor", "minor", "minor", "minor", "misconduct", "major")


def figures() -> Iterator[Figure]:
    """Rule on the person in every season, as after a correction; then read the list as the page does."""
    book = load(SLUG)
    seasons = [_record(number) for number in range(SEASONS)]
    ruled = sum(len(discipline(facts, book, results.results(facts, book), AS_OF).suspensions) for facts in seasons)

    def rule_all() -> None:
        for facts in seasons:
            discipline(facts, book, results.results(facts, book), AS_OF)

    yield shown("suspensions ruled on", str(ruled))
    yield at_most("ruling on the person, all five seasons", milliseconds(rule_all, times=100), 3, "ms", 2)
    yield shown("  of it this process's own time", f"{own_milliseconds(rule_all, times=100):.2f} ms")
    yield from _list()


def _record(year: int) -> Facts:
    """One season of one person: the games of the team, and what the earlier seasons bring along."""
    document = _season(2015 + year, games=GAMES, to_come=4)
    document["people"] = [{"id": "p", "name": "Somebody"}]
    document["roster"] = [{"person": "p", "team": "A", "role": "skater", "number": 7}]
    for number in range(PENALTIES):
        penalty_class = CLASSES[number % len(CLASSES)]
        document["games"][number].setdefault("penalties", []).append(
            _penalty(f"x{number}", "p", penalty_class, "fighting" if penalty_class == "major" else "other")
        )
    document["prior"] = [
        {"person": "p", "date": f"{2014 + earlier}-11-15", "season": f"{2014 + earlier}", "offence": "fighting"}
        for earlier in range(year)
    ]
    return read(document, known_rulebooks=(SLUG,)).facts


def _season(year: int, *, games: int, to_come: int) -> dict[str, Any]:
    first = dt.date(year, 11, 1)
    entries: list[dict[str, Any]] = []
    for number in range(games):
        home, away = ("A", "B") if number % 2 else ("B", "A")
        entry: dict[str, Any] = {"id": f"g{number}", "division": "d", "home": home, "away": away}
        entry["starts"] = f"{first + dt.timedelta(days=5 * number)}T18:00"
        if number < games - to_come:
            entry["score"] = {"home": 3, "away": 2}
        entries.append(entry)
    return {
        "format": "season/1",
        "rulebook": SLUG,
        "season": {"name": str(year), "starts": f"{first}", "ends": f"{year + 1}-04-30", "timezone": "America/Chicago"},
        "divisions": [{"id": "d", "level": "bantam"}],
        "teams": [{"id": team, "name": f"Team {team}", "division": "d"} for team in ("A", "B")],
        "games": entries,
    }


def _penalty(key: str, person: str, penalty_class: str, offence: str) -> dict[str, Any]:
    return {"id": key, "team": "A", "person": person, "class": penalty_class, "offence": offence}


def _list() -> Iterator[Figure]:
    call_command("migrate", verbosity=0)
    team, director = _team_of_forty()
    season = team.season
    request: Any = RequestFactory().get("/")
    request.user = director
    request.access, request.place = Access(director), Place(season.league, season, team.division, team)
    _memberships = request.access.memberships  # every page asks for them, whatever it shows

    def listed() -> dict[str, Any]:
        context = do_not_dress(request, team, season)
        render_to_string(
            "discipline/_list.html", context | {"team": team, "season": season, "league": season.league}, request
        )
        return context

    assert len(listed()["next"].people) == OUT
    with CaptureQueriesContext(connection) as queries:
        listed()
    yield at_most("the list of 40, read and laid out", milliseconds(listed, times=40), 30, "ms")
    yield shown("  of it this process's own time", f"{own_milliseconds(listed, times=40):.1f} ms")
    yield at_most("its queries", len(queries), 6, "", 0)
    client = Client()
    client.force_login(director)
    kwargs = {"league": season.league.slug, "season": season.slug, "team": team.pk}
    address = reverse("discipline:team", kwargs=kwargs)
    yield shown("the whole page", f"{milliseconds(lambda: client.get(address), times=20):.1f} ms")


def _team_of_forty() -> tuple[Team, User]:
    """A team of 40 of whom some fought in its last game, everything worked out."""
    publish_shipped()
    version = newest_version(SLUG)
    assert version is not None
    document = _season(2014, games=30, to_come=20)
    document["people"] = [{"id": f"p{number}", "name": f"Player {number}"} for number in range(TEAM)]
    document["roster"] = [
        {"person": f"p{number}", "team": "A", "role": "skater", "number": number + 1} for number in range(TEAM)
    ]
    document["games"][9]["penalties"] = [_penalty(f"x{n}", f"p{n}", "major", "fighting") for n in range(OUT)]
    for number, game in enumerate(document["games"][10:]):  # still to come, whenever this is measured
        game["starts"] = f"{AS_OF + dt.timedelta(days=number)}T18:00"
    document["season"]["ends"] = "2030-04-30"
    league = League.objects.create(slug="eligibility", name="Measured")
    file = read(json.loads(json.dumps(document)), known_rulebooks=(SLUG,))
    season, _ = import_season(file=file, version=version, league=league)
    recompute_pending()
    director = User.objects.create_user("director@eligibility.example")
    Membership.objects.create(user=director, league=league, role=Role.DIRECTOR)
    season = Season.objects.select_related("league", "rulebook").get(pk=season.pk)
    team = Team.objects.select_related("division").get(season=season, key="A")
    team.season = season
    return team, director
