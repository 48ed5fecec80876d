"""Checks with real processes that of many bookings of one slot exactly one stands, and all others are told why not."""

import datetime as dt
import multiprocessing
from multiprocessing.connection import Connection
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import timezone

from league.models import Game, Season, Team, Venue
from league.services.errors import Refused
from league.services.setup_games import add_game
from tests import factories

PROCESSES = 50
STARTS = dt.datetime(2014, 12, 6, 19, 0, tzinfo=dt.UTC)


def _book(season: int, home: int, away: int, rink: int, gate: Any, told: Connection) -> None:
    """Book the slot once everybody is ready; tell what came of it."""
    for alias in connections:
        connections[alias].connection = None  # the parent's socket isn't ours
    values = {
        "home": Team.objects.select_related("division").get(pk=home),
        "away": Team.objects.get(pk=away),
        "kind": "league",
        "starts": STARTS,
        "ends": None,
        "occupied_until": STARTS + dt.timedelta(minutes=75),
        "venue": Venue.objects.get(pk=rink),
    }
    of = Season.objects.get(pk=season)
    gate.wait(timeout=120)
    try:
        add_game(season=of, values=values, now=timezone.now())
        told.send("booked")
    except Refused as no:
        told.send(",".join(finding.code for finding in no.findings))
    except Exception as error:  # anything else is a fault, and the test says which
        told.send(repr(error))
    finally:
        connections.close_all()
        told.close()


@pytest.mark.django_db(transaction=True)
def test_of_fifty_parallel_bookings_of_one_slot_exactly_one_stands() -> None:
    season = factories.season()
    division = factories.division(season=season)
    rink = factories.venue(league=season.league)
    teams = [factories.team(division=division, name=f"Team {number}") for number in range(2 * PROCESSES)]
    context = multiprocessing.get_context("fork")
    gate = context.Barrier(PROCESSES)
    connection.close()
    ends, processes = [], []
    for number in range(PROCESSES):
        mine, theirs = context.Pipe(duplex=False)
        pair = teams[2 * number].pk, teams[2 * number + 1].pk
        process = context.Process(target=_book, args=(season.pk, *pair, rink.pk, gate, theirs))
        process.start()
        theirs.close()
        ends.append(mine)
        processes.append(process)
    answers = [mine.recv() if mine.poll(150) else "silent" for mine in ends]
    for process in processes:
        process.join(timeout=30)
    assert answers.count("booked") == 1, answers
    assert answers.count("rink-taken") == PROCESSES - 1, answers
    assert Game.objects.filter(venue=rink, starts=STARTS).count() == 1
