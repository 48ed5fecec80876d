"""Decides what a case is: one person's infraction, what was decided on it, and what is left for the director."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from discipline.core.book import Offence
from discipline.core.circumstances import Line
from league.core.facts import CarriedSuspension, Decision

Clock = tuple[bool, int, int]
"""When in a game: known to the clock first, then period, then time."""


@dataclass(frozen=True, slots=True)
class Charge:
    """Penalties of one act that fall under one row of the book.

    `rows` are those that fit, narrowest first: more than one where the heaviest applies. `row` and
    `number` are the one that does, once the offences are numbered; `absorbed` cost nothing more.
    """

    rows: tuple[Offence, ...]
    lines: tuple[Line, ...]
    absorbed: tuple[Line, ...] = ()
    row: Offence | None = None
    number: int | None = None

    @property
    def chosen(self) -> Offence:
        """The row that applies."""
        return self.row or self.rows[0]


@dataclass(frozen=True, slots=True)
class Case:
    """One person's infraction that a ruling is about, with what was decided on it.

    Only games that start after `moment` can serve. `charges` are empty where no row covers it: a
    decision may set a length all the same, or a count reach its threshold. A case without a person
    is a team's. `part_of` another one of the game it has no ruling of its own.
    """

    person: str
    team: str | None
    incident: str
    moment: dt.datetime
    given: dt.date | None
    what: str
    game: str | None = None  # where it happened; two games may give their acts one name
    lines: tuple[Line, ...] = ()
    charges: tuple[Charge, ...] = ()
    carried: CarriedSuspension | None = None
    decisions: tuple[Decision, ...] = ()  # in the order of their dates, dismissals left out
    dismissed: bool = False
    part_of: bool = False
    clock: Clock = (True, 0, 0)

    @property
    def key(self) -> tuple[str, str, dt.datetime]:
        """What tells one case from every other."""
        return (self.person, self.incident, self.moment)

    @property
    def row(self) -> Offence | None:
        """The row of the first charge."""
        return self.charges[0].chosen if self.charges else None

    @property
    def number(self) -> int | None:
        """The offence number of the first charge."""
        return self.charges[0].number if self.charges else None

    @property
    def length(self) -> Decision | None:
        """The decision whose length holds: the last that gives one."""
        return next((decision for decision in reversed(self.decisions) if has_length(decision)), None)

    @property
    def decided_on(self) -> dt.date | None:
        """The day on which the waiting ended: that of the first decision with a length."""
        return next((decision.date for decision in self.decisions if has_length(decision)), None)

    @property
    def counts_missed(self) -> bool | None:
        """Whether games missed while waiting count, by the last decision that says so."""
        said = (decision.counts_missed for decision in reversed(self.decisions))
        return next((counts for counts in said if counts is not None), None)


@dataclass(frozen=True, slots=True)
class OpenMatter:
    """Something on the record for which the book sets no length and nobody has decided one."""

    person: str | None
    team: str | None
    incident: str
    game: str | None
    given: dt.date | None
    what: str
    clause: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """All acts in the order of the clock, and what only the director can deal with."""

    acts: tuple[Case, ...]
    matters: tuple[OpenMatter, ...]

    @property
    def cases(self) -> tuple[Case, ...]:
        """The acts that a row of the book, a decision or an earlier season gives a ruling of its own."""
        return tuple(
            act for act in self.acts
            if act.person and not act.part_of and (act.charges or act.carried or act.length is not None)
        )  # fmt: skip


class Decisions:
    """Decisions by what they are on, in the order of their dates, then of the file."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self._on: dict[str, list[tuple[int, Decision]]] = defaultdict(list)
        for place, decision in enumerate(sorted(decisions, key=lambda item: item.date)):
            self._on[decision.on].append((place, decision))

    def there_are(self, names: Iterable[str]) -> bool:
        """Whether anything was decided on one of these ids."""
        return any(name in self._on for name in names)

    def about(self, names: Iterable[str], person: str | None) -> tuple[Decision, ...]:
        """The decisions on any of the ids that mean this person; one without a person means everybody."""
        found = [item for name in sorted(names) for item in self._on.get(name, ())]
        return tuple(decision for _, decision in sorted(found, key=lambda item: item[0])
                     if decision.person is None or person is None or decision.person == person)  # fmt: skip

    def naming(self, names: Iterable[str], person: str) -> tuple[Decision, ...]:
        """The decisions on any of the ids that name this person."""
        return tuple(decision for decision in self.about(names, person) if decision.person == person)

    def dismissed(self, names: Iterable[str], person: str | None) -> bool:
        """Whether the last word on these ids is that nothing follows."""
        said = self.about(names, person)
        return bool(said) and said[-1].dismissed

    def struck(self, penalty: str, incident: str, person: str) -> bool:
        """Whether a penalty counts for nothing: struck by itself, whatever was said on the incident, or with it."""
        return self.dismissed({penalty}, person) or self.dismissed({penalty, incident}, person)

    def standing(self, names: Iterable[str], person: str | None) -> tuple[Decision, ...]:
        """What was decided on these ids, dismissals left out."""
        return tuple(decision for decision in self.about(names, person) if not decision.dismissed)


def has_length(decision: Decision) -> bool:
    """Whether a decision sets how long it lasts; one that only confirms doesn't."""
    return decision.games is not None or decision.until is not None or decision.indefinite
