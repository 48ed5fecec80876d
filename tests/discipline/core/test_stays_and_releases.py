"""Shows what an order that a suspension rests, a release to another team and a proof of identity do to serving."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.book_due_process import Appeals
from discipline.core.eligibility import may_take_part
from league.core.facts import Approval, Infraction, RosterSpot, Stay
from tests.discipline.core.builders import barred, day, decided, facts_of, ruled, served, to_come, with_pat
from tests.discipline.core.test_serving_books import ALBERTA, BEFORE, NB, cranes, one, owed, without


def resting(**more):
    """NB minor's book, amended so that the chair may order that a suspension rests."""
    appeals = NB.one(Appeals).model_copy(update={"stay_by": "the chair", "stay_clause": "5.e", **more})
    return replace(NB, sections={**NB.sections, Appeals: (appeals,)})


def games(number=4):
    return tuple(without(to_come(place)) for place in range(1, number + 1))


def stay(first, last=None, on="n1", person="pat"):
    return Stay(on, person, day(first), day(last) if last else None)


def test_while_it_rests_the_person_may_take_part_and_no_game_serves():
    facts = facts_of(*games(2), to_come(3), to_come(4), **owed(2), stays=(stay(2, 3),))
    rulings = ruled(facts, book=resting(), as_of=day(2))
    assert served(rulings) == {"n1": ("g1",)}
    assert barred(rulings) == ["g4"]
    assert may_take_part(rulings, "pat", "otters", "g3").allowed
    assert not may_take_part(rulings, "pat", "otters", "g4").allowed
    assert "Rested in g2 on" in " ".join(one(rulings).why)


def test_after_the_outcome_it_binds_again():
    facts = facts_of(*games(3), to_come(4), to_come(5), **owed(2), stays=(stay(1, 2),))
    rulings = ruled(facts, book=resting(), as_of=day(3))
    assert (served(rulings), barred(rulings)) == ({"n1": ("g3",)}, ["g4"])


@pytest.mark.parametrize(
    ("said", "default", "expected"),
    [
        (True, False, ("g1", "g2")),
        (False, True, ("g1", "g4")),
        (None, True, ("g1", "g2")),
        (None, False, ("g1", "g4")),
    ],
)
def test_games_sat_out_meanwhile_count_as_the_decision_says_else_as_the_book_does(said, default, expected):
    later = decided("n1", day(4), 2, counts_missed=said)
    facts = facts_of(*games(4), **{**owed(2), "decisions": (*owed(2)["decisions"], later)}, stays=(stay(2, 3),))
    assert served(ruled(facts, book=resting(missed_count=default))) == {"n1": expected}


def test_a_game_that_the_person_played_while_it_rested_serves_nothing_and_broke_nothing():
    first, second, third, fourth = games(4)
    facts = facts_of(first, with_pat(second), third, fourth, **owed(3), stays=(stay(2, 2),))
    rulings = ruled(facts, book=resting(missed_count=True))
    assert served(rulings) == {"n1": ("g1", "g3", "g4")}
    assert (rulings.reviews, barred(rulings)) == ((), [])


@pytest.mark.clause("alberta-mens", "7-2.c")
@pytest.mark.parametrize("book", [ALBERTA, NB])
def test_where_the_book_lets_nobody_order_it_nothing_rests(book):
    facts = facts_of(*games(1), to_come(2), **owed(2), stays=(stay(1),))
    assert barred(ruled(facts, book=book, as_of=day(1))) == ["g2"]


def test_it_rests_by_itself_where_the_book_says_so_and_only_that_suspension():
    book = resting(stay_by=None, serving_goes_on=False)
    other = Infraction("n2", BEFORE, "verification-refused", "pat", "otters")
    given_ = owed(1)
    more = {
        "infractions": (*given_["infractions"], other),
        "decisions": (*given_["decisions"], decided("n2", BEFORE, 1)),
    }
    rulings = ruled(facts_of(*games(2), **more, stays=(stay(1),)), book=book)
    assert served(rulings) == {"n1": (), "n2": ("g1",)}


