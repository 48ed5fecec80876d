"""Calendar feeds: of a team, a division and a rink for everybody, of one's own games by a private address."""

from __future__ import annotations

from functools import lru_cache

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from league.models import Game, GameKind, Outcome, Season, Venue
from league.permissions import Action
from league.services.mail import absolute
from league.views.place import PageRequest, page
from scheduling.core.ical import Entry, calendar
from scheduling.queries import feeds
from scheduling.queries.feeds import FeedGame
from scheduling.services.calendar_links import link_of

_KEEP = 300  # seconds for which a program needn't ask again
_SHORTEST = 60  # seconds: a game that nobody knows the length of holds its rink for this long


@page(Action.READ_PUBLIC)
@require_safe
def team_feed(request: PageRequest) -> HttpResponseBase:
    """The games of a team. Three queries; two where nothing has changed."""
    team, season = request.place.team, request.place.season
    assert team is not None
    assert season is not None
    return _public(request, season, feeds.of_team(team), team.name)


@page(Action.READ_PUBLIC)
@require_safe
def division_feed(request: PageRequest) -> HttpResponseBase:
    """The games of a division. Queries as those of a team."""
    division, season = request.place.division, request.place.season
    assert division is not None
    assert season is not None
    return _public(request, season, feeds.of_division(division), division.name)


@page(Action.READ_PUBLIC)
@require_safe
def rink_feed(request: PageRequest, rink: int) -> HttpResponseBase:
    """The games of a season on a rink. One query more than a team."""
    season = request.place.season
    assert season is not None
    return _public(request, season, feeds.of_rink(season, rink_of(season, rink)), rink_of(season, rink).name)


@page(Action.READ_PUBLIC)
@require_safe
def private_feed(request: PageRequest) -> HttpResponseBase:
    """Everything that is on for the person whose address this is; 404 for one that is revoked or never was."""
    link = link_of(request.GET.get("key", ""))  # in the query, which no log keeps
    if link is None:
        raise Http404(_("There is no such page."))
    games = feeds.of_user(link.user)
    with override(link.user.language or "en"):
        return _answer(request, games, link.label or _("My games"), "UTC", public=False)


def rink_of(season: Season, rink: int) -> Venue:
    """A rink of the season's league. Raises Http404. One query."""
    found = Venue.objects.filter(pk=rink, league=season.league_id).first()
    if found is None:
        raise Http404(_("There is no such page."))
    return found


def _public(request: HttpRequest, season: Season, games: QuerySet[Game], name: str) -> HttpResponseBase:
    with override(season.league.language):
        return _answer(request, games, f"{name} {season.name}", season.timezone, public=season.published)


def _answer(request: HttpRequest, games: QuerySet[Game], name: str, zone: str, *, public: bool) -> HttpResponseBase:
    etag = feeds.etag_of(games, name, zone, absolute("/"))
    response = get_conditional_response(request, etag=etag)
    if response is None:
        entries = [_entry(game) for game in feeds.read(games)]
        response = HttpResponse(calendar(name, zone, entries), content_type="text/calendar; charset=utf-8")
        response["Content-Disposition"] = 'inline; filename="games.ics"'
    response["ETag"] = etag
    response["Cache-Control"] = f"{'public' if public else 'private'}, max-age={_KEEP}"
    return response


def _entry(game: FeedGame) -> Entry:
    """A game as a calendar shows it. No names of people."""
    assert game.starts is not None
    ends = game.ends or game.occupied_until
    if game.ends is None and ends is not None and (ends - game.starts).total_seconds() <= _SHORTEST:
        ends = None
    off = _called_off(game)
    teams = _("%(away)s at %(home)s") % {"away": game.away, "home": game.home}
    kind = str(GameKind(game.kind).label) if game.kind != GameKind.LEAGUE else ""
    return Entry(
        uid=str(game.uid),
        sequence=game.sequence,
        stamp=game.announced_at,
        starts=game.starts,
        ends=ends,
        zone=game.zone,
        summary=f"{off}: {teams}" if off else teams,
        location=", ".join(part for part in (game.rink, " ".join(game.address.split())) if part),
        description=", ".join(part for part in (game.division, kind, game.season_name) if part),
        category=game.division,
        url=f"{_games(game.league, game.season)}{game.pk}/",
        cancelled=bool(off),
    )


@lru_cache(maxsize=1_000)
def _games(league: str, season: str) -> str:
    """How the addresses of a season's games begin: looked up once for all of them."""
    return absolute(reverse("league:games", kwargs={"league": league, "season": season}))


def _called_off(game: FeedGame) -> str:
    """The word for a game that isn't played, or ""."""
    if game.postponed:
        return _("Postponed")
    if game.outcome in (Outcome.SCHEDULED, Outcome.PLAYED):
        return ""
    return str(Outcome(game.outcome).label)
