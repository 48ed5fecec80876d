"""Shows which data about scheduling a rule book may give, and what its linter says about the rest."""

import datetime as dt
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from league.rulebook.faults import RuleBookFaults
from league.rulebook.loader import load_text, shipped_text
from scheduling.core.book import GameFormat, GameLimit, OpeningDay, Scheduling
from scheduling.core.fee_book import GameCharge, Reschedule
from tests.scheduling.core.builders import BOOK


def reschedule(received, surcharge=()):
    return Reschedule.model_validate(
        {
            "clause": "3.10",
            "agreement_clause": "3.11.ii",
            "decision_clause": "3.10.d",
            "received": [{"clause": "3.10.a", "fee": "50.00", **tier} for tier in received],
            "surcharge": [{"clause": "3.11.i", "fee": "25.00", **tier} for tier in surcharge],
        }
    )


def findings(section):
    return [(finding.where, finding.message) for finding in section.check(BOOK)]


@pytest.mark.clause("mn-district-9", "3.10.a", "3.10.b", "3.11.i")
def test_the_book_charges_by_two_days_and_two_notices():
    rules = BOOK.one(Reschedule)
    assert [(tier.since, tier.through, tier.fee) for tier in rules.received] == [
        (None, "11-16", 0),
        ("11-17", None, 5000),
    ]
    assert [(step.at_least, step.at_most, step.fee) for step in rules.surcharge] == [(7, None, 0), (None, 6, 2500)]


@pytest.mark.parametrize(
    ("received", "where", "message"),
    [
        ([{"since": "11-01"}], "received[0].since", "nothing says what holds before `since` of this tier"),
        ([{"through": "11-16"}], "received[0].through", "nothing says what holds after `through` of this tier"),
        ([{"through": "11-16"}, {"since": "11-18"}], "received[1].since", "there is a hole"),
        ([{"through": "11-16"}, {"since": "11-16"}], "received[1].since", "this tier overlaps"),
        ([{"through": "11-16"}, {}], "received[1].since", "this tier overlaps"),
        ([{}, {"since": "11-17"}], "received[1].since", "this tier overlaps"),
        ([{"through": "01-10"}, {"since": "11-17"}], "received[1].since", "this tier overlaps"),
        (
            [{"through": "11-16"}, {"since": "11-17", "through": "11-01"}, {"since": "11-02"}],
            "received[1].since",
            "this tier ends before it begins",
        ),
    ],
)
def test_days_with_a_hole_or_an_overlap_are_refused(received, where, message):
    found = findings(reschedule(received))
    assert found
    assert found[0][0] == where
    assert found[0][1].startswith(message)


def test_the_loader_refuses_a_book_whose_days_leave_a_hole():
    text = shipped_text("mn-district-9").replace('since = "11-17"', 'since = "11-20"')
    with pytest.raises(RuleBookFaults, match=r"reschedule\.received\[1\]\.since.*there is a hole"):
        load_text(text, name="league.toml")


@pytest.mark.parametrize(
    "received",
    [
        [{}],
        [{"through": "11-16"}, {"since": "11-17"}],
        [{"through": "12-31"}, {"since": "01-01"}],
        [{"through": "02-28"}, {"since": "03-01"}],
        [{"through": "10-31"}, {"since": "11-01", "through": "01-31"}, {"since": "02-01"}],
    ],
)
def test_days_without_hole_or_overlap_are_accepted_across_the_new_year(received):
    assert findings(reschedule(received)) == []


@pytest.mark.parametrize(
    ("surcharge", "where", "message"),
    [
        ([{"at_least": 7}], "surcharge[0].at_least", "nothing says what holds before"),
        ([{"at_most": 6}], "surcharge[0].at_most", "nothing says what holds after"),
        ([{"at_least": 8}, {"at_most": 6}], "surcharge[0].at_least", "there is a hole"),
        ([{"at_least": 7}, {"at_most": 7}], "surcharge[0].at_least", "this tier overlaps"),
        ([{"at_most": 6}, {"at_least": 7}], "surcharge[1].at_least", "nothing says what holds before"),
    ],
)
def test_notices_with_a_hole_or_an_overlap_are_refused(surcharge, where, message):
    found = findings(reschedule([{}], surcharge))
    assert any(at == where and said.startswith(message) for at, said in found)


