"""Decides what a clause of a rule book carries: text for readers, what the product does, worked examples."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from league.rulebook.sections import Part

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]

Kind = Literal["compute", "gate", "workflow", "record", "rink"]
"""compute: worked out; gate: allowed or refused; workflow: people do it here; record: kept; rink: shown only."""

COVERED: tuple[Kind, ...] = ("compute", "gate")
"""Kinds that must be driven by data of the book and shown by a test."""


class Example(Part):
    """A worked example: a compact season in shorthand and what must be ruled on it. See `docs/rulebooks.md`."""

    says: Text
    """The example in one sentence."""
    kind: Literal["season", "mail", "time"] = "season"
    """season: a season file and its rulings; mail: a game report by e-mail; time: a date and time as typed."""
    expect: Text
    """JSON: the part of the answer that must come out (the form of the rulings, key by key)."""

    level: str = "bantam"
    """The level of the division that all teams of the example play in."""
    window: tuple[str, str] | None = None
    """First and last day of the division's league games, `YYYY-MM-DD`."""
    starts: str | None = None
    """First day of the season, `YYYY-MM-DD`."""
    ends: str | None = None
    playoffs_start: str | None = None
    timezone: str = "UTC"
    as_of: str | None = None
    """The date of the rulings; by default the day after the last game with a result."""
    teams: tuple[str, ...] = ()
    """`NAME [of ASSOCIATION] [, omit DATE ...]`; teams named in games need no line."""
    people: tuple[str, ...] = ()
    """`NAME ROLE of TEAM [, number 7] [, line A] [, status affiliate] [, from DATE] [, to DATE]`."""
    games: tuple[str, ...] = ()
    """`DATE[THH:MM] HOME 3-2 AWAY [, ...]`, or `HOME v AWAY`; ids are g1, g2, ... in this order."""
    penalties: tuple[str, ...] = ()
    """`TEAM [COUNT] [NAME or ROLE] CLASS [OFFENCE] [, in g1] [, with x1] [, ...]`; ids are x1, x2, ..."""
    conduct: tuple[str, ...] = ()
    """`TEAM KIND in g1`."""
    fair_play: tuple[str, ...] = ()
    """A director's decision: `TEAM kept in g1` or `TEAM lost in g1`."""
    requests: tuple[str, ...] = ()
    """`TEAM moves g1 to DATETHH:MM, received DATE [, because REASON] [, agreed TEAM] [, approved]`; r1, r2, ..."""
    adjustments: tuple[str, ...] = ()
    """`TEAM -1 under CLAUSE`."""
    coin_flips: tuple[str, ...] = ()
    """`WINNER over LOSER [over LOSER ...]`."""
    decisions: tuple[str, ...] = ()
    """`x1 on DATE 3 games [, counting missed | , not counting missed]`, or `dismissed`, or `indefinite`."""
    season: str | None = None
    """JSON laid over the season file made from the rest, for whatever the shorthand has no words for."""

    text: str | None = None
    """The e-mail, or the time as typed."""

    @model_validator(mode="after")
    def _has_its_matter(self) -> Self:
        if self.kind != "season" and self.text is None:
            raise ValueError(f"a {self.kind} example needs its text")
        return self


class Clause(Part):
    """One clause: its own words, what the product does about it, and how the league reads it."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+\-]*( [A-Za-z0-9._+\-]+)*$")]
    topic: Text
    kind: Kind
    title: Text
    """A few words for lists and links."""
    text: Text
    """What the clause says, in our own words, with every figure."""
    does: Text
    """What the product does about it."""
    reads: Text | None = None
    """How an unclear or silent place is read."""
    without_data: Text | None = None
    """Why no data of the book drives a clause to be worked out or enforced; the coverage page says so."""
    examples: tuple[Example, ...] = Field(default=(), alias="example")
