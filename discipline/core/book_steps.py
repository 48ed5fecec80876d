"""Decides how a rule book says what something costs: games, a time, expulsion, a fine, a hearing, step by step."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import StringConstraints

from discipline.core.durations import FORM
from discipline.core.wording import counted
from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import APPROVAL_KINDS
from league.rulebook.sections import Part

Length = Annotated[str, StringConstraints(pattern=FORM)]
Fine = Annotated[str, StringConstraints(pattern=r"^(\d+\.\d{2}|unset)$")]
"""A decimal amount of the book's currency, or "unset": the book asks for a fine and doesn't say how much."""


class SentencePart(Part):
    """What one clause adds to a sentence."""

    clause: str
    games: int | None = None
    """Unset: the book gives no length, a decision does."""
    rule: str | None = None
    """The name of the serving rule for these games; unset: that for decided games."""


class Hearing(Part):
    """Somebody has to decide before the person may come back."""

    kind: str = "hearing"
    """The kind of review that it opens."""
    clause: str


class Step(Part):
    """What one offence number costs."""

    clause: str | None = None
    """The clause that says so; unset: the row's."""
    games: int | None = None
    parts: tuple[SentencePart, ...] = ()
    """Where the games fall under different clauses or serving rules."""
    indefinite: bool = False
    minimum_games: int | None = None
    """The games that an indefinite suspension comes to at least; unset: the book gives none."""
    minimum_time: Length | None = None
    """The time that an indefinite suspension comes to at least."""
    time: Length | None = None
    """A suspension by the calendar, from the day of the infraction, that day included."""
    up_to: Length | None = None
    """The book gives only the most; a decision has to say how long."""
    expelled: bool = False
    rest_of_season: bool = False
    nothing: bool = False
    """Nothing follows for the person, though it counts."""
    warning: bool = False
    """Nothing is served; the person, or the team, is warned."""
    fine: Fine | None = None
    team_fine: Fine | None = None
    open: bool = False
    """The book leaves this step out, and an earlier one is repeated."""
    ended_by: str | None = None
    """The kind of approval that ends it: for the person, or for the team in that game."""
    hearing: Hearing | None = None
    appealable: bool = True
    director_may_increase: bool = True

    @property
    def waits(self) -> bool:
        """Whether nothing but a decision can say how long it lasts."""
        return self.indefinite or self.up_to is not None or any(part.games is None for part in self.parts)

    def costs(self) -> str:
        """What the step costs, in words."""
        games = self.games or sum(part.games or 0 for part in self.parts)
        found = [counted(games, "game")] if games else []
        least = self.minimum_time or (counted(self.minimum_games, "game") if self.minimum_games else None)
        ends = f", until {self.ended_by.replace('-', ' ')} is on record" if self.ended_by else ""
        found += [f"indefinitely{f', at least {least}' if least else ''}{ends}"] if self.indefinite else []
        found += [self.time] if self.time else []
        found += [f"up to {self.up_to}"] if self.up_to else []
        found += ["until it is decided"] if self.waits and not self.indefinite and not self.up_to else []
        found += ["for the rest of the season"] if self.rest_of_season else []
        words = [f"suspended {' and '.join(found)}"] if found else []
        words += ["expelled"] if self.expelled else []
        words += ["a warning"] if self.warning else []
        words += [f"a fine {_amount(self.fine)}"] if self.fine else []
        words += [f"a team fine {_amount(self.team_fine)}"] if self.team_fine else []
        return ", ".join(words) or "nothing"

    def faults(self, rules: tuple[str, ...], where: str) -> Iterable[Finding]:
        """Find lengths that mean nothing and serving rules that aren't there."""
        for place, part in enumerate(self.parts):
            yield from _games_faults(part.games, f"{where}.parts[{place}].games")
            yield from unknown_words(
                [part.rule] if part.rule else [], rules, "serving rule", f"{where}.parts[{place}].rule"
            )
        yield from _games_faults(self.games, f"{where}.games")
        if any(part.games is None for part in self.parts) and self.hearing is None:
            remedy = "say who decides"
            yield Finding(
                "nobody-decides", "a part without games waits for nobody", where=f"{where}.hearing", remedy=remedy
            )
        if (self.minimum_games or self.minimum_time) and not self.indefinite:
            remedy = "write games or time, or indefinite = true"
            yield Finding("no-minimum", "only an indefinite suspension has a minimum", where=where, remedy=remedy)
        if self.ended_by and not self.indefinite:
            remedy = "write indefinite = true, or leave `ended_by` out"
            yield Finding("no-end", "only an indefinite suspension ends so", where=f"{where}.ended_by", remedy=remedy)
        yield from unknown_words(
            [self.ended_by] if self.ended_by else [], APPROVAL_KINDS, "kind of approval", f"{where}.ended_by"
        )
        if self.costs() == "nothing" and not self.nothing:
            yield Finding(
                "no-sentence", "the step costs nothing", where=where, remedy="say what it costs, or leave it out"
            )


class Ladder(Part):
    """Steps for the 1st, 2nd, ... time."""

    steps: tuple[Step, ...]
    """The last one stands for all that follow, unless it doubles."""
    doubles: bool = False
    """After the last step the games double each time."""
    counts: Literal["season", "career", "team"] = "season"
    """Earlier ones that move the number: the person's of the season or of every season, or the team's of the season."""

    def step(self, number: int) -> Step:
        """What it costs the `number`th time, from 1."""
        last = self.steps[min(number, len(self.steps)) - 1]
        beyond = number - len(self.steps)
        if self.doubles and beyond > 0 and last.games:
            return last.model_copy(update={"games": last.games * 2**beyond})
        return last

    def ladder_words(self, clause: str) -> Iterable[str]:
        """One sentence a step."""
        for number, step in enumerate(self.steps, start=1):
            last = number == len(self.steps) and number > 1
            later = ", doubled each time after" if last and self.doubles else " and later" if last else ""
            appeal = "" if step.appealable else ", no appeal"
            yield f"Offence {number}{later}: {step.costs()}{appeal} ({step.clause or clause})."

    def ladder_faults(self, rules: tuple[str, ...]) -> Iterable[Finding]:
        """Find an empty ladder and faulty steps."""
        if not self.steps:
            yield Finding("no-sentence", "the offence costs nothing", where="steps", remedy="add a step")
        for place, step in enumerate(self.steps):
            yield from step.faults(rules, f"steps[{place}]")


def _amount(fine: str) -> str:
    return "whose amount the league sets" if fine == "unset" else f"of {fine}"


def _games_faults(games: int | None, where: str) -> Iterable[Finding]:
    if games is not None and games < 1:
        yield Finding("no-games", f"{games} games are no suspension", where=where, remedy="1 or more")
