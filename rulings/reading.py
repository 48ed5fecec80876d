"""Decides how a season file is opened: read against the rule book that it names, every fault at once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from discipline.core.decision_faults import decision_faults
from league.core.facts import Facts
from league.rulebook.book import RuleBook
from league.rulebook.loader import load, shipped
from league.seasonfile import RecordFault, SeasonFile, loads, named_rulebook, read


@dataclass(frozen=True, slots=True)
class Opened:
    """A sound season file and the book that rules on it."""

    file: SeasonFile
    book: RuleBook


def open_season_file(text: str | bytes, *, book: RuleBook | None = None, keep_wording: bool = True) -> Opened:
    """The season file that `text` holds, with the shipped book that it names, or `book` instead.

    `keep_wording` False leaves out what only an export needs. Raises SeasonFileFaults with every fault.
    """
    document = loads(text)
    known = shipped() if book is None else (*shipped(), book.slug)
    slug = named_rulebook(document)
    chosen = book or (load(slug) if slug in known else None)
    checks = (_below_minimum(chosen),) if chosen else ()
    file = read(document, known_rulebooks=known, extra_checks=checks, keep_wording=keep_wording)
    assert chosen is not None  # `read` refuses a rule book that isn't known
    return Opened(file, chosen)


def _below_minimum(book: RuleBook) -> Callable[[Facts], Iterable[RecordFault]]:
    """The check that no decision goes below the minimum of `book`."""

    def check(facts: Facts) -> Iterable[RecordFault]:
        for finding in decision_faults(facts, book):
            place, _, name = finding.where.removeprefix("decisions[").partition("].")
            yield RecordFault(facts.decisions[int(place)], name, finding.code, finding.message, finding.clause)

    return check
