"""Shows what holds for any season: names, order and uncounted games change nothing, every team is placed once."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.core.facts import CoinFlip
from league.rulebook.loader import load
from standings.core.book import Points, TieBreaking
from standings.core.counting import counted, tallies
from standings.core.table import DivisionStandings, standings
from tests.standings.core.builders import Played, season

TEAMS = ("A", "B", "C", "D", "E")
PAIRS = st.sampled_from([(home, away) for home in TEAMS for away in TEAMS if home != away])
MARK = st.sampled_from(["", "", "*"])


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A game between any two teams, in any state, with few goals so that ties are common."""
    home, away = draw(PAIRS)
    kind = draw(st.sampled_from(["played", "played", "played", "played", "open", "forfeit", "no-show", "cancelled"]))
    if kind == "open":
        return f"{home} v {away}"
    if kind == "cancelled":
        return f"{home} v {away}: cancelled"
    if kind != "played":
        return f"{home} v {away}: {draw(st.sampled_from([home, away]))} {kind}"
    goals = f"{draw(st.integers(0, 2))}-{draw(st.integers(0, 2))}"
    return f"{home}{draw(MARK)} {goals} {away}{draw(MARK)}"


BOOKS = ("mn-district-9", "alberta-mens")
SEASONS = st.lists(lines(), max_size=14)


def made(text: list[str]) -> Played:
    return season("\n".join(text), teams=" ".join(TEAMS))


def renamed(table: DivisionStandings, name: dict[str, str]) -> tuple[object, ...]:
    """The table with every team called by its new name, and nothing in it that hangs on names."""
    ranks = {name[row.team]: (row.rank, row.tied, row.points, row.percentage) for row in table.rows}
    traces = {
        frozenset(name[team] for team in trace.teams): [
            (
                step.clause,
                {name[team]: value for team, value in step.values.items()},
                [frozenset(name[team] for team in group) for group in step.split],
            )
            for step in trace.steps
        ]
        for trace in table.tie_breaks
    }
    return ranks, traces, {frozenset(name[team] for team in teams) for teams in table.coin_flip_needed}


@pytest.mark.parametrize("slug", BOOKS)
@given(text=SEASONS, other_names=st.permutations(TEAMS))
def test_names_order_nothing(slug, text, other_names):
    name = dict(zip(TEAMS, other_names, strict=True))
    swapped = [
        "".join(name.get(letter, letter) for letter in line.replace("v", "\0")).replace("\0", "v") for line in text
    ]
    ours, theirs = made(text).table(slug), made(swapped).table(slug)
    assert renamed(ours, name) == renamed(theirs, {team: team for team in TEAMS})


@pytest.mark.parametrize("slug", BOOKS)
@given(text=SEASONS, random=st.randoms(use_true_random=False))
def test_the_order_of_games_and_teams_changes_nothing(slug, text, random):
    played = made(text)
    games, teams = list(played.facts.games), list(played.facts.teams)
    random.shuffle(games)
    random.shuffle(teams)
    shuffled = replace(played, facts=played.facts.changed(games=tuple(games), teams=tuple(teams)))
    assert shuffled.table(slug) == played.table(slug)


@given(SEASONS, st.sampled_from(["exhibition", "tournament", "scrimmage", "playoff"]), PAIRS)
def test_games_that_are_open_cancelled_or_of_another_kind_change_nothing(text, kind, pair):
    home, away = pair
    ignorable = [f"{home} 9-0 {away}*", f"{home} v {away}", f"{home} v {away}: cancelled"]
    played, more = made(text), made([*text, *ignorable])
    games = tuple(replace(game, kind=kind) if game.home_goals == 9 else game for game in more.facts.games)
    assert replace(more, facts=more.facts.changed(games=games)).table() == played.table()


@given(SEASONS)
def test_every_team_is_placed_once_and_ranks_are_consistent(text):
    table = made(text).table()
    assert sorted(row.team for row in table.rows) == sorted(TEAMS)
    assert table.rows[0].rank == 1
    for place, row in enumerate(table.rows, 1):
        sharing = [other.team for other in table.rows if other.rank == row.rank]
        assert row.tied == (len(sharing) > 1)
        assert row.rank <= place < row.rank + len(sharing)
        assert sharing == sorted(sharing)
    assert {row.team for row in table.rows if row.tied} == {team for teams in table.coin_flip_needed for team in teams}


