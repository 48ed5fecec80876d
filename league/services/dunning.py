"""Decides how whoever is overdue is reminded: at most once a day and account, by mail to who answers for it."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q
from django.urls import reverse

from league.models import DunningNotice, Membership, Role, RosterSpot, Season, User
from league.queries.ledger import Account, accounts, of_account
from league.services import audit, mail

logger = logging.getLogger(__name__)


@transaction.atomic
def ask_to_pay(*, season: Season, accounts: Iterable[Account], day: dt.date, by: User | None) -> int:
    """Have accounts reminded of what is overdue; returns how many are. Once a day each, however often it is asked.

    Side effects: DunningNotice rows, which workers mail; an audit entry.
    """
    rows = [
        DunningNotice(season=season, account=one.key, day=day, cents=one.overdue, sent_by=by)
        for one in accounts
        if one.overdue > 0
    ]
    known = set(DunningNotice.objects.filter(season=season, day=day).values_list("account", flat=True))
    made = DunningNotice.objects.bulk_create([row for row in rows if row.account not in known], ignore_conflicts=True)
    if made:
        audit.record(
            action="remind-of-payment",
            target=season,
            after={"accounts": {row.account: row.cents for row in made}},
            actor=by,
            league=season.league,
            season=season,
        )
    return len(rows)


def send_waiting(*, now: dt.datetime) -> int:
    """Mail the reminders that wait for it; returns how many accounts were told.

    Two workers never send the same one; one that dies between the mails and its commit sends them again.
    What the mail server refuses is tried again at the next sweep. Side effects: mails, `sent_at`.
    """
    sent = last = 0
    while (found := _send_next(after=last, now=now)) is not None:
        last, went = found
        sent += went
    return sent


@transaction.atomic
def _send_next(*, after: int, now: dt.datetime) -> tuple[int, bool] | None:
    rows = DunningNotice.objects.select_for_update(skip_locked=True, of=("self",)).select_related("season__league")
    notice = rows.filter(sent_at__isnull=True, pk__gt=after).order_by("pk").first()
    if notice is None:
        return None
    try:
        _send(notice)
    except OSError:
        logger.warning("The reminder %s waits for the next sweep.", notice.pk, exc_info=True)
        return notice.pk, False
    notice.sent_at = now
    notice.save(update_fields=["sent_at"])
    return notice.pk, True


def _send(notice: DunningNotice) -> None:
    season = notice.season
    account = next(iter(accounts(of_account(season, notice.account), notice.day)), None)
    if account is None or account.overdue <= 0:  # paid meanwhile
        return
    names = {"league": season.league.slug, "season": season.slug, account.kind: account.pk}
    values = {
        "account": account,
        "season": season,
        "open": [item for item in account.open if item.overdue(notice.day)],
        "link": mail.absolute(reverse(f"league:money_{account.kind}", kwargs=names)),
    }
    for reader in readers(season, account):
        mail.send(template="dunning", to=reader.email, language=season.league.language, values=values)


def readers(season: Season, account: Account) -> list[User]:
    """Who answers for an account: a team's representatives, an association's president, for a player their team's."""
    held = Membership.objects.filter(ended_at__isnull=True)
    if account.kind == "association":
        held = held.filter(role=Role.ASSOCIATION_PRESIDENT, association=account.pk)
    else:
        teams = [account.pk]
        if account.kind == "person":
            spots = RosterSpot.objects.filter(person=account.pk, team__season=season)
            teams = list(spots.order_by().values_list("team", flat=True))
        held = held.filter(role=Role.TEAM_REPRESENTATIVE, team__in=teams)
    return list(User.objects.filter(Q(memberships__in=held), is_active=True).distinct().order_by("pk"))
