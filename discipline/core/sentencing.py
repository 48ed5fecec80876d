"""Decides what a case costs: its rows, riders and counts put together, then what a decision adds or sets."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from discipline.core.book import Offence, Sentencing
from discipline.core.book_additions import SpecialConditions
from discipline.core.book_longer import Longer
from discipline.core.book_serving import Serving, ServingRule
from discipline.core.book_steps import Hearing, Step
from discipline.core.cases import Case, Charge
from discipline.core.durations import last_day
from discipline.core.wording import called, counted, day_text, ordinal, through
from league.core.facts import Decision
from league.core.money import cents
from league.rulebook.book import RuleBook

DECISION = "decision"
"""The clause of a part that a decision adds."""


@dataclass(frozen=True, slots=True)
class RulingPart:
    """One line of a ruling; `games` is None where the part isn't in games."""

    clause: str
    games: int | None


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine that goes with a ruling. `cents` is None where the book asks for one and doesn't say how much."""

    clauses: tuple[str, ...]
    cents: int | None
    of_team: bool = False
    """Whether the team pays it; otherwise the person."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A review that a ruling opens besides what it costs: a warning, an ethics item, ..."""

    kind: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Games to be sat out one after the other under one serving rule."""

    games: int
    rule: ServingRule


@dataclass(frozen=True, slots=True)
class Sentenced:
    """A case with everything that follows from it, before any game is looked at.

    `number` is the offence number of the first part, None for what is derived from another's act or
    comes of a count alone; `derived_from` the person whose act it is. `holds`: the person stays out of
    every game until there is a decision, past the games of the stretches, which serve meanwhile.
    `only_team`: kept only from games of the case's team; `all_hockey`: from every role everywhere.
    A ruling that costs no game (a fine, a review) has no parts and is no suspension.

    `pending` and `indefinite` have no end yet; `until` is the last suspended day of a time. Games of
    days up to `waited_until` were missed while waiting for the decision and serve only where
    `missed_count` says so.
    """

    case: Case
    clause: str
    parts: tuple[RulingPart, ...]
    stretches: tuple[Stretch, ...]
    until: dt.date | None = None
    indefinite: bool = False
    pending: bool = False
    hearing: Hearing | None = None
    waited_until: dt.date | None = None
    missed_count: bool = True
    appealable: bool = True
    director_may_increase: bool = True
    why: tuple[str, ...] = ()
    least_games: int = 0
    """The games below which no decision may go."""
    least_until: dt.date | None = None
    """The day before which no decision may end a suspension by time."""
    number: int | None = None
    derived_from: str | None = None
    rest_of_season: bool = False
    expelled: bool = False
    ended_by: str | None = None
    """The kind of approval that ends it, where the book names one."""
    holds: bool = False
    only_team: bool = False
    all_hockey: bool = False
    floor_games: int = 0
    """What an indefinite ruling comes to at least, besides the games of its parts."""
    most_until: dt.date | None = None
    """The last day that a decision may set, where the book gives only the most."""
    fines: tuple[Fine, ...] = ()
    opens: tuple[Opened, ...] = ()
    more_clauses: tuple[str, ...] = ()
    """Clauses that the ruling rests on besides those of its parts."""

    @property
    def suspends(self) -> bool:
        """Whether anybody is suspended by it; otherwise it only fines, warns or opens a review."""
        return bool(self.parts) or self.until is not None or self.open_ended or self.expelled or self.rest_of_season

    @property
    def games(self) -> int | None:
        """The sum of the parts that are in games; None when none is, or when there is no end."""
        in_games = [part.games for part in self.parts if part.games is not None]
        return sum(in_games) if in_games and not self.indefinite else None

    @property
    def minimum_games(self) -> int | None:
        """What an indefinite ruling comes to at least; None for every other."""
        in_games = [part.games for part in self.parts if part.games is not None]
        return (sum(in_games) + self.floor_games or None) if self.indefinite else None

    @property
    def part_clauses(self) -> tuple[str, ...]:
        """The clauses of the book that the parts come from, each once."""
        return tuple(dict.fromkeys(part.clause for part in self.parts if part.clause != DECISION))

    @property
    def open_clause(self) -> str:
        """The clause of what can't be counted in games: that of the last such part, else the ruling's."""
        found = [part.clause for part in self.parts if part.games is None and part.clause != DECISION]
        return found[-1] if found else self.clause

    @property
    def open_ended(self) -> bool:
        """Whether only a decision can end it."""
        return self.pending or self.indefinite


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a case costs, by one clause: a step of the book."""

    clause: str
    step: Step
    why: str
    added: bool = False
    """Whether it came by a count; an expulsion swallows it."""
    doubled: bool = True
    only_team: bool = False
    minimum: bool = False


