"""Decides how the ledger is made to say what the rulings and the payments on record ask for: once, whoever tries."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.core.ledger import Plan, Posted, Wanted, plan
from league.models import ChargeAmount, Division, EntryKind, Game, LedgerEntry, LedgerRequest, Season, User
from league.services import audit
from league.services.errors import Refused
from league.services.locking import lock


def request_posting(*, season: Season, division: Division | None = None) -> None:
    """Ask for the season's charges to be compared with its ledger. Side effect: a LedgerRequest row.

    With a division, only what its games cost. Adding a row waits for nobody, so it may stand anywhere in a
    transaction.
    """
    LedgerRequest.objects.create(season=season, division=division)


@dataclass(frozen=True, slots=True)
class Within:
    """A part of a season's charges that is compared by itself: those of some kinds, for some causes."""

    kinds: frozenset[str]
    purposes: frozenset[str]

    def entries(self, rows: QuerySet[LedgerEntry]) -> QuerySet[LedgerEntry]:
        """Those of the entries that belong to it."""
        return rows.filter(key__startswith="charge:", charge_kind__in=self.kinds, purpose__in=self.purposes)


@transaction.atomic
def post(*, season: Season, wanted: Sequence[Wanted], day: dt.date, within: Within | None = None) -> Plan:
    """Make the season's posted entries those that are `wanted`: new ones posted, others reversed with the reason.

    With `within`, only entries that belong to it are compared; every amount in `wanted` is known then.

    A second call with the same changes nothing; of two at once each entry is posted by one of them, for
    the database keeps one posting a key and one reversal an entry. `day` is the entries' date where they
    have none. Charges without an amount take the one that the league has set, else they wait on the
    list of amounts to be set. Accounts are "team:PK", "person:PK".
    Side effects: LedgerEntry and ChargeAmount rows, one audit entry where anything was posted.
    """
    complete = _with_amounts(season, wanted)
    rows = standing_entries(season).exclude(key="")
    standing = {entry.key: entry for entry in (within.entries(rows) if within else rows)}
    found = plan(complete, [_posted(entry) for entry in standing.values()])
    if within is None:
        _list_unset(season, found.unset)
    if not found:
        return found
    by_id = {entry.pk: entry for entry in standing.values()}
    reversals = [reversal_of(by_id[posted.id], reason, day) for posted, reason in found.reverse]
    LedgerEntry.objects.bulk_create(reversals, ignore_conflicts=True)
    LedgerEntry.objects.bulk_create(list(_rows(season, found.post, day)), ignore_conflicts=True)
    audit.record(
        action="post-charges",
        target=season,
        after={
            "posted": [one.key for one in found.post],
            "reversed": {posted.key: reason for posted, reason in found.reverse},
        },
        league=season.league,
        season=season,
    )
    return found


def standing_entries(season: Season) -> QuerySet[LedgerEntry]:
    """The season's entries that are neither reversed nor reversals, in the order of their dates."""
    rows = LedgerEntry.objects.filter(season=season, reversal__isnull=True)
    return rows.exclude(kind=EntryKind.REVERSAL).order_by("date", "pk")


def reversal_of(entry: LedgerEntry, reason: str, day: dt.date, by: User | None = None) -> LedgerEntry:
    """The (unsaved) entry that takes another back."""
    return LedgerEntry(
        season_id=entry.season_id,
        team_id=entry.team_id,
        association_id=entry.association_id,
        person_id=entry.person_id,
        kind=EntryKind.REVERSAL,
        cents=-entry.cents,
        currency=entry.currency,
        date=day,
        charge_kind=entry.charge_kind,
        purpose=entry.purpose,
        game_id=entry.game_id,
        clauses=entry.clauses,
        reason=reason,
        reverses=entry,
        created_by=by,
    )


def owner(account: str) -> dict[str, int]:
    """The column and primary key of an account such as "team:7"."""
    kind, _colon, pk = account.partition(":")
    return {f"{kind}_id": int(pk)}