@given(SEASONS)
def test_the_order_never_contradicts_the_share_of_points(text):
    played = made(text)
    rows = played.table().rows
    by_share = len({row.played for row in rows}) > 1
    for above, below in pairwise(rows):
        if by_share:
            assert above.points * max(3, below.available) >= below.points * max(3, above.available)
        else:
            assert above.points >= below.points


@given(SEASONS)
def test_rows_add_up(text):
    rows = made(text).table().rows
    for row in rows:
        assert row.played == row.wins + row.losses + row.ties
        assert row.points == 2 * row.wins + row.ties + row.fair_play
        assert row.available == 3 * row.played
    assert sum(row.goals_for for row in rows) == sum(row.goals_against for row in rows)
    assert sum(row.wins for row in rows) == sum(row.losses for row in rows)


@given(SEASONS, st.sets(st.sampled_from(TEAMS), min_size=2))
def test_head_to_head_sums_agree_with_counting_game_by_game(text, chosen):
    played, book = made(text), load("mn-district-9")
    found = played.results(book)
    points = book.one(Points)
    among = tallies(counted(found.values(), points), points, played.fair_play).among(sorted(chosen))
    for team in chosen:
        games = points = goals_for = goals_against = capped = 0
        for result in found.values():
            game = result.game
            if team not in game.teams or not chosen.issuperset(game.teams) or not result.counts:
                continue
            mine, theirs = result.goals(team)
            games += 1
            goals_for += mine
            goals_against += theirs
            capped += max(-1, min(1, mine - theirs))
            points += 2 if result.winner == team else 0 if result.winner else 1
            points += played.fair_play.get((game.id, team), 0)
        tally = among[team]
        assert (tally.games, tally.points, tally.goals_for, tally.goals_against, tally.goal_difference(1)) == (
            games,
            points,
            goals_for,
            goals_against,
            capped,
        )


@pytest.mark.parametrize("slug", BOOKS)
@given(text=SEASONS)
def test_no_set_is_taken_up_twice_and_every_restart_is_of_a_smaller_one(slug, text):
    taken = [trace.teams for trace in made(text).table(slug).tie_breaks]
    assert len(taken) == len(set(taken))
    for number, teams in enumerate(taken):
        wider = [earlier for earlier in taken[:number] if set(teams) & set(earlier)]
        assert all(set(teams) < set(earlier) for earlier in wider)


@pytest.mark.parametrize("slug", BOOKS)
@given(text=SEASONS)
def test_going_on_and_starting_again_agree_where_nothing_was_split(slug, text):
    book, played = load(slug), made(text)
    on = book.one(TieBreaking).model_copy(update={"after_split": "continue"})
    other = replace(book, sections={**book.sections, TieBreaking: (on,)}, digest="another")
    (again,) = standings(played.facts, book, played.results(book), played.fair_play)
    (going,) = standings(played.facts, other, played.results(book), played.fair_play)
    split = {
        team for trace in again.tie_breaks if not trace.unresolved and len(trace.teams) > 2 for team in trace.teams
    }
    for row in again.rows:
        if row.team not in split:
            assert (row.rank, row.tied) == (going.row(row.team).rank, going.row(row.team).tied)


@given(SEASONS)
def test_every_step_shows_a_value_for_each_tied_team_and_only_the_last_step_parts(text):
    for trace in made(text).table().tie_breaks:
        for number, step in enumerate(trace.steps, 1):
            assert sorted(step.values) == sorted(trace.teams)
            assert sorted(team for group in step.split for team in group) == sorted(trace.teams)
            assert not step.parted or number == len(trace.steps)


@given(SEASONS, st.permutations(TEAMS))
@settings(max_examples=50)
def test_flips_place_everybody_who_needs_one_and_move_nobody_else(text, order):
    played = made(text)
    before = played.table()
    flips = tuple(
        CoinFlip("d", teams, tuple(team for team in order if team in teams)) for teams in before.coin_flip_needed
    )
    after = replace(played, facts=played.facts.changed(coin_flips=flips)).table()
    assert after.coin_flip_needed == ()
    assert sorted(row.rank for row in after.rows) == [1, 2, 3, 4, 5]
    for row in before.rows:
        sharing = sum(other.rank == row.rank for other in before.rows)
        assert row.rank <= after.row(row.team).rank < row.rank + sharing