def put_together(case: Case, items: Iterable[Item], book: RuleBook, special: bool) -> Sentenced:
    """The ruling that the items come to, in their order: rows, riders, counts; then what is doubled.

    `special` says whether the person or the team is under special conditions. An expulsion leaves no
    games and takes nothing that a count would add; its fines stand.
    """
    rules, serving = book.get(Sentencing) or Sentencing(), book.one(Serving)
    found = list(items)
    expelled = any(item.step.expelled for item in found)
    if expelled:
        found = [item for item in found if not item.added]
    parts: list[RulingPart] = []
    stretches: list[Stretch] = []
    for item in found:
        for part, rule in _parts(item, serving):
            parts.append(RulingPart(part.clause, None if expelled else part.games))
            if part.games and not expelled:
                stretches.append(Stretch(part.games, rule))
    fines = [fine for item in found for fine in _fines(item)]
    doubling = book.get(SpecialConditions)
    if special and doubling is not None:
        undoubled = sum(item.step.games or 0 for item in found if not item.doubled)
        extra = 0 if expelled else (sum(part.games or 0 for part in parts) - undoubled) * (doubling.times - 1)
        fines = [_multiplied(fine, doubling) for fine in fines]
        if extra:
            parts.append(RulingPart(doubling.clause, extra))
            stretches.append(Stretch(extra, serving.for_decisions))
    steps = [item.step for item in found]
    hearing = next((step.hearing for step in steps if step.hearing is not None), None)
    until = [last_day(case.given, step.time) for step in steps if step.time and case.given]
    indefinite = any(step.indefinite for step in steps) and not expelled
    waits = any(step.waits and not step.ended_by for step in steps) and not expelled
    least_time = [last_day(case.given, step.minimum_time) for step in steps if step.minimum_time and case.given]
    floor = 0 if expelled else sum(step.minimum_games or 0 for step in steps)
    suspends = bool(parts) or bool(until)
    return Sentenced(
        case,
        found[0].clause if found else serving.clause,
        tuple(parts),
        tuple(stretches),
        until=None if indefinite or expelled else max(until, default=None),
        indefinite=indefinite,
        pending=not expelled and (waits or hearing is not None or (serving.held_clause is not None and suspends)),
        hearing=hearing,
        appealable=all(step.appealable for step in steps),
        director_may_increase=all(step.director_may_increase for step in steps),
        why=tuple(item.why for item in found if item.why),
        rest_of_season=any(step.rest_of_season for step in steps) and not expelled,
        expelled=expelled,
        ended_by=next((step.ended_by for step in steps if step.ended_by and indefinite), None),
        holds=serving.held_clause is not None and suspends,
        only_team=bool(found) and all(item.only_team for item in found),
        all_hockey=any(charge.chosen.all_hockey for charge in case.charges),
        floor_games=floor,
        least_games=sum(part.games or 0 for part in parts) + floor,
        least_until=max([*until, *least_time], default=None),
        most_until=min((last_day(case.given, step.up_to) for step in steps if step.up_to and case.given), default=None),
        fines=tuple(fines),
        opens=tuple(Opened("warning", (item.clause,)) for item in found if item.step.warning),
        more_clauses=_more_clauses(case, found, rules),
    )  # fmt: skip


def row_item(charge: Charge, case: Case) -> Item:
    """What the row of a charge costs at its number."""
    row, number = charge.chosen, charge.number or 1
    step = row.step(number)
    again = row.again_clause if len(charge.lines) + len(charge.absorbed) > 1 else None
    clause = again or step.clause or row.clause
    cost = step.costs()
    cost = cost.replace("suspended ", "suspended for ", 1) if cost[len("suspended ") :][:1].isdigit() else cost
    by = (
        "on record"
        if row.counts == "career"
        else "of the team this season"
        if row.counts == "team"
        else "of the season"
    )
    return Item(clause, step, f"{_happened(case, charge)}, the {ordinal(number)} {by}: {cost} ({clause}).")


def carried_over(case: Case, book: RuleBook) -> Sentenced:
    """What an earlier season left: the last games of the clause's own sentence, so that one left of two is its second.

    More games than the sentence has were added by a decision and are served like it.
    """
    item, serving = case.carried, book.one(Serving)
    assert item is not None
    clause = item.clause or serving.clause
    row, like = next(
        ((row, step) for row in book.all(Offence) for step in row.steps if (step.clause or row.clause) == clause),
        (None, None),
    )
    usual = [rule for part, rule in (_parts(Item(clause, like, ""), serving) if like else ())
             for _ in range(part.games or 0)]  # fmt: skip
    games = item.games or 0
    order = [*usual, *[serving.for_decisions] * (games - len(usual))][-games:] if games else []
    waits = like is not None and like.hearing is not None
    open_ended = item.indefinite or (item.games is None and item.until is None)
    expelled = like is not None and like.expelled and open_ended
    left = (
        "expelled" if expelled
        else counted(games, "game") if games else f"until {item.until}" if item.until else "no length yet"
    )  # fmt: skip
    return Sentenced(
        case,
        clause,
        (RulingPart(clause, item.games or None),) if games or item.until or open_ended else (),
        tuple(Stretch(1, rule) for rule in order),
        until=item.until,
        indefinite=open_ended and not expelled and (not waits or (like is not None and like.indefinite)),
        pending=open_ended and not expelled,
        expelled=expelled,
        hearing=like.hearing if like and open_ended else None,
        appealable=like.appealable if like else True,
        why=(f"Carried over from an earlier season: {left} ({clause}).",),
        all_hockey=row is not None and row.all_hockey,
    )


