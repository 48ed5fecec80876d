"""Decides how a knockout of the playoffs is seeded: from the final table or a finished round robin, on record."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.findings import Finding
from league.models import Division, User
from league.services import audit, recompute
from league.services.errors import Refused
from league.services.locking import lock
from standings.core.book import Playoffs, PlayoffStage
from standings.core.seeding import WITHDRAWN, first_of
from standings.models import FinalTable, PlayoffSeeding
from standings.playoffs import games_made, knockouts, stage_order, stage_results, standing_seedings
from standings.queries import RuledDivision, final_table, rule_division, table_facts
from standings.services import facts_digest


@dataclass(frozen=True, slots=True)
class Entry:
    """Who would enter a knockout now, and what stands against it (refuse) or should be known before (warn)."""

    stage: PlayoffStage
    teams: tuple[str, ...] = ()
    skipped: tuple[dict[str, Any], ...] = ()
    clauses: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    final: FinalTable | None = None
    findings: list[Finding] = field(default_factory=list)
    standing: PlayoffSeeding | None = None
    number: int | None = None
    """How many go on; None where nothing is chosen."""
    proposed: int | None = None
    choices: tuple[int, ...] = ()
    """How many may go on by the book; empty where it leaves nothing to choose."""

    @property
    def refused(self) -> bool:
        """Whether it can't be seeded now, whatever reason is given."""
        return any(finding.severity == "refuse" for finding in self.findings)

    @property
    def again(self) -> bool:
        """Whether it was seeded before: then a reason is asked for."""
        return self.standing is not None

    @property
    def chosen(self) -> bool:
        """Whether an officer has another number go on than the book proposes: then a reason is asked for."""
        return self.number is not None and self.number != self.proposed


def entry(division: Division, ruled: RuledDivision, stage: PlayoffStage, number: int | None = None) -> Entry:
    """Who would enter the knockout now, `number` teams where an officer says how many. Four queries at most."""
    found = _from_table(division, ruled, stage, number) if stage.seeded_by is None else _from_stage(ruled, stage)
    standing = standing_seedings(division).get(stage.name)
    findings = [*found.findings, *_against(found, standing, division)]
    return replace(found, findings=findings, standing=standing)


@transaction.atomic
def seed_playoffs(
    *,
    division: Division,
    stage: str,
    actor: User,
    reason: str,
    day: dt.date,
    now: dt.datetime,
    number: int | None = None,
) -> PlayoffSeeding:
    """Seed a knockout of the division from its final table, or from the round robin that the book names.

    `number` of teams go on where the book leaves that open within a range (9-1.a.1 of the Alberta manual);
    None: as many as it proposes. `day` is the present one in the season's zone. Side effects: a
    PlayoffSeeding (the one before is kept as replaced), a recompute request, by which the games that are
    needed are set, an audit entry. Raises Refused with every finding: no final table, a flip or a game still
    to come, a number outside of the range, another number than proposed or seeded again without a reason.
    """
    locked = lock(Division.objects.select_related("season__rulebook", "season__league"), division.pk)
    ruled = rule_division(locked, day)
    wanted = next((item for item in knockouts(ruled) if item.name == stage), None)
    if wanted is None:
        message = _("the rule book has no such stage")
        raise Refused([Finding("no-stage", message, remedy=_("choose one of its knockouts"))])
    found = entry(locked, ruled, wanted, number)
    findings = [item for item in found.findings if item.severity == "refuse"]
    if found.again and not reason.strip():
        message = _("these playoffs were seeded before, and everybody concerned asks why they change")
        findings.append(Finding("reason-missing", message, where="reason", remedy=_("give the reason")))
    elif found.chosen and not reason.strip():
        message = _("the rule book proposes %(n)s, and everybody concerned asks why it isn't that") % {
            "n": found.proposed
        }
        findings.append(Finding("reason-missing", message, where="reason", remedy=_("give the reason")))
    if findings:
        raise Refused(findings)
    if found.standing is not None:
        PlayoffSeeding.objects.filter(pk=found.standing.pk).update(replaced_at=now)
    seeded = PlayoffSeeding.objects.create(
        division=locked,
        stage=wanted.name,
        teams=list(found.teams),
        skipped=list(found.skipped),
        clauses=list(found.clauses),
        why=list(found.why),
        final=found.final,
        rulebook=ruled.version,
        seeded_at=now,
        seeded_by=actor,
        reason=reason.strip() if found.again or found.chosen else "",
    )
    recompute.request(season=locked.season, divisions=[locked.pk])
    audit.record(
        action="seed-playoffs",
        target=seeded,
        before={"teams": found.standing.teams} if found.standing else None,
        after={"stage": seeded.stage, "teams": seeded.teams, "skipped": [item["team"] for item in seeded.skipped]}
        | ({"going_on": found.number, "proposed": found.proposed} if found.choices and number is not None else {}),
        reason=seeded.reason,
        actor=actor,
        season=locked.season,
    )
    return seeded


