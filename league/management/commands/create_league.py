"""Decides how an operator opens a league on the command line, with somebody to run it."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email, validate_slug
from django.utils import timezone

from league.services.errors import Refused
from league.services.setup_leagues import create_league


class Command(BaseCommand):
    """Open a league whose first administrator has the given address."""

    help = "Open a league. Its administrator signs in by a link that the sign-in page mails, and sets it up."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address of the league, its name and who runs it."""
        parser.add_argument("slug", help="the last part of the league's web address, such as district-9")
        parser.add_argument("name", help="the league's name")
        parser.add_argument("--administrator", required=True, metavar="EMAIL", help="who sets the league up")

    def handle(self, *args: Any, **options: Any) -> None:
        """Open it, or say everything that is wrong."""
        slug, name, email = options["slug"], options["name"].strip(), options["administrator"]
        faults = []
        for value, validate in ((slug, validate_slug), (email, validate_email)):
            try:
                validate(value)
            except ValidationError as wrong:
                faults.append(f"{value}: {' '.join(wrong.messages)}")
        if not name:
            faults.append("the name is missing")
        if faults:
            raise CommandError("\n".join(faults), returncode=2)
        try:
            league = create_league(slug=slug, name=name, administrator=email, now=timezone.now())
        except Refused as refused:
            raise CommandError(str(refused), returncode=2) from None
        self.stdout.write(f"{league.name} is open at /leagues/{league.slug}/setup/ for {email}.")
