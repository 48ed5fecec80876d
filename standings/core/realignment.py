"""Decides with how many points a team goes on that moves to another division during the season."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.core.facts import Adjustment
from standings.core.book_realignment import Realignment


@dataclass(frozen=True, slots=True)
class Moved:
    """What a moved team starts with in its new division, with the working."""

    before: int
    """Points of its own, adjustments included, at the moment of the move."""
    assigned: int
    average: Fraction
    left_out: tuple[str, ...]
    """The teams at the top and the bottom that aren't averaged, in the order of the table."""
    clauses: tuple[str, ...]
    confirm: bool
    """The rules are silent at this size: an officer confirms it."""
    working: tuple[str, ...]

    @property
    def change(self) -> int:
        """What is added to its points, or taken off when negative."""
        return self.assigned - self.before

    def adjustment(self, team: str) -> Adjustment:
        """The adjustment by which the table shows it."""
        return Adjustment(team, self.change, self.clauses[0], " ".join(self.working))


def moved(before: int, division: Sequence[tuple[str, int]], rule: Realignment) -> Moved | None:
    """The points of a team that had `before`, moved into `division` (5-1 of the Alberta manual).

    `division` are its teams with their points in the order of its table, the mover not among them. The
    average is rounded to the nearest whole, halves up. None where the book doesn't say how many are left
    out at this size, or nobody is left.
    """
    dropped = rule.dropped_at(len(division))
    if dropped is None or len(division) <= 2 * dropped.each_end:
        return None
    last = len(division) - dropped.each_end
    averaged = division[dropped.each_end : last]
    left_out = tuple(team for team, _ in (*division[: dropped.each_end], *division[last:]))
    total = sum(points for _, points in averaged)
    average = Fraction(total, len(averaged))
    assigned = (2 * average.numerator + average.denominator) // (2 * average.denominator)
    return Moved(
        before=before,
        assigned=assigned,
        average=average,
        left_out=left_out,
        clauses=(rule.clause, dropped.clause),
        confirm=dropped.confirm,
        working=tuple(_working(division, averaged, left_out, total, assigned, before)),
    )


def _working(
    division: Sequence[tuple[str, int]],
    averaged: Sequence[tuple[str, int]],
    left_out: Sequence[str],
    total: int,
    assigned: int,
    before: int,
) -> list[str]:
    out = f" without {', '.join(left_out)}" if left_out else ""
    summed = " + ".join(str(points) for _, points in averaged)
    return [
        f"The new division has {len(division)} teams;{out} {len(averaged)} are averaged."
        if left_out
        else f"The new division has {len(division)} teams, all of them averaged.",
        f"({summed}) / {len(averaged)} = {total}/{len(averaged)}, rounded {assigned}.",
        f"It had {before}: {assigned - before:+d}.",
    ]
