"""What two teams' reports make of a game, and what they say together when they agree or are settled."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.agreement import TeamReport, agreed, settled, standing
from league.core.reports import (
    CATEGORIES,
    SIDES,
    ReportContent,
    ReportedPenalty,
    Side,
    SideReport,
    as_json,
    by_category,
    category_counts,
    differences,
    from_json,
)
from tests.reporting import content, penalty

HOME, AWAY = 1, 2


def reports(home: ReportContent | None, away: ReportContent | None, away_by: int = AWAY) -> dict[Side, TeamReport]:
    found: dict[Side, TeamReport] = {}
    if home:
        found["home"] = TeamReport(home, HOME)
    if away:
        found["away"] = TeamReport(away, away_by)
    return found


# ---------------------------------------------------------------- how a game stands


@pytest.mark.clause("mn-district-9", "5.1.post")
@pytest.mark.parametrize(
    ("home", "away", "state"),
    [
        (None, None, "unreported"),
        (content(), None, "provisional"),
        (None, content(), "provisional"),
        (content(), content(), "verified"),
        (content(), content(home=(2, 1, 1)), "disputed"),
    ],
)
def test_a_game_goes_from_unreported_over_provisional_to_verified_or_disputed(
    home: ReportContent | None, away: ReportContent | None, state: str
) -> None:
    assert standing(reports(home, away), "home").state == state


@pytest.mark.parametrize("first", SIDES)
def test_in_a_dispute_the_report_of_the_side_that_spoke_first_is_posted(first: Side) -> None:
    both = reports(content(), content(home=(2, 1, 1)))
    found = standing(both, first)
    assert found.content == both[first].content
    assert [item.field for item in found.differences] == ["home.goals.1"]


def test_one_person_for_both_teams_verifies_nothing_and_ends_no_dispute() -> None:
    both = reports(content(), content(), away_by=HOME)
    found = standing(both, "home")
    assert (found.state, found.alone) == ("provisional", True)
    assert standing(both, "home", disputed=True).state == "disputed"


# ---------------------------------------------------------------- differences


def test_equal_reports_told_in_different_ways_dont_differ() -> None:
    by_number = content(home_counts={"minor": 1, "checking-from-behind": 1, "match": 0}, home_total=9, home_minutes=7)
    listed = content(
        home_penalties=(
            penalty("misconduct", "checking-from-behind", "h1"),
            penalty("minor", "hooking", "h2"),
            penalty("minor", "checking-from-behind", "h1"),
        ),
        home_fair_play=True,
        home_dressed=("h1",),
    )
    assert differences(by_number, listed) == ()


def test_every_differing_field_is_told_in_the_order_of_the_form() -> None:
    left = content((1, 1, 1), (1, 2, 3), home_counts={"minor": 5}, home_fair_play=True)
    right = content(
        (1, 1, 1, 1), (1, 3, 2), decided_in="overtime", home_counts={"minor": 4, "major": 1}, home_fair_play=False,
        away_conduct=("off-ice-official-removed",),
    )  # fmt: skip
    assert [(item.field, item.left, item.right) for item in differences(left, right)] == [
        ("home.goals.4", "0", "1"),
        ("away.goals.2", "2", "3"),
        ("away.goals.3", "3", "2"),
        ("decided_in", "regulation", "overtime"),
        ("home.penalties.minor", "5", "4"),
        ("home.penalties.major", "0", "1"),
        ("home.fair_play", "yes", "no"),
        ("away.conduct.off-ice-official-removed", "no", "yes"),
    ]


def test_the_same_numbers_for_different_people_differ() -> None:
    left, right = (content(home_penalties=(penalty("major", "fighting", who),)) for who in ("h1", "h2"))
    assert [item.field for item in differences(left, right)] == ["home.penalties.major"]


def test_scores_are_compared_where_one_gives_no_periods() -> None:
    alone = content((), (), home_total=3, away_total=5)
    assert [(item.field, item.left, item.right) for item in differences(content(), alone)] == [("away.score", "6", "5")]


# ---------------------------------------------------------------- reports that became one


def test_what_agrees_is_filled_up_from_both_and_each_team_names_its_own() -> None:
    home = content(home_penalties=(penalty(person="h1"),), away_counts={"minor": 1}, home_dressed=("h1",))
    away = content(home_counts={"minor": 1}, away_penalties=(penalty(person="a1"),), away_dressed=("a1",))
    together = agreed(home, away)
    assert [item.person for item in together.home.penalties] == ["h1"]
    assert [item.person for item in together.away.penalties] == ["a1"]
    assert (together.home.dressed, together.away.dressed) == (("h1",), ("a1",))


def test_categories_are_settled_apart_and_names_are_kept_where_they_hold() -> None:
    home = content(home_penalties=(penalty(person="h1"), penalty("major", "fighting", "h2")))
    away = content(home_counts={"minor": 2, "major": 1})
    taken: dict[str, Side] = {"home.penalties.minor": "away"}
    assert [(item.penalty_class, item.person) for item in settled(home, away, taken).home.penalties] == [
        ("minor", None),
        ("minor", None),
        ("major", "h2"),
    ]


def test_a_field_without_a_choice_is_not_guessed() -> None:
    with pytest.raises(KeyError):
        settled(content(), content(home=(2, 1, 1)), {})


# ---------------------------------------------------------------- properties

PENALTIES = st.builds(
    ReportedPenalty,
    st.sampled_from(["minor", "major", "misconduct", "game-misconduct", "penalty-shot"]),
    st.sampled_from(["other", "tripping", "fighting", "checking-from-behind", "no-mouth-guard"]),
    person=st.sampled_from([None, "p1", "p2"]),
    incident=st.sampled_from(["", "1"]),
    seconds=st.sampled_from([None, 90]),
    flags=st.sampled_from([(), ("injury",)]),
)
SIDE_REPORTS = st.builds(
    SideReport,
    goals=st.lists(st.integers(0, 3), min_size=3, max_size=4).map(tuple),
    counts=st.dictionaries(st.sampled_from(sorted(CATEGORIES)), st.integers(0, 3), max_size=3),
    penalties=st.lists(PENALTIES, max_size=4).map(tuple),
    conduct=st.lists(st.sampled_from(["spectators-removed", "off-ice-official-removed"]), unique=True, max_size=2).map(
        lambda kinds: tuple(sorted(kinds))
    ),
    fair_play=st.sampled_from([None, True, False]),
    dressed=st.sampled_from([None, (), ("p1",)]),
)
CONTENTS = st.builds(
    ReportContent,
    home=SIDE_REPORTS,
    away=SIDE_REPORTS,
    decided_in=st.sampled_from(["regulation", "overtime", "shootout"]),
    shootout_winner=st.sampled_from([None, "home", "away"]),
)


@given(CONTENTS)
def test_a_report_is_kept_and_read_back_unchanged(report: ReportContent) -> None:
    assert from_json(as_json(report)) == report


@given(CONTENTS)
def test_a_report_doesnt_differ_from_itself(report: ReportContent) -> None:
    assert differences(report, report) == ()


@given(CONTENTS, CONTENTS)
def test_reports_differ_the_same_from_both_ends(left: ReportContent, right: ReportContent) -> None:
    turned = [replace(item, left=item.right, right=item.left) for item in differences(right, left)]
    assert turned == list(differences(left, right))


@given(CONTENTS, CONTENTS, st.sampled_from(SIDES))
def test_taking_one_report_in_every_field_gives_what_doesnt_differ_from_it(
    home: ReportContent, away: ReportContent, side: Side
) -> None:
    taken = {item.field: side for item in differences(home, away)}
    assert differences(settled(home, away, taken), home if side == "home" else away) == ()


@given(SIDE_REPORTS)
def test_every_listed_penalty_is_in_one_category_once(side: SideReport) -> None:
    sorted_out = [item for acts in by_category(side).values() for act in acts for item in act]
    if side.penalties:
        assert sorted(map(repr, sorted_out)) == sorted(map(repr, side.penalties))
    assert all(number > 0 for number in category_counts(side).values())
