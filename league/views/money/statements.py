"""Statements: everything that was charged to an account and paid by it, on screen, as PDF and as CSV."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.models import Association, EntryKind, LedgerEntry, Person, Season
from league.permissions import Action
from league.queries.clock import today
from league.queries.ledger import accounts, of_account
from league.services.money import currency_of
from league.views.money.accounts import Reach, money_url, pay_url, trail, url_of, with_urls
from league.views.money.files import statement_csv, statement_pdf
from league.views.place import PageRequest, page


@page(Action.READ_ACCOUNTS)
def of_team(request: PageRequest, **_rest: Any) -> HttpResponseBase:
    """A team's statement, and what its people owe."""
    team, season = request.place.team, request.place.season
    assert team is not None
    assert season is not None
    people = Reach(request).entries().filter(person__roster_spots__team=team).distinct()
    below = with_urls(accounts(people, today(season)), season)
    return _statement(request, season, f"team:{team.pk}", str(team), below)


@page(Action.READ_ACCOUNTS)
def of_association(request: PageRequest, association: int) -> HttpResponseBase:
    """An association's statement, and the accounts of its teams."""
    season = request.place.season
    assert season is not None
    found = Association.objects.filter(season=season, pk=association).first()
    reach = Reach(request)
    if found is None or not reach.may(f"association:{association}"):
        raise Http404(_("There is no such page."))
    below = with_urls(accounts(reach.entries().filter(team__association=found), today(season)), season)
    return _statement(request, season, f"association:{found.pk}", str(found), below)


@page(Action.READ_ACCOUNTS)
def of_person(request: PageRequest, person: int) -> HttpResponseBase:
    """Somebody's statement: for officers and whoever answers for one of the person's teams."""
    season = request.place.season
    assert season is not None
    found = Person.objects.filter(seasons__season=season, pk=person).first()
    if found is None or not Reach(request).may(f"person:{person}"):
        raise Http404(_("There is no such page."))
    return _statement(request, season, f"person:{found.pk}", str(found), [])


def _statement(
    request: PageRequest, season: Season, key: str, name: str, below: list[dict[str, Any]]
) -> HttpResponseBase:
    rows = list(of_account(season, key).select_related("game__home", "game__away"))
    own = next(iter(accounts(rows, today(season))), None)
    lines = lines_of(rows)
    currency = currency_of(season)
    match request.GET.get("as"):
        case "csv":
            return statement_csv(name, season, lines)
        case "pdf":
            return statement_pdf(name, season, lines, currency)
    context = {
        "name": name,
        "lines": lines,
        "account": own,
        "open": [item for item in own.open if item.cents] if own else [],
        "currency": currency,
        "below": below,
        "may_keep": request.access.may(Action.KEEP_ACCOUNTS, request.place),
        "record_url": f"{money_url('money_record', season)}?account={key}",
        "pay_url": pay_url(request, season, key) if own and any(item.cents > 0 for item in own.open) else "",
        "here": url_of(key, season),
        "breadcrumbs": trail(season, (name, "")),
    }
    return render(request, "league/money/statement.html", context)


def lines_of(rows: list[LedgerEntry]) -> list[dict[str, Any]]:
    """Entries with the balance after each, in the order of their dates."""
    balance, lines = 0, []
    for row in rows:
        balance += row.cents
        reasons = [*row.why, *([row.reason] if row.reason else [])]
        taken_back = row.kind != EntryKind.REVERSAL and hasattr(row, "reversal")
        lines.append(
            {"row": row, "balance": balance, "reasons": reasons, "taken_back": taken_back, "what": what_of(row)}
        )
    return lines


def what_of(row: LedgerEntry) -> str:
    """What an entry is, in words: "Charge: no-show"."""
    words = {"reschedule": _("moved game"), "late-reschedule": _("late form"), "no-show": _("no-show")}
    kind = row.charge_kind if row.charge_kind != row.kind else ""
    told = words.get(kind, kind.replace("-", " "))
    if row.kind == EntryKind.PAYMENT and row.method:
        told = row.get_method_display()
    label = row.get_kind_display()
    return f"{label}: {told}" if told else label
