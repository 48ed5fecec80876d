"""Shows what can still happen in a table: what is certain is never taken back, whatever the games left bring."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rulebook.loader import load
from standings.core.clinch import outlook
from standings.core.table import standings
from tests.standings.core.builders import Played, season

ALBERTA = "alberta-mens"


def look(played: Played, slug: str = ALBERTA, **given):
    book = load(slug)
    return outlook(played.facts, book, played.results(book), played.fair_play, "d", **given)


def told(found) -> list[str]:
    return [
        f"{item.team} {item.best}-{item.worst} {' '.join(status[0] for status in item.places)}" for item in found.teams
    ]


def test_with_nothing_left_everything_is_settled():
    found = look(season("A 2-1 B\nB 2-1 C\nA 1-0 C", level="adult"))
    assert (found.method, found.games_left, found.runs) == ("settled", 0, 1)
    assert told(found) == ["A 1-1 c c c", "B 2-2 o c c", "C 3-3 o o c"]


def test_level_teams_that_wait_for_a_flip_could_stand_in_either_order():
    found = look(season("A 1-1 B", level="adult"))
    assert told(found) == ["A 1-2 i c", "B 1-2 i c"]
    assert found.team("A").times[0] + found.team("B").times[0] == 1


def test_few_games_are_counted_out_to_the_end():
    # C can't pass B: level on points at best, and B beat C in their own game
    found = look(season("B 1-0 C\nA 1-0 B\nA 1-0 C\nA 2-0 D\nD 0-1 B\nC v D", level="adult"))
    assert (found.method, found.games_left) == ("exact", 1)
    assert found.runs == 5  # a win of either side, in regulation or by shootout, and a tie
    assert told(found) == ["A 1-1 c c c c", "B 2-2 o c c c", "C 3-4 o o i c", "D 3-4 o o i c"]


def test_goals_to_come_leave_every_order_possible():
    # level after a win of C: their own game was a tie, so the difference of goals decides, and that is open
    found = look(season("A 1-1 C\nA 5-0 B\nC v B", level="adult"))
    assert told(found)[0] == "A 1-2 i c c"
    assert told(found)[2] == "C 1-3 i i c"


def test_many_games_are_simulated_and_only_bounds_are_certain():
    text = "\n".join(["A 3-0 B"] * 12 + ["B v C"] * 5 + ["C v D"] * 5 + ["D v A"] * 2)
    found = look(season(text, level="adult"), runs=50, seed=3)
    assert (found.method, found.runs, found.seed) == ("simulated", 50, 3)
    assert found.team("A").places[0] == "clinched"
    assert found.team("A").times == (50, 0, 0, 0)
    assert [sum(item.times[place] for item in found.teams) for place in range(4)] == [50, 50, 50, 50]
    assert look(season(text, level="adult"), runs=50, seed=3) == found
    assert look(season(text, level="adult"), runs=50, seed=4).team("B").times != found.team("B").times


def test_the_error_of_a_simulated_share_is_told_in_thousandths():
    text = "\n".join(["A v B"] * 9 + ["A 1-0 B"])
    found = look(season(text, level="adult"), runs=100)
    assert (found.error_permille(50), found.error_permille(0), found.error_permille(100)) == (98, 0, 0)


def test_the_line_counts_those_who_may_go_on():
    text = "A 3-0 F\nB 3-0 F\nC 3-0 F\nD 3-0 F\nA 1-0 D\nB 1-0 F\nC 1-0 F\nE v D"
    found = look(season(text, level="adult"))
    assert found.line == 4
    assert [(item.team, item.line) for item in found.teams] == [
        ("A", "clinched"),
        ("B", "clinched"),
        ("C", "clinched"),
        ("D", "in-reach"),
        ("E", "in-reach"),
        ("F", "out"),
    ]


def test_a_level_without_a_table_has_no_outlook():
    assert look(season("A 0-0 B", level="mite"), "mn-district-9") is None


TEAMS = "ABCD"
GAMES = st.lists(
    st.tuples(st.permutations(TEAMS), st.integers(0, 2), st.integers(0, 2), st.booleans()), min_size=1, max_size=7
)


def played_until(games, known: int) -> Played:
    lines = []
    for number, ((home, away, *_), mine, theirs, kept) in enumerate(games):
        star = "" if kept else "*"
        lines.append(f"{home}{star} {mine}-{theirs} {away}" if number < known else f"{home} v {away}")
    return season("\n".join(lines), teams=" ".join(TEAMS))


@pytest.mark.parametrize("slug", [ALBERTA, "mn-district-9"])
@settings(max_examples=25, deadline=None)
@given(games=GAMES)
def test_what_is_certain_never_turns_false_later(slug, games):
    book = load(slug)
    final = played_until(games, len(games))
    (table,) = standings(final.facts, book, final.results(book), final.fair_play)
    for known in range(len(games) + 1):
        found = look(played_until(games, known), slug, limit=40, runs=3)
        for item in found.teams:
            row = table.row(item.team)
            last = row.rank + sum(other.rank == row.rank for other in table.rows) - 1
            assert item.best <= row.rank
            assert last <= item.worst


@settings(max_examples=15, deadline=None)
@given(games=GAMES, names=st.permutations(TEAMS))
def test_names_change_nothing_that_is_certain(games, names):
    played = played_until(games, len(games) - 1)
    name = dict(zip(TEAMS, names, strict=True))
    facts = played.facts.changed(
        games=tuple(
            replace(game, home=name[game.home], away=name[game.away], winner=name[game.winner] if game.winner else None)
            for game in played.facts.games
        )
    )
    swapped = Played(facts, {(game, name[team]): point for (game, team), point in played.fair_play.items()})
    first, second = look(played), look(swapped)
    for item in first.teams:
        other = second.team(name[item.team])
        assert (item.best, item.worst, item.places, item.line) == (other.best, other.worst, other.places, other.line)
