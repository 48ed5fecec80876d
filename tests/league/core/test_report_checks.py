"""What a report is told: what can't be, what doesn't agree with what comes out, and what is hardly so."""

from typing import Any

import pytest
from hypothesis import given

from league.core.facts import Facts, Person, RosterSpot
from league.core.findings import Finding
from league.core.report_about import About
from league.core.report_checks import check_report, refused, worked_out
from league.core.reports import ReportContent
from league.rulebook.loader import load
from tests.league.core.builders import game, season
from tests.league.core.test_standing import CONTENTS
from tests.reporting import content, penalty

BOOK = load("mn-district-9")
PEOPLE = ("h1", "h2", "hc", "a1")


def about(level: str = "bantam", **given: Any) -> About:
    """Otters at home to Bears, not yet played; h1, h2 and the coach hc are Otters, a1 is a Bear."""
    roster = (
        RosterSpot("h1", "otters", "skater", 7),
        RosterSpot("h2", "otters", "skater", 8, ends=game().day),
        RosterSpot("hc", "otters", "coach"),
        RosterSpot("a1", "bears", "skater", 9),
    )
    found = game(outcome="scheduled", home_goals=None, away_goals=None, winner=None)
    facts: Facts = season(found, level=level, roster=roster, people=tuple(Person(who) for who in PEOPLE))
    return About(facts, found, BOOK, **given)


def told(report: ReportContent, **given: Any) -> list[tuple[str, str, str]]:
    return [(item.code, item.severity, item.where) for item in check_report(report, about(**given))]


def only(report: ReportContent, **given: Any) -> Finding:
    found = check_report(report, about(**given))
    assert len(found) == 1, found
    return found[0]


def test_a_sound_report_is_told_nothing() -> None:
    assert told(content(home_counts={"minor": 5}, home_total=3, home_minutes=10, home_fair_play=True)) == []


@pytest.mark.clause("mn-district-9", "5.1")
def test_a_total_that_doesnt_add_up_is_pointed_out_and_not_refused() -> None:
    found = only(content(home_total=4))
    assert (found.code, found.severity, found.where, found.clause) == ("report.total", "warn", "home.total", "5.1")
    assert found.message == "otters: the periods add up to 3, the total says 4"


@pytest.mark.clause("mn-district-9", "5.1")
def test_other_minutes_than_those_that_come_out_are_pointed_out() -> None:
    found = only(content(home_counts={"minor": 4, "major": 1}, home_minutes=12))
    assert (found.code, found.message) == (
        "report.minutes", "otters: 5 penalties come to 13 minutes, the report says 12",
    )  # fmt: skip


@pytest.mark.clause("mn-district-9", "4.3", "5.2")
@pytest.mark.parametrize("minutes", [8, 6])
def test_at_squirt_the_minutes_of_the_sheet_or_those_of_fair_play_may_be_given(minutes: int) -> None:
    assert told(content(home_counts={"minor": 4}, home_minutes=minutes), level="squirt") == []
    assert told(content(home_counts={"minor": 4}, home_minutes=7), level="squirt") != []


@pytest.mark.clause("mn-district-9", "5.2")
def test_another_fair_play_verdict_than_the_books_is_pointed_out_with_its_clause() -> None:
    found = only(content(home_counts={"minor": 8}, home_fair_play=True))
    assert (found.code, found.severity, found.clause) == ("report.fair-play", "warn", "P.2.a")
    assert "16 minutes, limit 14" in found.message
    assert only(content(home_conduct=("spectators-removed",), home_fair_play=True)).clause == "P.2.b"
    staff = content(home_penalties=(penalty("game-misconduct", "other", "hc"),), home_fair_play=True)
    assert only(staff).clause == "P.2.c"
    assert only(content(home_fair_play=False)).clause == "P.2.a"


@pytest.mark.clause("mn-district-9", "4.5")
def test_checking_from_behind_in_one_part_is_told_and_counts_in_full() -> None:
    alone = content(home_penalties=(penalty("minor", "checking-from-behind", "h1"),))
    assert (only(alone).code, only(alone).severity) == ("report.one-part", "info")
    both = content(home_counts={"checking-from-behind": 1})
    assert [worked_out(one, about())["home"].verdict.minutes for one in (alone, both)] == [12, 12]  # type: ignore[union-attr]


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_score_has_no_goals_and_no_fair_play_point() -> None:
    found = only(content(), level="mite")
    assert (found.code, found.severity, found.clause) == ("report.no-score", "refuse", "5.3")
    made = worked_out(content((), (), home_counts={"minor": 1}), about("mite"))
    assert (made["home"].score, made["home"].verdict) == (0, None)


