"""Decides how rulings on people are read: their sentences with games by name, and when somebody may play again."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from discipline.core.wording import day_text
from discipline.models import Suspension
from discipline.queries.gate import first_open
from league.face.wording import with_games
from league.models import Game, Season

STATES = {"pending": "until-hearing"}
KINDS = {
    "hearing": lazy("A hearing has to decide"),
    "ineligible-player-used": lazy("Somebody played who was not allowed to"),
    "bar": lazy("A team refused to play"),
    "warning": lazy("A warning is to be given"),
    "ethics": lazy("For the ethics committee"),
}


def address(view: str, season: Season, **more: Any) -> str:
    """The address of a page of the season, whose league is loaded."""
    return reverse(view, kwargs={"league": season.league.slug, "season": season.slug} | more)


def trail(season: Season, *more: tuple[str, str]) -> list[tuple[str, str]]:
    """The breadcrumbs to a page about discipline."""
    return [
        (season.league.name, reverse("league:league", kwargs={"league": season.league.slug})),
        (season.name, address("league:season", season)),
        (_("Suspensions"), address("discipline:season", season)),
        *more,
    ]


def state_of(suspension: Suspension) -> str:
    """The badge of a suspension: one that waits for a hearing says so."""
    if suspension.status == "pending" and not suspension.data["hearing_required"]:
        return "pending"
    return STATES.get(suspension.status, suspension.status)


def review_kind(kind: str) -> str:
    """What a review is about, in words."""
    return str(KINDS.get(kind, kind.replace("-", " ").capitalize()))


def length_of(data: Mapping[str, Any]) -> str:
    """How long a ruling lasts, in words."""
    if data["pending"]:
        return _("until it is decided")
    if data["expelled"]:
        return _("expelled")
    if data["rest_of_season"]:
        return _("for the rest of the season")
    if data["indefinite"]:
        return _("without an end")
    parts = []
    if data["games"] is not None:
        parts.append(_("%(left)s of %(games)s games left") % {"left": data["remaining"], "games": data["games"]})
    if data["until"]:
        parts.append(_("through %(day)s") % {"day": data["until"]})
    return ", ".join(parts)


def game_phrases(games: Iterable[Game], teams: Collection[int], season: Season) -> dict[str, str]:
    """How the rulings' sentences name these games, and how readers do: by opponent and day.

    `teams` are those of the person whom the sentences are about.
    """
    zone = ZoneInfo(season.timezone)
    phrases = {}
    for game in games:
        if game.starts is None:
            continue
        day = game.starts.astimezone(zone).date()
        opponent = game.away if game.home_id in teams else game.home
        called = _("the game against %(opponent)s on %(day)s") % {"opponent": opponent, "day": day_text(day)}
        phrases[f"{game.key} on {day_text(day)}"] = called
    return phrases


def sentences(texts: Iterable[str], phrases: Mapping[str, str]) -> list[str]:
    """The sentences with games by name."""
    return [with_games(text, phrases) for text in texts]


@dataclass(frozen=True, slots=True)
class Return:
    """When somebody may play again: in `game`, or only after a decision, or not among the games scheduled."""

    game: Game | None
    waits: bool

    @property
    def text(self) -> str:
        """In words, where no game can be named."""
        if self.waits:
            return _("Not before it is decided")
        return _("After the games scheduled so far")


def back_in(games: Iterable[Game], kept_out: Collection[int], waits: bool, after: Game | None = None) -> Return:
    """The first of `games`, in order, from which somebody isn't kept; `after`: only later ones count."""
    return Return(None if waits else first_open(games, kept_out, after), waits)
