"""What changed between two versions of a rule book."""

from hypothesis import given
from hypothesis import strategies as st

from league.rulebook.differences import Run, ValueChange, differences, word_runs
from league.rulebook.loader import load_text, shipped_text
from tests.league.rulebook.sample import POINTS, book, clause, header, tiny

STEPS = """
[tie_breaking]
clause = "1"
after_split = "restart"

[[tie_break]]
clause = "1"
metric = "wins"

[[tie_break]]
clause = "1"
metric = "losses"
direction = "fewest"
"""


def test_a_version_does_not_differ_from_itself() -> None:
    assert not differences(book(tiny()), book(tiny() + "# only a comment\n"))


def test_clauses_come_go_and_change_word_by_word() -> None:
    old = book(header() + clause("1", "A win is 2 points.") + clause("2") + POINTS)
    new = book(header(version="2") + clause("1", "A win is 3 points.") + clause("3") + POINTS)
    found = differences(old, new)
    assert [added.id for added in found.added] == ["3"]
    assert [removed.id for removed in found.removed] == ["2"]
    (change,) = found.changed
    assert (change.id, [field.field for field in change.fields]) == ("1", ["text"])
    assert change.fields[0].runs == (
        Run("same", "A win is "),
        Run("removed", "2 "),
        Run("added", "3 "),
        Run("same", "points."),
    )
    assert found.values == ()


def test_values_are_compared_by_path_and_a_default_spelled_out_is_no_change() -> None:
    old = book(tiny())
    new = book(tiny().replace("win = 2", "win = 3\nfair_play = 0"))
    assert differences(old, new).values == (ValueChange("points.win", 2, 3),)


def test_a_step_put_in_between_leaves_the_others_alone() -> None:
    between = '\n[[tie_break]]\nclause = "1"\nmetric = "goals-for"\n\n[[tie_break]]\nclause = "1"\nmetric = "losses"'
    old = book(tiny() + STEPS)
    new = book(tiny() + STEPS.replace('\n[[tie_break]]\nclause = "1"\nmetric = "losses"', between))
    changes = {change.path: (change.old, change.new) for change in differences(old, new).values}
    assert changes["tie_break[1].metric"] == (None, "goals-for")
    assert all(path.startswith("tie_break[1].") for path in changes)


def test_a_section_that_came_is_told_value_by_value() -> None:
    changes = differences(book(header() + clause()), book(tiny())).values
    assert ValueChange("points.win", None, 2) in changes


def test_a_real_amendment_is_told() -> None:
    text = shipped_text("mn-district-9")
    old = load_text(text, name="old")
    new = load_text(
        text.replace('post_clause = "5.1.post"\nhours = 24', 'post_clause = "5.1.post"\nhours = 48'), name="new"
    )
    assert differences(old, new).values == (ValueChange("reporting.hours", 24, 48),)


_texts = st.lists(st.sampled_from(["win", "2", "points.", "a", "\n", " "]), max_size=8).map(" ".join)


@given(_texts, _texts)
def test_runs_give_back_both_texts(old: str, new: str) -> None:
    runs = word_runs(old, new)
    assert "".join(run.text for run in runs if run.change != "added") == old
    assert "".join(run.text for run in runs if run.change != "removed") == new
