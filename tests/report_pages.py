"""Opens and sends the pages of reporting as a browser without scripts does."""

import datetime as dt
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.reporting import Evening, evening

GOALS = {f"{side}_goals_{number}": "1" for side in ("home", "away") for number in (1, 2, 3)} | {"away_goals_3": "4"}
ROWS = {"penalties-TOTAL_FORMS": "0", "penalties-INITIAL_FORMS": "0"}


def recent_evening(level: str = "bantam") -> Evening:
    """A game that ended two hours ago."""
    ended = timezone.now().replace(second=0, microsecond=0) - dt.timedelta(hours=2)
    return evening(level, starts=ended - dt.timedelta(minutes=75), occupied_until=ended)


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(view: str, played: Evening, **more: Any) -> str:
    kwargs = {"league": played.season.league.slug, "season": played.season.slug}
    return reverse(f"league:{view}", kwargs=kwargs | more)


def form_of(played: Evening) -> str:
    return address("report", played, game=played.game.pk, team=played.home.pk)


def send(client: Client, played: Evening, **values: Any) -> Any:
    data = {**ROWS, **GOALS, "token": "t1", "seen_version": "0", "seen_report": "", "action": "send"} | values
    response = client.post(form_of(played), {name: value for name, value in data.items() if value is not None})
    played.game.refresh_from_db()
    return response


def codes(response: Any, name: str = "found") -> list[str]:
    return [finding.code for finding in response.context[name]]
