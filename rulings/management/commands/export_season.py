"""Decides how a season is written as a season file on the command line."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.models import Season
from league.seasonfile import write
from rulings.exporting import season_file


class Command(BaseCommand):
    """Write a season as a season file to standard output."""

    help = "Write a season as a season file, the product's portable form, to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take league and season."""
        parser.add_argument("league", help="slug of the league")
        parser.add_argument("season", help="slug or name of the season")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the file."""
        seasons = Season.objects.filter(league__slug=options["league"]).select_related("league", "rulebook")
        named = seasons.filter(slug=options["season"]).first() or seasons.filter(name=options["season"]).first()
        if named is None:
            known = ", ".join(season.slug for season in seasons) or "none"
            message = f"league {options['league']!r} has no season {options['season']!r} (known: {known})"
            raise CommandError(message, returncode=2)
        self.stdout.write(json.dumps(write(season_file(named)), ensure_ascii=False, indent=1))
