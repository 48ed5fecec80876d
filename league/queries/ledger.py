"""Decides how the ledger is read: an account's statement, who owes what, what is overdue. Constant queries each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet, Sum

from league.core.ledger import Entry, Open, open_charges
from league.models import EntryKind, LedgerEntry, RosterSpot, Season, Team


@dataclass(frozen=True, slots=True)
class Account:
    """One account's sums, in cents. `balance` is what it owes in all; `overdue` what it should have paid by now."""

    key: str
    name: str
    kind: str
    pk: int
    balance: int
    overdue: int
    since: dt.date | None
    """The oldest due day that has passed unpaid."""
    currency: str
    open: tuple[Open, ...] = ()
    division: str = ""
    """A team's, which tells it from others of its association."""

    @property
    def favour(self) -> int:
        """What the league owes the account, in cents."""
        return max(0, -self.balance)


def entries_of(season: Season) -> QuerySet[LedgerEntry]:
    """The season's entries with their accounts, in the order of their dates."""
    rows = LedgerEntry.objects.filter(season=season)
    accounts_too = rows.select_related("team__division", "association", "person", "reversal", "created_by")
    return accounts_too.order_by("date", "pk")


def of_account(season: Season, key: str) -> QuerySet[LedgerEntry]:
    """The entries of one account ("team:7")."""
    kind, _colon, pk = key.partition(":")
    return entries_of(season).filter(**{kind: int(pk)})


def balances(season: Season) -> Mapping[str, int]:
    """What each account owes, in cents. One query, whatever their number."""
    columns = ("team", "association", "person")
    rows = LedgerEntry.objects.filter(season=season).order_by().values_list(*columns).annotate(sum=Sum("cents"))
    return {
        next(f"{name}:{pk}" for name, pk in zip(columns, ids, strict=True) if pk is not None): sum_
        for *ids, sum_ in rows
    }


def accounts(entries: Iterable[LedgerEntry], day: dt.date) -> list[Account]:
    """Every account that these entries are in, by name, with its sums on a local day. Asks no query."""
    rows = list(entries)
    standing = [row for row in rows if row.kind != EntryKind.REVERSAL and not _reversed(row)]
    open_ = open_charges([entry_of(row) for row in standing])
    found = []
    for key in dict.fromkeys(row.account_key for row in rows):
        own = [row for row in rows if row.account_key == key]
        balance = sum(row.cents for row in own)
        left = tuple(item for item in open_ if item.entry.account == key)
        late = [item for item in left if item.overdue(day)]
        kind, _colon, pk = key.partition(":")
        team = own[0].team
        found.append(
            Account(
                key=key,
                name=str(own[0].account),
                kind=kind,
                pk=int(pk),
                balance=balance,
                overdue=max(0, min(balance, sum(item.cents for item in late))),
                since=min((item.entry.due for item in late if item.entry.due), default=None),
                currency=own[0].currency,
                open=left,
                division=str(team.division) if team else "",
            )
        )
    return sorted(found, key=lambda account: (account.kind, account.name, account.pk))


def entry_of(row: LedgerEntry) -> Entry:
    """A row as the core reads it."""
    return Entry(row.pk, row.account_key, row.kind, row.cents, row.purpose, row.due)


def of_people(season: Season, teams: Collection[int]) -> Q:
    """The condition for entries of people who are or were on the rosters of these teams."""
    people = RosterSpot.objects.filter(team__season=season, team__in=teams).values("person")
    return Q(person__in=people)


def teams_of_person(season: Season, person: int) -> list[Team]:
    """The season's teams on whose roster somebody is or was, with their divisions. One query."""
    teams = Team.objects.filter(season=season, roster__person=person).select_related("division", "association")
    return list(teams.distinct().order_by("pk"))


def _reversed(row: LedgerEntry) -> bool:
    return hasattr(row, "reversal")
