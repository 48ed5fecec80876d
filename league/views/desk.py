"""Decides how the statistician sees everything that waits, and which one action settles each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.face import live
from league.face.spans import lasting
from league.models import Division, Game, Season, Team
from league.permissions import Action
from league.queries import desk as queries
from league.services.recomputing import try_again
from league.views.lines import score_of
from league.views.place import PageRequest, page
from league.views.schedule import season_trail

FIRST = 10
"""Rows of each sort while all sorts are shown."""
PER_PAGE = 40

SORTS: dict[str, tuple[str | Promise, str]] = {
    "disputed": (lazy("Disputed"), "bad"),
    "unreported": (lazy("Unreported"), "warn"),
    "provisional": (lazy("Provisional"), "warn"),
    "unclear": (lazy("Outcome unclear"), "warn"),
    "failed": (lazy("Not worked out"), "bad"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A game that waits: since when or how late, who has to move, and the action that settles it."""

    game: Game
    state: str
    badge: str
    told: str
    action: str
    url: str
    score: str


@dataclass(frozen=True, slots=True)
class Section:
    """One sort of what waits. `more` leads to all of it where not all is shown."""

    name: str
    label: str | Promise
    number: int
    page: Page[Any]
    rows: list[Any]
    more: str


@page(Action.SETTLE_REPORTS)
@require_http_methods(["GET", "HEAD"])
def desk(request: PageRequest) -> HttpResponseBase:
    """Everything that waits in the season. `?division=`, and `?show=` one sort, by pages. Constant queries."""
    season = request.place.season
    assert season is not None
    now = timezone.now()
    division = _division(request, season)
    counts = queries.counts(season, division, now)
    failures = queries.failed(season)
    version = f"{counts.mark}.{'.'.join(str(one.generation) for one in failures)}-{len(failures)}"
    if request.htmx and (unchanged := live.nothing_new(request, version)):
        return unchanged
    books = queries.Books.of(season)
    unclear = queries.unclear(season, division, books)
    make = _Rows(season, books, now)
    found: dict[str, tuple[int, Any, Any]] = {
        "disputed": (counts.disputed, queries.disputed(season, division), make.disputed),
        "unreported": (counts.unreported, queries.unreported(season, division, now), make.unreported),
        "provisional": (counts.provisional, queries.provisional(season, division), make.provisional),
        "unclear": (len(unclear), unclear, make.unclear),
        "failed": (len(failures), failures, _failed),
    }
    show = request.GET.get("show", "")
    sections = [_section(request, name, *found[name], only=show) for name in SORTS if not show or name == show]
    if not sections:
        raise Http404(_("There is no such list."))
    context = {
        "tiles": [
            (*SORTS[name], number, _query(request, "seen", "page", show=name))
            for name, (number, *_rest) in found.items()
        ],
        "sections": [section for section in sections if section.number],
        "show": show,
        "division": division,
        "divisions": make.divisions,
        "version": version,
        "here": _query(request, "seen"),
        "all_url": _query(request, "seen", "page", "show"),
        "breadcrumbs": [*season_trail(season), (_("Waiting"), "")],
    }
    return render(request, "league/desk/_desk.html" if request.htmx else "league/desk/desk.html", context)


@page(Action.SETTLE_REPORTS)
@require_POST
def recompute(request: PageRequest) -> HttpResponseBase:
    """Have what failed tried again."""
    season = request.place.season
    assert season is not None
    number = try_again(season=season, by=request.user)
    if number:
        told = ngettext("%(n)s is tried again.", "%(n)s are tried again.", number)
        messages.success(request, told % {"n": number})
    else:
        messages.info(request, _("Nothing waits to be tried again."))
    return redirect("league:desk", league=season.league.slug, season=season.slug)


