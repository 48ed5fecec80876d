"""Shows what holds for discipline in every season: a game serves once, never before the act, in any order of entry."""

import datetime as dt
import random
from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from discipline.core.documents import DisciplineRulings
from discipline.core.eligibility import may_take_part
from league.core.facts import (
    CarriedSuspension,
    Decision,
    Facts,
    Game,
    LineupSpot,
    Penalty,
    Person,
    PriorOffence,
    RosterSpot,
    Team,
)  # fmt: skip
from league.core.results import results
from tests.discipline.core.builders import BOOK, day, ruled, to_come
from tests.league.core.builders import FIRST, SEASON, season

TEAMS = ("otters", "bears", "cranes")
PEOPLE = {"pat": ("otters",), "lee": ("otters", "cranes"), "sam": ("bears",), "kim": ("cranes",)}
KINDS = ("league", "league", "league", "playoff", "tournament", "exhibition", "scrimmage")
OUTCOMES = ("played", "played", "played", "played", "scheduled", "scheduled", "cancelled", "double-forfeit")
WEEKS = 9


@st.composite
def seasons(draw: st.DrawFn) -> Facts:
    """A season of three teams and four people with fights, late sheets, decisions and games in every state."""
    games = [draw(_game(number)) for number in range(1, draw(st.integers(3, WEEKS)) + 1)]
    incidents = sorted({penalty.incident for game in games for penalty in game.penalties})
    decisions = []
    for place, incident in enumerate(incidents):
        if draw(st.booleans()):
            decisions.append(draw(_decision(incident, day(WEEKS) + dt.timedelta(days=place))))
    carried = draw(
        st.lists(
            st.builds(
                CarriedSuspension,
                person=st.sampled_from(["pat", "sam"]),
                team=st.just(None),
                games=st.integers(1, 3),
                clause=st.sampled_from(["4.4", "4.4.second", None]),
                given=st.just(dt.date(2014, 3, 1)),
            ),
            max_size=2,
        )
    )
    prior = draw(
        st.lists(
            st.builds(
                PriorOffence,
                person=st.sampled_from(sorted(PEOPLE)),
                date=st.just(dt.date(2014, 10, 1)),
                season=st.sampled_from(["2013-14", "2014-15"]),
                offence=st.just("fighting"),
                penalty_class=st.sampled_from(["major", None]),
            ),
            max_size=2,
        )
    )
    return season(
        *games,
        teams=tuple(Team(team, "d") for team in TEAMS),
        people=tuple(Person(person) for person in PEOPLE),
        roster=tuple(RosterSpot(person, team, "skater") for person, teams in PEOPLE.items() for team in teams),
        decisions=tuple(decisions),
        carried=tuple(carried),
        prior=tuple(prior),
    )


@st.composite
def _game(draw: st.DrawFn, number: int) -> Game:
    home, away = draw(st.permutations(TEAMS))[:2]
    outcome = draw(st.sampled_from(OUTCOMES))
    game = to_come(number, home=home, away=away, kind=draw(st.sampled_from(KINDS)), outcome=outcome)
    if draw(st.integers(0, 9)) == 0 and outcome == "scheduled":
        return replace(game, starts=None, day=None)
    if outcome != "played":
        return game
    lineups = {team: _bench(draw, team) for team in game.teams}
    fights = [person for person in sorted(PEOPLE) if draw(st.integers(0, 4)) == 0 and lineups.get(_side(person, game))]
    return replace(
        game,
        home_goals=0,
        away_goals=0,
        home_lineup=lineups[home],
        away_lineup=lineups[away],
        penalties=tuple(
            Penalty(f"{game.id}-{person}-{kind}", _side(person, game), kind, person, "fighting", f"{game.id}-{person}")
            for person in fights
            for kind in ("major", "game-misconduct")[: draw(st.integers(1, 2))]
        ),
    )


def _bench(draw: st.DrawFn, team: str) -> tuple[LineupSpot, ...]:
    people = [person for person, teams in PEOPLE.items() if team in teams]
    return tuple(LineupSpot(person) for person in people if draw(st.booleans()))


def _side(person: str, game: Game) -> str:
    return next((team for team in PEOPLE[person] if team in game.teams), "")


@st.composite
def _decision(draw: st.DrawFn, incident: str, on: dt.date) -> Decision:
    length = draw(st.sampled_from([{"games": 2}, {"games": 4}, {"dismissed": True}, {"confirmed": True}]))
    return Decision(incident, on, counts_missed=draw(st.sampled_from([True, False, None])), **length)


@cache
def _start(number: int) -> dt.datetime:
    return FIRST + dt.timedelta(weeks=number - 1)


def rule(facts: Facts) -> DisciplineRulings:
    return ruled(facts, as_of=dt.date(2015, 3, 1))


