"""Decides what each tie-break step of a rule book gives for a set of tied teams."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from league.core.facts import CoinFlip
from league.rulebook.book import RuleBook
from standings.core.book_tie_breaks import SEASON, TieBreak, TieBreaking
from standings.core.metrics import DECISIONS, METRICS, Value, split_by, text
from standings.core.pairs import balanced, clear_advantage
from standings.core.ranking import AfterSplit, Group, Refinement, Rule, Step, refine
from standings.core.tally import Tallies, Tally

RATES = {"per-game": "per game", "share-of-available": "as a share of the available points"}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What steps look at: tallies by set of games, the table's groups from the top, and recorded flips."""

    games: Callable[[str], Tallies]
    flips: Sequence[CoinFlip] = ()
    levels: Sequence[Group] = field(default=())  # the order before any tie is broken, best first
    adjustments: Mapping[str, int] = field(default_factory=dict)
    """Points that the season's table gives or takes besides those of games, by team."""


def break_ties(groups: Iterable[Group], book: RuleBook, evidence: Evidence, stage: str | None = None) -> Refinement:
    """Refine groups of level teams by the book's steps for the table or a stage; without steps they stay."""
    return _refined(groups, book, rules(book, evidence, stage))


def apply_flips(groups: Iterable[Group], book: RuleBook, flips: Sequence[CoinFlip]) -> Refinement:
    """Refine groups by recorded decisions alone, where the book has such a step for the table."""
    found = [step for step in book.all(TieBreak) if step.metric in DECISIONS and step.stage is None]
    return _refined(groups, book, [_flip_rule(step, flips) for step in found])


def deciding(book: RuleBook, teams: int, stage: str | None = None) -> TieBreak | None:
    """The step by which a recorded decision parts that many level teams; the first one of the book counts."""
    for step in book.all(TieBreak):
        if step.metric in DECISIONS and step.stage == stage and step.at_least <= teams <= (step.at_most or teams):
            return step
    return None


def _refined(groups: Iterable[Group], book: RuleBook, found: Sequence[Rule]) -> Refinement:
    tie_breaking = book.get(TieBreaking)
    after_split: AfterSplit = tie_breaking.after_split if tie_breaking else "continue"
    return refine(groups, found, after_split=after_split)


def rules(book: RuleBook, evidence: Evidence, stage: str | None = None) -> tuple[Rule, ...]:
    """The book's steps in order, ready to measure sets of teams by these games and recorded flips."""
    tie_breaking = book.get(TieBreaking)
    uneven_clause = tie_breaking.uneven_clause if tie_breaking else None
    return tuple(
        _flip_rule(step, evidence.flips) if step.metric in DECISIONS else _comparison(step, evidence, uneven_clause)
        for step in book.all(TieBreak)
        if step.stage == stage
    )


def _comparison(step: TieBreak, evidence: Evidence, uneven_clause: str | None) -> Rule:
    tallies = evidence.games(step.games)
    among = lru_cache(maxsize=None)(tallies.among_without_odd if step.uneven == "without-odd-game" else tallies.among)

    def measure(teams: Group, base: Group) -> Step:
        if step.when == "balanced" and not balanced(base, tallies):
            if step.otherwise == "clear-advantage":
                return clear_advantage(step.clause, step.rule, teams, tallies)
            return _not_applied(step, teams, "The tied teams didn't all meet equally often: it doesn't apply")
        if step.scope == "next-best":
            return _next_best(step, teams, tallies, evidence.levels, uneven_clause)
        if step.scope == "among-tied":
            return compared(step, {team: among(base)[team] for team in teams}, uneven_clause)
        whole = {team: tallies.of(team) for team in teams}
        if step.games == SEASON:
            # "points of the season" are those of its table
            more = evidence.adjustments
            whole = {team: tally._replace(points=tally.points + more.get(team, 0)) for team, tally in whole.items()}
        return compared(step, whole, uneven_clause)

    return _rule(step, measure)


def _rule(step: TieBreak, measure: Callable[[Group, Group], Step | None]) -> Rule:
    return Rule(step.clause, measure, step.at_least, step.at_most, step.block)