class _Rows:
    """Makes the rows of games. One query, for the divisions."""

    def __init__(self, season: Season, books: queries.Books, now: dt.datetime) -> None:
        self.season, self.books, self.now = season, books, now
        self.divisions = list(Division.objects.filter(season=season).order_by("position", "pk"))

    def disputed(self, games: Iterable[Game]) -> list[Row]:
        return [self._row(game, "disputed", "", self._age(game), _("Settle"), "league:dispute") for game in games]

    def provisional(self, games: Iterable[Game]) -> list[Row]:
        """With who is still to report, and how late that is."""
        return [self._waiting(game, getattr(game, "reporters", ()), _("Verify"), "league:dispute") for game in games]

    def unreported(self, games: Iterable[Game]) -> list[Row]:
        return [self._waiting(game, (), _("Enter"), "league:correct") for game in games]

    def unclear(self, found: Iterable[tuple[Game, str]]) -> list[Row]:
        asked = {"notice": _("When was notice given?"), "at fault": _("Which team was at fault?")}
        return [
            self._row(game, str(game.outcome), "", asked[missing], _("Complete"), "league:outcome")
            for game, missing in found
        ]

    def _waiting(self, game: Game, reporters: Iterable[int], action: str, view: str) -> Row:
        missing = [team for team in (game.away, game.home) if team.pk not in reporters]
        late = queries.late_by(game, self.books, self.now)
        state, badge = "due", ""
        if late is None:
            state, badge = str(game.report_state), ""
        elif late > dt.timedelta():
            state, badge = "late", _("%(span)s late") % {"span": lasting(late)}
        else:
            badge = _("%(span)s left") % {"span": lasting(late)}
        return self._row(game, state, badge, self._who(game, missing), action, view)

    def _who(self, game: Game, missing: list[Team]) -> str:
        """Who has to report, or that one person did it for both teams."""
        if not missing:
            return _("One person reported for both teams.")
        if len(missing) == 2:
            return _("Neither team has reported.")
        told = _("%(team)s have not reported.") % {"team": missing[0].name}
        return f"{told} {self._age(game)}"

    def _age(self, game: Game) -> str:
        return _("Posted %(span)s ago.") % {"span": lasting(self.now - game.reported_at)} if game.reported_at else ""

    def _row(self, game: Game, state: str, badge: str, told: str, action: str, view: str) -> Row:
        kwargs = {"league": self.season.league.slug, "season": self.season.slug, "game": game.pk}
        score = score_of(game, self.books.without_score(game))
        return Row(game, state, badge, told, action, reverse(view, kwargs=kwargs), score)


def _failed(requests: Iterable[Any]) -> list[dict[str, Any]]:
    found = list(requests)
    names = queries.named(found)
    return [
        {"what": one.get_kind_display(), "name": names.get((one.kind, one.target_id), ""), "request": one}
        for one in found
    ]


def _section(
    request: PageRequest, name: str, number: int, found: QuerySet[Game] | list[Any], make: Any, *, only: str
) -> Section:
    """A page of one sort; counts again only where pages are turned."""
    label = SORTS[name][0]
    if only:
        shown = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
        return Section(name, label, number, shown, make(shown), "")
    first = list(found[:FIRST]) if number else []
    more = _query(request, "seen", "page", show=name) if number > FIRST else ""
    whole: Page[Any] = Paginator(first, FIRST).page(1)
    return Section(name, label, number, whole, make(first), more)


def _division(request: PageRequest, season: Season) -> Division | None:
    """The division asked for. Raises Http404 for one that isn't in the season."""
    asked = request.GET.get("division", "")
    if not asked:
        return None
    found = Division.objects.filter(season=season, pk=asked).first() if asked.isdecimal() else None
    if found is None:
        raise Http404(_("There is no such division in this season."))
    return found


def _query(request: PageRequest, *without: str, **given: str) -> str:
    """The address of this page with some parameters taken out and others set."""
    query = request.GET.copy()
    for name in without:
        query.pop(name, None)
    for name, value in given.items():
        query[name] = value
    return f"{request.path}?{query.urlencode()}" if query else request.path
