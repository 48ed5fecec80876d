"""Decides what a fault of the schedule says: which game, by which clause, how grave, and why."""

from dataclasses import dataclass
from typing import Any

from league.core.findings import Severity


@dataclass(frozen=True, slots=True)
class ScheduleFault:
    """One thing wrong with where or how often a game is set.

    `team` is the team over a limit or booked twice, else None; `clause` is None where no clause
    decides (a double booking).
    """

    game: str
    team: str | None
    clause: str | None
    severity: Severity
    why: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `schedule_faults`."""
        return {
            "game": self.game,
            "team": self.team,
            "clause": self.clause,
            "severity": self.severity,
            "why": list(self.why),
        }
