"""Shows what holds for serving by every book: once, never before the act, in any order, gate and list at one."""

import datetime as dt
import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from discipline.core.attendance import present
from discipline.core.documents import DisciplineRulings
from discipline.core.eligibility import may_take_part
from league.core.facts import Facts, Infraction, RosterSpot
from league.core.results import results
from league.rulebook.book import RuleBook
from league.rulebook.loader import load
from tests.discipline.core.builders import ruled, to_come
from tests.discipline.core.test_discipline_properties import PEOPLE, TEAMS, WEEKS, seasons

BOOKS = tuple(load(slug) for slug in ("nb-minor-discipline", "alberta-mens", "maha-adult", "mn-district-9"))
STAFF = {"coach-a": "otters", "coach-b": "bears", "rep": "cranes"}


@st.composite
def with_staff(draw: st.DrawFn) -> Facts:
    """A season with coaches and a representative, and records of some who were used."""
    facts = draw(seasons())
    staff = tuple(
        RosterSpot(person, team, "representative" if person == "rep" else "coach") for person, team in STAFF.items()
    )
    played = [game for game in facts.games if game.outcome == "played"]
    used = draw(st.lists(st.sampled_from(played), max_size=2, unique_by=lambda game: game.id)) if played else []
    records = tuple(
        Infraction(f"n-{game.id}", game.day, "ineligible-player-used", None, draw(st.sampled_from(game.teams)), game.id)
        for game in used
    )
    return facts.changed(roster=(*facts.roster, *staff), infractions=records)


def rule(facts: Facts, book: RuleBook) -> DisciplineRulings:
    return ruled(facts, as_of=dt.date(2015, 3, 1), book=book)


@settings(max_examples=60)
@given(with_staff(), st.sampled_from(BOOKS))
def test_a_game_serves_once_after_the_act_and_without_the_person(facts, book):
    outcomes = results(facts, book)
    used = []
    for item in rule(facts, book).suspensions:
        for id in item.served_in:
            game = facts.game[id]
            assert item.moment < game.starts
            assert id != item.game
            assert game.outcome == "played" or outcomes[id].winner is not None
            assert item.person not in {person for person, _ in present(game)}
            used.append((item.person, id))
    assert len(used) == len(set(used))


@settings(max_examples=60)
@given(with_staff(), st.sampled_from(BOOKS), st.integers(0, 2**32))
def test_the_order_of_entry_changes_nothing(facts, book, seed: int):
    chance = random.Random(seed)

    def shuffled(items):
        return tuple(chance.sample(items, len(items)))

    # not the roster: where no day says who was registered first, its order does (2-1.b.1 of the Alberta book)
    names = ("games", "people", "teams", "prior", "decisions", "infractions")
    before = rule(facts, book)
    after = rule(facts.changed(**{name: shuffled(getattr(facts, name)) for name in names}), book)
    assert after.suspensions == before.suspensions
    assert after.ineligible == before.ineligible
    assert after.forfeits == before.forfeits
    assert sorted(map(str, after.bars)) == sorted(map(str, before.bars))


@settings(max_examples=60)
@given(with_staff(), st.sampled_from(BOOKS[:1]), st.integers(1, WEEKS), st.sampled_from(TEAMS))
def test_a_game_that_does_not_count_changes_no_remaining_number(facts, book, week, home):
    away = next(team for team in TEAMS if team != home)
    game = to_come(week, id="extra", kind="scrimmage", home=home, away=away)
    extra = replace(game, outcome="played", home_goals=0, away_goals=0)

    def left(rulings):
        return [
            (item.person, item.incident, item.games, item.remaining, item.served_in) for item in rulings.suspensions
        ]

    assert left(rule(facts.changed(games=(*facts.games, extra)), book)) == left(rule(facts, book))


@settings(max_examples=60)
@given(with_staff(), st.sampled_from(BOOKS))
def test_the_gate_and_the_list_never_disagree(facts, book):
    rulings = rule(facts, book)
    named = {(item.game, item.team, item.person) for item in rulings.ineligible}
    outcomes = results(facts, book)
    for game in facts.games:
        there = set(present(game))
        for team in game.teams:
            for person in (*PEOPLE, *STAFF):
                refused = not may_take_part(rulings, person, team, game.id).allowed
                if outcomes[game.id].status == "open" or (person, team) in there:
                    assert refused == ((game.id, team, person) in named)


@settings(max_examples=60)
@given(with_staff(), st.sampled_from(BOOKS))
def test_what_was_served_and_what_is_left_make_up_the_games(facts, book):
    rulings = rule(facts, book)
    for item in rulings.suspensions:
        if item.remaining is None or item.status != "serving":
            continue
        assert len(item.served_in) + item.remaining == item.games
