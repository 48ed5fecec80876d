"""Shows which recorded infractions take points off in the table, and which don't."""

import datetime as dt
from dataclasses import replace

import pytest

from league.core.facts import Division, Infraction
from league.rulebook.loader import load
from standings.core.deductions import adjusted, deductions
from tests.standings.core.builders import season

ALBERTA = load("alberta-mens")


def facts(*infractions: Infraction, half: str = "winter", rank: int = 3, kind: str = "league"):
    played = season("A 2-1 B\nB 2-1 A", level="adult").facts
    games = tuple(replace(game, kind=kind) for game in played.games)
    return played.changed(
        games=games,
        divisions=(Division("d", "adult", rank=rank),),
        season=replace(played.season, half=half),
        infractions=infractions,
    )


def used(id: str, offence: str, person: str | None = None, game: str | None = "g1", day: int = 8) -> Infraction:
    return Infraction(id, dt.date(2014, 11, day), offence, person=person, team="A", game=game)


@pytest.mark.clause("alberta-mens", "7-1.g.ii")
def test_two_points_a_game_in_which_somebody_ineligible_was_used():
    found = facts(
        used("n1", "ineligible-player-used", "p"),
        used("n2", "unregistered-player-used", "q", "g2"),
        used("n3", "ineligible-player-used", "q"),  # the same game
    )
    assert [(item.points, item.clause) for item in deductions(found, ALBERTA)] == [(-2, "7-1.g.ii"), (-2, "7-1.g.ii")]
    assert adjusted(found, ALBERTA)["A"].points == -4


def test_a_playoff_game_takes_nothing_off_in_the_table():
    assert deductions(facts(used("n1", "ineligible-player-used"), kind="playoff"), ALBERTA) == ()


@pytest.mark.clause("alberta-mens", "2-1.h.3")
def test_eight_points_a_carded_player_below_the_second_division_in_winter_after_29_october():
    twice = (used("n1", "carded-player-used", "p"), used("n2", "carded-player-used", "p", "g2"))
    assert [item.points for item in deductions(facts(*twice), ALBERTA)] == [-8]
    assert deductions(facts(*twice, rank=2), ALBERTA) == ()
    assert deductions(facts(*twice, half="summer"), ALBERTA) == ()
    before = Infraction("n", dt.date(2014, 10, 29), "carded-player-used", person="p", team="A")
    assert deductions(facts(before), ALBERTA) == ()
    after = replace(before, date=dt.date(2014, 10, 30))
    assert [item.points for item in deductions(facts(after), ALBERTA)] == [-8]
    spring = replace(before, date=dt.date(2015, 1, 5))
    assert [item.points for item in deductions(facts(spring), ALBERTA)] == [-8]
