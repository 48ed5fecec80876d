"""Measures the import of a schedule of 2,000 rows with faults: its dry run as the page shows it, and the saving."""

import datetime as dt
import re
from collections.abc import Iterator
from time import perf_counter

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from bench.seasons import make
from bench.table import Figure, at_most, shown
from league.models import Game, Membership, Role, Season, User

TITLE = "Import of a schedule of 2,000 rows"
ROWS = 2_000
EVERY = 50
"""One row in so many has a fault."""


def figures() -> Iterator[Figure]:
    """Send the file through the page: shown with all faults, then saved without the faulty rows."""
    call_command("migrate", verbosity=0)
    season = make(1, to_report=0)
    administrator = User.objects.create_user("importer@bench.example")
    Membership.objects.create(user=administrator, league=season.league, role=Role.ADMINISTRATOR)
    client = Client()
    client.force_login(administrator)
    address = reverse("scheduling:import_games", kwargs={"league": season.league.slug, "season": season.slug})
    text, before = _file(season), Game.objects.filter(season=season).count()
    data = {"text": text, "zone": season.timezone, "without_faulty": "on"}
    begun = perf_counter()
    answer = client.post(address, data)
    taken = perf_counter() - begun
    assert answer.status_code == 200, answer.status_code
    digest = re.search(r'name="digest" value="([0-9a-f]{64})"', answer.content.decode())
    assert digest is not None
    yield at_most("shown with its faults", taken, 5, "s")
    begun = perf_counter()
    saved = client.post(address, data | {"confirm": "yes", "digest": digest[1]})
    assert saved.status_code == 302, saved.status_code
    yield at_most("saved", perf_counter() - begun, 10, "s")
    yield shown("  games set", str(Game.objects.filter(season=season).count() - before))


def _file(season: Season) -> str:
    """Games after the season's own, on rinks and days of their own; one row in `EVERY` is broken."""
    lines = ["Game number,Date,Time,Home,Away,Rink"]
    groups = [list(division.teams.order_by("pk")) for division in season.divisions.order_by("pk")]
    first = dt.date(2014, 11, 1)
    for number in range(ROWS):
        teams = groups[number % len(groups)]
        turn = number // len(groups)
        home, away = teams[turn % len(teams)], teams[(turn + 1) % len(teams)]
        day = first + dt.timedelta(days=turn % 90)
        time = "25:00" if number % EVERY == 0 else f"{6 + turn // 90 * 5 % 16:02d}:{number % 6 * 10:02d}"
        lines.append(f"{number + 1},{day},{time},{home.name},{away.name},")
    return "\n".join(lines)
