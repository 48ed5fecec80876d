"""Decides how a season file is loaded on the command line: whole or not at all, with a progress bar."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from league.models import League, Source
from league.queries.rulebooks import newest_version
from league.seasonfile import SeasonFileFaults
from league.services.audit import acting
from league.services.rulebooks import publish_shipped
from rulings.importing import import_season
from rulings.management.commands.rule import refuse, text_of
from rulings.reading import Opened, open_season_file


class Command(BaseCommand):
    """Load a season file. The same file a second time changes nothing."""

    help = "Load a season file. Exits 2 with all its faults, one a line, and changes nothing when it can't be used."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and where the season goes."""
        parser.add_argument("file", help="a season file; - reads standard input")
        parser.add_argument("--league", help="slug of the league; default: the rule book's, made where there is none")
        parser.add_argument("--slug", help="the season's address in the league; default: from its name")
        parser.add_argument("--draft", action="store_true", help="don't show the season to the public yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load it, or print its faults."""
        try:
            opened = open_season_file(text_of(options["file"]))
            with acting(source=Source.IMPORT):
                season, new = self._load(opened, options)
        except SeasonFileFaults as faults:
            refuse(faults.findings)
        said = "is loaded" if new else "is there already, nothing was changed"
        self.stdout.write(f"{season.league.slug} {season.slug} {said}.")

    def _load(self, opened: Opened, options: dict[str, Any]) -> tuple[Any, bool]:
        slug = options["league"] or opened.book.slug
        league = League.objects.filter(slug=slug).first()
        if league is None and options["league"]:
            raise CommandError(f"there is no league {slug!r}", returncode=2)
        if league is None:
            league = League.objects.create(slug=slug, name=opened.book.authority, language=opened.book.language)
        publish_shipped()
        version = newest_version(opened.book.slug)
        assert version is not None  # just published
        with tqdm(unit=" rows", disable=not sys.stderr.isatty()) as bar:

            def progress(what: str, number: int) -> None:
                bar.set_description(what)
                bar.update(number)

            return import_season(
                file=opened.file,
                version=version,
                league=league,
                slug=options["slug"],
                published=not options["draft"],
                progress=progress,
            )
