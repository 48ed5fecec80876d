"""Decides whether every clause is driven by data and shown by tests, and writes the page that says so."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.rulebook.coverage import attributed, coverage, gaps, page
from league.rulebook.loader import load, shipped
from rulings.evidence import evidence

PAGE = "docs/coverage.md"


class Command(BaseCommand):
    """Write the coverage page, or check it."""

    help = f"Write {PAGE}: every clause, what the product does, which data drive it, which tests show it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Let it only be checked."""
        parser.add_argument("--check", action="store_true", help="write nothing; fail on a gap or an old page")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or check the page; a gap is always told."""
        root = Path(settings.BASE_DIR)
        books = {slug: load(slug) for slug in shipped()}
        found, faults = attributed(evidence(root, books.values()), books)
        covered = [(book, coverage(book, books.values(), found)) for book in books.values()]
        for book, items in covered:
            faults += gaps(book, items)
        text = page(covered)
        if options["check"]:
            current = (root / PAGE).read_text(encoding="utf-8") if (root / PAGE).exists() else ""
            told = [str(finding) for finding in faults]
            if current != text:
                told.append(f"{PAGE} is out of date: run python manage.py rulebook_coverage")
            if told:
                raise CommandError("\n".join(told))
            self.stdout.write("Every clause that is worked out or enforced has its data and its tests.")
            return
        (root / PAGE).write_text(text, encoding="utf-8")
        for finding in faults:
            self.stderr.write(str(finding), style_func=self.style.WARNING)
        self.stdout.write(f"{PAGE} is written.")
