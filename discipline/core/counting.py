"""Decides when penalties, minutes or suspensions that add up cost something, and which incident reached the mark."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from discipline.core.book_additions import Accumulation, Threshold
from discipline.core.cases import Case
from discipline.core.circumstances import Circumstances, Line
from discipline.core.sentencing import Item
from league.core.facts import Facts, Penalty
from league.core.penalty_minutes import assessed_seconds
from league.rulebook.book import RuleBook

_MINUTE = 60


@dataclass(slots=True)
class Counts:
    """What one person has added up so far, by accumulation."""

    facts: Facts
    circumstances: Circumstances
    person: str
    _sums: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    _last: Case | None = None

    def reached(self, block: Sequence[Case], book: RuleBook) -> dict[int, list[Item]]:
        """What the acts of one game, or one infraction, add: by the place of the act that reached a mark.

        Every act counts from then on, a dismissed one only where minutes are counted.
        """
        self._last = block[-1]
        found: dict[int, list[Item]] = defaultdict(list)
        for rule in book.all(Accumulation):
            if rule.of != "suspensions" and (not rule.special_conditions or self._special(block)):
                for place, item in self._of_rule(rule, block, book):
                    found[place].append(item)
        return found

    def total(self, rule: Accumulation, book: RuleBook) -> int:
        """What an accumulation has come to so far: seconds of minutes, else a number."""
        before = self._before(rule, self._last, book) if self._last is not None else 0
        return self._sums.get(rule.clause, 0) + before

    def suspended(self, book: RuleBook) -> list[Item]:
        """What one more suspension adds."""
        found = []
        for rule in book.all(Accumulation):
            if rule.of == "suspensions":
                before = self._sums[rule.clause]
                self._sums[rule.clause] = before + 1
                found += [_item(rule, mark, before + 1) for mark in crossed(rule, before, before + 1)]
        return found

    def _of_rule(self, rule: Accumulation, block: Sequence[Case], book: RuleBook) -> Iterator[tuple[int, Item]]:
        scale = _MINUTE if rule.of == "minutes" else 1
        start = 0 if rule.within == "game" else self._sums[rule.clause] + self._before(rule, block[0], book)
        running, lasting = start, 0
        hits: list[tuple[int, Threshold, int]] = []
        for place, act in enumerate(block):
            for line in act.lines:
                worth = self._worth(rule, line, act, book)
                hits += [(place, mark, running + worth) for mark in crossed(rule, running, running + worth, scale)]
                running += worth
                lasting += worth if not act.dismissed or rule.of == "minutes" else 0
        if rule.within != "game":
            self._sums[rule.clause] += lasting
        if rule.only_highest and hits:
            hits = [max(hits, key=lambda hit: hit[1].at)]
        for place, mark, total in hits:
            yield place, _item(rule, mark, total // scale)

    def _worth(self, rule: Accumulation, line: Line, act: Case, book: RuleBook) -> int:
        """What a penalty adds: seconds, or one."""
        if not self.circumstances.fits(rule, line, book) or line.penalty.penalty_class in ("", "bench-minor"):
            return 0
        if rule.of == "minutes" and not line.written:
            return 0
        if rule.nobodys is not None and self.circumstances.fits(rule.nobodys, line, book):
            return 0
        if rule.teams == "own" and act.team not in (own := self.circumstances.own_teams(act.person)) and own:
            return 0
        if rule.of == "penalties" or line.game is None:
            return 1
        return assessed_seconds(line.penalty, self.circumstances.level(line.game), book)

    def _before(self, rule: Accumulation, act: Case, book: RuleBook) -> int:
        """Penalties recorded outside the sheets, before this."""
        if rule.of != "penalties":
            return 0
        count = 0
        for prior in self.facts.prior:
            if prior.person != self.person or act.given is None or prior.date >= act.given or not prior.penalty_class:
                continue
            if rule.within == "career" or prior.season == self.facts.season.name:
                penalty = Penalty("", act.team or "", prior.penalty_class, act.person, prior.offence)
                count += self.circumstances.fits(rule, Line(penalty, None, prior.date, anywhere=True), book)
        return count

    def _special(self, block: Sequence[Case]) -> bool:
        return any(self.circumstances.special(act.person, act.team, act.given) for act in block)


def counts_minors(book: RuleBook) -> bool:
    """Whether the book adds up minors, so that somebody with nothing else can reach a mark."""
    return any(not rule.classes or "minor" in rule.classes for rule in book.all(Accumulation))


def crossed(rule: Accumulation, before: int, after: int, scale: int = 1) -> Iterable[Threshold]:
    """The marks between two sums, lowest first; the last one again at each further so many."""
    marks = list(rule.thresholds)
    if rule.every:
        last, times = rule.thresholds[-1], 1
        while (last.at + times * rule.every) * scale <= after:
            games = last.games * 2**times if rule.doubles and last.games else last.games
            marks.append(last.model_copy(update={"at": last.at + times * rule.every, "games": games}))
            times += 1
    for mark in marks:
        at = mark.at * scale
        if (before <= at < after) if rule.above else (before < at <= after):
            yield mark


def _item(rule: Accumulation, mark: Threshold, total: int) -> Item:
    clause = mark.clause or rule.clause
    passed = f"above {mark.at}" if rule.above else f"{mark.at} reached"
    by_then = "in the game" if rule.within == "game" else "so far"
    why = f"{total} {rule.unit} {by_then}, {passed}: {mark.costs()} ({clause})."
    return Item(clause, mark, why, added=True, doubled=rule.doubled, only_team=rule.only_with_team)
