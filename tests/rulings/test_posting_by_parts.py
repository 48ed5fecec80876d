"""Shows that charges posted division by division are those that posting the whole season gives."""

import datetime as dt
import itertools
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discipline.core.fines import FINE
from league.models import Game, LedgerEntry, LedgerRequest, Outcome, Payment, Person, Season, Team
from league.services import recompute
from league.services.ledger import request_posting, standing_entries
from rulings import money
from rulings.services import recompute_pending
from tests.seasons import imported, season_file

pytestmark = pytest.mark.django_db
KEYS = [f"g{number}" for number in range(1, 7)]
_count = itertools.count(1)

changes = st.lists(
    st.one_of(
        st.tuples(st.just("no-show"), st.sampled_from(KEYS), st.sampled_from(["home", "away"])),
        st.tuples(st.just("played"), st.sampled_from(KEYS)),
        st.tuples(st.just("later"), st.sampled_from(KEYS)),
        st.tuples(st.just("pay"), st.sampled_from(KEYS), st.sampled_from([5000, 30000])),
        st.tuples(st.just("work")),
    ),
    max_size=10,
)


def two_divisions() -> Season:
    document = season_file(["A v B", "B v A", "A v B", "C v D", "D v C", "C v D"], teams=4)
    document["divisions"].append({"id": "pa", "name": "Peewee A", "level": "peewee"})
    for team in document["teams"][2:]:
        team["division"] = "pa"
    for game in document["games"][3:]:
        game["division"] = "pa"
    return imported(document)


def apply(season: Season, change: tuple[Any, ...]) -> None:
    """One change of a game or a payment, with the requests that a service would make."""
    if change[0] == "work":
        recompute_pending()
        return
    game = Game.objects.select_related("home", "away").get(season=season, key=change[1])
    if change[0] == "pay":
        Payment.objects.create(
            season=season, key=f"m{next(_count)}", team=game.away, amount_cents=change[2], currency="USD",
            purpose=game.key, date=dt.date(2014, 11, 9),
        )  # fmt: skip
        request_posting(season=season)
        return
    if change[0] == "later":
        assert game.starts is not None
        assert game.occupied_until is not None
        game.starts += dt.timedelta(days=1)
        game.occupied_until += dt.timedelta(days=1)
    else:
        game.outcome = Outcome.NO_SHOW if change[0] == "no-show" else Outcome.SCHEDULED
        game.at_fault = [getattr(game, f"{change[2]}_id")] if change[0] == "no-show" else []
    game.save()
    recompute.request(season=season, divisions=[game.division_id])


def said(season: Season) -> list[tuple[Any, ...]]:
    """What stands in the ledger, whenever it was posted."""
    rows = standing_entries(season).order_by("key")
    return list(rows.values_list("key", "kind", "cents", "due", "purpose", "team__key", "charge_kind"))


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(changes)
def test_posted_by_parts_the_ledger_says_what_posting_the_whole_season_says(steps: list[tuple[Any, ...]]) -> None:
    with transaction.atomic():
        season = two_divisions()
        for step in steps:
            apply(season, step)
        recompute_pending()
        by_parts = said(season)
        request_posting(season=season)
        entries = LedgerEntry.objects.count()
        recompute_pending()
        assert said(season) == by_parts
        assert LedgerEntry.objects.count() == entries  # nothing was reversed and posted anew either
        assert sum(LedgerEntry.objects.values_list("cents", flat=True)) == sum(row[2] for row in by_parts)
        transaction.set_rollback(True)  # the next example begins with nothing


def test_what_a_game_costs_is_posted_with_its_division_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    season = two_divisions()
    recompute_pending()
    monkeypatch.setattr(money, "whole_facts", lambda season: pytest.fail("the whole season was read"))
    apply(season, ("no-show", "g4", "away"))
    recompute_pending()
    assert [(row[2], row[5]) for row in said(season)] == [(30000, "D")]
    assert not LedgerRequest.objects.exists()


def test_the_work_does_not_grow_with_the_other_divisions() -> None:
    season = two_divisions()
    division = Team.objects.get(season=season, key="A").division

    def number() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert money.post_division(division=division)
        return len(queries)

    one = number()
    other = Team.objects.get(season=season, key="C").division
    for key in range(6):
        made = Team.objects.create(season=season, division=other, key=f"x{key}", name=f"X{key}")
        Game.objects.create(season=season, division=other, home=made, away=Team.objects.get(season=season, key="C"))
    assert number() == one


@pytest.mark.clause("alberta-mens", "8-1.b")
def test_a_report_that_changes_no_fine_posts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import json
    from pathlib import Path

    case = Path(__file__).parents[1] / "cases" / "own-alberta-mens-unpaid-fine" / "season.json"
    season = imported(json.loads(case.read_text()))
    recompute_pending()
    fines = LedgerEntry.objects.filter(season=season, charge_kind=FINE, kind="charge")
    assert sorted(fines.values_list("purpose", "person__key", "team__key")) == [("x1", "p1", None), ("y1", "q1", None)]
    people = Person.objects.filter(league=season.league).values_list("pk", flat=True)
    monkeypatch.setattr(money, "whole_facts", lambda season: pytest.fail("the whole season was read"))
    recompute.request(season=season, people=people)
    recompute_pending()
    monkeypatch.undo()
    penalty = season.games.get(key="g1").penalties.get(key="x1")
    penalty.delete()
    recompute.request(season=season, people=people)
    recompute_pending()
    assert {row[4] for row in said(season) if row[6] == FINE} == {"y1"}
