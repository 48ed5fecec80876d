"""Decides whose accounts a visitor sees, and by what name each is called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Association, LedgerEntry, Person, RosterSpot, Season, Team
from league.permissions import OFFICERS, Action, Place
from league.queries.ledger import Account, entries_of
from league.services.checkouts import account_of
from league.views.place import PageRequest
from league.views.schedule import season_trail


class Reach:
    """The accounts of a season that one visitor may read: officers all, others those of their teams and associations.

    Whoever answers for a team sees to what its people owe as well. Four queries at most, none for officers.
    """

    def __init__(self, request: PageRequest) -> None:
        place, access = request.place, request.access
        assert place.season is not None
        season, own = place.season, Place(league=place.league, season=place.season)
        self.season = season
        self.everything = bool(access.grants(own) & OFFICERS)
        self.teams: frozenset[int] = frozenset()
        self.associations: frozenset[int] = frozenset()
        self.people: frozenset[int] = frozenset()
        if self.everything:
            return
        teams = Team.objects.filter(season=season).select_related("division", "association")
        self.teams = frozenset(team.pk for team in access.of_teams(Action.READ_ACCOUNTS, own, teams))
        associations = Association.objects.filter(season=season)
        self.associations = frozenset(
            one.pk
            for one in associations
            if access.may(Action.READ_ACCOUNTS, Place(league=place.league, season=season, association=one))
        )
        spots = RosterSpot.objects.filter(team__in=self.teams)
        self.people = frozenset(spots.order_by().values_list("person", flat=True))

    def may(self, key: str) -> bool:
        """Whether the account "team:7" may be read."""
        kind, _colon, pk = key.partition(":")
        own = {"team": self.teams, "association": self.associations, "person": self.people}
        return self.everything or int(pk) in own[kind]

    def entries(self) -> Any:
        """The entries that may be read."""
        rows = entries_of(self.season)
        if self.everything:
            return rows
        return rows.filter(Q(team__in=self.teams) | Q(association__in=self.associations) | Q(person__in=self.people))


def url_of(key: str, season: Season) -> str:
    """The address of an account's statement; the season's league must be loaded."""
    kind, _colon, pk = key.partition(":")
    return money_url(f"money_{kind}", season, **{kind: int(pk)})


def money_url(view: str, season: Season, **more: Any) -> str:
    """The address of a page of the season's money."""
    return reverse(f"league:{view}", kwargs={"league": season.league.slug, "season": season.slug, **more})


def pay_url(request: PageRequest, season: Season, key: str) -> str:
    """Where the visitor pays an account's charges by card; "" where that isn't theirs, or no cards are taken."""
    if not request.access.may(Action.PAY_BY_CARD, Place(league=season.league, season=season)):
        return ""
    return f"{money_url('money_pay', season)}?account={key}" if account_of(season) else ""


def trail(season: Season, *more: tuple[str, str]) -> list[tuple[str, str]]:
    """The breadcrumbs down to a page of money."""
    return [*season_trail(season), (_("Money"), money_url("money", season)), *more]


def with_urls(accounts: Iterable[Account], season: Season) -> list[dict[str, Any]]:
    """Accounts with the addresses of their statements."""
    return [{"account": account, "url": url_of(account.key, season)} for account in accounts]


def all_accounts(season: Season) -> list[tuple[str, str]]:
    """Every account of a season that money can be recorded for, by group, as choices of a form. Three queries."""
    teams = Team.objects.filter(season=season).select_related("division").order_by("division__position", "name", "pk")
    associations = Association.objects.filter(season=season).order_by("name", "pk")
    people = RosterSpot.objects.filter(team__season=season).select_related("person", "team")
    named = {spot.person_id: f"{spot.person.name or spot.person.key} ({spot.team})" for spot in people}
    return [
        *((f"team:{team.pk}", f"{team.name or team.key} ({team.division})") for team in teams),
        *((f"association:{one.pk}", str(one)) for one in associations),
        *sorted(((f"person:{pk}", name) for pk, name in named.items()), key=lambda pair: pair[1]),
    ]


def state_of(row: LedgerEntry) -> str:
    """The state of an entry for its badge."""
    return "taken-back" if hasattr(row, "reversal") else ""


def names_of(season: Season, keys: Iterable[str]) -> dict[str, str]:
    """What accounts ("team:7") are called, also those without an entry. One query a kind of account."""
    wanted: dict[str, set[int]] = {"team": set(), "association": set(), "person": set()}
    for key in keys:
        kind, _colon, pk = key.partition(":")
        wanted[kind].add(int(pk))
    rows: list[tuple[str, Any]] = []
    if wanted["team"]:
        rows += [("team", team) for team in Team.objects.filter(season=season, pk__in=wanted["team"])]
    if wanted["association"]:
        found = Association.objects.filter(season=season, pk__in=wanted["association"])
        rows += [("association", one) for one in found]
    if wanted["person"]:
        people = Person.objects.filter(seasons__season=season, pk__in=wanted["person"])
        rows += [("person", one) for one in people]
    names = {f"{kind}:{row.pk}": str(row) for kind, row in rows}
    return {f"{kind}:{pk}": names.get(f"{kind}:{pk}", "") for kind, pks in wanted.items() for pk in pks}