@pytest.mark.parametrize(
    ("report", "codes"),
    [
        (content((1, 1), (1, 1, 1)), ["report.periods"]),
        (content((), ()), ["report.periods"]),
        (content((1, 1, 1, 1, 1), (1, 1, 1, 1, 1)), ["report.periods"]),
        (content((1, 1, -1), (1, 1, 1)), ["report.number"]),
        (content((1, 1, 100), (1, 1, 1)), ["report.number"]),
        (content(home_counts={"minor": -1}), ["report.number"]),
        (content(home_counts={"slap": 1}), ["report.unknown-word"]),
        (content(home_conduct=("riot",)), ["report.unknown-word"]),
        (content(home_penalties=(penalty("minor", "triping", period="4", left=1201, seconds=-1),)),
         ["report.unknown-word", "report.period", "report.time-left", "report.length"]),
        (content(home_penalties=(penalty(person="x"),)), ["report.unknown-person"]),
        (content(home_dressed=("h1", "h1")), ["report.twice"]),
        (content((1, 1, 1, 0), (1, 1, 0, 1), decided_in="overtime"), ["report.overtime"]),
        (content((1, 1, 1, 0), (1, 1, 1, 0), decided_in="overtime"), ["report.overtime"]),
        (content((1, 1, 1, 1), (1, 1, 1, 0)), ["report.overtime"]),
        (content((1, 1, 1), (1, 1, 1), decided_in="shootout"), ["report.shootout"]),
        (content((1, 1, 1), (1, 1, 1), shootout_winner="home"), ["report.shootout"]),
        (content(decided_in="shootout", shootout_winner="home"), ["report.overtime"]),
        (content((), (), home_total=1, away_total=1, decided_in="shootout"), ["report.shootout"]),
    ],
)  # fmt: skip
def test_what_can_not_be_is_refused(report: ReportContent, codes: list[str]) -> None:
    found = check_report(report, about())
    assert [item.code for item in refused(found)] == codes
    assert all(item.message for item in found)


@pytest.mark.parametrize(
    ("report", "codes"),
    [
        (content((1, 1, 16)), ["report.many-goals"]),
        (content((1, 1, 1, 2), (1, 1, 1, 0), decided_in="overtime"), ["report.overtime"]),
        (content((1, 1, 1, 1), (1, 1, 1, 1)), ["report.overtime"]),
        (content(home_counts={"minor": 2}, home_penalties=(penalty(person="h1"),)), ["report.both-ways"]),
        (content(home_penalties=(penalty(person="a1"),)), ["report.not-on-roster"]),
        (content(home_penalties=(penalty(person="h2"), penalty(person="hc")), home_dressed=("h1",)),
         ["report.penalised-not-dressed"]),
    ],
)  # fmt: skip
def test_what_is_hardly_so_is_pointed_out(report: ReportContent, codes: list[str]) -> None:
    found = check_report(report, about())
    assert [(item.code, item.severity) for item in found] == [(code, "warn") for code in codes]


def test_whoever_may_not_dress_is_told_with_the_same_reason() -> None:
    found = only(content(home_dressed=("h1", "h2")), barred={"h2": "1 game left of 2 (rule 4.4)"})
    assert (found.code, found.severity) == ("report.may-not-dress", "warn")
    assert found.message == "No. 8 may not take part: 1 game left of 2 (rule 4.4)"


def test_people_are_called_by_name_only_where_the_reader_may_see_it() -> None:
    report = content(home_dressed=("h1", "h2"))
    barred = {"h1": "x", "h2": "x"}
    found = check_report(report, about(barred=barred, names={"h1": "Alva Birke"}))
    assert [item.message.split(" may")[0] for item in found] == ["Alva Birke", "No. 8"]


@given(CONTENTS)
def test_a_check_never_fails_and_what_it_lets_through_can_be_worked_out(report: ReportContent) -> None:
    for level in ("bantam", "mite", "adult"):
        here = about(level)
        if not refused(check_report(report, here)):
            made = worked_out(report, here)
            assert (made["home"].score, made["away"].score) == (report.home.score, report.away.score)
