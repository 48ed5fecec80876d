"""Decides what a check has to say: where, what is wrong, by which clause, and what to do about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["refuse", "warn", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found. Checks return every finding at once, never only the first.

    `where` is a path (`games[3].penalties[0].offence`), a row or a field name; `clause` the id of
    the rule book clause that decides, or None where no clause does.
    """

    code: str
    message: str
    severity: Severity = "refuse"
    where: str = ""
    clause: str | None = None
    remedy: str = ""
    params: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        where = f"{self.where}: " if self.where else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{where}{self.message}{remedy}"
