"""Decides what each tie-break step of a rule book gives for a set of tied teams."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from league.core.facts import CoinFlip
from league.rulebook.book import RuleBook
from standings.core.book import Points, TieBreak, TieBreaking
from standings.core.metrics import COIN_FLIP, METRICS, Value, split_by, text
from standings.core.ranking import Group, Refinement, Rule, Step, refine
from standings.core.tally import Tallies, Tally

RATES = {"per-game": "per game", "share-of-available": "as a share of the available points"}


def break_ties(groups: Iterable[Group], book: RuleBook, tallies: Tallies, flips: Sequence[CoinFlip]) -> Refinement:
    """Refine groups of level teams by all of the book's steps; a book without steps leaves them as they are."""
    return _refined(groups, book, rules(book, tallies, flips))


def apply_flips(groups: Iterable[Group], book: RuleBook, flips: Sequence[CoinFlip]) -> Refinement:
    """Refine groups by recorded flips alone, where the book has a coin flip."""
    return _refined(groups, book, [_flip_rule(step, flips) for step in book.all(TieBreak) if step.metric == COIN_FLIP])


def _refined(groups: Iterable[Group], book: RuleBook, found: Sequence[Rule]) -> Refinement:
    tie_breaking = book.get(TieBreaking)
    return refine(groups, found, restart=tie_breaking is not None and tie_breaking.after_split == "restart")


def rules(book: RuleBook, tallies: Tallies, flips: Sequence[CoinFlip]) -> tuple[Rule, ...]:
    """The book's steps in order, ready to measure sets of teams by these games and recorded flips."""
    points = book.one(Points)
    tie_breaking = book.get(TieBreaking)
    uneven_clause = tie_breaking.uneven_clause if tie_breaking else None
    among = lru_cache(maxsize=None)(tallies.among)  # steps of one set share its head-to-head sums

    def comparison(step: TieBreak) -> Rule:
        def measure(teams: Group) -> Step:
            if step.scope == "among-tied":
                return compared(step, among(teams), points, uneven_clause)
            return compared(step, {team: tallies.of(team) for team in teams}, points, uneven_clause)

        return Rule(step.clause, measure)

    return tuple(
        _flip_rule(step, flips) if step.metric == COIN_FLIP else comparison(step) for step in book.all(TieBreak)
    )


def compared(step: TieBreak, tallies: Mapping[str, Tally], points: Points, uneven_clause: str | None) -> Step:
    """What the step gives on the tied teams' tallies of the games in its scope.

    Tied teams with no game among them can't be compared by such games (3.15.a). Where the games
    counted differ, the value becomes a rate (3.15.uneven); a team without a game then has none.
    """
    teams = tuple(sorted(tallies))
    if step.scope == "among-tied" and not any(tally.games for tally in tallies.values()):
        why = "The tied teams have played no game against each other: it can't part them"
        return Step(step.clause, step.rule, dict.fromkeys(teams, "-"), (teams,), why)
    uneven = step.uneven != "as-is" and len({tally.games for tally in tallies.values()}) > 1
    per_game = points.available if step.uneven == "share-of-available" else 1
    values = {team: _value(step, tallies[team], per_game if uneven else None) for team in teams}
    return Step(
        step.clause,
        step.rule,
        {team: text(value) for team, value in values.items()},
        split_by(values, step.best),
        _sentence(step, tallies, uneven_clause if uneven else None),
    )


def _value(step: TieBreak, tally: Tally, per_game: int | None) -> Value:
    """The metric's value, or its rate by `per_game` times the games."""
    value = METRICS[step.metric].measure(tally, step.cap)
    if per_game is None or not isinstance(value, int | Fraction):
        return value
    return Fraction(value, per_game * tally.games) if tally.games else None


def _sentence(step: TieBreak, tallies: Mapping[str, Tally], uneven_clause: str | None) -> str:
    """What was compared, in words."""
    compared = METRICS[step.metric].sentence(step.best)
    parts = [compared[0].upper() + compared[1:]]
    if step.scope == "among-tied":
        parts.append("in the games among the tied teams")
    if step.cap is not None:
        parts.append(f"with at most {step.cap} counted in a game")
    if uneven_clause is not None:
        games = sorted({tally.games for tally in tallies.values()})
        parts.append(f"{RATES[step.uneven]}, since it counts {_listed(games)} games ({uneven_clause})")
    return " ".join(parts)


def _listed(numbers: Sequence[int]) -> str:
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}"


def _flip_rule(step: TieBreak, flips: Sequence[CoinFlip]) -> Rule:
    """The step that answers once a flip among exactly these teams is recorded; the last record counts.

    A flip among more or fewer teams says nothing about this set. One that names only a winner leaves
    the others level.
    """
    orders = {tuple(sorted(flip.among)): flip.order for flip in flips}

    def measure(teams: Group) -> Step | None:
        order = orders.get(teams)
        if order is None:
            return None
        rest = tuple(team for team in teams if team not in order)
        split = (*((team,) for team in order), *((rest,) if rest else ()))
        return Step(step.clause, step.rule, dict.fromkeys(teams, "-"), split, "A recorded coin flip")

    return Rule(step.clause, measure)