@given(st.lists(st.integers(-3, 40), min_size=1, max_size=4, unique=True))
def test_any_falling_notices_that_meet_are_accepted(limits):
    falling = sorted(limits, reverse=True)
    steps = [{"at_least": falling[0]}]
    steps += [{"at_least": low, "at_most": high - 1} for high, low in pairwise(falling)]
    steps += [{"at_most": falling[-1] - 1}]
    assert findings(reschedule([{}], steps)) == []


@pytest.mark.parametrize("day", ["02-29", "13-01", "11-31", "1-1", "2014-11-16"])
def test_a_day_that_does_not_come_every_year_is_refused(day):
    with pytest.raises(ValidationError):
        OpeningDay.model_validate({"clause": "3.9", "levels": ["mite"], "day": day})


@pytest.mark.parametrize("fee", ["-1.00", "1.5", "free", "", 50, 50.0])
def test_money_is_a_decimal_string(fee):
    with pytest.raises(ValidationError):
        reschedule([{"fee": fee}])


def test_the_linter_knows_levels_kinds_and_reasons():
    limit = GameLimit(clause="3.9", levels=("sqirt",), games=35, refused_kinds=("legue",))
    assert [finding.remedy for finding in limit.check(BOOK)] == ["did you mean 'squirt'?", "did you mean 'league'?"]
    window = Scheduling.model_validate({"window": {"clause": "3.6", "usual": ["02-01", "10-30"]}})
    assert findings(window) == [("window.usual", "the window begins on 02-01 and ends on 10-30")]


def test_a_level_has_one_limit_one_opening_day_and_one_format():
    for kind in (GameLimit, OpeningDay, GameFormat):
        entries = BOOK.all(kind)
        again = entries[0].model_copy()
        assert [finding for entry in entries for finding in entry.check(BOOK)] == []
        assert {finding.code for finding in again.check(BOOK)} == {"level-twice"}


def test_a_share_is_part_of_its_charge_and_a_cause_has_one_charge():
    charge = {"clause": "3.12", "cause": "forfeit", "amount": "100.00"}
    assert findings(GameCharge.model_validate({**charge, "share": "100.01"})) == [
        ("share", "100.01 are passed on of 100.00")
    ]
    assert findings(GameCharge.model_validate({**charge, "share": "100.00"})) == []
    assert findings(GameCharge.model_validate({**charge, "cause": "no-show"})) == [
        ("cause", "a no-show of a league game has a charge already")
    ]
    assert findings(GameCharge.model_validate({**charge, "cause": "no-show", "kinds": ["playoff"]})) == []


@pytest.mark.clause("mn-district-9", "3.12")
def test_the_book_keeps_100_of_each_fine():
    kept = {charge.cause: (charge.amount, charge.share, charge.due_days) for charge in BOOK.all(GameCharge)}
    assert kept == {
        "no-show": (30000, 20000, 7),
        "cancellation": (30000, 20000, 7),
        "double-forfeit": (10000, 0, 7),
    }


def test_a_game_takes_its_ice_time_or_at_least_its_format():
    lengths = {level: entry.length for entry in BOOK.all(GameFormat) for level in entry.levels}
    assert lengths["bantam"] == lengths["girls-14u"] == dt.timedelta(minutes=75)
    assert lengths["squirt"] == dt.timedelta(minutes=5 + 3 * 12 + 2 * 1)


def test_every_section_explains_itself_from_its_figures():
    sections = (Scheduling, GameLimit, OpeningDay, GameFormat, Reschedule, GameCharge)
    said = " ".join(sentence for kind in sections for entry in BOOK.all(kind) for sentence in entry.explain())
    for figure in ("11-16", "50.00", "25.00", "7 days or more", "01-18", "11-01", "35", "15", "90 %", "75", "300.00"):
        assert figure in said
