"""Decides how a division's table is kept: as a snapshot that workers renew, frozen when final, with its coin flips."""

import datetime as dt
import hashlib
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from league.core.facts import Facts
from league.models import Division, User
from league.services import audit, recompute
from league.services.errors import Refused
from league.services.locking import lock
from standings.checks import (
    Flip,
    flip_findings,
    freezing_findings,
    reopening_findings,
    waiting,
    withdrawal_findings,
)
from standings.models import CoinFlip, FinalTable, StandingsSnapshot
from standings.queries import RuledDivision, rule_division, table_facts


@transaction.atomic(savepoint=False)
def store_snapshot(*, division: Division, ruled: RuledDivision, made_at: dt.datetime) -> None:
    """Replace the division's snapshot by this table; a division without a table keeps an empty one.

    Side effects: the StandingsSnapshot row, its `version` raised so that open pages notice.
    """
    content = ruled.content() | {
        "fair_play": [verdict.document() for verdict in ruled.verdicts],
        "rulebook": ruled.version,
        "facts_digest": facts_digest(table_facts(ruled)),
        "as_of": ruled.as_of,
        "made_at": made_at,
    }
    changed = StandingsSnapshot.objects.filter(division=division).update(**content, version=F("version") + 1)
    if not changed:
        StandingsSnapshot.objects.create(division=division, **content)


@transaction.atomic
def freeze_table(*, division: Division, actor: User, day: dt.date, now: dt.datetime) -> FinalTable:
    """Make the division's table final (5.4 of District 9): rows, tie-breaks and seeding stay as they are on `day`.

    `day` is the present one in the season's zone. Side effects: a FinalTable, an audit entry. Raises
    Refused with every finding: final already, no table, games still to come, disputed results.
    """
    locked = _locked(division)
    ruled = rule_division(locked, day)
    if findings := [item for item in freezing_findings(locked, ruled) if item.severity == "refuse"]:
        raise Refused(findings)
    final = FinalTable.objects.create(
        division=locked,
        frozen_at=now,
        frozen_by=actor,
        rulebook=ruled.version,
        facts_digest=facts_digest(table_facts(ruled)),
        **ruled.content(),
    )
    order = [[row["rank"], row["team"]] for row in final.rows]
    recompute.request(season=locked.season, divisions=[locked.pk])
    audit.record(
        action="freeze-table",
        target=final,
        after={"division": locked.key, "order": order, "facts": final.facts_digest},
        actor=actor,
        season=locked.season,
    )
    return final


@transaction.atomic
def reopen_table(*, division: Division, actor: User, reason: str, now: dt.datetime) -> FinalTable:
    """Take back that the division's table is final; the frozen one is kept with the reason.

    Side effects: the FinalTable is marked, an audit entry, a recompute request. Raises Refused without
    a reason and when the table isn't final.
    """
    locked = _locked(division)
    final = FinalTable.objects.filter(division=locked, reopened_at__isnull=True).first()
    if final is None or not reason.strip():
        raise Refused(reopening_findings(final, reason))
    final.reopened_at, final.reopened_by, final.reason = now, actor, reason.strip()
    final.save(update_fields=["reopened_at", "reopened_by", "reason"])
    recompute.request(season=locked.season, divisions=[locked.pk])
    audit.record(
        action="reopen-table",
        target=final,
        before={"final": True},
        after={"final": False},
        reason=final.reason,
        actor=actor,
        season=locked.season,
    )
    return final


@transaction.atomic
def record_coin_flip(
    *,
    division: Division,
    order: Sequence[str],
    official: str,
    witness: str,
    date: dt.date,
    actor: User,
    day: dt.date,
    reason: str = "",
) -> CoinFlip:
    """Record a coin flip or play-in that parts level teams (3.15.i of District 9); nothing is flipped here.

    Which of the two it is says the rule book's step. `order` are the keys of the level teams, the winner
    first; `date` is when it was decided, `day` the present day in the season's zone; `reason` says how a
    play-in came out. Side effects: a CoinFlip, an audit entry, a recompute request. Raises Refused with
    every finding: teams that wait for no decision, a name or reason missing, a day to come.
    """
    locked = _locked(division)
    flip = Flip(tuple(order), official.strip(), witness.strip(), date, reason.strip())
    ruled = rule_division(locked, day)
    if findings := flip_findings(locked, flip, ruled, day):
        raise Refused(findings)
    two = len(order) == 2
    level = waiting(ruled)[tuple(sorted(order))]
    recorded = CoinFlip.objects.create(
        division=locked,
        kind=CoinFlip.Kind.PLAY_IN if level.played_in else CoinFlip.Kind.COIN_FLIP,
        first_place=level.first_place,
        among=sorted(order),
        winner=order[0] if two else None,
        order=None if two else list(order),
        date=date,
        official=flip.official,
        witness=flip.witness,
        reason=flip.reason,
        recorded_by=actor,
    )
    recompute.request(season=locked.season, divisions=[locked.pk])
    audit.record(
        action=f"record-{recorded.kind}",
        target=recorded,
        after={
            "division": locked.key,
            "order": list(order),
            "first_place": recorded.first_place,
            "date": date,
            "official": flip.official,
            "witness": flip.witness,
        },
        reason=flip.reason,
        actor=actor,
        season=locked.season,
    )
    return recorded


@transaction.atomic
def withdraw_decision(*, decision: CoinFlip, actor: User, reason: str, now: dt.datetime) -> CoinFlip:
    """Take back a recorded coin flip or play-in; it is kept with the reason, and its teams are level again.

    Side effects: the CoinFlip is marked, an audit entry, a recompute request. Raises Refused with every
    finding: a final table, withdrawn before, no reason.
    """
    division = _locked(decision.division)
    kept = lock(CoinFlip.objects.all(), decision.pk)
    if findings := withdrawal_findings(division, kept, reason.strip()):
        raise Refused(findings)
    kept.withdrawn_at, kept.withdrawn_by, kept.withdrawn_reason = now, actor, reason.strip()
    kept.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
    recompute.request(season=division.season, divisions=[division.pk])
    audit.record(
        action=f"withdraw-{kept.kind}",
        target=kept,
        before={"division": division.key, "order": kept.places},
        after=None,
        reason=kept.withdrawn_reason,
        actor=actor,
        season=division.season,
    )
    return kept


def _locked(division: Division) -> Division:
    """The division, locked: two officers decide on its table one after the other."""
    return lock(Division.objects.select_related("season__rulebook"), division.pk)


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
