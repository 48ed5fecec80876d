"""Decides which data a rule book gives about what moving a game costs, and a game that wasn't played."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.money import amount
from league.core.values import Money, YearlyDay, in_a_season
from league.core.vocabulary import GAME_KINDS, REQUEST_REASONS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register


class ReceivedTier(Part):
    """What moving a game costs when the request comes in on certain days, both included."""

    since: YearlyDay | None = None
    through: YearlyDay | None = None
    fee: Money
    clause: str


class NoticeTier(Part):
    """What is added to a fee by the days from the request to the earlier of the two dates."""

    at_least: int | None = None
    at_most: int | None = None
    fee: Money
    clause: str


class FreeReasons(Part):
    """Causes for which nothing is charged once the league accepts them."""

    clause: str
    reasons: tuple[str, ...]


class Reschedule(Section):
    """`[reschedule]`: how a game is moved and what it costs."""

    key: ClassVar[str] = "reschedule"
    clause: str
    """By this clause games stay where they are unless a request moves them."""
    kinds: tuple[str, ...] = ("league",)
    """The kinds of game that this section binds."""
    agreement_clause: str
    """By this clause the other team has to agree."""
    decision_clause: str
    """By this clause the league approves, refuses or waives."""
    received: tuple[ReceivedTier, ...] = Field(min_length=1)
    """In the order of the season, without hole or overlap."""
    surcharge: tuple[NoticeTier, ...] = ()
    """On top of a fee only; by falling notice, without hole or overlap."""
    free: FreeReasons | None = None
    never_kinds: tuple[str, ...] = ()
    """Games of these kinds are never moved."""
    never_clauses: tuple[str, ...] = ()
    notice_days: int | None = Field(default=None, ge=1)
    """A request comes in so many days before the game at the latest; unset: at any time."""
    notice_clause: str | None = None
    blocked_clause: str | None = None
    """By this clause games on the season's days that are hard to move stay."""
    omit_clause: str | None = None
    """By this clause a game on a day that the team had asked to have free moves without fee or notice."""

    def explain(self) -> Iterable[str]:
        """Say the fee for every day and every notice."""
        yield f"A game moves only by a request that the other team agrees to ({self.clause}, {self.agreement_clause})."
        for tier in self.received:
            since = f"from {tier.since} on" if tier.since else "from the start"
            through = f" through {tier.through}" if tier.through else ""
            yield f"Received {since}{through}: {amount(tier.fee)} ({tier.clause})."
        for step in self.surcharge:
            limits = [f"{step.at_least} days or more"] if step.at_least is not None else []
            limits += [f"{step.at_most} days or less"] if step.at_most is not None else []
            yield f"With notice of {' and '.join(limits) or 'any length'}: {amount(step.fee)} more ({step.clause})."
        if self.never_kinds:
            yield f"A {' or '.join(self.never_kinds)} game is never moved ({', '.join(self.never_clauses)})."
        if self.notice_days:
            yield f"A request comes in {self.notice_days} days before the game or earlier ({self.notice_clause})."
        if self.free:
            yield f"Free for {' or '.join(self.free.reasons)}, when accepted ({self.free.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words, holes and overlaps."""
        yield from unknown_words(self.kinds, GAME_KINDS, "kind of game", "kinds")
        if self.free:
            yield from unknown_words(self.free.reasons, REQUEST_REASONS, "reason", "free.reasons")
        days = [(_ordinal(tier.since), _ordinal(tier.through)) for tier in self.received]
        yield from _gaps(days, "received", ("since", "through"))
        # notice falls from step to step, so it is checked backwards, as rising numbers
        notice = [(step.at_least, step.at_most) for step in reversed(self.surcharge)]
        yield from _gaps(notice, "surcharge", ("at_least", "at_most"), backwards=True)


class GameCharge(Section):
    """One `[[game_charge]]`: what a game that wasn't played costs each team at fault."""

    key: ClassVar[str] = "game_charge"
    many: ClassVar[bool] = True
    clause: str
    cause: Literal["forfeit", "no-show", "refused", "cancellation", "double-forfeit"]
    """Why the game wasn't played; `cancellation` is one without the notice that the book asks for."""
    cause_clause: str | None = None
    """The clause that makes this a cause, where it is another."""
    kinds: tuple[str, ...] = ("league",)
    amount: Money | None = None
    """Unset: to be set by the league."""
    due_days: int | None = Field(default=None, ge=0)
    """Days from the game's date; unset: it never falls due by itself."""
    share: Money = 0
    """Passed on to the opponent once the charge is paid."""

    def explain(self) -> Iterable[str]:
        """Say the charge, when it is due and what is passed on."""
        sum_ = amount(self.amount) if self.amount is not None else "an amount that the league sets"
        due = f", due {self.due_days} days after the game" if self.due_days is not None else ""
        share = f"; {amount(self.share)} of it go to the opponent once it is paid" if self.share else ""
        yield f"A {self.cause} costs each team at fault {sum_}{due}{share} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown kinds, a share above the charge, and two charges for one cause and kind of game."""
        yield from unknown_words(self.kinds, GAME_KINDS, "kind of game", "kinds")
        if self.share > (self.amount or 0):
            yield Finding(
                "share-too-large",
                f"{amount(self.share)} are passed on of {amount(self.amount or 0)}",
                where="share",
                clause=self.clause,
                remedy="pass on at most what is charged",
            )
        for other in book.all(GameCharge):
            if other is self:
                break
            twice = sorted(set(other.kinds) & set(self.kinds))
            if other.cause == self.cause and twice:
                yield Finding(
                    "charge-twice",
                    f"a {self.cause} of a {' or '.join(twice)} game has a charge already",
                    where="cause",
                    clause=self.clause,
                    remedy="keep one of the two",
                )


def _ordinal(day: YearlyDay | None) -> int | None:
    return in_a_season(day).toordinal() if day is not None else None


def _gaps(
    bounds: list[tuple[int | None, int | None]], where: str, names: tuple[str, str], *, backwards: bool = False
) -> Iterable[Finding]:
    """Find where tiers, in rising order, leave a hole or overlap; the ends have to be open."""
    low, high = names
    for number, (first, last) in enumerate(bounds):
        index = len(bounds) - 1 - number if backwards else number
        before = bounds[number - 1][1] if number else None
        at, wrong = f"{where}[{index}].{low}", None
        if number == 0 and first is not None:
            wrong = f"nothing says what holds before `{low}` of this tier"
        elif number and (first is None or before is None or first <= before):
            wrong = "this tier overlaps its neighbour"
        elif number and first is not None and before is not None and first > before + 1:
            wrong = "there is a hole between this tier and its neighbour"
        if wrong is None and number == len(bounds) - 1 and last is not None:
            at, wrong = f"{where}[{index}].{high}", f"nothing says what holds after `{high}` of this tier"
        if wrong is None and first is not None and last is not None and first > last:
            wrong = "this tier ends before it begins"
        if wrong is not None:
            yield Finding(
                "tiers",
                wrong,
                where=at,
                remedy=f"begin each right after its neighbour, leave out the lowest `{low}` and the highest `{high}`",
            )


register(Reschedule, GameCharge)
