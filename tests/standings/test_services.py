"""Shows how tables become final, are opened again, and how coin flips are recorded."""

import datetime as dt

import pytest

from league.models import AuditEntry, RecomputeRequest, Role
from league.services import recompute
from league.services.errors import Refused
from rulings.services import recompute_pending
from standings import services
from standings.models import CoinFlip, FinalTable, StandingsSnapshot
from tests import factories
from tests.seasons import imported, season_file

NOW = dt.datetime(2015, 2, 2, 12, tzinfo=dt.UTC)
DAY = dt.date(2015, 2, 2)
LEVEL = ["A 1-1 B", "C 1-1 D", "B 1-1 A", "D 1-1 C"]  # all four level in everything


@pytest.fixture
def season(db):
    return imported(season_file(["A 3-2 B", "A 4-1 B"], teams=2))


@pytest.fixture
def division(season):
    return season.divisions.get()


@pytest.fixture
def statistician(season):
    return factories.member(Role.STATISTICIAN, season.league)


def freeze(division, actor):
    return services.freeze_table(division=division, actor=actor, day=DAY, now=NOW)


@pytest.mark.clause("mn-district-9", "5.4")
def test_a_final_table_keeps_rows_tie_breaks_and_seeding_and_is_on_record(division, statistician):
    final = freeze(division, statistician)
    assert [(row["rank"], row["team"], row["points"]) for row in final.rows] == [(1, "A", 6), (2, "B", 2)]
    assert final.seeding[0]["teams"] == ["A", "B"]
    assert (final.frozen_at, final.frozen_by, final.reopened_at) == (NOW, statistician, None)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.actor, entry.after["order"]) == ("freeze-table", statistician, [[1, "A"], [2, "B"]])
    assert final.facts_digest == StandingsSnapshot.objects.get(division=division).facts_digest


@pytest.mark.clause("mn-district-9", "5.4")
def test_a_correction_after_freezing_changes_the_running_table_and_not_the_final_one(division, statistician):
    freeze(division, statistician)
    game = division.games.get(key="g1")
    division.games.filter(pk=game.pk).update(score_home=0, winner=game.away)
    recompute.request(season=division.season, divisions=[division.pk])
    recompute_pending()
    running = StandingsSnapshot.objects.get(division=division)
    assert [row["points"] for row in running.rows] == [4, 4]
    assert [row["points"] for row in FinalTable.objects.get().rows] == [6, 2]
    assert running.facts_digest != FinalTable.objects.get().facts_digest


def codes(refused):
    return [finding.code for finding in refused.value.findings]


def test_games_to_come_and_disputes_stand_against_it_all_at_once(db):
    season = imported(season_file(["A 3-2 B", "A 4-1 B", "A v B"], teams=2))
    division = season.divisions.get()
    division.games.filter(key="g1").update(report_state="disputed", reported_at=NOW)
    with pytest.raises(Refused) as refused:
        freeze(division, factories.member(Role.STATISTICIAN, season.league))
    assert codes(refused) == ["games-left", "disputed"]
    assert {finding.clause for finding in refused.value.findings} == {"5.4"}
    assert not FinalTable.objects.exists()


def test_a_provisional_result_is_said_and_does_not_stand_against_it(division, statistician):
    division.games.filter(key="g1").update(report_state="provisional", reported_at=NOW)
    assert freeze(division, statistician).rows[0]["provisional"] == 1


def test_a_table_is_final_once(division, statistician):
    freeze(division, statistician)
    with pytest.raises(Refused) as refused:
        freeze(division, statistician)
    assert codes(refused) == ["final-already"]


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_a_table_has_none_to_freeze(db):
    season = imported(season_file(["A 0-0 B"], teams=2, level="mite"))
    with pytest.raises(Refused) as refused:
        freeze(season.divisions.get(), factories.member(Role.STATISTICIAN, season.league))
    assert codes(refused) == ["no-table"]


