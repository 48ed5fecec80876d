"""Shows what a step's parameters do: sizes, blocks, conditions, next best teams, bonus points, weights, withdrawals."""

from fractions import Fraction

import pytest

from league.core.facts import CoinFlip, Withdrawal
from league.core.results import results
from league.rulebook.loader import load, look_into
from standings.core.book import Points, TieBreak, TieBreaking
from standings.core.table import standings
from tests.standings.core.builders import Played, rendered, season, told

CLAUSE = """
[[clause]]
id = "{id}"
topic = "standings"
kind = "compute"
title = "A rule"
text = "A rule."
does = "It is followed."
"""
HEAD = """
[book]
slug = "one"
title = "One"
authority = "One"
season = "any"
version = "1"
effective = 2014-01-01
currency = "USD"
source_note = "Invented."
"""
POINTS = '[points]\nclause = "p"\nwin = 2\ntie = 1\nloss = 0\n'


def step(clause: str, metric: str, **given) -> str:
    lines = [f'clause = "{clause}"', f'metric = "{metric}"']
    for name, value in given.items():
        lines.append(f"{name} = {value}" if isinstance(value, int) else f'{name} = "{value}"')
    return "\n[[tie_break]]\n" + "\n".join(lines) + "\n"


def examined(*steps: str, after: str = "restart", points: str = POINTS, by: str = "points", outcomes: str = ""):
    clauses = "".join(CLAUSE.format(id=id) for id in ("p", "t", "a", "b", "c", "d"))
    ties = f'[tie_breaking]\nclause = "t"\nuneven_clause = "t"\nafter_split = "{after}"\n' if steps else ""
    ranking = f'[ranking]\nclause = "p"\nby = "{by}"\n'
    return look_into(
        f"{HEAD}{clauses}\n[results]\n{outcomes}\n{points}\n{ranking}{ties}{''.join(steps)}", name="one.toml"
    )


def table(played: Played, *steps: str, **given):
    found = examined(*steps, **given)
    assert found.book is not None, [str(finding) for finding in found.findings]
    outcomes = results(played.facts, found.book)
    (only,) = standings(played.facts, found.book, outcomes, played.fair_play)
    return only


CYCLE = "A 3-0 B\nB 1-0 C\nC 1-0 A"


def test_a_step_is_skipped_by_ties_of_other_sizes():
    found = table(
        season(CYCLE),
        step("a", "goals-for", at_most=2),
        step("b", "goal-difference", at_least=3),
        step("c", "losses"),
    )
    assert told(found) == ["A B C", "b A=2 B=-2 C=0 > A | C | B"]


def test_those_still_level_start_again_at_the_step_for_their_size():
    # a cycle in which difference leaves B and C level
    found = table(
        season("A 5-0 B\nB 3-0 C\nC 1-0 A"),
        step("a", "points", scope="among-tied", at_most=2),
        step("b", "goal-difference", at_least=3),
    )
    assert told(found) == ["A B C", "b A=4 B=-2 C=-2 > A | B C", "B C", "a B=2 C=0 > B | C"]
    assert found.tie_breaks[0].restarts_at == "a"


OWN_GAMES = (
    step("a", "points", scope="among-tied", block="own"),
    step("b", "goal-difference", scope="among-tied", block="own"),
    step("c", "goals-for"),
)
BOTH_TO_A = "A 1-0 B\nA 1-0 B\nA 1-0 C\nC 5-0 A\nB 1-0 D\n"


