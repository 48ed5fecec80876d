"""Decides how a season file's rulings are asked for on the command line: no database, one JSON document."""

import datetime as dt
import gc
import json
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.faults import RuleBookFaults
from league.rulebook.loader import load_text, shipped_or_none
from league.seasonfile import SeasonFileFaults
from rulings.compose import rule_facts
from rulings.reading import open_season_file


def day(text: str) -> dt.date:
    """The date of an argument. Raises ArgumentTypeError."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no date such as 2014-12-01") from None


def refuse(findings: Iterable[Finding]) -> NoReturn:
    """Write every finding on a line of its own to standard error and exit with status 2."""
    for finding in findings:
        print(finding, file=sys.stderr)
    sys.exit(2)


class Command(BaseCommand):
    """Work out every ruling of a season file and print them as one JSON document."""

    help = "Work out every ruling of a season file. Exits 2 with all its faults, one a line, when it can't be used."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, the day and another rule book."""
        parser.add_argument("file", help="a season file; - reads standard input")
        parser.add_argument("--as-of", type=day, help="rule as at the end of this day")
        parser.add_argument("--rulebook", help="rule by this book (a TOML file) instead of the one named in the file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the rulings."""
        # one run, much of it small objects that all live to the end: collecting them finds nothing
        gc.disable()
        book = _book(options["rulebook"]) if options["rulebook"] else None
        try:
            opened = open_season_file(text_of(options["file"]), book=book, keep_wording=False)
        except SeasonFileFaults as faults:
            refuse(faults.findings)
        rulings = rule_facts(opened.file.facts, opened.book, options["as_of"])
        self.stdout.write(json.dumps(rulings.document(), ensure_ascii=False, indent=1))


def text_of(name: str) -> bytes:
    """The bytes of a file, or of standard input for "-". Raises CommandError."""
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from None


def _book(name: str) -> RuleBook:
    try:
        return load_text(Path(name).read_text(encoding="utf-8"), name=name, parents=shipped_or_none)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=2) from None
    except RuleBookFaults as faults:
        refuse(faults.findings)
