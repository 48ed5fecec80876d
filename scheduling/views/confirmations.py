"""Confirming a game: by the mail's link without signing in, and the list of games that nobody has confirmed."""

from __future__ import annotations

import datetime as dt

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.models import Team
from league.permissions import OFFICERS, Action, Place
from league.services.errors import Refused
from league.views.place import PageRequest, page
from league.views.schedule import season_trail
from scheduling.queries.confirmations import rules_of
from scheduling.queries.confirmations import unconfirmed as unconfirmed_games
from scheduling.services import confirmations as services


@page(Action.READ_PUBLIC)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def by_link(request: PageRequest) -> HttpResponseBase:
    """Confirm by the link of a mail, once. Opening it changes nothing: programs that read mails open links too."""
    key = request.POST.get("key", request.GET.get("key", ""))
    found = services.of_token(key)
    if found is None:
        return render(request, "scheduling/confirm.html", {"unknown": True}, status=410)
    now = timezone.now()
    context = {"confirmation": found, "game": found.game, "season": found.game.season, "key": key}
    if request.method == "POST":
        try:
            services.confirm(confirmation=found, by=None, now=now)
        except Refused as no:
            return render(request, "scheduling/confirm.html", context | {"ended": no.findings[0].message}, status=410)
        return render(request, "scheduling/confirm.html", context | {"done": True})
    if found.confirmed_at is not None or not services.standing(found, now):
        return render(
            request, "scheduling/confirm.html", context | {"ended": _("There is nothing left to confirm.")}, status=410
        )
    return render(request, "scheduling/confirm.html", context)


@page(Action.READ_MOVES)
@require_http_methods(["GET", "HEAD", "POST"])
def unconfirmed(request: PageRequest) -> HttpResponseBase:
    """Games that should be confirmed and aren't: the visitor's own, for officers all. Constant queries."""
    season = request.place.season
    assert season is not None
    now, own = timezone.now(), {team.pk: team for team in request.access.teams(season)}
    rules = rules_of(season)
    everything = bool(request.access.grants(Place(league=season.league, season=season)) & OFFICERS)
    games = [game for game in unconfirmed_games(season, now) if everything or set(game.team_ids) & set(own)]
    if request.method == "POST":
        game = next((one for one in games if str(one.pk) == request.POST.get("game")), None)
        team: Team | None = next((own[pk] for pk in game.team_ids if pk in own), None) if game else None
        if game is None or team is None:
            raise Http404(_("There is no such page."))
        try:
            services.confirm_by(game=game, team=team, by=request.user, now=now)
            messages.success(request, _("Confirmed."))
        except Refused as no:
            messages.error(request, str(no))
        return redirect(reverse("scheduling:unconfirmed", kwargs={"league": season.league.slug, "season": season.slug}))
    late = now + dt.timedelta(days=rules.due_days) if rules else now
    context = {
        "lines": [
            {
                "game": game,
                "late": bool(game.starts and game.starts <= late),
                "mine": bool(set(game.team_ids) & set(own)),
            }
            for game in games
        ],
        "rules": rules,
        "breadcrumbs": [*season_trail(season), (_("Games to confirm"), "")],
    }
    return render(request, "scheduling/unconfirmed.html", context)
