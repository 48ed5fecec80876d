"""Decides what is said about each clause of the books: the data that drive it and the tests that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.clause import COVERED, Clause

KINDS: Mapping[str, str] = {
    "compute": "worked out",
    "gate": "enforced",
    "workflow": "supported",
    "record": "recorded",
    "rink": "at the rink",
}

HEAD = """\
# What the product does about each clause

Every clause of the rule books that come with the product: what the product does about it, the data of \
the book that drive it, and the tests that show it. Generated from the books and the tests by \
`python manage.py rulebook_coverage`; don't edit. CI fails when a clause that is worked out or enforced \
has no data or no test and doesn't say why, and when this page is out of date.
"""


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """A test that shows a clause: where it stands and its name."""

    book: str
    clause: str
    place: str
    name: str


@dataclass(frozen=True, slots=True)
class Covered:
    """A clause with its data and its tests."""

    clause: Clause
    data: tuple[str, ...]
    evidence: tuple[Evidence, ...]


def coverage(book: RuleBook, books: Iterable[RuleBook], evidence: Iterable[Evidence]) -> tuple[Covered, ...]:
    """Every clause that `book` states. Data may stand in the book itself or in one that extends it."""
    data = _data(book, books)
    shown: dict[str, list[Evidence]] = {}
    for item in sorted(set(evidence)):
        if item.book == book.slug:
            shown.setdefault(item.clause, []).append(item)
    return tuple(
        Covered(clause, tuple(data.get(clause.id, ())), tuple(shown.get(clause.id, ())))
        for clause in book.own_clauses()
    )


def attributed(evidence: Iterable[Evidence], books: Mapping[str, RuleBook]) -> tuple[list[Evidence], list[Finding]]:
    """Evidence moved to the book that states the clause, and a finding for what names none."""
    found, faults = [], []
    for item in evidence:
        book = books.get(item.book)
        if book is not None and item.clause in book.clauses:
            found.append(Evidence(book.clause_book(item.clause), item.clause, item.place, item.name))
        else:
            message = f"{item.name} shows clause {item.clause!r} of {item.book!r}, which there is not"
            faults.append(Finding("coverage.unknown", message, where=item.place, remedy="name a clause of a book"))
    return found, faults


def gaps(book: RuleBook, covered: Sequence[Covered]) -> Iterator[Finding]:
    """A finding for every clause that is worked out or enforced and has no data or no test."""
    for item in covered:
        if item.clause.kind not in COVERED:
            continue
        where = f"{book.slug}: clause {item.clause.id}"
        if item.clause.without_data:
            if item.data:
                yield Finding(
                    "coverage.without-data", f"says why it has no data, and has {item.data[0]}", where=where,
                    clause=item.clause.id, remedy="leave `without_data` out",
                )  # fmt: skip
            continue
        if not item.data:
            yield Finding(
                "coverage.data", "no data of the book drives it", where=where, clause=item.clause.id,
                remedy="name the clause in the section that carries it out",
            )  # fmt: skip
        if not item.evidence:
            yield Finding(
                "coverage.tests", "no test shows it", where=where, clause=item.clause.id,
                remedy=f'add an example to the clause, or mark a test with clause("{book.slug}", "{item.clause.id}")',
            )  # fmt: skip


def page(covered: Iterable[tuple[RuleBook, Sequence[Covered]]]) -> str:
    """The coverage page in Markdown."""
    return "\n".join([HEAD, *(line for book, items in covered for line in _book_lines(book, items))]).rstrip() + "\n"


def _data(book: RuleBook, books: Iterable[RuleBook]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for other in (book, *(each for each in books if each.slug != book.slug)):
        stated = {id for id, slug in other.stated_in.items() if slug == book.slug}
        for clause, paths in other.drivers().items():
            if clause in stated and clause not in found:
                prefix = "" if other.slug == book.slug else f"{other.slug}: "
                found[clause] = [f"{prefix}{path}" for path in paths]
    return found


def _book_lines(book: RuleBook, items: Sequence[Covered]) -> Iterator[str]:
    yield f"## {book.title}\n"
    counts = {kind: sum(item.clause.kind == kind for item in items) for kind in KINDS}
    told = ", ".join(f"{number} {KINDS[kind]}" for kind, number in counts.items() if number)
    yield f"`{book.slug}`, version {book.version}: {len(items)} clauses, {told}.\n"
    for item in items:
        yield from _clause_lines(item)


def _clause_lines(item: Covered) -> Iterator[str]:
    clause = item.clause
    yield f"### {clause.id} {clause.title}\n"
    yield f"*{KINDS[clause.kind].capitalize()}.* {clause.does}\n"
    lines = []
    if clause.without_data:
        lines.append(f"- Without data: {clause.without_data}")
    if item.data:
        lines.append("- Data: " + ", ".join(f"`{path}`" for path in item.data))
    for place, names in _by_place(item.evidence).items():
        lines.append(f"- {place}: {', '.join(names)}")
    if not item.evidence and clause.kind != "rink":
        lines.append("- No test shows it yet.")
    if lines:
        yield "\n".join(lines) + "\n"


def _by_place(evidence: Iterable[Evidence]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for item in evidence:
        found.setdefault(item.place, []).append(item.name)
    return found
