"""Decides where the JSON Schema of rule books is written: into the documentation, for editors."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from league.rulebook.schema import schema_text

PAGE = "docs/rulebook.schema.json"


class Command(BaseCommand):
    """Write the JSON Schema of rule books."""

    help = f"Write the JSON Schema of rule books to {PAGE}, or print it."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Let it be printed instead."""
        parser.add_argument("--print", action="store_true", help="print it instead of writing the file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or print the schema."""
        if options["print"]:
            self.stdout.write(schema_text(), ending="")
            return
        page = Path(settings.BASE_DIR) / PAGE
        page.write_text(schema_text(), encoding="utf-8")
        self.stdout.write(f"{PAGE} is written.")
