"""Measures the standings page from its snapshot: queries and server time, with four teams and with forty."""

import random
from collections.abc import Iterator
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench import seasons
from bench.table import Figure, at_most, milliseconds, shown
from league.models import Division, League, Season
from league.queries.rulebooks import newest_version
from league.seasonfile import read
from league.services.rulebooks import publish_shipped
from rulings.importing import import_season
from rulings.services import recompute_pending

TITLE = "The standings page, from its snapshot"
SIZES = (4, 40)


def figures() -> Iterator[Figure]:
    """Ask for the page of a small and of a large division, as the public and as a representative."""
    call_command("migrate", verbosity=0)
    season = _season()
    member = Client()
    member.force_login(next(iter(seasons.reporters(season).values())))
    counted = {}
    for division in season.divisions.order_by("pk"):
        for who, client in (("public", Client()), ("signed in", member)):
            address = _address(season, division)
            taken = milliseconds(lambda address=address, client=client: _get(client, address), times=40)  # type: ignore[misc]
            yield at_most(f"server time, {division.name}, {who}", taken, 15, "ms")
            with CaptureQueriesContext(connection) as queries:
                _get(client, address)
            counted[division.name, who] = len(queries)
    yield at_most("queries, at most", max(counted.values()), 6, "", 0)
    yield shown("  by division and visitor", ", ".join(str(number) for number in counted.values()))


def _get(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200, response.status_code


def _address(season: Season, division: Division) -> str:
    place = {"league": season.league.slug, "season": season.slug, "division": division.pk}
    return reverse("standings:division", kwargs=place)


def _season() -> Season:
    """A season with a division of each size, everybody playing ten games or so."""
    publish_shipped()
    version = newest_version("mn-district-9")
    assert version is not None
    file = read(_document(), known_rulebooks=(version.slug,))
    league = League.objects.create(slug="standings-page", name="Measured")
    season, _ = import_season(file=file, version=version, league=league)
    recompute_pending()
    return season


def _document() -> dict[str, Any]:
    chance = random.Random(1)
    teams = [(f"{size}-{number}", str(size)) for size in SIZES for number in range(size)]
    games = []
    for number in range(220):
        size = 4 if number < 20 else 40
        home, away = chance.sample([team for team, division in teams if division == str(size)], 2)
        score = {"home": chance.randrange(7), "away": chance.randrange(7)}
        day = f"2014-{11 + number % 2}-{1 + number % 28:02d}"
        entry = {"id": f"g{number}", "division": str(size), "home": home, "away": away, "score": score}
        games.append(entry | {"starts": f"{day}T{8 + number % 12:02d}:00"})
    return {
        "format": "season/1",
        "rulebook": "mn-district-9",
        "season": {"name": "2014-15", "starts": "2014-10-30", "ends": "2015-03-15", "timezone": "America/Chicago"},
        "divisions": [{"id": str(size), "name": f"{size} teams", "level": "bantam"} for size in SIZES],
        "teams": [{"id": team, "name": f"Team {team}", "division": division} for team, division in teams],
        "games": games,
    }