@pytest.mark.parametrize(
    ("between", "after", "order"),
    [
        # B took more points of C than C of B; by the games of all three C's difference is better
        ("B 1-0 C\nC 1-1 B\nB 1-1 D\nC 1-0 D\nC 1-1 D", "restart", "ABC"),
        ("B 1-0 C\nC 1-1 B\nB 1-1 D\nC 1-0 D\nC 1-1 D", "restart-after-block", "ACB"),
        ("B 1-0 C\nC 1-1 B\nB 1-1 D\nC 1-0 D\nC 1-1 D", "continue", "ABC"),
        # B won twice by one, C once by three: more points for B, the better difference for C
        ("B 1-0 C\nB 1-0 C\nC 3-0 B\nC 1-0 D", "restart", "ABC"),
        ("B 1-0 C\nB 1-0 C\nC 3-0 B\nC 1-0 D", "restart-after-block", "ACB"),
        ("B 1-0 C\nB 1-0 C\nC 3-0 B\nC 1-0 D", "continue", "ACB"),
    ],
)
def test_what_follows_a_split_decides_who_is_second(between, after, order):
    found = table(season(BOTH_TO_A + between), *OWN_GAMES, after=after)
    assert [row.points for row in found.rows[:3]] == [6, 6, 6]
    assert "".join(row.team for row in found.rows[:3]) == order
    first, second = found.tie_breaks
    assert (first.teams, second.teams) == (("A", "B", "C"), ("B", "C"))
    assert second.steps[0].clause == ("a" if after == "restart" else "b")


def test_the_odd_game_is_left_out():
    # three meetings, two of them at A's rink: the first of those is left out
    text = "A 5-0 B\nB 1-1 A\nA 0-1 B"
    with_it = table(season(text), step("a", "goal-difference", scope="among-tied"))
    without = table(season(text), step("a", "goal-difference", scope="among-tied", uneven="without-odd-game"))
    assert told(with_it) == ["A B", "a A=4 B=-4 > A | B"]
    assert told(without) == ["A B", "a A=-1 B=1 > B | A"]
    assert without.tie_breaks[0].steps[0].why.endswith("in the games among the tied teams without the odd game")


def test_games_against_the_next_best_teams_are_looked_at_from_the_top_down():
    # B and C are level and never met; both lost to A; against D, next in the table, C took more
    text = "A 1-0 B\nA 1-0 C\nA 1-0 D\nB 1-1 D\nC 2-0 D\nB 1-1 E\nD 5-0 E"
    found = table(season(text), step("a", "points", scope="next-best"))
    (line,) = [line for line in told(found) if line.startswith("a B") or line.startswith("a C")]
    assert line == "a B=1 C=2 > C | B"
    assert found.tie_breaks[-1].steps[0].why == "Most points against the next best: D"


def test_a_percentage_is_of_the_points_that_the_games_could_bring():
    found = table(season("A 1-0 B\nA 1-0 C\nB 1-0 C\nB 0-1 A\nA 0-1 C"), by="percentage")
    assert [(row.team, row.percentage) for row in found.rows] == [("A", "0.7500"), ("B", "0.3333"), ("C", "0.3333")]


def test_shares_and_minutes_are_exact():
    found = table(season("A 2-1 C\nB 4-2 C"), step("a", "goal-share"), step("b", "penalty-minutes"))
    assert told(found) == ["A B", "a A=2/3 B=2/3 > A B", "b A=0 B=0 > A B"]


def test_bonus_points_come_on_top():
    bonus = (
        POINTS
        + '[[points.bonus]]\nclause = "a"\npoints = 1\nresult = "win"\ndifference = 3\n'
        + '[[points.bonus]]\nclause = "b"\npoints = 1\nresult = "loss"\ndifference = -1\n'
        + '[[points.bonus]]\nclause = "c"\npoints = 1\ngoals_against = 0\n'
    )
    found = table(season("A 3-0 B\nA 1-2 B\nA v B: B forfeit"), points=bonus)
    assert [(row.team, row.points) for row in found.rows] == [("A", 2 + 1 + 1 + 1 + 2), ("B", 2)]


def test_forfeits_and_double_forfeits_can_be_worth_something_else():
    worth = POINTS + "forfeit_win = 3\nforfeit_loss = -1\ndouble_forfeit = -2\n"
    found = table(season("A v B: B forfeit\nA v B: double-forfeit"), points=worth)
    assert [(row.team, row.points) for row in found.rows] == [("A", 1), ("B", -3)]


def test_games_of_a_kind_can_count_twice():
    worth = POINTS + 'kinds = ["league"]\n[points.weights]\nleague = 2\n'
    found = table(season("A 1-0 B"), points=worth)
    assert [(row.team, row.points, row.available) for row in found.rows] == [("A", 4, 4), ("B", 0, 4)]


