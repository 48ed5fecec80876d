"""Decides what a division's facts were before a recorded result of it was last changed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from django.utils.dateparse import parse_datetime

from league.core.cut import unplayed
from league.core.facts import Facts
from league.core.facts import Game as CoreGame
from league.core.report_game import as_played
from league.core.reports import from_json
from league.models import AuditEntry, Division, Game, Team

LATEST = 20
"""So many entries of the audit trail are looked at for one that changed a result."""
_RESULT = (
    "outcome", "score_home", "score_away", "decided_in", "winner", "at_fault", "notice", "excused",
    "fair_play_decisions", "sheet",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Correction:
    """The last change of a result that stood already: of which game, when, and the division's facts without it."""

    game: str
    at: dt.datetime
    before: Facts


def last_correction(division: Division, facts: Facts) -> Correction | None:
    """The last time that a recorded result of the division was changed; None where that never happened.

    Two queries, and one more where there is one.
    """
    keys = dict(Game.objects.filter(division=division).order_by().values_list("pk", "key"))
    entries = AuditEntry.objects.filter(
        season=division.season, target_type=Game._meta.label_lower, target_id__in=[str(pk) for pk in keys]
    )
    entries = entries.filter(before__outcome__isnull=False).exclude(before__outcome="scheduled").order_by("-number")
    for entry in entries.only("target_id", "before", "after", "at")[:LATEST]:
        key = keys[int(entry.target_id)]
        if key in facts.game and _changed(entry.before or {}, entry.after or {}):
            teams = dict(Team.objects.filter(season=division.season).order_by().values_list("pk", "key"))
            was = _as_it_was(facts.game[key], entry.before or {}, teams)
            games = tuple(was if game.id == key else game for game in facts.games)
            return Correction(key, entry.at, facts.changed(games=games))
    return None


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether an entry is about a result, and changed it."""
    return "outcome" in before and "sheet" in before and any(before.get(name) != after.get(name) for name in _RESULT)


def _as_it_was(game: CoreGame, before: Mapping[str, Any], teams: Mapping[int, str]) -> CoreGame:
    """The game with the result and the sheet that the audit trail keeps of it."""
    numbers = count(1)
    was = as_played(unplayed(game), from_json(before["sheet"]), lambda: f"then-{next(numbers)}")
    if was.winner is None and was.home_goals is not None and was.away_goals is not None:
        ahead = game.home if was.home_goals > was.away_goals else game.away
        was = replace(was, winner=ahead if was.home_goals != was.away_goals else None)
    winner = before.get("winner")
    return replace(
        was,
        outcome=before["outcome"],
        winner=teams.get(winner, was.winner) if winner else was.winner,
        at_fault=tuple(teams[pk] for pk in before.get("at_fault") or () if pk in teams),
        notice=parse_datetime(before["notice"]) if before.get("notice") else None,
        excused=before.get("excused"),
        fair_play=dict(before.get("fair_play_decisions") or {}),
        home_goals=before.get("score_home"),
        away_goals=before.get("score_away"),
        provisional=before.get("report_state") in ("provisional", "disputed"),
    )
