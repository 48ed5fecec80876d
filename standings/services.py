"""Decides how a division's table is kept: as a snapshot that workers renew, frozen when final, with its coin flips."""

import datetime as dt
import hashlib

from django.db import transaction
from django.db.models import F

from league.core.facts import Facts
from league.models import Division
from standings.models import StandingsSnapshot
from standings.queries import RuledDivision


@transaction.atomic
def store_snapshot(*, division: Division, ruled: RuledDivision, made_at: dt.datetime) -> None:
    """Replace the division's snapshot by this table; a division without a table keeps an empty one.

    Side effects: the StandingsSnapshot row, its `version` raised so that open pages notice.
    """
    content = ruled.content() | {
        "fair_play": [verdict.document() for verdict in ruled.verdicts],
        "rulebook": ruled.version,
        "facts_digest": facts_digest(ruled.facts),
        "as_of": ruled.as_of,
        "made_at": made_at,
    }
    changed = StandingsSnapshot.objects.filter(division=division).update(**content, version=F("version") + 1)
    if not changed:
        StandingsSnapshot.objects.create(division=division, **content)


def facts_digest(facts: Facts) -> str:
    """SHA-256 over everything that the table was made from, the same on every machine."""
    digest = hashlib.sha256()
    for part in (facts.season, facts.divisions, facts.teams, facts.adjustments, facts.coin_flips, facts.withdrawn):
        digest.update(repr(part).encode())
    for game in facts.games:
        plain = [(*(getattr(item, name) for name in _PENALTY), sorted(item.flags)) for item in game.penalties]
        digest.update(repr([getattr(game, name) for name in _GAME] + plain).encode())
    return digest.hexdigest()


_GAME = (
    "id", "starts", "kind", "home", "away", "outcome", "at_fault", "notice", "excused", "home_goals", "away_goals",
    "decided_in", "winner", "conduct", "fair_play", "provisional",
)  # fmt: skip
_PENALTY = ("id", "team", "penalty_class", "person", "offence", "incident", "seconds", "clock", "stands_for")