@pytest.mark.parametrize(
    ("policy", "rows"),
    [
        ("keep", ["1 A 1 1 0 0 1 2 1.0000 1-0", "2 B 0 0 0 0 0 0 0.0000 0-0", "3 C 1 0 1 0 1 0 0.0000 0-1"]),
        ("void", ["1 A 0 0 0 0 0 0 0.0000 0-0", "1 B 0 0 0 0 0 0 0.0000 0-0", "3 C 0 0 0 0 0 0 0.0000 0-0"]),
        ("forfeit", ["1 A 1 1 0 0 1 2 1.0000 1-0", "1 B 1 1 0 0 0 2 1.0000 0-0", "3 C 2 0 2 0 1 0 0.0000 0-1"]),
    ],
)
def test_a_withdrawn_teams_games_are_kept_voided_or_forfeited(policy, rows):
    played = season("A 1-0 C\nB v C", withdrawn=(Withdrawal("C"),))
    assert rendered(table(played, outcomes=f'withdrawn = "{policy}"')) == rows


def test_a_play_in_that_is_recorded_parts_like_a_flip():
    played = season("A 1-1 B", coin_flips=(CoinFlip("d", ("A", "B"), ("B", "A")),))
    found = table(played, step("a", "play-in"))
    assert told(found) == ["A B", "a A=- B=- > B | A"]
    assert found.tie_breaks[0].steps[0].why == "A recorded play in"


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([step("a", "coin-flip"), step("b", "wins")], "after the coin flip of a nobody is level any more"),
        ([step("a", "wins"), step("b", "wins")], "b compares again what a left level"),
        ([step("a", "wins", at_least=3)], "no step for the table is for two level teams"),
        ([step("a", "wins", at_most=4)], "no step for the table is for more than 4 level teams"),
        ([step("a", "wins", games="playoffs")], "the season's table comes before the playoffs"),
        ([step("a", "wins", at_least=4, at_most=3)], "no tie has at least 4 and at most 3 teams"),
        ([step("a", "wins", uneven="without-odd-game")], "only games among the tied teams have an odd one"),
        ([step("a", "points", when="balanced")], "whether they met equally often says nothing about other games"),
        ([step("a", "coin-flip", scope="among-tied")], "a coin flip has no scope"),
        ([step("a", "wins", games="quarter")], "unknown stage 'quarter'"),
        ([step("a", "wins", stage="round-robin")], "unknown stage 'round-robin'"),
        ([step("a", "penalty-minutes")], "penalty-minutes are never counted: there is no [penalty_minutes]"),
        (
            [step("a", "goal-difference"), step("b", "goals-against"), step("c", "goals-for")],
            "c can't part anybody: whoever is level in goal-difference and goals-against is level in goals-for",
        ),
    ],
)
def test_lint_finds_what_cannot_work(steps, said):
    assert any(said in str(finding) for finding in examined(*steps).findings)


def test_lint_finds_a_block_in_pieces():
    pieces = [step("a", "wins", block="h"), step("b", "losses"), step("c", "goals-for", block="h")]
    found = examined(*pieces, after="restart-after-block").findings
    assert any("taken up again at c after a step outside it" in str(finding) for finding in found)
    without = examined(step("a", "wins"), after="restart-after-block").findings
    assert any("no step belongs to one" in str(finding) for finding in without)


def test_the_shipped_books_are_quiet():
    for slug in ("mn-district-9", "alberta-mens", "maha-adult"):
        book = load(slug)
        found = [str(item) for entry in book.all(TieBreak) for item in entry.check(book)]
        found += [str(item) for item in book.one(TieBreaking).check(book)]
        # its own clauses say that these two can't decide
        known = ("9-1.b.i.4 can't part anybody", "9-1.b.ii.4 can't part anybody")
        assert [text for text in found if not any(said in text for said in known)] == []


def test_worth_by_result_and_by_how_it_came_about():
    points = Points(clause="p", win=3, tie=1, loss=0, overtime_win=2, shootout_loss=1)
    assert points.of("win", "regulation") == 3
    assert (points.of("win", "overtime"), points.of("loss", "shootout"), points.of("tie", "overtime")) == (2, 1, 1)
    assert Fraction(points.available) == 3