@given(seasons())
def test_a_game_serves_only_after_the_act_when_it_was_played_without_the_person_and_only_once(facts):
    outcomes = results(facts, BOOK)
    used = []
    for item in rule(facts).suspensions:
        for served in item.served_in:
            game = facts.game[served]
            assert item.moment < game.starts
            assert outcomes[served].status == "played"
            assert item.person not in {spot.person for team in game.teams for spot in game.lineup(team)}
            assert item.team is None or item.team in game.teams
            used.append((item.person, served))
    assert len(used) == len(set(used))


@given(seasons())
def test_served_and_remaining_make_up_the_games(facts):
    for item in rule(facts).suspensions:
        assert (item.remaining is None) == (item.games is None)
        if item.status != "dismissed" and item.games is not None:
            assert len(item.served_in) + item.remaining == item.games
        assert sum(part.games or 0 for part in item.parts) == (item.games or 0)
        assert item.pending == (item.status == "pending")
        assert (item.status == "served") <= (item.remaining == 0)


@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_of_entry_changes_nothing(facts, chance: random.Random):
    def shuffled(items):
        return tuple(chance.sample(items, len(items)))

    mixed = facts.changed(
        games=shuffled(facts.games),
        roster=shuffled(facts.roster),
        people=shuffled(facts.people),
        teams=shuffled(facts.teams),
        prior=shuffled(facts.prior),
        decisions=shuffled(facts.decisions),
    )
    before, after = rule(facts), rule(mixed)
    assert after.suspensions == before.suspensions
    assert after.ineligible == before.ineligible
    assert after.reviews == before.reviews
    assert sorted(after.notices) == sorted(before.notices)


@given(seasons(), st.sampled_from(sorted(PEOPLE)))
def test_one_person_with_the_games_of_his_teams_is_ruled_on_as_in_the_whole_season(facts, person):
    part = facts.changed(
        games=tuple(game for game in facts.games if set(PEOPLE[person]) & set(game.teams)),
        people=tuple(item for item in facts.people if item.id == person),
        roster=tuple(spot for spot in facts.roster if spot.person == person),
        carried=tuple(item for item in facts.carried if item.person == person),
        prior=tuple(item for item in facts.prior if item.person == person),
    )
    whole, small = rule(facts), rule(part)

    def of_person(items):
        # where a carried suspension stands in the list is the only thing that may differ
        return [replace(item, incident="carried") if "carried" in item.incident else item for item in items
                if item.person == person]  # fmt: skip

    assert of_person(small.suspensions) == of_person(whole.suspensions)
    assert of_person(small.reviews) == of_person(whole.reviews)
    assert [item.document() for item in small.ineligible if item.person == person] == [
        item.document() for item in whole.ineligible if item.person == person
    ]
    assert {key for key in small.kept_out if key[2] == person} == {key for key in whole.kept_out if key[2] == person}


@given(seasons(), st.sampled_from(["exhibition", "scrimmage", "tournament"]), st.sampled_from(TEAMS))
def test_a_game_after_all_others_that_is_not_played_changes_no_suspension(facts, kind, home):
    extra = to_come(WEEKS + 1, id="extra", kind=kind, home=home, away=next(team for team in TEAMS if team != home))
    before, after = rule(facts), rule(facts.changed(games=(extra, *facts.games)))
    assert after.suspensions == before.suspensions
    assert after.reviews == before.reviews
    assert [item for item in after.ineligible if item.game != "extra"] == list(before.ineligible)


@given(seasons(), st.integers(1, 5))
def test_moving_a_game_that_is_to_come_changes_no_suspension(facts, weeks):
    later = tuple(
        replace(game, starts=_start(WEEKS + weeks), day=SEASON.day(_start(WEEKS + weeks)))
        if game.outcome == "scheduled" and game.starts
        else game
        for game in facts.games
    )
    assert rule(facts.changed(games=later)).suspensions == rule(facts).suspensions


@given(seasons())
def test_the_gate_and_the_list_never_disagree(facts):
    rulings = rule(facts)
    named = {(item.game, item.team, item.person) for item in rulings.ineligible}
    outcomes = results(facts, BOOK)
    for game in facts.games:
        for team in game.teams:
            for person in PEOPLE:
                refused = not may_take_part(rulings, person, team, game.id).allowed
                there = person in {spot.person for spot in game.lineup(team)}
                if outcomes[game.id].status == "open" or there:
                    assert refused == ((game.id, team, person) in named)
    for item in rulings.ineligible:
        back = may_take_part(rulings, item.person, item.team, item.game).may_return
        assert back is None or may_take_part(rulings, item.person, item.team, str(back)).allowed


@settings(max_examples=50)
@given(seasons())
def test_a_game_of_others_changes_nothing_for_those_who_are_not_in_it(facts):
    others = tuple(game for game in facts.games if "otters" in game.teams)
    whole, part = rule(facts), rule(facts.changed(games=others))
    of_pat = [item for item in whole.suspensions if item.person == "pat"]
    assert [item for item in part.suspensions if item.person == "pat"] == of_pat
