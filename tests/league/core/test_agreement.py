"""How two reports become one: values that neither gave, names that stay, scores without periods."""

import pytest

from league.core.agreement import own_values, settled, with_value
from league.core.reports import Difference, ReportedPenalty, SideReport, category_counts, differences
from tests.reporting import content


def field(name: str) -> Difference:
    return Difference(name, "1", "2")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("home.goals.2", ()),
        ("away.score", ()),
        ("home.penalties.minor", ()),
        ("decided_in", ("regulation", "overtime", "shootout")),
        ("shootout_winner", ("home", "away", "nobody")),
        ("home.penalties", None),
        ("home.conduct.spectators-removed", None),
        ("home.fair_play", None),
    ],
)
def test_numbers_and_words_can_be_given_but_no_third_way_between_yes_and_no(
    name: str, words: tuple[str, ...] | None
) -> None:
    assert own_values(field(name)) == words


def test_a_goal_is_put_into_its_period() -> None:
    assert with_value(content(), "away.goals.2", "0").away.goals == (1, 0, 3)
    assert with_value(content(), "home.goals.4", "1").home.goals == (1, 1, 1, 1)


def test_how_it_was_decided_can_be_set() -> None:
    after = with_value(with_value(content(), "decided_in", "shootout"), "shootout_winner", "away")
    assert (after.decided_in, after.shootout_winner) == ("shootout", "away")
    assert with_value(after, "shootout_winner", "nobody").shootout_winner is None


def test_penalties_added_to_named_ones_have_no_name_and_the_names_stay() -> None:
    named = (ReportedPenalty("minor", "tripping", "h1"), ReportedPenalty("major", "fighting", "h2"))
    after = with_value(content(home_penalties=named), "home.penalties.minor", "3").home
    assert after.penalties == (*named, ReportedPenalty("minor"), ReportedPenalty("minor"))


def test_of_fewer_penalties_than_were_named_nobody_knows_whose_they_are() -> None:
    named = (ReportedPenalty("minor", "tripping", "h1"), ReportedPenalty("minor", "holding", "h2"))
    after = with_value(content(home_penalties=(*named, ReportedPenalty("match"))), "home.penalties.minor", "1").home
    assert after.penalties == (ReportedPenalty("match"), ReportedPenalty("minor"))


def test_an_act_of_two_penalties_is_added_whole_and_apart_from_those_there() -> None:
    named = (
        ReportedPenalty("minor", "checking-from-behind", "h1", incident="x"),
        ReportedPenalty("misconduct", "checking-from-behind", "h1", incident="x"),
    )
    after = with_value(content(home_penalties=named), "home.penalties.checking-from-behind", "2").home
    assert category_counts(after) == {"checking-from-behind": 2}
    assert len({item.incident for item in after.penalties}) == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("home.goals.1", bad) for bad in ("", "x", "-1", "1.5", "100", "9" * 5000)],
        *[("home.penalties.roughness", "1"), ("home.penalties", "1"), ("home.fair_play", "yes"), ("nothing", "1")],
        *[("decided_in", "lunch"), ("shootout_winner", "referee"), ("ice.goals.1", "1")],
    ],
)
def test_what_can_not_be_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError, match=r"can't be|no number"):
        with_value(content(), name, value)


def test_a_score_without_periods_makes_both_scores_whole() -> None:
    """One report has periods, the other only the score; the one without holds for the home team."""
    home, away = content(), content(home=(), away=(), home_total=4, away_total=6)
    assert [item.field for item in differences(home, away)] == ["home.score"]
    made = settled(home, away, {"home.score": "away"})
    assert (made.home, made.away) == (SideReport(total=4), SideReport(total=6))
    assert with_value(home, "away.score", "9").home == SideReport(total=3)
    assert with_value(home, "away.score", "9").away == SideReport(total=9)
