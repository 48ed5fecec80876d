"""Shows how a knockout is drawn and fills in: byes, series, games only if necessary, never a wrong name."""

import datetime as dt
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.core.facts import Game
from league.core.results import Result
from league.rulebook.loader import load
from standings.core.book import PlayoffStage
from standings.core.bracket import Draw, draw, ordinal, placeholder
from standings.core.series import Bracket, bracket

ALBERTA = load("alberta-mens").all(PlayoffStage)[0]
SHOWDOWN = load("maha-adult").all(PlayoffStage)[1]


def stage(**given) -> PlayoffStage:
    return PlayoffStage(clause="x", name="playoffs", form="knockout", **given)


def seeds(count: int) -> dict[str, str]:
    return {str(number): f"T{number}" for number in range(1, count + 1)}


def game(number: int, home: str, away: str, winner: str | None = None, status: str = "played") -> Result:
    starts = dt.datetime(2015, 3, 1, 18, tzinfo=dt.UTC) + dt.timedelta(days=number)
    return Result(
        Game(f"p{number}", "d", home, away, starts=starts, kind="playoff"),
        status if winner else "open",
        winner=winner,
    )


def told(found: Bracket) -> list[str]:
    """A line a match: its name, who stands on each side, the score of the series, its games to come."""
    lines = []
    for series in found.series:
        sides = [side.team or side.placeholder for side in series.sides]
        wins = "-".join(str(side.wins) for side in series.sides)
        coming = " ".join(game.state for game in series.games if game.state != "played")
        lines.append(f"{series.match.name}: {sides[0]} {wins} {sides[1]} {coming}".strip())
    return lines


def test_best_meets_worst_and_the_two_best_only_in_the_final():
    four = draw(SHOWDOWN, 4)
    assert [(match.name, [placeholder(slot, four) for slot in match.slots]) for match in four.matches] == [
        ("showdown 1", ["1st", "4th"]),
        ("showdown 2", ["2nd", "3rd"]),
        ("championship", ["winner of showdown 1", "winner of showdown 2"]),
    ]


def test_only_as_many_enter_as_the_stage_lets_in():
    assert draw(SHOWDOWN, 9) == draw(SHOWDOWN, 4)


def test_five_teams_give_the_three_best_a_bye():
    five = draw(ALBERTA, 5)
    assert [(match.name, match.bye, [placeholder(slot, five) for slot in match.slots]) for match in five.matches] == [
        ("quarter-final 1", True, ["1st", "bye"]),
        ("quarter-final 2", False, ["4th", "5th"]),
        ("quarter-final 3", True, ["2nd", "bye"]),
        ("quarter-final 4", True, ["3rd", "bye"]),
        ("semi-final 1", False, ["1st", "winner of quarter-final 2"]),
        ("semi-final 2", False, ["2nd", "3rd"]),
        ("final", False, ["winner of semi-final 1", "winner of semi-final 2"]),
    ]


def test_crossovers_are_drawn_as_the_book_says():
    found = draw(stage(pairs=(("A1", "B2"), ("B1", "A2"))), 4)
    assert [placeholder(slot, found) for match in found.matches[:2] for slot in match.slots] == ["A1", "B2", "B1", "A2"]
    assert bracket(found, {"A1": "Owls", "B2": "Bears"}, []).of("1.1").games[0].home == "Owls"


def test_a_third_place_game_is_for_the_losers_of_the_round_before():
    found = draw(stage(rounds=("semi-final", "final"), third_place="third place"), 4)
    results = [
        game(1, "T1", "T4", "T4"),
        game(2, "T2", "T3", "T3"),
        game(3, "T1", "T2", "T2"),
        game(4, "T4", "T3", "T3"),
    ]
    played = bracket(found, seeds(4), results)
    assert [series.match.name for series in played.series] == ["semi-final 1", "semi-final 2", "third place", "final"]
    assert (played.of("third-place").winner, played.champion) == ("T2", "T3")


def test_a_series_of_three_ends_in_two_and_the_third_game_is_gone():
    two = draw(stage(rounds=("final",), best_of=3), 2)
    calendar = [game(1, "T1", "T2"), game(2, "T2", "T1"), game(3, "T1", "T2")]
    assert told(bracket(two, seeds(2), calendar)) == ["final: T1 0-0 T2 to-play to-play if-necessary"]
    one = [game(1, "T1", "T2", "T1"), *calendar[1:]]
    assert told(bracket(two, seeds(2), one)) == ["final: T1 1-0 T2 to-play if-necessary"]
    over = bracket(two, seeds(2), [*one[:1], game(2, "T2", "T1", "T1"), calendar[2]])
    assert told(over) == ["final: T1 2-0 T2"]
    assert [result.game.id for result in over.series[0].superfluous] == ["p3"]
    assert over.champion == "T1"
    level = [*one[:1], game(2, "T2", "T1", "T2"), calendar[2]]
    third = bracket(two, seeds(2), level).series[0].games[2]
    assert (third.state, third.home, third.result) == ("to-play", "T1", calendar[2])