def _not_applied(step: TieBreak, teams: Group, why: str) -> Step:
    return Step(step.clause, step.rule, dict.fromkeys(teams, "-"), (teams,), why)


def compared(step: TieBreak, tallies: Mapping[str, Tally], uneven_clause: str | None) -> Step:
    """What the step gives on the tied teams' tallies of the games in its scope.

    Tied teams with no game among them can't be compared by such games (3.15.a). Where the games
    counted differ, the value becomes a rate (3.15.uneven); a team without a game then has none.
    """
    teams = tuple(sorted(tallies))
    if step.scope != "all" and not any(tally.games for tally in tallies.values()):
        why = {
            "among-tied": "The tied teams have played no game against each other: it can't part them",
            "next-best": "The tied teams have played no such game: it can't part them",
        }[step.scope]
        return _not_applied(step, teams, why)
    rate = step.uneven in RATES and len({tally.games for tally in tallies.values()}) > 1
    values = {team: _value(step, tallies[team], rate=rate) for team in teams}
    return Step(
        step.clause,
        step.rule,
        {team: text(value) for team, value in values.items()},
        split_by(values, step.best),
        _sentence(step, tallies, uneven_clause if rate else None),
    )


def _value(step: TieBreak, tally: Tally, *, rate: bool) -> Value:
    """The metric's value, or its rate by the games or by the points that they could bring."""
    value = METRICS[step.metric].measure(tally, step.cap)
    if not rate or not isinstance(value, int | Fraction):
        return value
    by = tally.available if step.uneven == "share-of-available" else tally.games
    return Fraction(value, by) if tally.games else None


def _next_best(
    step: TieBreak, teams: Group, tallies: Tallies, levels: Sequence[Group], uneven_clause: str | None
) -> Step:
    """Compare the games against the best teams outside the tie, one level of them at a time, until one parts them."""
    last = _not_applied(step, teams, "There is no team outside the tie to compare them against")
    for level in levels:
        others = [team for team in level if team not in teams]
        if not others:
            continue
        found = compared(step, {team: tallies.against(team, others) for team in teams}, uneven_clause)
        last = Step(found.clause, found.rule, found.values, found.split, f"{found.why}: {_listed(others)}")
        if last.parted:
            break
    return last


def _sentence(step: TieBreak, tallies: Mapping[str, Tally], uneven_clause: str | None) -> str:
    """What was compared, in words."""
    said = step.compared
    parts = [said[0].upper() + said[1:]]
    if step.games != SEASON or step.stage is not None:
        parts.append({SEASON: "of the season", "stage": f"of the {step.stage}"}.get(step.games, f"of the {step.games}"))
    if step.scope == "among-tied":
        parts.append("in the games among the tied teams")
    if step.scope == "next-best":
        parts.append("against the next best")
    if step.cap is not None:
        parts.append(f"with at most {step.cap} counted in a game")
    if step.uneven == "without-odd-game":
        parts.append("without the odd game")
    if uneven_clause is not None:
        games = sorted({tally.games for tally in tallies.values()})
        parts.append(f"{RATES[step.uneven]}, since it counts {_listed(list(map(str, games)))} games ({uneven_clause})")
    return " ".join(parts)


def _listed(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _flip_rule(step: TieBreak, flips: Sequence[CoinFlip]) -> Rule:
    """The step that answers once a decision among exactly these teams is recorded; the last record counts.

    A flip among more or fewer teams says nothing about this set. One that names only a winner leaves
    the others level.
    """
    orders = {tuple(sorted(flip.among)): flip.order for flip in flips}
    said = f"A recorded {step.metric.replace('-', ' ')}"

    def measure(teams: Group, base: Group) -> Step | None:
        order = orders.get(teams)
        if order is None:
            return None
        rest = tuple(team for team in teams if team not in order)
        split = (*((team,) for team in order), *((rest,) if rest else ()))
        return Step(step.clause, step.rule, dict.fromkeys(teams, "-"), split, said)

    return _rule(step, measure)
