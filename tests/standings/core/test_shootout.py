"""Shows who wins a shootout and what a list of shooters breaks."""

import pytest

from league.rulebook.loader import load
from standings.core.book import Overtime
from standings.core.shootout import Attempt, Bench, findings, winner

ALBERTA = {entry.kinds[0]: entry.shootout for entry in load("alberta-mens").all(Overtime)}
SHOWDOWN = next(entry.shootout for entry in load("maha-adult").all(Overtime) if "showdown" in entry.stages)


def shots(text: str) -> list[Attempt]:
    """`h1+ a1-`: home's h1 scored, away's a1 did not."""
    return [Attempt("home" if word[0] == "h" else "away", word[:-1], word[-1] == "+") for word in text.split()]


def codes(text, rules, **benches):
    return [
        (finding.where, finding.code, finding.clause)
        for finding in findings(shots(text), "home", "away", rules, benches)
    ]


def test_three_shooters_and_level_stays_a_tie():
    rules = ALBERTA["league"]
    assert winner(shots("h1+ a1- h2- a2-"), "home", "away", rules) is None
    assert winner(shots("h1+ a1- h2+ a2-"), "home", "away", rules) == "home"  # away can't catch up
    assert winner(shots("h1+ a1+ h2- a2- h3- a3-"), "home", "away", rules) is None
    assert codes("h1+ a1+ h2- a2- h3- a3- h4+ a4-", rules) == [("attempts[6]", "shootout-over", "4-8.a.2")]


def test_home_shoots_first_and_they_take_turns():
    rules = ALBERTA["league"]
    assert codes("h1+ a1- h2+ a2-", rules) == []
    assert codes("a1+ h1-", rules) == [("attempts[0]", "shootout-first", "4-8.a.2")]
    assert codes("h1+ h2- a1+ a2+", rules) == [
        ("attempts[1]", "shootout-turn", "4-8.a.2"),
        ("attempts[2]", "shootout-turn", "4-8.a.2"),
        ("attempts[3]", "shootout-turn", "4-8.a.2"),
    ]


@pytest.mark.clause("alberta-mens", "4-8.a.3")
@pytest.mark.clause("alberta-mens", "9-1.c.c")
def test_a_shooter_with_a_penalty_still_running_is_pointed_out_and_who_serves_for_another_is_not():
    bench = Bench(skaters=["h1", "h2"], running_penalty=["h1"])
    for kind, clause in (("league", "4-8.a.3"), ("playoff", "9-1.c.c")):
        assert codes("h1+ a1-", ALBERTA[kind], home=bench) == [("attempts[0]", "shooter-barred", clause)]
        assert codes("h2+ a1-", ALBERTA[kind], home=bench) == []


@pytest.mark.clause("alberta-mens", "9-1.c.b")
def test_after_five_shooters_sudden_death_and_nobody_twice_before_all_have_shot():
    rules = ALBERTA["playoff"]
    level = "h1- a1- h2- a2- h3- a3- h4- a4- h5- a5-"
    assert winner(shots(level), "home", "away", rules) is None
    assert winner(shots(f"{level} h6+ a6-"), "home", "away", rules) == "home"
    assert winner(shots(f"{level} h6+ a6+"), "home", "away", rules) is None
    bench = Bench(skaters=[f"h{number}" for number in range(1, 7)])
    assert codes(f"{level} h1+ a6-", rules, home=bench) == [("attempts[10]", "shooter-repeats", "9-1.c.b")]
    assert codes(f"{level} h6- a6- h1+ a7-", rules, home=bench) == []
    without = Bench(skaters=bench.skaters, running_penalty=["h6"])  # who may not shoot isn't waited for
    assert codes(f"{level} h1+ a6-", rules, home=without) == []


@pytest.mark.clause("maha-adult", "20")
def test_the_showdown_goes_line_by_line_and_nobody_repeats_before_their_line_is_through():
    bench = Bench(
        skaters=["h1", "h2", "h3", "h4"],
        lines={"h1": "B", "h2": "C", "h3": "A", "h4": "B"},
        game_misconduct=["h3"],
        substitutes=["h2"],
    )
    assert codes("h1- a1- h3- a2- h2- a3-", SHOWDOWN, home=bench) == [
        ("attempts[2]", "shooter-barred", "22"),
        ("attempts[4]", "shooter-barred", "22"),
        ("attempts[2]", "shooter-line", "20"),
        ("attempts[4]", "shooter-line", "20"),
    ]
    free = Bench(skaters=bench.skaters, lines=bench.lines)
    first = "h1- a1- h2- a2- h3- a3-"
    assert codes(f"{first} h1- a4-", SHOWDOWN, home=free) == [("attempts[6]", "shooter-repeats", "20")]
    assert codes(f"{first} h4- a4- h2- a5-", SHOWDOWN, home=free) == []
