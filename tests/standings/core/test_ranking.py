"""Shows how an ordered partition is refined, whatever the rules compare: restart, going on, undecided sets."""

from hypothesis import given
from hypothesis import strategies as st

from standings.core.metrics import split_by, text
from standings.core.ranking import Group, Rule, Step, refine


def by(clause: str, **values: int) -> Rule:
    """A rule that gives each team the same value in whichever set it is; more is better."""

    def measure(teams: Group, base: Group) -> Step:
        chosen = {team: values[team] for team in teams}
        shown = {team: text(value) for team, value in chosen.items()}
        return Step(clause, "figure", shown, split_by(chosen, "most"), "")

    return Rule(clause, measure)


def pending(clause: str) -> Rule:
    return Rule(clause, lambda teams, base: None)


def steps(refinement) -> list[tuple[str, list[str]]]:
    return [("".join(trace.teams), [step.clause for step in trace.steps]) for trace in refinement.traces]


def test_what_is_not_tied_is_never_taken_up():
    found = refine([("B",), ("A",)], [by("a", A=1, B=0)], after_split="restart")
    assert (found.groups, found.traces) == ((("B",), ("A",)), ())


def test_an_unsplit_set_goes_on_and_a_split_restarts_every_part():
    rules = [by("a", A=1, B=1, C=1, D=1), by("b", A=2, B=2, C=1, D=1), by("c", A=1, B=2, C=1, D=2)]
    found = refine([("A", "B", "C", "D")], rules, after_split="restart")
    assert found.groups == (("B",), ("A",), ("D",), ("C",))
    assert steps(found) == [("ABCD", ["a", "b"]), ("AB", ["a", "b", "c"]), ("CD", ["a", "b", "c"])]
    assert [trace.restarts_at for trace in found.traces] == ["a", "a", "a"]


def test_without_restart_the_parts_go_on_with_the_next_rule():
    rules = [by("a", A=1, B=1, C=1, D=1), by("b", A=2, B=2, C=1, D=1), by("c", A=1, B=2, C=1, D=2)]
    found = refine([("A", "B", "C", "D")], rules, after_split="continue")
    assert found.groups == (("B",), ("A",), ("D",), ("C",))
    assert steps(found) == [("ABCD", ["a", "b"]), ("AB", ["c"]), ("CD", ["c"])]


def test_restart_and_going_on_give_different_orders_when_a_rule_depends_on_the_set():
    beats = {("A", "B"): 1}  # A beat B; C met nobody

    def head_to_head(teams: Group, base: Group) -> Step:
        wins = {team: sum(beats.get((team, other), 0) for other in teams) for team in teams}
        if set(teams) == {"A", "B", "C"}:
            wins = dict.fromkeys(teams, 0)
        return Step("a", "x", {}, split_by(wins, "most"), "")

    rules = [Rule("a", head_to_head), by("b", A=1, B=1, C=2), by("c", A=0, B=1, C=0)]
    assert refine([("A", "B", "C")], rules, after_split="restart").groups == (("C",), ("A",), ("B",))
    assert refine([("A", "B", "C")], rules, after_split="continue").groups == (("C",), ("B",), ("A",))


def test_depth_first_the_first_part_is_finished_before_the_second_is_taken_up():
    rules = [by("a", A=3, B=3, C=3, D=1, E=1), by("b", A=2, B=2, C=1, D=1, E=1)]
    found = refine([("A", "B", "C", "D", "E")], rules, after_split="restart")
    assert [trace.teams for trace in found.traces] == [tuple("ABCDE"), tuple("ABC"), tuple("AB"), tuple("DE")]
    assert found.groups == (("A", "B"), ("C",), ("D", "E"))


def test_a_set_that_waits_for_a_decision_is_named_and_its_step_is_not_listed():
    found = refine([("A", "B"), ("C", "D")], [by("a", A=1, B=1, C=1, D=0), pending("i")], after_split="restart")
    assert found.decisions_needed == (("A", "B"),)
    assert steps(found) == [("AB", ["a"]), ("CD", ["a"])]
    assert found.traces[0].waits_for == "i"


def test_a_set_without_a_decision_to_wait_for_shares_its_place():
    found = refine([("A", "B")], [by("a", A=1, B=1)], after_split="restart")
    assert (found.groups, found.decisions_needed) == ((("A", "B"),), ())
    assert found.traces[0].unresolved


def test_no_rules_leave_the_partition_as_it_is():
    found = refine([("A", "B"), ("C",)], [], after_split="restart")
    assert (found.groups, found.traces) == ((("A", "B"), ("C",)), ())


FIGURES = st.lists(
    st.fixed_dictionaries({team: st.integers(0, 2) for team in "ABCDEF"}), min_size=0, max_size=4
)  # a few rules over six teams


@given(FIGURES, st.sampled_from(["restart", "restart-after-block", "continue"]))
def test_every_team_is_placed_once_and_no_set_is_taken_up_twice(figures, after_split):
    rules = [by(str(number), **values) for number, values in enumerate(figures)]
    found = refine([tuple("ABCDEF")], rules, after_split=after_split)
    assert sorted(team for group in found.groups for team in group) == list("ABCDEF")
    taken_up = [trace.teams for trace in found.traces]
    assert len(taken_up) == len(set(taken_up))


@given(FIGURES)
def test_restart_and_going_on_agree_where_values_do_not_depend_on_the_set(figures):
    rules = [by(str(number), **values) for number, values in enumerate(figures)]
    again = refine([tuple("ABCDEF")], rules, after_split="restart").groups
    on = refine([tuple("ABCDEF")], rules, after_split="continue").groups
    assert again == on
