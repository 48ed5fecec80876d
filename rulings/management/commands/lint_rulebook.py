"""Decides what is said about a rule book before it is used: its faults, or what it will do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.description import describe
from league.rulebook.loader import look_into, shipped, shipped_text
from rulings.worked_examples import example_findings, worked_examples


class Command(BaseCommand):
    """Check rule books, and say in plain sentences what each will do."""

    help = (
        "Check rule books: every fault with file, line and what would be right; for a sound book what it will do,"
        " section by section. Its worked examples are run. Exit status 1 when anything is wrong."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take files and slugs, or all that are shipped."""
        parser.add_argument("book", nargs="*", help="a TOML file, or the slug of a shipped rule book")
        parser.add_argument("--all", action="store_true", help="every rule book that is shipped")
        parser.add_argument("--quiet", action="store_true", help="one line a sound book, faults only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check each book, then fail if any was at fault."""
        wanted: list[str] = [*options["book"], *(shipped() if options["all"] else ())]
        if not wanted:
            raise CommandError(f"Name a file or one of {', '.join(shipped())}, or say --all.", returncode=2)
        faulty = [name for name in wanted if not self._sound(name, quiet=options["quiet"])]
        if faulty:
            raise CommandError(f"At fault: {', '.join(faulty)}.")

    def _sound(self, wanted: str, *, quiet: bool) -> bool:
        name, text = _text_of(wanted)
        examined = look_into(text, name=name)
        findings = list(examined.findings)
        if examined.book is not None:
            findings += example_findings(examined.book)
        faults = [finding for finding in findings if finding.severity == "refuse"]
        for finding in faults if quiet else findings:
            self._tell(finding)
        if examined.book is None or faults:
            return False
        self._describe(examined.book, quiet=quiet)
        return True

    def _tell(self, finding: Finding) -> None:
        style = self.style.ERROR if finding.severity == "refuse" else self.style.WARNING
        self.stderr.write(str(finding), style_func=style)

    def _describe(self, book: RuleBook, *, quiet: bool) -> None:
        examples = sum(1 for _ in worked_examples(book))
        taken_over = len(book.clauses) - len(book.own_clauses())
        base = f" and {taken_over} of {book.extends}" if book.extends else ""
        self.stdout.write(
            f"{book.slug} {book.version}: sound. {len(book.own_clauses())} clauses{base},"
            f" {examples} worked examples, all hold."
        )
        if quiet:
            return
        for section in describe(book):
            self.stdout.write(f"\n{section.title}")
            for sentence in section.sentences:
                self.stdout.write(f"  - {sentence}")
        self.stdout.write("")


def _text_of(wanted: str) -> tuple[str, str]:
    """Name and text of a file or of a shipped book. Raises CommandError when it is neither or can't be read."""
    if wanted in shipped():
        return f"{wanted}.toml", shipped_text(wanted)
    path = Path(wanted)
    if not path.is_file():
        raise CommandError(f"{wanted!r} is neither a file nor one of {', '.join(shipped())}.", returncode=2)
    try:
        return path.name, path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{wanted} can't be read: {error}", returncode=2) from None
