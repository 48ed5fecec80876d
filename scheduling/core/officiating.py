"""Decides who may officiate a game: nobody who is suspended where the book says so, nobody in two places at once."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class Officiating(Section):
    """`[officiating]`: what keeps somebody from officiating."""

    key: ClassVar[str] = "officiating"
    suspended_clause: str
    """By this clause nobody whose suspension is open officiates a game, whatever they were suspended as."""

    def explain(self) -> Iterable[str]:
        """Say whom an open suspension keeps out."""
        yield f"Nobody with an open suspension officiates a game ({self.suspended_clause})."


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that somebody is at: a game they officiate or, where `plays`, one of a team they belong to."""

    game: int
    name: str
    starts: dt.datetime
    ends: dt.datetime
    plays: bool = False


def against(book: RuleBook, wanted: Duty | None, duties: Iterable[Duty], *, suspended: bool) -> tuple[Finding, ...]:
    """Everything against an official in a game; `wanted` is None for a game without a date, which clashes with nothing.

    `duties` are the person's others, `suspended` says that a suspension of theirs is open.
    """
    found = []
    rules = book.get(Officiating)
    if suspended and rules is not None:
        message = "a suspension of this person is open, and nobody suspended officiates"
        remedy = "choose somebody else, or wait until it is served"
        found.append(Finding("suspended", message, where="person", clause=rules.suspended_clause, remedy=remedy))
    for duty in duties:
        if wanted is not None and duty.starts < wanted.ends and wanted.starts < duty.ends:
            what = "belongs to a team of" if duty.plays else "officiates"
            found.append(
                Finding("clash", f"this person {what} {duty.name} then", where="person", remedy="choose somebody else")
            )
    return tuple(found)


register(Officiating)
