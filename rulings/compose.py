"""Decides the whole of a season's rulings: every core's answer on the same facts, in one document."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from discipline.core.documents import DisciplineRulings
from discipline.core.rulings import discipline
from league.core import fair_play, results
from league.core.cut import known_on
from league.core.days import last_known_day
from league.core.facts import NEVER, Facts
from league.core.fair_play import Verdict
from league.core.fees import fees
from league.core.results import Result
from league.rulebook.book import RuleBook
from scheduling.core.charges import Charge, charges
from scheduling.core.guards import ScheduleFault, schedule_faults
from scheduling.core.notices import notices as scheduling_notices
from scheduling.core.requests import RequestRuling, rule_requests, with_moves
from standings.core.counting import missing_results
from standings.core.seeding import Seeding, playoff_bars, seeding
from standings.core.table import DivisionStandings, standings


@dataclass(frozen=True)
class Rulings:
    """All that a rule book says about a season's facts at the end of one day.

    `facts` are those that the rulings rest on: known on that day, with approved moves made.
    """

    facts: Facts
    book: RuleBook
    as_of: dt.date
    results: Mapping[str, Result]
    fair_play: tuple[Verdict, ...]
    requests: tuple[RequestRuling, ...]
    schedule_faults: tuple[ScheduleFault, ...]
    charges: tuple[Charge, ...]
    standings: tuple[DivisionStandings, ...]
    seeding: tuple[Seeding, ...]
    bars: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    discipline: DisciplineRulings

    def document(self) -> dict[str, Any]:
        """The rulings as one JSON-ready document, in the form `rulings/1`."""
        found = self.discipline
        return {
            "format": "rulings/1",
            "as_of": self.as_of.isoformat(),
            "rulebook": {"slug": self.book.slug, "version": self.book.version},
            "fair_play": _documents(self.fair_play),
            "standings": _documents(self.standings),
            "suspensions": _documents(found.suspensions),
            "ineligible": _documents(found.ineligible),
            "lineup_faults": _documents(found.lineup_faults),
            "ejections": _documents(found.ejections),
            "bars": [*self._playoff_bars(), *map(dict, found.bars)],
            "charges": _documents(self.charges),
            "requests": _documents(self.requests),
            "schedule_faults": _documents(self.schedule_faults),
            "reviews": self._reviews(),
            "forfeits": self._forfeits(),
            "seeding": _documents(self.seeding),
            "notices": list(self.notices()),
        }

    def notices(self) -> Iterable[str]:
        """What the league should look at: unclear facts, values that the book doesn't give."""
        for result in self.results.values():
            if result.unclear:
                yield result.unclear
        yield from missing_results(self.facts, self.book, self.results)
        for level in fair_play.levels_without_limit(self.facts, self.book):
            yield f"The rule book gives no Fair Play limit for {level}: no Fair Play points until the league sets one."
        yield from self.discipline.notices
        yield from scheduling_notices(self.facts, self.book, charged=bool(self.charges))

    def _playoff_bars(self) -> list[dict[str, Any]]:
        return [
            {"team": team, "what": "playoffs", "clauses": list(clauses), "why": list(why)}
            for team, (clauses, why) in sorted(self.bars.items())
        ]

    def _reviews(self) -> list[dict[str, Any]]:
        """By the start of the game that each is about or came from, then team, then person."""
        found = [(self._start(item["game"]), item) for item in results.refusal_reviews(self.results, self.book)]
        found += [(item.moment, item.document()) for item in self.discipline.reviews]
        found.sort(key=lambda entry: (entry[0], entry[1]["team"] or "", entry[1]["person"] or ""))
        return [item for _, item in found]

    def _forfeits(self) -> list[dict[str, Any]]:
        """Games won without play, and those that discipline proposes, by start."""
        found = [*_documents(results.forfeits(self.results)), *map(dict, self.discipline.forfeits)]
        return sorted(found, key=lambda item: self._start(item["game"]))

    def _start(self, game: str) -> dt.datetime:
        return self.facts.game[game].starts or NEVER


def rule_facts(
    facts: Facts, book: RuleBook, as_of: dt.date | None = None, book_on: Callable[[dt.date], RuleBook] | None = None
) -> Rulings:
    """Every ruling on `facts` by `book` at the end of `as_of` (default: the day after the last result).

    `book_on` gives the book in force on a day where it changed during the season: an offence is
    judged by the one of its day.
    Raises MissingSection where the book lacks what a ruling on these facts needs.
    """
    day = as_of or last_known_day(with_moves(facts, rule_requests(facts, book)))
    requests = rule_requests(known_on(facts, day), book)
    # results are cut by the day on which a game was really played, so the moves come first
    moved = known_on(with_moves(facts, requests), day)
    found = results.results(moved, book)
    verdicts = fair_play.verdicts(moved, book, found)
    points = fair_play.points(verdicts, found, book)
    tables = standings(moved, book, found, points)
    ruled = discipline(moved, book, found, day, book_on)
    return Rulings(
        facts=moved,
        book=book,
        as_of=day,
        results=found,
        fair_play=verdicts,
        requests=requests,
        schedule_faults=schedule_faults(moved, book),
        charges=charges(moved, book, found, requests, [*ruled.fines, *fees(moved, book)]),
        standings=tables,
        seeding=seeding(moved, book, found, tables, points),
        bars=playoff_bars(moved, book, found),
        discipline=ruled,
    )


def _documents(items: Iterable[Any]) -> list[dict[str, Any]]:
    return [item.document() for item in items]
