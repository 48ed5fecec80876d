"""Decides whether a rule book's worked examples hold: each goes through what rules real seasons and reports."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from league.core.findings import Finding
from league.core.report_mail import read_mail
from league.rulebook.book import MissingSection, RuleBook
from league.rulebook.clause import Clause, Example
from league.rulebook.expectations import differences
from league.rulebook.shorthand import expand
from league.seasonfile import SeasonFileFaults, read
from rulings.compose import rule_facts
from scheduling.core.form_times import parse_start


def worked_examples(book: RuleBook) -> Iterator[tuple[Clause, Example]]:
    """The examples that the book itself states, with their clauses; those of its base are run with the base."""
    for clause in book.own_clauses():
        for example in clause.examples:
            yield clause, example


def answer(example: Example, book: RuleBook) -> Any:
    """What the product says to the example, in the form in which `expect` is written."""
    return _ANSWERS[example.kind](example, book)


def misses(example: Example, book: RuleBook) -> list[str]:
    """One line for each place where the answer isn't what the example expects; empty when it holds."""
    return list(differences(json.loads(example.expect), answer(example, book)))


def example_findings(book: RuleBook) -> Iterator[Finding]:
    """A finding for every worked example of the book that doesn't hold, or can't be ruled on."""
    for clause, example in worked_examples(book):
        try:
            missed = misses(example, book)
        except (SeasonFileFaults, MissingSection) as error:
            missed = str(error).splitlines()
        if missed:
            yield Finding(
                code="rulebook.example",
                message=f"the example {example.says!r} doesn't hold: {'; '.join(missed)}",
                where=f"{book.slug}: clause {clause.id}",
                clause=clause.id,
                remedy="put the data or the example right",
            )


def _season(example: Example, book: RuleBook) -> Any:
    document = expand(example, rulebook=book.slug, season=book.season)
    as_of = dt.date.fromisoformat(example.as_of) if example.as_of else None
    facts = read(document, known_rulebooks=(book.slug,), keep_wording=False).facts
    return rule_facts(facts, book, as_of).document()


def _mail(example: Example, book: RuleBook) -> Any:
    return read_mail(example.text or "").document()


def _time(example: Example, book: RuleBook) -> Any:
    found = parse_start(example.text or "")
    return found.isoformat(timespec="minutes") if isinstance(found, dt.datetime) else None


_ANSWERS: Mapping[str, Callable[[Example, RuleBook], Any]] = {"season": _season, "mail": _mail, "time": _time}
