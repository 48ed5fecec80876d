"""The evening's games for officials and timekeepers: who may not take part, sheets to print, the code on them."""

from __future__ import annotations

import datetime as dt

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from discipline.face.game_sheet import game_sheets
from discipline.models import EveningLink
from discipline.queries import evening as queries
from discipline.services.evening import open_evening, revoke_evening
from discipline.views.reading import address, trail
from league.models import Season, Venue
from league.permissions import OFFICERS, Action
from league.queries.clock import today
from league.services.errors import Refused
from league.services.mail import absolute
from league.views.place import PageRequest, page


@page(Action.READ_EVENING)
@require_safe
def evening(request: PageRequest) -> HttpResponseBase:
    """All games of a day with whoever may not take part; reasons for officers only.

    `?day=2014-11-15` is the day, today without one; `?rink=3` one rink. Constant queries.
    """
    season = _season(request)
    day, rink = _day(request.GET.get("day"), season), request.GET.get("rink")
    games = queries.games_on(season, day)
    rinks = list({game.venue_id: game.venue for game in games if game.venue is not None}.values())
    chosen = next((one for one in rinks if str(one.pk) == rink), None)
    if chosen is not None:
        games = [game for game in games if game.venue_id == chosen.pk]
    before, after = queries.days_around(season, day)
    context = {
        "games": queries.sheets_of(games, season, day),
        "day": day,
        "before": before,
        "after": after,
        "rinks": rinks,
        "chosen": chosen,
        "reasons": bool(request.access.grants(request.place) & OFFICERS),
        "links": list(queries.links_on(season, day)),
        "breadcrumbs": [*trail(season)[:2], (_("Tonight"), "")],
    }
    return render(request, "discipline/evening/evening.html", context)


@page(Action.READ_EVENING)
@require_POST
def sheets(request: PageRequest) -> HttpResponseBase:
    """The day's game sheets as a PDF, with a code that leads to a new address of that day."""
    season = _season(request)
    day = _day(request.POST.get("day"), season)
    asked = request.POST.get("rink", "")
    rink = Venue.objects.filter(league=season.league, pk=int(asked)).first() if _number(asked) else None
    games = queries.games_on(season, day, rink)
    back = f"{address('discipline:evening', season)}?day={day}"
    if not games:
        messages.warning(request, _("There are no games to print sheets for."))
        return redirect(back)
    try:
        _link, token = open_evening(season=season, day=day, rink=rink, by=request.user, now=timezone.now())
    except Refused as refused:
        for finding in refused.findings:
            messages.error(request, str(finding))
        return redirect(back)
    code = absolute(reverse("discipline:tonight", kwargs={"token": token}))
    paper = game_sheets(queries.sheets_of(games, season, day), season, code)
    response = HttpResponse(paper, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="game-sheets-{day}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


@page(Action.READ_EVENING)
@require_POST
def revoke(request: PageRequest, evening: int) -> HttpResponseBase:
    """Close an address of the day for good."""
    season = _season(request)
    link = EveningLink.objects.filter(pk=evening, season=season).first()
    if link is None:
        raise Http404(_("There is no such page."))
    revoke_evening(link=link, by=request.user, now=timezone.now())
    messages.success(request, _("The code on those sheets leads nowhere any more."))
    return redirect(f"{address('discipline:evening', season)}?day={link.day}")


@never_cache
@page(Action.READ_PUBLIC)
@require_safe
def tonight(request: PageRequest, token: str) -> HttpResponseBase:
    """What the code on a printed sheet shows, to whoever holds the sheet: that somebody may not take part, never why.

    Only on the day of the games and until the morning after; 404 before, afterwards, and once it is revoked.
    Three queries.
    """
    link = queries.link_of(token, timezone.now())
    if link is None:
        raise Http404(_("This address shows the games of one day, on that day only."))
    games = queries.games_on(link.season, link.day, link.rink)
    context = {
        "games": queries.sheets_of(games, link.season, link.day),
        "zone_of": link.season,
        "link": link,
        "league": None,
    }
    response = render(request, "discipline/evening/tonight.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _season(request: PageRequest) -> Season:
    season = request.place.season
    assert season is not None
    return season


def _day(text: str | None, season: Season) -> dt.date:
    """The day that was asked for, else today."""
    try:
        day = dt.date.fromisoformat(text or "")
    except ValueError:
        return today(season)
    return day if 1900 < day.year < 2200 else today(season)


def _number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10
