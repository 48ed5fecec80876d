"""`manage.py verify_audit`: checks that nobody changed the audit trail."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from league.models import AuditEntry, League
from league.services.audit import chain_of, verify_chain


class Command(BaseCommand):
    """Recomputes every chain and names the first break of each; exit 1 when there is one."""

    help = "Check the hash chain of the audit trail, of one league or of all. Exits with 1 on a break."

    def add_arguments(self, parser: CommandParser) -> None:
        """The league, by its slug."""
        parser.add_argument("--league", metavar="SLUG", help="only this league's chain")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line a chain; raise CommandError (exit 1) after the last when one is broken."""
        broken = 0
        for league in self._chains(options["league"]):
            name = league.slug if league else "installation"
            check = verify_chain(league, progress=self._progress(name, chain_of(league).count()))
            if check.broken:
                broken += 1
                self.stdout.write(
                    self.style.ERROR(f"{name}: broken at entry {check.broken.number}: {check.broken.what}")
                )
            else:
                self.stdout.write(f"{name}: {check.entries} entries hold, head {check.head or '-'}")
        if broken:
            raise CommandError(f"{broken} broken chain(s)", returncode=1)

    def _chains(self, slug: str | None) -> list[League | None]:
        if slug is None:
            return [None, *League.objects.order_by("slug")]
        try:
            return [League.objects.get(slug=slug)]
        except League.DoesNotExist:
            raise CommandError(f'no league "{slug}"', returncode=2) from None

    def _progress(self, name: str, total: int) -> Any:
        def bar(entries: Iterable[AuditEntry]) -> Iterator[AuditEntry]:
            # On a terminal only: a bar has no place in a log.
            yield from tqdm(entries, total=total, desc=name, unit=" entries", disable=None, file=self.stderr)

        return bar