@transaction.atomic
def set_amount(*, amount: ChargeAmount, cents: int, reason: str, by: User, now: dt.datetime) -> ChargeAmount:
    """Set what the rule book leaves to the league; what waits for it is posted by the workers.

    `cents` 0 says that nothing is charged. Side effects: the amount, an audit entry, a posting asked for.
    Raises Refused without a reason.
    """
    season = Season.objects.select_related("league").get(pk=amount.season_id)
    found = lock(ChargeAmount.objects.all(), amount.pk)
    if not reason.strip():
        raise Refused([Finding("reason", _("A reason is needed"), where="reason", remedy=_("say why"))])
    before = audit.snapshot(found, "cents", "reason")
    found.cents, found.reason, found.set_by, found.set_at = cents, reason.strip(), by, now
    found.save()
    request_posting(season=season)
    audit.record(
        action="set-amount",
        target=found,
        before=before,
        after=audit.snapshot(found, "cents", "reason"),
        reason=reason.strip(),
        actor=by,
        season=season,
        league=season.league,
    )
    return found


def _posted(entry: LedgerEntry) -> Posted:
    content = (entry.account_key, entry.kind, entry.cents, entry.currency, entry.purpose, entry.due)
    return Posted(entry.pk, entry.key, content)


def _rows(season: Season, wanted: Sequence[Wanted], day: dt.date) -> Iterable[LedgerEntry]:
    """The entries, each under the next posting of its key. Two queries."""
    keys = [one.key for one in wanted]
    rows = (
        LedgerEntry.objects.filter(season=season, key__in=keys).order_by().values("key").annotate(last=Max("posting"))
    )
    last = {row["key"]: row["last"] for row in rows}
    purposes = {one.purpose for one in wanted}
    games = dict(Game.objects.filter(season=season, key__in=purposes).order_by().values_list("key", "pk"))
    for one in wanted:
        assert one.cents is not None  # a plan posts no others
        yield LedgerEntry(
            season=season,
            kind=one.kind,
            cents=one.cents,
            currency=one.currency,
            date=one.date or day,
            due=one.due,
            charge_kind=one.charge_kind,
            purpose=one.purpose,
            game_id=games.get(one.purpose),
            clauses=list(one.clauses),
            why=list(one.why),
            key=one.key,
            posting=last.get(one.key, 0) + 1,
            **owner(one.account),
        )


def _with_amounts(season: Season, wanted: Sequence[Wanted]) -> list[Wanted]:
    """What is wanted, with the amounts that the league has set. One query where an amount is missing."""
    if all(one.cents is not None for one in wanted):
        return list(wanted)
    rows = ChargeAmount.objects.filter(season=season, cents__isnull=False)
    amounts = {(row.charge_kind, tuple(row.clauses)): row.cents for row in rows}
    return [
        replace(one, cents=amounts.get((one.charge_kind, one.clauses))) if one.cents is None else one for one in wanted
    ]


def _list_unset(season: Season, unset: Sequence[Wanted]) -> None:
    """Bring the list of amounts to be set up to date."""
    waiting = Counter((one.charge_kind, one.clauses) for one in unset)
    examples: dict[tuple[str, tuple[str, ...]], Wanted] = {}
    for one in unset:
        examples.setdefault((one.charge_kind, one.clauses), one)
    known = {(row.charge_kind, tuple(row.clauses)): row for row in ChargeAmount.objects.filter(season=season)}
    for key, row in known.items():
        if row.waiting != waiting[key]:
            ChargeAmount.objects.filter(pk=row.pk).update(waiting=waiting[key])
    ChargeAmount.objects.bulk_create(
        [
            ChargeAmount(
                season=season,
                charge_kind=one.charge_kind,
                clauses=list(one.clauses),
                currency=one.currency,
                waiting=waiting[key],
                example=" ".join(one.why),
            )
            for key, one in examples.items()
            if key not in known
        ],
        ignore_conflicts=True,
    )