def _from_table(division: Division, ruled: RuledDivision, stage: PlayoffStage, number: int | None) -> Entry:
    final = final_table(division)
    if final is None:
        finding = Finding(
            "not-final",
            _("the table isn't final yet"),
            clause=stage.clause,
            remedy=_("make it final first: the playoffs are seeded from a table that stays as it is"),
        )
        return Entry(stage, findings=[finding])
    seeding = next((item for item in final.seeding if item["stage"] is None), None)
    if seeding is None:
        finding = Finding("no-seeding", _("the final table names nobody who goes on"), clause=stage.clause)
        return Entry(stage, final=final, findings=[finding])
    found = _counted(Entry(stage, tuple(seeding["teams"])[: stage.entrants], final=final), seeding, ruled, number)
    findings = list(found.findings)
    level = any(not set(group).isdisjoint(found.teams) for group in seeding["coin_flip_needed"])
    if level and all(finding.code != "flip-needed" for finding in findings):
        findings.append(_flip_needed(stage, _("reopen the table, record the coin flip, and make it final again")))
    if final.facts_digest != facts_digest(table_facts(ruled)):
        findings.append(
            Finding(
                "changed-since",
                _("results or decisions have changed since the table was made final"),
                "warn",
                remedy=_("look at what has changed; reopen the table if it should count"),
            )
        )
    why = found.why or tuple(seeding["why"])
    return replace(
        found, skipped=tuple(seeding["skipped"]), clauses=tuple(seeding["clauses"]), why=why, findings=findings
    )


def _counted(found: Entry, seeding: Mapping[str, Any], ruled: RuledDivision, number: int | None) -> Entry:
    """The entry with as many teams as an officer says, where the book leaves a number to choose."""
    playoffs = ruled.book.get(Playoffs)
    if playoffs is None or playoffs.advance is None or found.stage.entrants is not None or found.final is None:
        return found
    gone = {item["team"] for item in seeding["skipped"] if set(WITHDRAWN.why) & set(item["why"])}
    size = len(found.final.rows) - len(gone)
    options, proposed = playoffs.advance.choices(size), playoffs.advance.of(size)
    clause = playoffs.advance.clause_for(size)
    if number is not None and number not in options:
        message = _("%(n)s of %(size)s teams can't go on: the rule book allows %(least)s to %(most)s") % {
            "n": number,
            "size": size,
            "least": options[0] if options else 0,
            "most": options[-1] if options else 0,
        }
        remedy = _("choose a number that it allows")
        return replace(found, findings=[Finding("number", message, where="number", clause=clause, remedy=remedy)])
    if len(options) < 2:
        return found
    counted = replace(found, number=number or proposed, proposed=proposed, choices=tuple(options))
    if number is None:
        return counted
    order = [(row["rank"], row["team"]) for row in found.final.rows]
    teams = first_of(order, found.teams, [item["team"] for item in seeding["skipped"]], number)
    if teams is None:
        remedy = _("reopen the table, record the coin flip, and make it final again")
        return replace(counted, findings=[_flip_needed(found.stage, remedy)])
    said = _("%(n)s of %(size)s teams go on, as an officer chose among %(least)s to %(most)s (%(clause)s)") % {
        "n": number, "size": size, "least": options[0], "most": options[-1], "clause": clause,
    }  # fmt: skip
    return replace(counted, teams=teams, why=(seeding["why"][0], said))


def _from_stage(ruled: RuledDivision, stage: PlayoffStage) -> Entry:
    order = stage_order(ruled, stage.seeded_by or "")
    if order is None:
        message = _("no game of the %(stage)s has been set") % {"stage": stage.seeded_by}
        return Entry(stage, findings=[Finding("no-games", message, clause=stage.clause)])
    findings = []
    left = sum(item.status == "open" for item in stage_results(ruled, stage.seeded_by or ""))
    if left:
        message = ngettext(
            "%(n)s game of the round robin is still to be played",
            "%(n)s games of the round robin are still to be played",
            left,
        ) % {"n": left}
        findings.append(Finding("games-left", message, clause=stage.clause, remedy=_("report or cancel them first")))
    entering = order.teams[: stage.entrants]
    if any(not set(group).isdisjoint(entering) for group in order.coin_flip_needed):
        findings.append(_flip_needed(stage, _("record the coin flip first")))
    return Entry(stage, entering, (), order.clauses, order.why, None, findings)


def _flip_needed(stage: PlayoffStage, remedy: str) -> Finding:
    message = _("teams that go on are level until a coin is flipped")
    return Finding("flip-needed", message, clause=stage.clause, remedy=remedy)


def _against(found: Entry, standing: PlayoffSeeding | None, division: Division) -> Iterable[Finding]:
    """What stands against these teams, and against seeding once more."""
    if any(not seed.isdigit() for pair in found.stage.pairs for seed in pair):
        message = _("this stage crosses groups over, which one division's table can't seed")
        yield Finding("crossover", message, clause=found.stage.clause, remedy=_("set its games by hand"))
    if len(found.teams) < 2 and not found.findings:
        yield Finding("too-few", _("fewer than two teams go on"), clause=found.stage.clause)
    if standing is None:
        return
    if tuple(standing.teams) == found.teams and list(found.skipped) == standing.skipped:
        message = _("nothing has changed: the playoffs are seeded with these teams in this order")
        yield Finding("seeded-already", message, remedy=_("there is nothing to do"))
    played = sum(row.game.outcome != "scheduled" for row in games_made(division).values())
    if played:
        message = ngettext(
            "%(n)s game of the present bracket has a result and stays as it is",
            "%(n)s games of the present bracket have a result and stay as they are",
            played,
        ) % {"n": played}
        yield Finding("played", message, "warn", remedy=_("see afterwards which of them stand in no series any more"))
