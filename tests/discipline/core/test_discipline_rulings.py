"""Shows discipline as a whole: the form and order of the lists, notices, books without or with other rules."""

import datetime as dt
from dataclasses import replace

import pytest

from discipline.core.book import Offence
from discipline.core.rulings import discipline
from league.core.facts import Approval, CarriedSuspension, Infraction, Penalty, Person, PriorOffence, Team
from league.core.results import results
from league.rulebook.loader import load
from tests.discipline.core.builders import (
    BOOK,
    LATE,
    ROSTER,
    day,
    decided,
    facts_of,
    fight,
    fought,
    played,
    ruled,
    to_come,
)  # fmt: skip

STATE = load("mn-hockey-fair-play")


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_suspension_in_the_form_of_the_rulings():
    rulings = ruled(facts_of(fought(), played(2), to_come(3)), as_of=day(2))
    assert rulings.suspensions[0].document() == {
        "person": "pat",
        "team": "otters",
        "incident": "i1",
        "given": "2014-11-08",
        "games": 2,
        "until": None,
        "indefinite": False,
        "minimum_games": None,
        "rest_of_season": False,
        "expelled": False,
        "pending": False,
        "offence_number": 1,
        "parts": [{"clause": "4.4", "games": 1}, {"clause": "4.4", "games": 1}],
        "served_in": ["g2"],
        "remaining": 1,
        "status": "serving",
        "director_may_increase": True,
        "appealable": False,
        "hearing_required": False,
        "clauses": ["4.4"],
        "why": [
            "Fighting major on Nov 8, the 1st of the season: suspended for 2 games (4.4).",
            "Served in g2 on Nov 15, the next game of any kind: 1 of 2 (4.4).",
            "1 game left of 2: the next league or playoff game (4.4).",
        ],
    }
    assert [item.document() for item in rulings.ineligible] == [
        {"game": "g3", "team": "otters", "person": "pat", "clauses": ["4.4"], "why": ["1 game left of 2 (4.4)."]}
    ]


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_hearing_in_the_form_of_the_rulings():
    games = (fought(1), played(2), played(3), fought(4))
    assert [item.document() for item in ruled(facts_of(*games)).reviews] == [
        {
            "kind": "hearing", "person": "pat", "team": "otters", "incident": "i4", "game": None, "due": None,
            "clauses": ["4.4.second"],
        }
    ]  # fmt: skip


def test_suspensions_go_by_day_then_person_and_the_list_by_start_team_and_person():
    sheet = (*fight("a", "sam", "bears"), *fight("b"))
    rulings = ruled(facts_of(played(1, penalties=sheet), to_come(2), to_come(3)))
    assert [(item.given, item.person) for item in rulings.suspensions] == [(day(1), "pat"), (day(1), "sam")]
    assert [(item.game, item.team) for item in rulings.ineligible] == [
        ("g2", "bears"), ("g2", "otters"), ("g3", "bears"), ("g3", "otters"),
    ]  # fmt: skip


def test_a_team_official_who_fights_is_suspended_like_a_player():
    roster = (replace(ROSTER[0], role="coach", number=None),)
    assert [item.games for item in ruled(facts_of(fought(), roster=roster)).suspensions] == [2]


def test_who_served_the_penalty_for_another_is_not_the_offender():
    sheet = (replace(fight()[0], served_by="sam"),)
    assert [item.person for item in ruled(facts_of(played(1, penalties=sheet))).suspensions] == ["pat"]


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_correction_withdraws_what_followed_from_the_penalty_and_nothing_else():
    games = (fought(1), played(2), fought(3), to_come(4))
    before = ruled(facts_of(*games))
    minor = (replace(fight("i1")[0], penalty_class="minor", offence="roughing"),)
    after = ruled(facts_of(replace(games[0], penalties=minor), *games[1:]))
    assert [(item.incident, item.offence_number, item.status) for item in before.suspensions] == [
        ("i1", 1, "serving"), ("i3", 2, "pending"),
    ]  # fmt: skip
    assert [(item.incident, item.offence_number, item.games, item.status) for item in after.suspensions] == [
        ("i3", 1, 2, "serving"),
    ]
    assert after.reviews == ()


@pytest.mark.clause("mn-district-9", "4.4")
def test_the_director_is_told_of_what_the_book_sets_no_length_for():
    sheet = (Penalty("x1", "otters", "game-misconduct", "pat", "other", "x1"),)
    infraction = Infraction("n1", day(1), "travel-without-permit", "sam", "bears")
    rulings = ruled(facts_of(played(1, penalties=sheet), infractions=(infraction,)))
    assert rulings.suspensions == ()
    assert rulings.reviews == ()
    assert rulings.notices == (
        "Game misconduct, pat (otters) in g1 on Nov 8, x1: the rule book sets no length (4.4); the director decides.",
        "Travel without permit, sam (bears) on Nov 8, n1: the rule book sets no length; the director decides.",
    )


def test_what_only_other_books_use_is_said_once_a_kind():
    facts = facts_of(
        played(1),
        approvals=(Approval("identity", "pat"), Approval("reinstatement", "sam")),
        prior=(PriorOffence("pat", dt.date(2013, 12, 1), "2013-14", "fighting", "major"),),
        people=(Person("pat", carded=True, special_conditions=True), Person("sam")),
        teams=(Team("bears", "d", special_conditions=True), Team("otters", "d")),
        carried=(CarriedSuspension("sam", "bears", 1, clause="4.4", half="winter"),),
    )
    assert ruled(facts).notices == tuple(
        f"The rule book mn-district-9 doesn't rule on {what}: kept, with no effect."
        for what in (
            "approvals", "offences of earlier seasons", "the mark that a person is carded",
            "special conditions of people", "special conditions of teams",
            "the half of the season of carried suspensions",
        )
    )  # fmt: skip


def test_a_book_without_serving_suspends_nobody_and_says_what_it_leaves_alone():
    facts = facts_of(
        fought(1), to_come(2), carried=(CarriedSuspension("pat", "otters", 1),), decisions=(decided("i1", day(1), 3),)
    )
    rulings = ruled(facts, book=STATE)
    assert (rulings.suspensions, rulings.ineligible, rulings.reviews) == ((), (), ())
    assert rulings.notices == (
        "The rule book mn-hockey-fair-play doesn't rule on suspensions carried over: kept, with no effect.",
        "The rule book mn-hockey-fair-play doesn't rule on decisions about discipline: kept, with no effect.",
    )
    assert rulings.to_come == {"bears": ("g2",), "otters": ("g2",)}


@pytest.mark.clause("mn-district-9", "4.4")
def test_an_offence_is_judged_by_the_book_in_force_when_it_happened():
    (row,) = BOOK.all(Offence)
    first = row.steps[0]
    harder = first.model_copy(update={"parts": (*first.parts, first.parts[-1])})
    amended = replace(
        BOOK, sections={**BOOK.sections, Offence: (row.model_copy(update={"steps": (harder, *row.steps[1:])}),)}
    )
    facts = facts_of(fought(1), played(2, penalties=fight("i2", "sam", "bears")), to_come(5))

    def in_force(on):
        return amended if on >= day(2) else BOOK

    rulings = discipline(facts, amended, results(facts, amended), LATE, in_force)
    assert [(item.person, item.games) for item in rulings.suspensions] == [("pat", 2), ("sam", 3)]
