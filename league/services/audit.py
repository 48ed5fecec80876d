"""Decides how a change of state is written to the audit trail, and how the trail is proved whole.

Every service calls `record` as the last step of its transaction. Who acts and from where stands in
a context that the middleware, the commands and the tasks set with `acting`.
"""

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.utils import timezone

from league.models import AuditEntry, League, Season, Source, User

# The first key of the advisory locks of the audit trail; the second is the league's id, or 0.
_LOCK = 0x41554449

_HASHED_FIELDS = (
    "league_id", "season_id", "number", "actor_id", "actor_label", "source", "address", "request_id", "action",
    "target_type", "target_id", "target_label", "before", "after", "reason", "previous_hash",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, by which way, from which address, in which request; no actor means the product."""

    actor: User | None = None
    source: str = Source.COMMAND
    address: str | None = None
    request_id: str = ""


_NOBODY = Acting()
_acting: ContextVar[Acting] = ContextVar("acting", default=_NOBODY)


@contextmanager
def acting(
    *,
    actor: User | None = None,
    source: str | None = None,
    address: str | None = None,
    request_id: str | None = None,
) -> Iterator[Acting]:
    """Say who acts until the block ends; what isn't given stays as it was outside."""
    outside = _acting.get()
    current = Acting(
        actor=outside.actor if actor is None else actor,
        source=outside.source if source is None else source,
        address=outside.address if address is None else address,
        request_id=outside.request_id if request_id is None else request_id,
    )
    token = _acting.set(current)
    try:
        yield current
    finally:
        _acting.reset(token)


def record(
    *,
    action: str,
    target: models.Model,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
    actor: User | None = None,
    league: League | None = None,
    season: Season | None = None,
    source: str | None = None,
) -> AuditEntry:
    """Write one entry to the trail of the league (without one, to that of the installation).

    `action` is a verb ("report-game"); `before` and `after` are what changed, in values that JSON
    has, dates and decimals included. The actor and the source are those of `acting` unless given;
    the league is the season's unless given.

    Must run in the transaction of the change, as its last step: it holds the chain's lock until
    the commit, so that entries of one league follow each other. Raises TransactionManagementError
    outside a transaction.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("An audit entry belongs to the transaction of its change.")
    now = _acting.get()
    user = now.actor if actor is None else actor
    who = user if user is not None and user.is_authenticated else None
    league_id = league.pk if league else season.league_id if season else None
    previous = _lock_chain(league_id)
    entry = AuditEntry(
        league_id=league_id,
        season_id=season.pk if season else None,
        number=previous.number + 1 if previous else 1,
        at=timezone.now(),
        actor_id=who.pk if who else None,
        actor_label=_storable(who.email if who else "")[:300],
        source=str(source or now.source),
        address=_address(now.address),
        request_id=_storable(now.request_id)[:100],
        action=action,
        target_type=target._meta.label_lower,
        target_id=str(target.pk),
        target_label=_storable(str(target)),
        before=_as_json(before),
        after=_as_json(after),
        reason=_storable(reason),
        previous_hash=previous.hash if previous else "",
    )
    entry.hash = hash_of(entry)
    entry.save(force_insert=True)
    return entry


def snapshot(target: models.Model, *fields: str) -> dict[str, Any]:
    """The named fields of a record (all its columns when none is named) for `before` and `after`."""
    columns = {field.name: field.attname for field in target._meta.concrete_fields}
    return {name: getattr(target, columns[name]) for name in fields or columns}


def hash_of(entry: AuditEntry) -> str:
    """SHA-256, in hexadecimal, over the canonical JSON of an entry with the hash before it."""
    content = {name: getattr(entry, name) for name in _HASHED_FIELDS}
    content["at"] = entry.at.astimezone(dt.UTC).isoformat()
    content["address"] = _address(entry.address)
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True)
class Break:
    """The first entry at which a chain doesn't hold: `number` is where, `what` is wrong there."""

    number: int
    what: str


@dataclass(slots=True)
class ChainCheck:
    """What the check of one chain found: entries that hold, the last hash, the first break or None."""

    entries: int = 0
    head: str = ""
    broken: Break | None = None


def verify_chain(
    league: League | None, *, progress: Callable[[Iterable[AuditEntry]], Iterable[AuditEntry]] = iter
) -> ChainCheck:
    """Recompute the chain of a league, or that of the installation, and stop at the first break.

    Reads in portions, so that memory stays small. Entries cut off at the end leave no trace in the
    chain itself: compare `head` with the one noted at an earlier check. `progress` wraps the entries.
    """
    check = ChainCheck()
    for entry in progress(chain_of(league).iterator(chunk_size=2000)):
        what = _what_is_wrong(entry, check)
        if what:
            check.broken = Break(entry.number, what)
            break
        check.entries, check.head = entry.number, entry.hash
    return check


def chain_of(league: League | None) -> models.QuerySet[AuditEntry]:
    """The entries of a league's chain, or of the installation's, in order."""
    return AuditEntry.objects.filter(**_chain(league.pk if league else None)).order_by("number")


def _what_is_wrong(entry: AuditEntry, before: ChainCheck) -> str:
    if entry.number != before.entries + 1:
        return f"entry {before.entries + 1} is missing"
    if entry.previous_hash != before.head:
        return "it doesn't follow the entry before it"
    if entry.hash != hash_of(entry):
        return "its content isn't what was written"
    return ""


def _chain(league_id: int | None) -> dict[str, Any]:
    return {"league__isnull": True} if league_id is None else {"league": league_id}


def _lock_chain(league_id: int | None) -> AuditEntry | None:
    """Wait until nobody else writes to the chain, and give its last entry."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK << 32 | (league_id or 0)])
    return AuditEntry.objects.filter(**_chain(league_id)).order_by("-number").only("number", "hash").first()


def _as_json(values: Mapping[str, Any] | None) -> Any:
    """The values as the database will give them back, so that the hash can be computed again."""
    if values is None:
        return None
    return _clean(json.loads(json.dumps(values, cls=DjangoJSONEncoder)))


def _clean(value: Any) -> Any:
    match value:
        case str():
            return _storable(value)
        case float():
            return str(value)  # the database may write a float in another way
        case list():
            return [_clean(item) for item in value]
        case dict():
            return {_storable(key): _clean(item) for key, item in value.items()}
    return value


def _storable(text: str) -> str:
    """The text without what the database can't hold: NUL and halves of surrogate pairs."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _address(address: str | None) -> str | None:
    """The address in its one canonical spelling; None for what isn't one."""
    try:
        return str(ip_address(address)) if address else None
    except ValueError:
        return None
