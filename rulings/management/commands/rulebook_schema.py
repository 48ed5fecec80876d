"""Decides where the sections and keys of rule books are written down: for editors and for people."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from league.rulebook.reference import reference
from league.rulebook.schema import schema_text

SCHEMA = "docs/rulebook.schema.json"
REFERENCE = "docs/rulebook-reference.md"


class Command(BaseCommand):
    """Write the JSON Schema of rule books and the list of their keys."""

    help = f"Write {SCHEMA} (for editors) and {REFERENCE} (for people), or print the schema."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Let the schema be printed instead."""
        parser.add_argument("--print", action="store_true", help="print the schema instead of writing the files")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write both, or print the schema."""
        if options["print"]:
            self.stdout.write(schema_text(), ending="")
            return
        for page, text in ((SCHEMA, schema_text()), (REFERENCE, reference())):
            (Path(settings.BASE_DIR) / page).write_text(text, encoding="utf-8")
            self.stdout.write(f"{page} is written.")
