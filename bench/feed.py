"""Measures a calendar feed of 200 games: made anew, and told that nothing has changed."""

import datetime as dt
from collections.abc import Iterator

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from bench.seasons import make
from bench.table import Figure, at_most, milliseconds
from league.models import Game

TITLE = "Calendar feed of 200 games"
GAMES = 200


def figures() -> Iterator[Figure]:
    """The server time of one answer, all of the middleware included."""
    call_command("migrate", verbosity=0)
    season = make(1, to_report=0)
    division = season.divisions.order_by("pk")[0]
    missing = GAMES - Game.objects.filter(division=division).count()
    teams = list(division.teams.order_by("pk"))
    last = dt.datetime(2016, 1, 1, 18, 0, tzinfo=dt.UTC)
    for number in range(max(missing, 0)):
        starts = last + dt.timedelta(days=number)
        Game.objects.create(
            season=season,
            division=division,
            home=teams[number % 2],
            away=teams[2],
            starts=starts,
            occupied_until=starts + dt.timedelta(minutes=75),
        )
    here = {"league": season.league.slug, "season": season.slug, "division": division.pk}
    address = reverse("scheduling:division_feed", kwargs=here)
    client = Client()
    answer = client.get(address)
    assert answer.content.count(b"BEGIN:VEVENT") >= GAMES, answer.content.count(b"BEGIN:VEVENT")
    headers = {"If-None-Match": answer["ETag"]}
    assert client.get(address, headers=headers).status_code == 304
    yield at_most("200 games", milliseconds(lambda: client.get(address), times=30), 30, "ms")
    again = milliseconds(lambda: client.get(address, headers=headers), times=100)
    yield at_most("nothing has changed (304)", again, 3, "ms")
