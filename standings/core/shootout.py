"""Decides whether a shootout's list of shooters is legal, and what it comes to."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from league.core.findings import Finding
from standings.core.book_playoffs import Attempts


@dataclass(frozen=True, slots=True)
class Attempt:
    """One shot, in the order in which they were taken. `person` None: not written down."""

    team: str
    person: str | None
    scored: bool


@dataclass(frozen=True, slots=True)
class Bench:
    """Who could shoot for a team, and who may not."""

    skaters: Collection[str] = ()
    lines: Mapping[str, str] = field(default_factory=dict)
    running_penalty: Collection[str] = ()
    """Whose own penalty isn't over; who serves for somebody else isn't one of them."""
    game_misconduct: Collection[str] = ()
    substitutes: Collection[str] = ()


BARRED_WORDS = {
    "running-penalty": ("running_penalty", "has a penalty of their own still to serve"),
    "game-misconduct": ("game_misconduct", "has a game misconduct in this game"),
    "substitute": ("substitutes", "is a substitute"),
}


def winner(attempts: Sequence[Attempt], home: str, away: str, rules: Attempts) -> str | None:
    """Who won, or None while it is level or not over (4-8.a.2 and 9-1.c.b of the Alberta manual, rule 20 of M.A.H.A.).

    In the first round a lead that can't be caught up ends it; after that a pair of shots that differ.
    """
    shots = {team: [item.scored for item in attempts if item.team == team] for team in (home, away)}
    goals = {team: sum(taken[: rules.shooters]) for team, taken in shots.items()}
    left = {team: max(0, rules.shooters - len(taken)) for team, taken in shots.items()}
    for team, other in ((home, away), (away, home)):
        if goals[team] > goals[other] + left[other]:
            return team
    if not rules.sudden_death:
        return None
    for mine, theirs in zip(shots[home][rules.shooters :], shots[away][rules.shooters :], strict=False):
        if mine != theirs:
            return home if mine else away
    return None


def findings(
    attempts: Sequence[Attempt],
    home: str,
    away: str,
    rules: Attempts,
    benches: Mapping[str, Bench],
    called: Callable[[str], str] = str,
) -> list[Finding]:
    """Everything that a list of shooters breaks, all at once; warnings, for the officials decided on the ice.

    `called` gives the names of teams and people by their ids.
    """
    found = [*_order(attempts, home, away, rules, called), *_too_late(attempts, home, away, rules)]
    for team in (home, away):
        bench = benches.get(team, Bench())
        mine = [(number, item) for number, item in enumerate(attempts) if item.team == team]
        found += _barred(mine, bench, rules, called)
        found += _repeats(mine, bench, rules, called)
        found += _lines(mine, bench, rules, called)
    return found


def _too_late(attempts: Sequence[Attempt], home: str, away: str, rules: Attempts) -> list[Finding]:
    """The first round that began after it was decided, or the last one where only one team shot (rule 20 of M.A.H.A.).

    Elsewhere the shot that ends a round may be taken or not.
    """
    for number in range(2, len(attempts), 2):
        if winner(attempts[:number], home, away, rules) is not None:
            message = "it was decided before this round"
            return [_finding(number, "shootout-decided", message, rules.clause)]
    if rules.same_number and len(attempts) % 2 and winner(attempts, home, away, rules) is not None:
        message = "one team took a shot more than the other, and both take equally many"
        return [_finding(len(attempts) - 1, "shootout-uneven", message, rules.clause)]
    return []


def _order(
    attempts: Sequence[Attempt], home: str, away: str, rules: Attempts, called: Callable[[str], str]
) -> list[Finding]:
    """Both teams shoot in turn, the right one first, and as often as each other."""
    found = []
    for number, item in enumerate(attempts):
        if item.team not in (home, away):
            found.append(
                _finding(number, "shootout-team", f"{called(item.team)} doesn't play in this game", rules.clause)
            )
        elif number % 2 and item.team == attempts[number - 1].team:
            message = f"{called(item.team)} shot twice in a row: the teams take turns"
            found.append(_finding(number, "shootout-turn", message, rules.clause))
        elif number and number % 2 == 0 and item.team != attempts[0].team:
            message = f"{called(item.team)} shot out of turn: {called(attempts[0].team)} began"
            found.append(_finding(number, "shootout-turn", message, rules.clause))
    expected = {"home": home, "away": away}.get(rules.first)
    if attempts and expected is not None and attempts[0].team != expected:
        found.append(
            _finding(0, "shootout-first", f"{called(expected)}, the {rules.first} team, shoots first", rules.clause)
        )
    if not rules.sudden_death and any(
        sum(item.team == team for item in attempts) > rules.shooters for team in (home, away)
    ):
        message = f"{rules.shooters} shooters a team at most: level after them it stays a tie"
        found.append(_finding(2 * rules.shooters, "shootout-over", message, rules.clause))
    return found


def _barred(
    mine: Sequence[tuple[int, Attempt]], bench: Bench, rules: Attempts, called: Callable[[str], str]
) -> list[Finding]:
    found = []
    for number, item in mine:
        for cause in rules.barred:
            name, words = BARRED_WORDS[cause]
            if item.person is not None and item.person in getattr(bench, name):
                message = f"{called(item.person)} {words} and may not shoot"
                found.append(_finding(number, "shooter-barred", message, rules.barred_clause or rules.clause))
    return found


def _repeats(
    mine: Sequence[tuple[int, Attempt]], bench: Bench, rules: Attempts, called: Callable[[str], str]
) -> list[Finding]:
    """Nobody shoots again before all who may have shot: of the team, or of the shooter's line."""
    if rules.repeat == "free":
        return []
    found = []
    out = {person for cause in rules.barred for person in getattr(bench, BARRED_WORDS[cause][0])}
    shot: list[str] = []
    for number, item in mine:
        if item.person is None:
            continue
        line = bench.lines.get(item.person) if rules.repeat == "after-line" else None
        peers = {person for person in bench.skaters if line is None or bench.lines.get(person) == line} - out
        times = min((shot.count(person) for person in peers | {item.person}), default=0)
        if shot.count(item.person) > times:
            waiting = ", ".join(sorted(called(person) for person in peers if shot.count(person) == times))
            message = f"{called(item.person)} shoots again, and {waiting} haven't shot yet"
            found.append(_finding(number, "shooter-repeats", message, rules.repeat_clause or rules.clause))
        shot.append(item.person)
    return found


def _lines(
    mine: Sequence[tuple[int, Attempt]], bench: Bench, rules: Attempts, called: Callable[[str], str]
) -> list[Finding]:
    """The shooters come from the lines in their order, over and over."""
    if not rules.lines:
        return []
    found = []
    for place, (number, item) in enumerate(mine):
        wanted = rules.lines[place % len(rules.lines)]
        line = bench.lines.get(item.person or "")
        if line is not None and line != wanted:
            message = f"{called(item.person or '')} is of line {line}; it is line {wanted}'s turn"
            found.append(_finding(number, "shooter-line", message, rules.clause))
    return found


def _finding(number: int, code: str, message: str, clause: str) -> Finding:
    return Finding(
        code, message, "warn", where=f"attempts[{number}]", clause=clause, remedy="check the order of shooters"
    )
