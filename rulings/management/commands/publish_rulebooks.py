"""Decides that rule books are in the database, each as a version of its own: the shipped ones and a league's."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.models import RuleBookVersion, Source
from league.rulebook.faults import RuleBookFaults
from league.services.audit import acting
from league.services.rulebooks import publish_shipped, publish_version
from rulings.worked_examples import example_findings


class Command(BaseCommand):
    """Publish rule books; what is published already stays as it is."""

    help = "Publish the rule books that come with the product, or those in files. Can be run again at any time."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take files of a league's own books."""
        parser.add_argument("file", nargs="*", help="a TOML file; without one, every shipped rule book")
        parser.add_argument("--reason", default="", help="why there is a new version")

    def handle(self, *args: Any, **options: Any) -> None:
        """Publish, and say what there is now."""
        try:
            with acting(source=Source.COMMAND):
                published = [_publish(Path(name), options["reason"]) for name in options["file"]]
                published = published or publish_shipped(checks=[example_findings])
        except RuleBookFaults as faults:
            raise CommandError(str(faults)) from None
        for version in published:
            self.stdout.write(f"{version.slug} {version.version}: published on {version.created_at:%Y-%m-%d}.")


def _publish(path: Path, reason: str) -> RuleBookVersion:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} can't be read: {error}", returncode=2) from None
    return publish_version(text=text, name=path.name, reason=reason, checks=[example_findings])