@given(st.integers(1, 6), st.integers(0, 5))
def test_games_served_and_games_rested_never_overlap(first, length):
    last = first + length
    facts = facts_of(*games(12), **owed(3), stays=(stay(first, last),))
    expected = tuple(f"g{number}" for number in range(1, 13) if not first <= number <= last)[:3]
    assert served(ruled(facts, book=resting())) == {"n1": expected}


# ---------------------------------------------------------------- releases


ROSTER = (RosterSpot("pat", "otters", "skater", 7), RosterSpot("pat", "cranes", "skater", 7, starts=day(2)))


def released(*kinds, on=2):
    return tuple(Approval(kind, "pat", "cranes", date=day(on)) for kind in kinds)


BOTH = ("release-approved", "release-accepted")


def season(approvals, games_owed=3):
    own = (without(to_come(1)), without(to_come(2)), to_come(3), to_come(4))
    theirs = (without(replace(cranes(2), id="c2")), replace(cranes(3), id="c3"), replace(cranes(4), id="c4"))
    return facts_of(*own, *theirs, **owed(games_owed), roster=ROSTER, approvals=approvals)


@pytest.mark.clause("nb-minor-discipline", "app.i")
def test_a_release_with_both_approvals_moves_what_is_left_to_the_new_team():
    rulings = ruled(season(released(*BOTH)), book=NB, as_of=day(2))
    assert served(rulings) == {"n1": ("g1", "c2")}
    assert barred(rulings) == ["c3"]
    assert "released to cranes (app.i)" in " ".join(one(rulings).why)


@pytest.mark.clause("nb-minor-discipline", "app.i")
@pytest.mark.parametrize("kinds", [(), BOTH[:1], BOTH[1:]])
def test_with_one_approval_the_old_teams_games_go_on_to_serve(kinds):
    rulings = ruled(season(released(*kinds)), book=NB, as_of=day(2))
    assert served(rulings) == {"n1": ("g1", "g2")}


@pytest.mark.clause("nb-minor-discipline", "app.i")
def test_it_counts_from_the_day_of_the_later_approval():
    approvals = (*released(BOTH[0], on=1), *released(BOTH[1], on=3))
    assert served(ruled(season(approvals), book=NB, as_of=day(2))) == {"n1": ("g1", "g2")}


def test_a_book_without_releases_keeps_the_team():
    assert served(ruled(season(released(*BOTH), 3), book=ALBERTA, as_of=day(2))) == {"n1": ("g1", "g2")}


# ---------------------------------------------------------------- identity


GUARANTOR = Infraction("n1", BEFORE, "identity-not-shown", "pat", "otters", None)


@pytest.mark.clause("alberta-mens", "2-5.5")
def test_the_guarantor_is_out_until_an_identity_is_on_record():
    facts = facts_of(*games(2), to_come(3), infractions=(GUARANTOR,))
    rulings = ruled(facts, book=ALBERTA, as_of=day(2))
    assert (one(rulings).status, one(rulings).games, barred(rulings)) == ("indefinite", None, ["g3"])
    shown = Approval("identity", "pat", date=day(2))
    rulings = ruled(facts.changed(approvals=(shown,)), book=ALBERTA, as_of=day(2))
    assert (one(rulings).status, barred(rulings)) == ("served", [])
    assert "identity is on record (2-5.5)" in " ".join(one(rulings).why)


@pytest.mark.clause("alberta-mens", "2-5.5")
def test_an_identity_for_another_game_or_team_ends_nothing():
    at = replace(GUARANTOR, game="g1", date=day(1))
    facts = facts_of(*games(2), to_come(3), infractions=(at,))
    for shown in (Approval("identity", game="g2", date=day(2)), Approval("identity", "pat", "bears", date=day(2))):
        assert barred(ruled(facts.changed(approvals=(shown,)), book=ALBERTA, as_of=day(2))) == ["g3"]
    shown = Approval("identity", game="g1", team="otters", date=day(2))
    assert barred(ruled(facts.changed(approvals=(shown,)), book=ALBERTA, as_of=day(2))) == []
