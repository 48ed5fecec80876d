"""Decides how a service says no: with every finding at once."""

from collections.abc import Iterable

from league.core.findings import Finding


class Refused(Exception):
    """Nothing was changed; `findings` say why and what to do about it."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(str(finding) for finding in self.findings))


class Conflict(Refused):
    """Somebody else changed the same thing meanwhile; `theirs` is what they left."""

    def __init__(self, findings: Iterable[Finding], theirs: object) -> None:
        super().__init__(findings)
        self.theirs = theirs
