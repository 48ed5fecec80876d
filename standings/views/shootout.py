"""The page on which a game's overtime and shootout are entered round by round, and its part of the game's page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.findings import Finding
from league.core.report_about import About
from league.models import Game
from league.permissions import Action
from league.services.errors import Conflict, Refused
from league.services.posting import changed_meanwhile
from league.views import changing
from league.views.lines import DASH
from league.views.naming import about_of
from league.views.place import PageRequest, page
from league.views.schedule import season_trail
from standings import shootouts
from standings.core.shootout import Attempt
from standings.forms_shootout import ShootoutForm, place_called
from standings.shootouts import Entered


@page(Action.RECORD_SHOOTOUT)
@require_http_methods(["GET", "HEAD", "POST"])
def shootout(request: PageRequest) -> HttpResponseBase:
    """Enter the shootout of a level game, or look at what is on record and correct it."""
    game = request.place.game
    assert game is not None
    about = about_of(request.access, request.place, game)
    rules = shootouts.rules_of(about)
    if rules is None:
        return render(request, "standings/shootout.html", _frame(game, about) | {"form": None})
    kept = shootouts.recorded(game)
    given = shootouts.entered(kept, game) if kept is not None else None
    posted = request.method == "POST"
    form = ShootoutForm(request.POST if posted else None, about=about, entry=rules[0], attempts=rules[1], given=given)
    context = _frame(game, about) | {"form": form, "entry": rules[0], "rules": rules[1], "kept": kept}
    if not posted:
        if given is not None:
            context |= _checked(request, game, about, form, given)
        return render(request, "standings/shootout.html", context)
    if request.POST.get("action") == "more":
        form.errors.clear()
        return render(request, "standings/shootout.html", context)
    if not form.is_valid():
        return render(request, "standings/shootout.html", context)
    return _answer(request, game, about, form, context)


def _answer(
    request: PageRequest, game: Game, about: About, form: ShootoutForm, context: dict[str, Any]
) -> HttpResponseBase:
    """Save what was typed once nothing stands against it and every warning has been shown; otherwise show it."""
    given = form.entered()
    context |= _checked(request, game, about, form, given)
    if changing.seen_version(request) != game.version:
        return _conflict(request, context, form, [changed_meanwhile()])
    known = not context["found"] or changing.was_shown(request, game, shootouts.told(given))
    if request.POST.get("action") != "save" or not known or context["refused"]:
        return render(request, "standings/shootout.html", context)
    try:
        shootouts.record_shootout(
            game=game,
            given=given,
            by=request.user,
            may_settle=_may_settle(request),
            seen_version=game.version,
            now=timezone.now(),
        )
    except Conflict as conflict:
        game.refresh_from_db()
        return _conflict(request, context, form, conflict.findings)
    except Refused as refused:
        context["found"] = _named(refused.findings, form)
        return render(request, "standings/shootout.html", context)
    messages.success(request, _("The shootout is on record."))
    return redirect(changing.of_game("league:game", game))


def _checked(request: PageRequest, game: Game, about: About, form: ShootoutForm, given: Entered) -> dict[str, Any]:
    """Everything there is to say about these shots, and the mark that it was shown."""
    checked = shootouts.check(given, about, may_settle=_may_settle(request))
    call = shootouts.calling(about)
    return {
        "found": _named(checked.findings, form),
        "refused": checked.refused,
        "checked": True,
        "winner": call(checked.winner) if checked.winner else "",
        "shown": changing.mark_of(game, shootouts.told(given)),
    }


def _conflict(
    request: PageRequest, context: dict[str, Any], form: ShootoutForm, found: Iterable[Finding]
) -> HttpResponseBase:
    """Show what somebody else left beside what was typed, which stays in the form."""
    game = context["game"]
    kept = shootouts.recorded(game)
    context |= {"found": _named(found, form), "seen_version": game.version, "shown": "", "kept": kept}
    names = {game.home.key: game.home.name, game.away.key: game.away.name}
    context["theirs"] = rounds_of(shootouts.entered(kept, game).attempts, names) if kept is not None else []
    return render(request, "standings/shootout.html", context, status=409)


def _named(found: Iterable[Finding], form: ShootoutForm) -> list[Finding]:
    return [replace(item, where=place_called(item.where, form)) for item in found]


def _may_settle(request: PageRequest) -> bool:
    return request.access.may(Action.SETTLE_REPORTS, request.place)


def _frame(game: Game, about: About) -> dict[str, Any]:
    back = changing.of_game("league:game", game)
    return {
        "game": game,
        "book": about.book,
        "back": back,
        "correct_url": changing.of_game("league:correct", game),
        "seen_version": game.version,
        "teams": [game.home.name, game.away.name],
        "breadcrumbs": [
            *season_trail(game.season),
            (f"{game.away} {DASH} {game.home}", back),
            (_("Shootout"), ""),
        ],
    }


def rounds_of(attempts: Sequence[Attempt], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The shots by round, without anybody's name: the number of the round, and team and goal or not."""
    shots = [{"team": names.get(item.team) or item.team, "scored": item.scored} for item in attempts]
    return [{"number": at // 2 + 1, "shots": shots[at : at + 2]} for at in range(0, len(shots), 2)]
