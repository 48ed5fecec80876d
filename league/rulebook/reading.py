"""Decides whether a text is a rule book: one strict reading that tells every fault at once."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

from pydantic import StringConstraints, ValidationError

from league.core.findings import Finding
from league.rulebook.book import MissingSection, RuleBook, drivers_of
from league.rulebook.clause import Clause, Text
from league.rulebook.faults import did_you_mean, dotted, fault, of_validation, path_of
from league.rulebook.lines import Path, lines_of
from league.rulebook.merge import merged
from league.rulebook.sections import Part, Section, frozen, registered
from league.rulebook.shorthand import unreadable

Parents = Callable[[str], RuleBook | None]
"""Gives the book of a slug named in `extends`, or None."""


class Header(Part):
    """`[book]`: what the book is, whose it is, from when it holds and what it builds on."""

    slug: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Text
    authority: Text
    season: Text
    version: Text = "1"
    effective: dt.date
    """First day on which this version is in force."""
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")] = "en"
    extends: str | None = None
    """Slug of the book whose clauses and sections are taken over."""
    source_note: str = ""


@dataclass(frozen=True)
class Examined:
    """What an examination found: the book, unless something refuses it, and every finding."""

    book: RuleBook | None
    findings: tuple[Finding, ...]


def examine(text: str, *, name: str, parents: Parents, known: tuple[str, ...] = ()) -> Examined:
    """Read a rule book's text and tell everything there is to say about it, in the order of the lines.

    `known` are slugs of books that could be meant where one can't be found.
    """
    reading = _Reading(name, text, parents, known)
    book = reading.book()
    found = tuple(sorted(reading.findings, key=lambda finding: int(finding.params.get("line", "0"))))
    refused = any(finding.severity == "refuse" for finding in found)
    return Examined(None if refused else book, found)


class _Reading:
    """One pass over one text; collects findings as it goes."""

    def __init__(self, name: str, text: str, parents: Parents, known: tuple[str, ...]) -> None:
        self.name, self.text, self.parents, self.known = name, text, parents, known
        self.lines: dict[Path, int] = {(): 1}
        self.findings: list[Finding] = []
        self.placed: list[tuple[Path, Section]] = []
        self.own_ids: set[Any] = set()

    def book(self) -> RuleBook | None:
        raw = self._parsed()
        if raw is None:
            return None
        self.lines = lines_of(self.text)
        self._fractions(raw, ())
        header = self._header(raw.get("book"))
        own = self._own_clauses(raw.get("clause", ()))
        parent = self._parent(header)
        data = merged(parent.data, raw) if parent else {**raw, "clause": raw.get("clause", ())}
        inherited = parent.clauses if parent else {}
        book = RuleBook(
            **header,
            clauses={**{id: own.get(id, clause) for id, clause in inherited.items()}, **own},
            sections=self._sections(data),
            stated_in={**(parent.stated_in if parent else {}), **dict.fromkeys(own, header["slug"])},
            digest=hashlib.sha256(((parent.digest if parent else "") + self.text).encode()).hexdigest(),
            data=data,
        )
        self._cross_checks(book)
        return book

    def _parsed(self) -> dict[str, Any] | None:
        try:
            raw: dict[str, Any] = frozen(tomllib.loads(self.text, parse_float=Decimal))
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            line = at[1] if at else str(self.text.count("\n") + 1)
            self.findings.append(
                Finding(
                    code="rulebook.toml",
                    message=f"not readable as TOML: {error}",
                    where=f"{self.name}:{line}",
                    params={"file": self.name, "line": line, "path": ""},
                )
            )
            return None
        return raw

    def _say(
        self, path: Path, message: str, remedy: str = "", *, code: str, severity: str = "refuse",
        clause: str | None = None,
    ) -> None:  # fmt: skip
        """Note a finding at its line; one about a value taken over stands at `extends` and names the path."""
        if path[:1] not in self.lines:
            path, message = ("book", "extends"), f"{dotted(path)}: {message}"
        found = fault(self.name, self.lines, path, message, remedy, code=code, severity=severity, clause=clause)
        self.findings.append(found)

    def _fractions(self, value: Any, path: Path) -> None:
        """Refuse every number with a point: figures are exact."""
        if isinstance(value, Decimal):
            remedy = "count in a smaller unit (cents, seconds) or write a fraction as text"
            self._say(path, f"{value} is not a whole number", remedy, code="rulebook.fraction")
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                self._fractions(inner, (*path, key))
        elif isinstance(value, tuple):
            for index, inner in enumerate(value):
                self._fractions(inner, (*path, index))

    def _validated[M: Part](self, model: type[M], raw: Any, path: Path) -> M | None:
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            told = {finding.params["path"] for finding in self.findings}
            for refused in of_validation(error, model):
                inside = (*path, *refused.path)
                if dotted(inside) not in told:
                    self._say(inside, refused.message, refused.remedy, code=refused.code)
            return None

    def _header(self, raw: Any) -> dict[str, Any]:
        """The header's values; of a faulty one whatever can be used, so that the rest is still checked."""
        if raw is None:
            self._say((), "there is no [book] table", "begin with [book] and slug, title, ...", code="rulebook.book")
        header = self._validated(Header, raw, ("book",)) if raw is not None else None
        if header is not None:
            return header.model_dump()
        given = raw if isinstance(raw, Mapping) else {}
        return {name: given.get(name, "") for name in Header.model_fields}

    def _own_clauses(self, raw: Any) -> dict[str, Clause]:
        found: dict[str, Clause] = {}
        if not isinstance(raw, tuple):
            self._say(("clause",), "clauses are a list", "write [[clause]]", code="rulebook.shape")
            return found
        for index, entry in enumerate(raw):
            at: Path = ("clause", index)
            id = entry.get("id") if isinstance(entry, Mapping) else None
            if id in self.own_ids:
                self._say((*at, "id"), f"clause {id!r} is there twice", code="rulebook.twice")
            self.own_ids.add(id)
            clause = self._validated(Clause, entry, at)
            if clause is not None:
                found[clause.id] = clause
                self._examples(clause, at)
        return found

    def _examples(self, clause: Clause, at: Path) -> None:
        for number, example in enumerate(clause.examples):
            for inner, message in unreadable(example):
                self._say((*at, "example", number, *path_of(inner)), message, code="rulebook.example")

    def _parent(self, header: Mapping[str, Any]) -> RuleBook | None:
        extends, at = header["extends"], ("book", "extends")
        if not extends:
            return None
        if extends == header["slug"]:
            self._say(at, "a book can't extend itself", code="rulebook.extends")
            return None
        parent = self.parents(extends)
        if parent is None:
            remedy = did_you_mean(extends, self.known) or "name a book that is shipped or published"
            self._say(at, f"unknown rule book {extends!r}", remedy, code="rulebook.extends")
        return parent

    def _sections(self, data: Mapping[str, Any]) -> dict[type[Section], tuple[Section, ...]]:
        known = {section.key: section for section in registered()}
        found: dict[type[Section], tuple[Section, ...]] = {}
        for key, raw in data.items():
            if key in ("book", "clause"):
                continue
            kind = known.get(key)
            if kind is None:
                remedy = did_you_mean(key, tuple(known)) or f"known sections: {', '.join(sorted(known))}"
                self._say((key,), f"unknown section {key!r}", remedy, code="rulebook.section")
                continue
            found[kind] = self._entries(kind, raw)
        return found

    def _entries(self, kind: type[Section], raw: Any) -> tuple[Section, ...]:
        path: Path = (kind.key,)
        if isinstance(raw, tuple) != kind.many:
            right = f"[[{kind.key}]]" if kind.many else f"[{kind.key}]"
            what = "a list of tables" if kind.many else "one table"
            self._say(path, f"{kind.key!r} is {what}", f"write {right}", code="rulebook.shape")
            return ()
        pairs = [((*path, index), entry) for index, entry in enumerate(raw)] if kind.many else [(path, raw)]
        valid = [(at, self._validated(kind, entry, at)) for at, entry in pairs]
        found = [(at, entry) for at, entry in valid if entry is not None]
        self.placed += found
        return tuple(entry for _, entry in found)

    def _cross_checks(self, book: RuleBook) -> None:
        complete = not self.findings
        known = (*book.clauses, *(str(id) for id in self.own_ids - set(book.clauses)))
        for path, entry in self.placed:
            for inner, clause in drivers_of(entry):
                if clause not in known:
                    remedy = did_you_mean(clause, known)
                    at = (*path, *path_of(inner))
                    self._say(at, f"unknown clause {clause!r}", remedy, code="rulebook.clause")
            try:
                for finding in entry.check(book):
                    self._say(
                        (*path, *path_of(finding.where)), finding.message, finding.remedy,
                        code=finding.code, severity=finding.severity, clause=finding.clause,
                    )  # fmt: skip
            except MissingSection as missing:
                if complete:  # otherwise the section may be there and only be faulty
                    self._say(path, str(missing), code="rulebook.section")