def test_the_higher_seed_is_at_home_first_and_last():
    two = draw(stage(rounds=("final",), best_of=3), 2)
    hosts = [item.home for item in bracket(two, seeds(2), []).series[0].games]
    assert hosts == ["T1", "T2", "T1"]


def test_a_forfeit_loses_the_series_where_the_book_says_so():
    two = draw(ALBERTA, 2)
    results = [game(1, "T1", "T2", "T2"), game(2, "T2", "T1", "T1", "forfeit")]
    lost = bracket(two, seeds(2), results, forfeits_lose_series=True).series[0]
    assert (lost.winner, lost.loser, lost.forfeited) == ("T1", "T2", True)
    on = bracket(two, seeds(2), results).series[0]
    assert (on.winner, [item.state for item in on.games]) == (None, ["played", "played", "to-play"])


def test_seeding_anew_lets_the_best_left_meet_the_worst_once_the_round_is_over():
    four = draw(stage(rounds=("quarter-final", "semi-final", "final"), reseed=True), 8)
    first = [game(1, "T1", "T8", "T8"), game(2, "T4", "T5", "T4"), game(3, "T2", "T7", "T2")]
    before = bracket(four, seeds(8), first)
    assert [side.placeholder for side in before.of("2.1").sides] == ["1st of those left", "4th of those left"]
    assert all(side.team is None for side in before.of("2.1").sides)
    after = bracket(four, seeds(8), [*first, game(4, "T3", "T6", "T6")])
    assert [side.team for side in after.of("2.1").sides] == ["T2", "T8"]
    assert [side.team for side in after.of("2.2").sides] == ["T4", "T6"]


def test_what_is_not_certain_stays_a_placeholder():
    found = bracket(draw(SHOWDOWN, 4), {"1": "Owls", "4": "Bears"}, [game(1, "Owls", "Bears", "Bears")])
    assert told(found) == [
        "showdown 1: Owls 0-1 Bears",
        "showdown 2: 2nd 0-0 3rd to-play",
        "championship: Bears 0-0 winner of showdown 2 to-play",
    ]


def test_a_round_robin_and_a_single_team_have_no_bracket():
    with pytest.raises(ValueError, match="knockout"):
        draw(load("maha-adult").all(PlayoffStage)[0], 4)
    with pytest.raises(ValueError, match="two teams"):
        draw(SHOWDOWN, 1)


def test_ordinals():
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]
    )


def simulated(found: Draw, teams: int, chance: random.Random) -> list[Result]:
    """Results until there is a champion, one needed game after the other."""
    results: list[Result] = []
    while True:
        now = bracket(found, seeds(teams), results)
        if now.champion is not None:
            return results
        series = next(item for item in now.series if not item.match.bye and item.winner is None)
        coming = next(item for item in series.games if item.state != "played")
        assert coming.home is not None
        assert coming.away is not None
        winner = chance.choice([coming.home, coming.away])
        results.append(game(len(results), coming.home, coming.away, winner))


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 11), st.sampled_from([1, 3]), st.booleans(), st.randoms(use_true_random=False))
def test_every_knockout_ends_and_never_showed_a_name_that_changed(teams, best_of, reseed, chance):
    found = draw(stage(best_of=best_of, reseed=reseed), teams)
    entering = [slot.of for match in found.matches if match.round == 1 for slot in match.slots if slot.kind == "seed"]
    assert sorted(entering, key=int) == list(seeds(teams))
    results = simulated(found, teams, chance)
    final = bracket(found, seeds(teams), results)
    assert all(series.winner is not None for series in final.series if not series.match.bye)
    for known in range(len(results)):
        for then, now in zip(bracket(found, seeds(teams), results[:known]).series, final.series, strict=True):
            assert all(side.team in (None, last.team) for side, last in zip(then.sides, now.sides, strict=True))
            assert then.winner in (None, now.winner)
            least = sum(item.state != "if-necessary" for item in then.games)
            assert least <= len(now.games) <= max(1, len(then.games))
