"""Decides how somebody goes to pay by card: exactly what is open of the charges they chose, on the provider's page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.book_payments import Payments
from league.core.findings import Finding
from league.core.ledger import Open, open_charges
from league.models import CardAccount, Checkout, LedgerEntry, Season, User
from league.queries.clock import today
from league.queries.ledger import entry_of
from league.queries.rulebooks import book_for
from league.services import audit
from league.services.card_provider import Item, page_for
from league.services.errors import Refused
from league.services.ledger import standing_entries

LEAST, MOST = 50, 99_999_999
"""Cents; the provider takes no less and no more at once."""


def account_of(season: Season) -> CardAccount | None:
    """By which keys the season's league takes cards; None where it has set none or its rule book takes no cards."""
    account = CardAccount.objects.filter(league=season.league_id).first()
    if account is None:
        return None
    rules = book_for(season, today(season)).get(Payments)
    return account if rules is None or rules.refuses("card") is None else None


def payable(season: Season, account: str) -> list[tuple[Open, LedgerEntry]]:
    """What is open of an account's charges, with their entries, by due day. One query."""
    rows = {row.pk: row for row in standing_entries(season).select_related("game__home", "game__away")}
    found = open_charges([entry_of(row) for row in rows.values()])
    own = [(item, rows[item.entry.id]) for item in found if item.cents > 0 and item.entry.account == account]
    return sorted(own, key=lambda pair: (pair[1].due is None, pair[1].due or pair[1].date, pair[1].pk))


def begin(
    *,
    season: Season,
    account: str,
    chosen: Collection[int],
    called: Callable[[LedgerEntry], str],
    by: User,
    token: str,
    addresses: Callable[[Checkout], Mapping[str, str]],
) -> Checkout:
    """Begin to pay what is open of the chosen entries; `checkout.url` is the provider's page to go to.

    `called` says what a charge is called on that page (never somebody's name), `addresses` where people
    come back to (success, cancel). The same form sent twice leads to the same page, and nothing is
    entered in the ledger before the provider's signed message. Side effects: a Checkout, an audit entry,
    a page at the provider. Raises Refused where cards aren't taken, nothing of it is open, the amount is
    out of the provider's bounds, or the provider says no.
    """
    keys = account_of(season)
    if keys is None:
        raise Refused([Finding("no-cards", _("the league takes no card payments"))])
    checkout, items = _checkout(season, account, chosen, called, by, token)
    if checkout.url:
        return checkout
    there = addresses(checkout)
    checkout.url = page_for(
        account=keys,
        key=checkout.key,
        items=items,
        currency=checkout.currency,
        success=there["success"],
        cancel=there["cancel"],
    )
    Checkout.objects.filter(pk=checkout.pk).update(url=checkout.url)
    return checkout


@transaction.atomic
def _checkout(
    season: Season,
    account: str,
    chosen: Collection[int],
    called: Callable[[LedgerEntry], str],
    by: User,
    token: str,
) -> tuple[Checkout, Sequence[Item]]:
    """The checkout of a form, made or found, with its items; kept before the provider hears of it."""
    open_ = [(item, row) for item, row in payable(season, account) if row.pk in chosen]
    total = sum(item.cents for item, _row in open_)
    made = Checkout.objects.filter(token=token).select_related("season").first()
    if made is not None and (made.account, made.season_id, made.created_by_id) != (account, season.pk, by.pk):
        raise Refused([Finding("token", _("this form was sent for something else"), remedy=_("open it again"))])
    if made is not None and made.cents == total:
        return made, _items(open_, called)
    if made is not None:
        raise Refused([Finding("changed", _("what is open has changed meanwhile"), remedy=_("open the page again"))])
    if not open_:
        remedy = _("choose at least one charge that is open")
        raise Refused([Finding("nothing-open", _("nothing of this is open"), where="entry", remedy=remedy)])
    if not LEAST <= total <= MOST:
        message = _("the card provider takes from %(least)s to %(most)s at once") % {
            "least": f"{LEAST / 100:.2f}",
            "most": f"{MOST / 100:.2f}",
        }
        raise Refused([Finding("amount", message, remedy=_("pay the league another way"))])
    made, new = Checkout.objects.get_or_create(
        token=token,
        defaults={
            "season": season,
            "account": account,
            "lines": [[row.purpose, item.cents] for item, row in open_],
            "cents": total,
            "currency": open_[0][1].currency,
            "created_by": by,
        },
    )
    if new:
        audit.record(
            action="begin-card-payment",
            target=made,
            after={"account": account, "cents": total, "entries": [row.pk for _item, row in open_]},
            actor=by,
            league=season.league,
            season=season,
        )
    return made, _items(open_, called)


def _items(open_: Sequence[tuple[Open, LedgerEntry]], called: Callable[[LedgerEntry], str]) -> list[Item]:
    return [Item(called(row), item.cents) for item, row in open_]