def with_decision(found: Sentenced, book: RuleBook) -> Sentenced:
    """The sentence with the length that was decided: never below the book, and a date beside a count, not for it.

    Where the book lets a decision set a time in place of games, the time takes their place.
    """
    case, decision, serving = found.case, found.case.length, book.one(Serving)
    if decision is None:
        confirmed = any(item.confirmed for item in case.decisions)
        has_length = confirmed or not found.indefinite
        settled = bool(case.decisions) and has_length and found.hearing is None and found.most_until is None
        return replace(found, pending=False) if found.pending and settled else found
    if found.expelled:
        return found
    rules = book.get(Sentencing) or Sentencing()
    in_games = sum(part.games or 0 for part in found.parts)
    extra = max((decision.games or 0) - in_games, 0)
    parts, stretches = found.parts, found.stretches
    cited: tuple[str | None, ...] = ()
    if extra or (found.pending and decision.games is not None and not in_games):
        parts = (*parts, RulingPart(DECISION, extra))
        stretches = (*stretches, Stretch(extra, serving.for_decisions))
    elif decision.until and rules.time_for_games:
        parts, stretches = tuple(RulingPart(part.clause, None) for part in parts), ()
        cited = (rules.time_for_games_clause, rules.calendar_clause) if in_games else ()
    elif not parts and (decision.until or decision.indefinite):
        parts = (RulingPart(DECISION, None),)
    counts = serving.missed_count if case.counts_missed is None else case.counts_missed
    waited = case.decided_on if found.pending else None
    missed = (
        f" Games missed while waiting {'count' if counts else 'do not count'}." if waited and not found.holds else ""
    )
    ground = next((rule for rule in book.all(Longer) if rule.ground == decision.ground), None)
    named = f", for {ground.words} ({ground.clause})" if ground is not None else ""
    cited = (*cited, ground.clause if ground is not None else None)
    return replace(
        found,
        parts=parts,
        stretches=tuple(stretch for stretch in stretches if stretch.games),
        until=decision.until or (None if decision.games is not None and found.most_until else found.until),
        indefinite=decision.indefinite,
        floor_games=found.floor_games if decision.indefinite else 0,
        pending=False,
        waited_until=waited,
        missed_count=counts,
        more_clauses=tuple(dict.fromkeys((*found.more_clauses, *filter(None, cited)))),
        why=(*found.why, f"Decided on {day_text(decision.date)}: {_decided(decision)}{named}.{missed}"),
    )


def _parts(item: Item, serving: Serving) -> list[tuple[RulingPart, ServingRule]]:
    """The parts that a step makes; what only fines, or warns, makes none."""
    step, rules, usual = item.step, serving.by_name, serving.for_decisions
    if step.parts:
        return [(RulingPart(part.clause, part.games), rules[part.rule] if part.rule else usual) for part in step.parts]
    if step.games:
        return [(RulingPart(item.clause, step.games), usual)]
    if step.waits or step.time or step.expelled or step.rest_of_season:
        return [(RulingPart(item.clause, None), usual)]
    return []


def _fines(item: Item) -> Iterable[Fine]:
    for amount, of_team in ((item.step.fine, False), (item.step.team_fine, True)):
        if amount:
            yield Fine((item.clause,), None if amount == "unset" else cents(amount), of_team)


def _multiplied(fine: Fine, rule: SpecialConditions) -> Fine:
    amount = None if fine.cents is None else fine.cents * rule.times
    return Fine((*fine.clauses, rule.clause), amount, fine.of_team)


def _more_clauses(case: Case, items: list[Item], rules: Sentencing) -> tuple[str, ...]:
    """Clauses behind the ruling: repeated steps, the calendar, what brings automatic penalties, sums."""
    found: list[str | None] = []
    for charge in case.charges:
        row, number = charge.chosen, charge.number or 1
        step = row.step(number)
        if step.open or (number > len(row.steps) and not row.doubles and not step.waits and not step.expelled):
            found.append(rules.open_clause)
        found.append(row.all_hockey_clause if row.all_hockey else None)
    if any(item.step.time or item.step.minimum_time for item in items):
        found.append(rules.calendar_clause)
    if sum(not item.step.warning for item in items) > 1:
        found.append(rules.adding_clause)
    return tuple(dict.fromkeys(clause for clause in found if clause))


def _decided(decision: Decision) -> str:
    lengths = [
        f"{counted(decision.games, 'game')} in all" if decision.games is not None else "",
        through(decision.until, decision.date) if decision.until else "",
        "without an end" if decision.indefinite else "",
    ]
    return " and ".join(filter(None, lengths))


def _happened(case: Case, charge: Charge) -> str:
    """What happened, in the words of the charge's own penalty: the case goes by its first."""
    penalty = charge.lines[0].penalty
    what = called(penalty) if penalty.penalty_class else case.what
    on = f" on {day_text(case.given)}" if case.given else ""
    return f"{what[:1].upper()}{what[1:]}{on}"
