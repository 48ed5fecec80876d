"""Decides how far ties can be broken while goals and penalties of games to come are unknown."""

from collections.abc import Collection, Iterable
from itertools import combinations

from league.rulebook.book import RuleBook
from standings.core.book_tie_breaks import TieBreak, TieBreaking
from standings.core.ranking import AfterSplit, Group, Rule, Step, refine
from standings.core.tally import pair_of
from standings.core.tie_breaks import Evidence, rules

BY_OUTCOME = frozenset(
    {
        "points", "percentage", "wins", "losses", "regulation-wins", "regulation-and-overtime-wins", "fair-play-points",
        "coin-flip", "play-in",
    }
)  # fmt: skip
"""Metrics that the outcomes of games settle; goals and penalties settle the others."""


def break_known_ties(
    level: Iterable[Group], book: RuleBook, evidence: Evidence, open_pairs: Collection[tuple[str, str]]
) -> tuple[Group, ...]:
    """Refine as the book says, as far as nothing unknown is asked for.

    `open_pairs` are the teams that still meet, with outcomes but no goals known. At a step that would
    need these goals the level teams stay together: whatever comes after, any order of them is possible.
    """
    tie_breaking = book.get(TieBreaking)
    after_split: AfterSplit = tie_breaking.after_split if tie_breaking else "continue"
    steps = [step for step in book.all(TieBreak) if step.stage is None]
    found = rules(book, evidence)
    if open_pairs:
        stuck: set[Group] = set()
        found = tuple(_guarded(step, rule, open_pairs, stuck) for step, rule in zip(steps, found, strict=True))
    return refine(level, found, after_split=after_split).groups


def _guarded(step: TieBreak, rule: Rule, open_pairs: Collection[tuple[str, str]], stuck: set[Group]) -> Rule:
    """The rule, which parts nobody any more once an unknown value was asked for."""
    busy = {team for pair in open_pairs for team in pair}

    def measure(teams: Group, base: Group) -> Step | None:
        if teams not in stuck and step.metric not in BY_OUTCOME and _unknown(step, base, open_pairs, busy):
            stuck.add(teams)
        return _none(step, teams) if teams in stuck else rule.measure(teams, base)

    return Rule(rule.clause, measure, rule.at_least, rule.at_most, rule.block)


def _unknown(step: TieBreak, base: Group, open_pairs: Collection[tuple[str, str]], busy: Collection[str]) -> bool:
    if step.scope == "among-tied":
        return any(pair_of(*pair) in open_pairs for pair in combinations(base, 2))
    return any(team in busy for team in base)


def _none(step: TieBreak, teams: Group) -> Step:
    return Step(step.clause, step.rule, dict.fromkeys(teams, "-"), (teams,), "Goals to come would decide")
