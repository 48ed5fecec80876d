"""Decides how the demo is made on the command line: once, for today, with everything worked out at the end."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from demo import services
from demo.generator.calendar import TIME_ZONE
from league.models import Source
from league.services.audit import acting
from rulings.services import recompute_pending


class Command(BaseCommand):
    """Make an invented league in mid-season. Made already, it stays as it is."""

    help = "Make an invented District 9 in mid-season, with people who can sign in. A second time changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the seed and the day."""
        parser.add_argument("--seed", type=int, default=services.SEED, help="another number, another season")
        parser.add_argument("--today", type=dt.date.fromisoformat, help="the day in mid-season; default: today")
        parser.add_argument("--fresh", action="store_true", help="empty the database first")
        parser.add_argument("--force", action="store_true", help="make it although this is no demo (DEMO is off)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, unless it is there, and say who can sign in."""
        try:
            services.require_demo(force=options["force"])
            if options["fresh"]:
                services.require_nothing_else()
                services.empty_database()
                call_command("migrate", verbosity=0)
        except services.Refused as refused:
            raise CommandError(str(refused)) from None
        if services.is_there():
            recompute_pending()
            self.stdout.write(
                "The demo is there already, with what was done in it; the sign-in page lists everybody."
                "\nMade anew for today: python -m rinkside run create_demo --fresh"
            )
            return
        now = timezone.now()
        with acting(source=Source.COMMAND):
            today = options["today"] or now.astimezone(ZoneInfo(TIME_ZONE)).date()
            made = services.create_demo(seed=options["seed"], today=today, now=now)
        recompute_pending()
        self._tell(made)

    def _tell(self, made: services.Made) -> None:
        season, before = made.seasons
        self.stdout.write(f"{season} with {made.people} people and {made.games} games, and {before}, which is over.")
        self.stdout.write(f"These can sign in, all with the password {settings.DEMO_PASSWORD}:")
        for user in made.users:
            self.stdout.write(f"  {user.email:45} {user.name}")
