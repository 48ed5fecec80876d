"""Decides what must hold before a table is made final or reopened, and before a coin flip is recorded."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.book import Reporting
from league.core.findings import Finding
from league.models import Division, Game, ReportState
from standings.core.book import Points, TieBreak
from standings.core.metrics import PLAY_IN
from standings.core.tie_breaks import deciding
from standings.models import CoinFlip, FinalTable
from standings.queries import RuledDivision


def freezing_findings(division: Division, ruled: RuledDivision) -> list[Finding]:
    """What stands against making the table final (refuse), and what the statistician should know before (warn)."""
    reporting = ruled.book.get(Reporting)
    clause = reporting.final_clause if reporting else None
    if FinalTable.objects.filter(division=division, reopened_at__isnull=True).exists():
        return [Finding("final-already", _("the table is final already"), clause=clause, remedy=_("reopen it first"))]
    if ruled.table is None:
        return [Finding("no-table", _("this level plays without a table"), remedy=_("there is nothing to make final"))]
    return [*_games_left(ruled, clause), *_unsettled(division, clause), *_flips_left(ruled)]


def _games_left(ruled: RuledDivision, clause: str | None) -> Iterable[Finding]:
    points = ruled.book.get(Points)
    kinds = points.kinds if points else ()
    left = sum(result.status == "open" and result.game.kind in kinds for result in ruled.results.values())
    if left:
        message = ngettext("%(n)s game is still to be played", "%(n)s games are still to be played", left)
        remedy = _("report them, cancel them or enter their outcome")
        yield Finding("games-left", message % {"n": left}, clause=clause, remedy=remedy)
    unclear = sum(result.unclear is not None for result in ruled.results.values())
    if unclear:
        message = ngettext(
            "of %(n)s cancelled game the league hasn't said when notice was given",
            "of %(n)s cancelled games the league hasn't said when notice was given",
            unclear,
        )
        yield Finding("unclear-games", message % {"n": unclear}, clause=clause, remedy=_("enter the notice"))


def _unsettled(division: Division, clause: str | None) -> Iterable[Finding]:
    states = list(Game.objects.filter(division=division).values_list("report_state", flat=True))
    disputed = states.count(ReportState.DISPUTED.value)
    if disputed:
        message = ngettext("%(n)s result is disputed", "%(n)s results are disputed", disputed)
        yield Finding("disputed", message % {"n": disputed}, clause=clause, remedy=_("settle it first"))
    provisional = states.count(ReportState.PROVISIONAL.value)
    if provisional:
        message = ngettext(
            "%(n)s result was reported by one team only", "%(n)s results were reported by one team only", provisional
        )
        remedy = _("it counts as it is; verify it if you can")
        yield Finding("provisional", message % {"n": provisional}, "warn", clause=clause, remedy=remedy)


def _flips_left(ruled: RuledDivision) -> Iterable[Finding]:
    if groups_to_flip(ruled):
        message = _("some teams are level until a coin is flipped")
        yield Finding("flip-needed", message, "warn", remedy=_("record the coin flip first if their order matters"))


def reopening_findings(final: FinalTable | None, reason: str) -> list[Finding]:
    """Why a table can't be reopened."""
    found = []
    if final is None:
        found.append(Finding("not-final", _("the table isn't final"), remedy=_("there is nothing to reopen")))
    if not reason.strip():
        message = _("everybody concerned asks why")
        found.append(Finding("reason-missing", message, where="reason", remedy=_("give the reason")))
    return found


@dataclass(frozen=True, slots=True)
class Flip:
    """A coin flip or play-in as it is entered: team keys, the winner first; `reason` for a play-in."""

    order: tuple[str, ...]
    official: str
    witness: str
    date: dt.date
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Level:
    """A set of teams that only a recorded decision can part: the book's step, and the best place they are level for."""

    teams: tuple[str, ...]
    step: TieBreak | None
    first_place: int | None

    @property
    def played_in(self) -> bool:
        """Whether a play-in parts them; otherwise a coin."""
        return self.step is not None and self.step.metric == PLAY_IN

    @property
    def witnessed(self) -> bool:
        """Whether the record names somebody who saw it."""
        return self.step is None or self.step.witness


def waiting(ruled: RuledDivision) -> dict[tuple[str, ...], Level]:
    """The sets of teams that wait for a decision, in the table and among those who go on, each once."""
    found: dict[tuple[str, ...], Level] = {}
    if ruled.table is not None:
        order = [row.team for row in ruled.table.rows]
        for group in ruled.table.coin_flip_needed:
            found[group] = Level(group, deciding(ruled.book, len(group)), _first(order, group))
    for seeding in ruled.seedings:
        for group in seeding.coin_flip_needed:
            step = deciding(ruled.book, len(group), seeding.stage)
            found.setdefault(group, Level(group, step, _first(seeding.teams, group)))
    return found


def _first(order: Sequence[str], group: tuple[str, ...]) -> int | None:
    return next((place for place, team in enumerate(order, 1) if team in group), None)


def groups_to_flip(ruled: RuledDivision) -> list[tuple[str, ...]]:
    """The sets of teams that only a recorded decision can part, in the table and among those who go on."""
    return list(waiting(ruled))


def flip_findings(division: Division, flip: Flip, ruled: RuledDivision, today: dt.date) -> list[Finding]:
    """Everything that stands against recording this flip, all at once."""
    found = []
    if FinalTable.objects.filter(division=division, reopened_at__isnull=True).exists():
        found.append(Finding("final-already", _("the table is final"), remedy=_("reopen it first")))
    level = waiting(ruled).get(tuple(sorted(flip.order)))
    if level is None:
        message = _("these teams aren't waiting for a coin flip")
        remedy = _("choose a set of teams that the table leaves level, each team once")
        found.append(Finding("no-such-tie", message, where="order", remedy=remedy))
    clause = level.step.clause if level and level.step else None
    needed = ("official", "witness") if level is None or level.witnessed else ("official",)
    for where in needed:
        if not getattr(flip, where):
            message = _("a decision has an official and, where the rules ask for one, a witness")
            found.append(Finding("name-missing", message, where=where, clause=clause, remedy=_("give the name")))
    if level is not None and level.played_in and not flip.reason:
        message = _("nobody can see from the table how a play-in came out")
        remedy = _("say how it was decided")
        found.append(Finding("reason-missing", message, where="reason", clause=clause, remedy=remedy))
    if flip.official and flip.official.casefold() == flip.witness.casefold():
        message = _("nobody is a witness of their own flip")
        found.append(Finding("own-witness", message, where="witness", remedy=_("name who saw it")))
    if flip.date > today:
        message = _("that day is still to come")
        found.append(Finding("flipped-later", message, where="date", remedy=_("give the day of the flip")))
    return found


def withdrawal_findings(division: Division, decision: CoinFlip, reason: str) -> list[Finding]:
    """Everything that stands against withdrawing a recorded decision."""
    found = []
    if FinalTable.objects.filter(division=division, reopened_at__isnull=True).exists():
        found.append(Finding("final-already", _("the table is final"), remedy=_("reopen it first")))
    if decision.withdrawn_at is not None:
        message = _("this decision was withdrawn before")
        found.append(Finding("withdrawn-already", message, remedy=_("there is nothing to do")))
    if not reason:
        message = _("everybody concerned asks why")
        found.append(Finding("reason-missing", message, where="why", remedy=_("give the reason")))
    return found