@pytest.mark.clause("mn-district-9", "5.4")
def test_a_final_table_is_reopened_with_a_reason_and_kept(division, statistician):
    freeze(division, statistician)
    with pytest.raises(Refused) as refused:
        services.reopen_table(division=division, actor=statistician, reason="  ", now=NOW)
    assert codes(refused) == ["reason-missing"]
    services.reopen_table(division=division, actor=statistician, reason="g1 was scored wrong", now=NOW)
    kept = FinalTable.objects.get()
    assert (kept.reopened_by, kept.reopened_at, kept.reason) == (statistician, NOW, "g1 was scored wrong")
    assert RecomputeRequest.objects.filter(target_id=division.pk, kind="division").exists()
    assert AuditEntry.objects.latest("pk").reason == "g1 was scored wrong"
    with pytest.raises(Refused) as refused:
        services.reopen_table(division=division, actor=statistician, reason="again", now=NOW)
    assert codes(refused) == ["not-final"]
    assert freeze(division, statistician).pk != kept.pk


def flip(division, actor, order, **more):
    values = {"official": "Ida Frost", "witness": "Ole Berg", "date": DAY} | more
    return services.record_coin_flip(division=division, order=order, actor=actor, day=DAY, **values)


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_flip_between_two_parts_them_and_is_cited(db):
    season = imported(season_file(["A 1-1 B", "B 1-1 A"], teams=2))
    division = season.divisions.get()
    assert StandingsSnapshot.objects.get(division=division).coin_flip_needed == [["A", "B"]]
    director = factories.member(Role.DIRECTOR, season.league)
    recorded = flip(division, director, ["B", "A"])
    assert (recorded.winner, recorded.order, recorded.among) == ("B", None, ["A", "B"])
    recompute_pending()
    snapshot = StandingsSnapshot.objects.get(division=division)
    assert [(row["rank"], row["team"], row["tied"]) for row in snapshot.rows] == [(1, "B", False), (2, "A", False)]
    assert snapshot.coin_flip_needed == []
    assert snapshot.tie_breaks[0]["steps"][-1]["clause"] == "3.15.i"
    entry = AuditEntry.objects.latest("pk")
    assert entry.after == {
        "division": "ba",
        "order": ["B", "A"],
        "first_place": 1,
        "date": "2015-02-02",
        "official": "Ida Frost",
        "witness": "Ole Berg",
    }


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_flip_among_four_gives_every_place(db):
    season = imported(season_file(LEVEL))
    division = season.divisions.get()
    recorded = flip(division, factories.member(Role.DIRECTOR, season.league), ["C", "A", "D", "B"])
    assert (recorded.winner, recorded.order) == (None, ["C", "A", "D", "B"])
    recompute_pending()
    assert [row["team"] for row in StandingsSnapshot.objects.get(division=division).rows] == ["C", "A", "D", "B"]


@pytest.mark.parametrize(
    ("order", "more", "expected"),
    [
        (["A", "C"], {}, ["no-such-tie"]),
        (["A", "A"], {}, ["no-such-tie"]),
        (["A", "B"], {"official": " ", "witness": ""}, ["name-missing", "name-missing"]),
        (["A", "B"], {"witness": "ida frost"}, ["own-witness"]),
        (["A", "B"], {"date": DAY + dt.timedelta(days=1)}, ["flipped-later"]),
        (["A", "C"], {"official": "", "date": dt.date(2016, 1, 1)}, ["no-such-tie", "name-missing", "flipped-later"]),
    ],
)
def test_a_flip_that_cannot_be_is_refused_with_everything_wrong(db, order, more, expected):
    season = imported(season_file(["A 1-1 B", "B 1-1 A", "C 5-1 A", "C 5-1 B"], teams=3))
    with pytest.raises(Refused) as refused:
        flip(season.divisions.get(), factories.member(Role.DIRECTOR, season.league), order, **more)
    assert codes(refused) == expected
    assert not CoinFlip.objects.exists()


def test_a_final_table_takes_no_flip(db):
    season = imported(season_file(["A 1-1 B", "B 1-1 A"], teams=2))
    division = season.divisions.get()
    freeze(division, factories.member(Role.STATISTICIAN, season.league))
    with pytest.raises(Refused) as refused:
        flip(division, factories.member(Role.DIRECTOR, season.league), ["A", "B"])
    assert codes(refused) == ["final-already"]
