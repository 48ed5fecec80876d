"""What the statistician's pages that change a game share: what would follow, that it was shown, the way back.

A change is shown with its consequences before it is saved: the page carries along, as `shown`, which
change of which version of the game it has shown, and saves no other.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core import facts as core
from league.core.findings import Finding
from league.core.report_about import About
from league.face.panels import panels_of
from league.models import Game, GameReport, ReportKind, Season
from league.rulebook.book import MissingSection
from league.views.lines import DASH
from league.views.place import PageRequest
from league.views.schedule import season_trail

SHOWN = "shown"


def mark_of(game: Game, what: Any) -> str:
    """What a page carries along once it has shown what follows from doing `what` (plain values) to the game."""
    text = json.dumps([game.pk, game.version, what], sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()[:40]


def was_shown(request: PageRequest, game: Game, what: Any) -> bool:
    """Whether the page that was sent had shown what follows from exactly this."""
    return request.POST.get(SHOWN) == mark_of(game, what)


def follows(request: PageRequest, about: About, after: core.Game, what: Any) -> dict[str, Any]:
    """What the page shows of the consequences, and the mark that it did."""
    game = request.place.game
    assert game is not None
    asked = {"about": about, "after": after, "names": about.names}
    try:
        panels = panels_of("change", request, asked)
    except MissingSection as missing:
        return {"foreseen": True, "panels": [], "unforeseen": str(missing), SHOWN: mark_of(game, what)}
    return {"foreseen": True, "panels": panels, SHOWN: mark_of(game, what)}


def frame(request: PageRequest, title: str) -> dict[str, Any]:
    """The game, and the way here by the desk."""
    game = request.place.game
    assert game is not None
    season = game.season
    crumbs = [
        *season_trail(season),
        (_("Waiting"), of_season("league:desk", season)),
        (f"{game.away} {DASH} {game.home}", of_game("league:game", game)),
        (title, ""),
    ]
    return {"game": game, "title": title, "breadcrumbs": crumbs}


def of_season(view: str, season: Season) -> str:
    """The address of a page of a season whose league is loaded."""
    return reverse(view, kwargs={"league": season.league.slug, "season": season.slug})


def of_game(view: str, game: Game) -> str:
    """The address of a page of a game whose season and league are loaded."""
    season = game.season
    return reverse(view, kwargs={"league": season.league.slug, "season": season.slug, "game": game.pk})


def seen_version(request: PageRequest, field: str = "seen_version") -> int:
    """The version of the game that the sent page was made from; -1, which no game has, where it doesn't say."""
    typed = request.POST.get(field, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else -1


def token_of(request: PageRequest) -> str | None:
    """The submission's own token; None where the page sent none."""
    return "".join(letter for letter in request.POST.get("token", "") if letter.isalnum())[:64] or None


def spoken(reports: Iterable[GameReport]) -> list[dict[str, Any]]:
    """The history of a game's reports for the timeline, oldest first."""
    return [
        {
            "at": report.submitted_at,
            "title": str(report.team) if report.kind == ReportKind.TEAM else report.get_kind_display(),
            "who": str(report.submitted_by) if report.submitted_by else "",
            "text": report.reason,
            "state": "replaced" if not report.current else "late" if report.late else "",
        }
        for report in reports
    ]


def history_of(game: Game) -> list[GameReport]:
    """Every report of a game, oldest first. One query."""
    found = GameReport.objects.filter(game=game).select_related("team", "submitted_by")
    return list(found.order_by("submitted_at", "pk"))


def told_by(findings: Iterable[Finding], label: Callable[[str], str]) -> list[Finding]:
    """Findings with their places in the words of the page; `label` maps a place to them."""
    return [replace(item, where=label(item.where)) for item in findings]
