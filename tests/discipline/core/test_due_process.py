"""Shows who decides a case, when what is due, whom to ask and until when one may appeal, by the books' data."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.book_due_process import Appeals, Consulting, DecisionClock, Hearings, Jurisdiction
from discipline.core.due_process import (
    Matter,
    appeal_until,
    authority,
    before_next_game,
    clocks,
    consultations,
    hearing_right,
)
from league.rulebook.loader import load

NB, ALBERTA = load("nb-minor-discipline"), load("alberta-mens")
AT = dt.datetime(2013, 11, 2, 18, 0, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
EDMONTON = ZoneInfo("America/Edmonton")


def local(text):
    return dt.datetime.fromisoformat(text).replace(tzinfo=EDMONTON)


@pytest.mark.clause("nb-minor-discipline", "4.c.i", "4.c.iii", "4.c.v", "4.d.i")
@pytest.mark.parametrize(
    ("matter", "who", "clause"),
    [
        (Matter(("game-misconduct",)), "league-president", "4.d.i"),
        (Matter(("major",)), "league-president", "4.d.i"),
        (Matter(("game-misconduct",), role="coach"), "director", "4.c.iii"),
        (Matter(("match",)), "director", "4.c.i"),
        (Matter(("major", "gross-misconduct")), "director", "4.c.i"),
        (Matter(("match",), one_association=True), "club-committee", "4.c.v"),
    ],
)
def test_the_first_row_that_fits_says_who_decides(matter, who, clause):
    row = authority(matter, NB.all(Jurisdiction))
    assert (row.authority, row.clause) == (who, clause)


def test_a_book_without_rows_names_nobody():
    assert authority(Matter(("match",)), ()) is None


@pytest.mark.clause("nb-minor-discipline", "4.c.vi", "4.d.iv")
def test_four_games_or_fewer_are_decided_in_72_hours_and_more_have_no_such_clock():
    [due] = clocks(Matter(games=4, infraction=AT), NB.all(DecisionClock))
    assert (due.what, due.at, due.clause) == ("decision", AT + 72 * HOUR, "4.c.vi")
    moments = [AT + 47 * HOUR, AT + 48 * HOUR, AT + 72 * HOUR, AT + 72 * HOUR + dt.timedelta(minutes=1)]
    assert [due.state(at) for at in moments] == ["running", "soon", "soon", "overdue"]
    for longer in (
        Matter(games=5, infraction=AT),
        Matter(infraction=AT),
        Matter(games=3, indefinite=True, infraction=AT),
    ):
        assert clocks(longer, NB.all(DecisionClock)) == ()


@pytest.mark.clause("nb-minor-discipline", "13.f")
def test_the_notice_is_due_a_day_after_the_report_and_a_hearing_stops_the_clock():
    [due] = clocks(Matter(report=AT), NB.all(DecisionClock))
    assert (due.at, due.state(AT + 24 * HOUR), due.state(AT + 25 * HOUR)) == (AT + 24 * HOUR, "running", "overdue")
    [due] = clocks(Matter(report=AT, hearing_called=AT + 20 * HOUR), NB.all(DecisionClock))
    assert due.state(AT + 200 * HOUR) == "paused"
    held = Matter(report=AT, hearing_called=AT + 20 * HOUR, hearing_over=AT + 68 * HOUR)
    [due] = clocks(held, NB.all(DecisionClock))
    assert due.at == AT + 72 * HOUR
    [late] = clocks(Matter(report=AT, hearing_called=AT + 30 * HOUR), NB.all(DecisionClock))
    assert late.state(AT + 31 * HOUR) == "overdue"


@given(st.integers(0, 24), st.integers(0, 500))
def test_a_hearing_moves_the_end_by_as_long_as_it_took(before, lasted):
    called = AT + before * HOUR
    [due] = clocks(Matter(report=AT, hearing_called=called, hearing_over=called + lasted * HOUR), NB.all(DecisionClock))
    assert due.at - AT == (24 + lasted) * HOUR


@pytest.mark.clause("nb-minor-discipline", "4.c.ii", "4.d.ii", "4.d.iii", "4.c.i")
def test_who_has_to_be_asked_before_the_notice():
    def whom(matter, decides):
        return [(row.whom, row.clause) for row in consultations(matter, decides, NB.all(Consulting))]

    assert whom(Matter(), "director") == []
    assert whom(Matter(other_district=True), "director") == [("director-of-the-other-district", "4.c.ii")]
    assert whom(Matter(above=True), "director") == []
    assert whom(Matter(above=True), "league-president") == [
        ("league-director", "4.d.ii"),
        ("executive-committee", "4.d.iii"),
    ]
    assert whom(Matter(serious=True), "league-president") == [("executive-committee", "4.c.i")]


@pytest.mark.clause("nb-minor-discipline", "5.d")
def test_a_hearing_is_the_right_of_whoever_gets_more_than_the_minimum_or_no_end():
    rules = NB.one(Hearings)
    assert not hearing_right(Matter(games=3), rules)
    assert hearing_right(Matter(games=4, above=True), rules)
    assert hearing_right(Matter(indefinite=True), rules)
    assert not hearing_right(Matter(indefinite=True), None)


@pytest.mark.clause("alberta-mens", "7-2.a")
def test_an_appeal_comes_within_48_hours_of_the_games_end():
    rules = ALBERTA.one(Appeals)
    ended = local("2013-01-05T22:30")
    assert appeal_until(rules, starts=None, ends=ended, notice=None) == local("2013-01-07T22:30")
    assert appeal_until(rules, starts=local("2013-01-05T21:00"), ends=None, notice=None) == local("2013-01-07T22:30")
    assert appeal_until(rules, starts=None, ends=None, notice=ended) == local("2013-01-07T22:30")
    assert appeal_until(None, starts=ended, ends=ended, notice=ended) is None


@pytest.mark.clause("alberta-mens", "7-2.b")
def test_to_be_decided_before_a_game_on_the_day_after_it_comes_by_ten():
    rules = ALBERTA.one(Appeals)

    def by(next_game):
        return before_next_game(rules, ended=local("2013-01-08T22:00"), next_game=next_game, zone=EDMONTON)

    assert by(local("2013-01-09T20:00")) == local("2013-01-09T10:00")
    assert by(local("2013-01-10T20:00")) is None
    assert by(None) is None


@pytest.mark.clause("alberta-mens", "7-2.c", "7-2.note")
def test_the_suspension_is_served_while_an_appeal_is_open_and_its_decision_is_due_in_48_hours():
    rules = ALBERTA.one(Appeals)
    assert (rules.serving_goes_on, rules.missed_count, rules.serving_clause) == (True, True, "7-2.c")
    [due] = clocks(Matter(appeal=AT), ALBERTA.all(DecisionClock))
    assert (due.what, due.at, due.clause) == ("appeal", AT + 48 * HOUR, "7-2.note")
