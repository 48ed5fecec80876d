"""Decides that the rule books that come with the product are in the database, each as a version of its own."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.models import Source
from league.rulebook.faults import RuleBookFaults
from league.services.audit import acting
from league.services.rulebooks import publish_shipped
from rulings.worked_examples import example_findings


class Command(BaseCommand):
    """Publish the shipped rule books; what is published already stays as it is."""

    help = "Publish the rule books that come with the product. Can be run again at any time."

    def handle(self, *args: Any, **options: Any) -> None:
        """Publish, and say what there is now."""
        try:
            with acting(source=Source.COMMAND):
                published = publish_shipped(checks=[example_findings])
        except RuleBookFaults as faults:
            raise CommandError(str(faults)) from None
        for version in published:
            self.stdout.write(f"{version.slug} {version.version}: published on {version.created_at:%Y-%m-%d}.")
