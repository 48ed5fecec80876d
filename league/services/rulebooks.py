"""Decides how versions of rule books come to be, and which one a season is played by."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Game, Outcome, RuleBookVersion, Season, User
from league.queries.rulebooks import newest_version, read_version, version_in_force
from league.rulebook.book import RuleBook
from league.rulebook.faults import RuleBookFaults
from league.rulebook.loader import look_into, shipped, shipped_text
from league.services.audit import record
from league.services.errors import Refused
from league.services.locking import lock
from league.services.recompute import request

Check = Callable[[RuleBook], Iterable[Finding]]
"""What else a book has to pass before it is published, such as its worked examples."""


def publish_version(
    *, text: str, name: str = "rule book", actor: User | None = None, reason: str = "", checks: Iterable[Check] = ()
) -> RuleBookVersion:
    """Publish the rule book written in `text` as a version that never changes, and return it.

    The book that it extends is the newest published version of that book. Publishing the same text
    again returns the version that is there. `name` is the file name that faults are told with.

    Side effects: a version, an audit entry. Raises RuleBookFaults with every fault, also when the
    version exists already with another text.
    """
    examined = look_into(text, name=name, parents=_published)
    if examined.book is None:
        raise RuleBookFaults(tuple(f for f in examined.findings if f.severity == "refuse"))
    book, digest = examined.book, hashlib.sha256(text.encode()).hexdigest()
    existing = RuleBookVersion.objects.filter(slug=book.slug, version=book.version).first()
    if existing is not None:
        if existing.digest == digest:
            return existing
        raise RuleBookFaults((_taken(book, name),))
    faults = tuple(f for check in checks for f in check(book) if f.severity == "refuse")
    if faults:
        raise RuleBookFaults(faults)
    with transaction.atomic():
        version = RuleBookVersion.objects.create(
            slug=book.slug,
            version=book.version,
            title=book.title,
            effective_from=book.effective,
            text=text,
            digest=digest,
            extends=newest_version(book.extends) if book.extends else None,
            parent=newest_version(book.slug),
            author=actor,
            reason=reason,
        )
        after = {"slug": book.slug, "version": book.version, "digest": digest, "effective": book.effective}
        record(action="publish-rulebook", target=version, after=after, reason=reason, actor=actor)
    return version


def publish_shipped(*, actor: User | None = None, checks: Iterable[Check] = ()) -> list[RuleBookVersion]:
    """Publish every rule book that comes with the product, base books first; what is there stays.

    Side effects: those of `publish_version` for each new book. Raises RuleBookFaults.
    """
    published: dict[str, RuleBookVersion] = {}
    for slug in shipped():
        _publish_with_base(slug, published, actor, tuple(checks))
    return list(published.values())


def pin_version(
    *,
    season: Season,
    version: RuleBookVersion,
    effective_from: dt.date,
    now: dt.datetime,
    reason: str = "",
    actor: User | None = None,
) -> None:
    """Play a season by another version from a day on; what happened before is judged as before.

    Side effects: the season's history of versions, the version that it shows (the one in force on
    the day of `now` in the season's zone), a recompute request for everything in the season, an
    audit entry. Raises Refused when the season's first game has been played and no reason is given.
    """
    if not reason.strip() and has_begun(season, now=now):
        raise Refused([_reason_missing()])
    with transaction.atomic():
        locked = lock(Season.objects.select_related("rulebook"), season.pk)
        before = {"rulebook": str(locked.rulebook)}
        _remember_first(locked, effective_from)
        locked.rulebook_history.update_or_create(
            effective_from=effective_from,
            defaults={"rulebook": version, "reason": reason, "by": actor},
        )
        _show_version_of(locked, now)
        _ask_for_everything(locked)
        record(
            action="pin-rulebook",
            target=locked,
            before=before,
            after={"rulebook": str(version), "effective_from": effective_from},
            reason=reason,
            actor=actor,
            season=locked,
        )
    season.rulebook = locked.rulebook


def show_versions_due(*, now: dt.datetime) -> list[Season]:
    """Let every season whose next version has come into force show it, and return those seasons.

    Side effects: the version shown by those seasons, recompute requests for everything in them, an
    audit entry each. Can run at any time, and twice.
    """
    changed = []
    for season in Season.objects.filter(rulebook_history__isnull=False).distinct():
        with transaction.atomic():
            locked = lock(Season.objects.select_related("rulebook"), season.pk)
            before = {"rulebook": str(locked.rulebook)}
            if _show_version_of(locked, now):
                _ask_for_everything(locked)
                after = {"rulebook": str(locked.rulebook)}
                record(action="rulebook-in-force", target=locked, before=before, after=after, season=locked)
                changed.append(locked)
    return changed


def has_begun(season: Season, *, now: dt.datetime) -> bool:
    """Whether a game of the season has started or has an outcome."""
    games = Game.objects.filter(season=season)
    return games.filter(starts__lte=now).exists() or games.exclude(outcome=Outcome.SCHEDULED).exists()


def _reason_missing() -> Finding:
    return Finding(
        code="reason-missing",
        message=_("the season has begun"),
        where="reason",
        remedy=_("say why its rule book changes"),
    )


def _ask_for_everything(season: Season) -> None:
    """Another book can change any figure of the season."""
    request(
        season=season,
        divisions=season.divisions.values_list("pk", flat=True),
        teams=season.teams.values_list("pk", flat=True),
        people=season.season_people.values_list("person", flat=True),
    )


def _published(slug: str) -> RuleBook | None:
    version = newest_version(slug)
    return read_version(version) if version else None


def _taken(book: RuleBook, name: str) -> Finding:
    return Finding(
        code="rulebook.published",
        message=_("version %(version)s of %(slug)s is published with another text")
        % {"version": book.version, "slug": book.slug},
        where=f"{name}: book.version",
        remedy=_("a published version never changes: give the new text a new version"),
    )


def _publish_with_base(
    slug: str, published: dict[str, RuleBookVersion], actor: User | None, checks: tuple[Check, ...]
) -> None:
    if slug in published:
        return
    text = shipped_text(slug)
    base = look_into(text, name=f"{slug}.toml").book
    if base is not None and base.extends in shipped():
        _publish_with_base(str(base.extends), published, actor, checks)
    published[slug] = publish_version(text=text, name=f"{slug}.toml", actor=actor, checks=checks)


def _remember_first(season: Season, effective_from: dt.date) -> None:
    """A season that never changed its version has no history yet: what it was played by opens it."""
    if season.rulebook_history.exists():
        return
    opening = min(season.starts or effective_from, effective_from) - dt.timedelta(days=1)
    season.rulebook_history.create(rulebook=season.rulebook, effective_from=opening)


def _show_version_of(season: Season, now: dt.datetime) -> bool:
    due = version_in_force(season, now.astimezone(ZoneInfo(season.timezone)).date())
    if due.pk == season.rulebook_id:
        return False
    season.rulebook = due
    season.save(update_fields=["rulebook"])
    return True
