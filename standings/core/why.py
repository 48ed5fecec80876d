"""Decides how a table explains itself: what each step gave and did, and what separates two teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from standings.core.ranking import Group, Step, TieBreakTrace
from standings.core.table import DivisionStandings, Row

Names = Mapping[str, str]
"""Team id to the name that readers see; a team that isn't in it is called by its id."""


def explain(trace: TieBreakTrace, names: Names) -> list[str]:
    """The story of one set of tied teams in paragraphs: who is level, what each step gave, what it did."""
    story = [f"{listed(trace.teams, names)} are level."]
    story.extend(_told(step, trace, names) for step in trace.steps)
    if trace.unresolved and trace.waits_for:
        story.append(f"Only a coin flip can part them now, and none is recorded yet ({trace.waits_for}).")
    elif trace.unresolved:
        story.append("The rule book has no further step: they share the place.")
    return story


def _told(step: Step, trace: TieBreakTrace, names: Names) -> str:
    given = ", ".join(f"{_name(team, names)} {step.values[team]}" for group in step.split for team in group)
    figures = "" if all(value == "-" for value in step.values.values()) else f": {given}"
    return f"{step.clause}: {step.why}{figures}. {done(step, trace.restarts_at, names)}"


def done(step: Step, restarts_at: str | None, names: Names) -> str:
    """What a step did, in a sentence: whom it placed and how the others go on."""
    if not step.parted:
        return "They stay level."
    placed = [group[0] for group in step.split if len(group) == 1]
    level = [group for group in step.split if len(group) > 1]
    if not level:
        return f"The order is {', '.join(_name(team, names) for team in placed)}."
    then = f"start again at {restarts_at}" if restarts_at else "go on with the next step"
    rest = "; ".join(listed(group, names) for group in level)
    first = f"This places {listed(placed, names)}; " if placed else "This parts them; "
    return f"{first}{rest} {then}."


@dataclass(frozen=True, slots=True)
class Separation:
    """What puts one team before another. `ahead` is None when they share a rank."""

    kind: Literal["points", "percentage", "step", "withdrawn", "level"]
    ahead: str | None
    behind: str | None
    clause: str | None
    rule: str | None
    values: Mapping[str, str]
    why: str


def why_behind(standings: DivisionStandings, team: str, other: str, names: Names | None = None) -> Separation:
    """What separates two teams of a table, in whichever order they are given.

    The table's own measure where it tells them apart, otherwise the step that did: the last set of
    tied teams that held both. Raises KeyError when a team isn't in the table, ValueError for one team.
    """
    if team == other:
        raise ValueError(f"{team} can't be behind itself")
    known = names or {}
    first, second = sorted((standings.row(team), standings.row(other)), key=lambda row: (row.rank, row.team))
    if second.withdrawn:
        return _by_withdrawal(first, second, known)
    together = [trace for trace in standings.tie_breaks if {team, other}.issubset(trace.teams)]
    if first.rank == second.rank:
        return _level(first, second, together, known)
    if together:
        return _by_step(first, second, together[-1].steps[-1], known)
    return _by_measure(first, second, standings, known)


def _by_withdrawal(first: Row, second: Row, names: Names) -> Separation:
    if first.withdrawn:
        why = f"{listed((first.team, second.team), names)} both withdrew and share the last rank."
        return Separation("level", None, None, None, None, {}, why)
    why = f"{_name(second.team, names)} withdrew: the last rank."
    return Separation("withdrawn", first.team, second.team, None, None, {}, why)


def _level(first: Row, second: Row, together: Sequence[TieBreakTrace], names: Names) -> Separation:
    flip = together[-1].waits_for if together else None
    then = f"a coin flip is needed ({flip})" if flip else "the rule book has no further step"
    why = f"{listed((first.team, second.team), names)} share the rank: nothing parts them, {then}."
    return Separation("level", None, None, flip, None, {}, why)


def _by_step(first: Row, second: Row, step: Step, names: Names) -> Separation:
    values = {row.team: step.values[row.team] for row in (first, second)}
    figures = ", ".join(f"{_name(team, names)} {value}" for team, value in values.items())
    shown = f": {figures}" if set(values.values()) != {"-"} else ""
    why = f"Level until {step.clause}. {step.why}{shown}."
    return Separation("step", first.team, second.team, step.clause, step.rule, values, why)


def _by_measure(first: Row, second: Row, standings: DivisionStandings, names: Names) -> Separation:
    if standings.ranked_by == "percentage":
        values = {row.team: f"{row.points} of {row.available} ({row.percentage})" for row in (first, second)}
        measure = "the share of the available points"
        kind: Literal["points", "percentage"] = "percentage"
    else:
        values = {row.team: str(row.points) for row in (first, second)}
        measure, kind = "points", "points"
    figures = ", ".join(f"{_name(team, names)} {value}" for team, value in values.items())
    why = f"By {measure} ({standings.clause}): {figures}."
    return Separation(kind, first.team, second.team, standings.clause, None, values, why)


def _name(team: str, names: Names) -> str:
    return names.get(team, team)


def listed(teams: Group | Sequence[str], names: Names) -> str:
    """Teams as readers know them: "Bears, Cranes and Otters"."""
    *most, last = (_name(team, names) for team in teams)
    return f"{', '.join(most)} and {last}" if most else last
