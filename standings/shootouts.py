"""Decides how a game's overtime and shootout go on record, shot by shot, and how they agree with the result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.core.report_about import About
from league.core.report_game import content_of
from league.core.reports import SIDES, ReportContent, Side
from league.models import Game, Outcome, Person, User
from league.queries import reports
from league.services import audit
from league.services.errors import Refused
from league.services.merging import Move
from league.services.posting import Change, lock, require_seen
from league.services.settling import correct
from standings.core.benches import bench, entry_for
from standings.core.book import Overtime
from standings.core.book_playoffs import Attempts
from standings.core.shootout import Attempt, findings, winner
from standings.models import Shootout, ShootoutShot

MOVES = (Move(ShootoutShot), Move(ShootoutShot, "goalie"))
"""What goes from one record of a person to the other when both are one."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What was entered: the shots in order, by keys of teams and people; each team's goalie, None: not said."""

    attempts: tuple[Attempt, ...]
    overtime: str = ""
    goalies: Mapping[str, str | None] | None = None
    reliefs: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """A team's change of goalie: from which round on, and who came in."""

    def goalie(self, team: str, round_number: int) -> str | None:
        """Who was in a team's goal in a round, from 1; None: not said."""
        since, relief = self.reliefs.get(team, (0, ""))
        return relief if relief and round_number >= since else (self.goalies or {}).get(team)


@dataclass(frozen=True, slots=True)
class Checked:
    """What the shots come to, and everything that stands against them. `winner` is a team's key; None: level."""

    winner: str | None
    findings: tuple[Finding, ...]
    changes_result: bool = False

    @property
    def refused(self) -> bool:
        """Whether it can't be saved like this."""
        return any(item.severity == "refuse" for item in self.findings)


def rules_of(about: About) -> tuple[Overtime, Attempts] | None:
    """How the book has a level game like this one decided; None where it has no shootout for it."""
    entry = entry_for(about.book, about.game)
    return (entry, entry.shootout) if entry is not None and entry.shootout is not None else None


def recorded(game: Game) -> Shootout | None:
    """What is on record of the game's shootout. One query, a second for the shots when they are read."""
    return Shootout.objects.filter(game=game).select_related("entered_by").first()


def entered(shootout: Shootout, game: Game) -> Entered:
    """A record as it was entered. One query."""
    shots = list(shootout.shots.select_related("person", "goalie"))
    keys = {game.home_id: game.home.key, game.away_id: game.away.key}
    attempts = tuple(
        Attempt(keys[shot.team_id], shot.person.key if shot.person else None, shot.scored) for shot in shots
    )
    goalies: dict[str, str | None] = {}
    reliefs: dict[str, tuple[int, str]] = {}
    for number, shot in enumerate(shots):
        against = game.away.key if shot.team_id == game.home_id else game.home.key
        goalie = shot.goalie.key if shot.goalie else None
        if goalie is not None and goalies.setdefault(against, goalie) != goalie:
            reliefs.setdefault(against, (number // 2 + 1, goalie))
        goalies.setdefault(against, goalie)
    return Entered(attempts, shootout.overtime, goalies, reliefs)


def check(given: Entered, about: About, *, may_settle: bool) -> Checked:
    """Everything that the shots break, and whether they agree with the recorded result. No query.

    Breaches of the order and by shooters only warn: they happened on the ice. `may_settle`: the writer
    may change the result, which then follows from the shots; for anybody else it has to agree already.
    """
    rules = rules_of(about)
    game = about.game
    if rules is None:
        message = _("the rule book has no shootout for this game")
        return Checked(None, (Finding("no-shootout", message, remedy=_("enter the result alone")),))
    entry, attempts = rules
    won = winner(given.attempts, game.home, game.away, attempts)
    found = [*_before(given, about, entry), *_shots(given, won, attempts)]
    changes = False
    if not any(item.severity == "refuse" for item in found):
        changes = won != game.winner
        found += _result(won, about, attempts, may_settle=may_settle)
    benches = {
        team: bench(game, team, about.spots(side), about.level, about.book, _seconds(given, entry))
        for side, team in zip(SIDES, game.teams, strict=True)
    }
    found += findings(given.attempts, game.home, game.away, attempts, benches, calling(about))
    return Checked(won, tuple(found), changes)


def calling(about: About) -> _Calling:
    """Gives the names of the game's teams, and of people as the reader may see them."""
    return _Calling(about)


@dataclass(frozen=True, slots=True)
class _Calling:
    about: About

    def __call__(self, key: str) -> str:
        side: Side
        for side in SIDES:
            if key == (self.about.game.home if side == "home" else self.about.game.away):
                return self.about.team_name(side)
        return self.about.called(key)


def _before(given: Entered, about: About, entry: Overtime) -> list[Finding]:
    """What of the game itself stands against a shootout."""
    game = about.game
    if game.outcome != Outcome.PLAYED or game.home_goals is None:
        message = _("the game has no result yet")
        remedy = _("enter the goals first, level as they were before the shootout")
        return [Finding("shootout-no-result", message, clause=entry.clause, remedy=remedy)]
    if game.home_goals != game.away_goals:
        message = _("the score is %(home)s to %(away)s, and a shootout only follows a level game") % {
            "home": game.home_goals,
            "away": game.away_goals,
        }
        remedy = _("check the recorded score; a shootout's deciding goal is in neither total")
        return [Finding("shootout-not-level", message, clause=entry.clause, remedy=remedy)]
    if entry.seconds and not given.overtime:
        message, remedy = _("nobody said what became of the overtime"), _("say so if it is known")
        return [Finding("overtime-not-said", message, "warn", "overtime", entry.clause, remedy)]
    if entry.seconds and given.overtime == Shootout.OvertimePlayed.SKIPPED and not entry.may_be_skipped:
        message, remedy = _("this overtime can't be left out"), _("check whether it was played")
        return [Finding("overtime-skipped", message, "warn", "overtime", entry.clause, remedy)]
    return []


def _shots(given: Entered, won: str | None, rules: Attempts) -> list[Finding]:
    """Whether the list of shots is complete."""
    if not given.attempts:
        message, remedy = _("no shot is entered"), _("say of each shot whether it was a goal")
        return [Finding("shootout-empty", message, where="attempts", clause=rules.clause, remedy=remedy)]
    if won is not None:
        return []
    if rules.sudden_death:
        message, remedy = _("nobody has won yet"), _("enter the shots that are missing")
        clause = rules.sudden_death_clause or rules.clause
        return [Finding("shootout-unfinished", message, where="attempts", clause=clause, remedy=remedy)]
    if len(given.attempts) < 2 * rules.shooters:
        message, remedy = (
            _("fewer shots than the teams have, and nobody has won yet"),
            _("check whether any is missing"),
        )
        return [Finding("shootout-short", message, "warn", "attempts", rules.clause, remedy)]
    return []


def _result(won: str | None, about: About, rules: Attempts, *, may_settle: bool) -> list[Finding]:
    """Whether the recorded winner is the one that the shots give."""
    if won == about.game.winner:
        return []
    call = calling(about)
    words = {
        "shots": call(won) if won else _("nobody"),
        "recorded": call(about.game.winner) if about.game.winner else _("nobody"),
    }
    if may_settle:
        message = _("by these shots %(shots)s won; the recorded result has %(recorded)s winning the shootout") % words
        remedy = _("check them; once you save, the result follows from the shots")
        return [Finding("shootout-changes-result", message, "warn", "result", rules.clause, remedy)]
    message = _("by these shots %(shots)s won, by the recorded result %(recorded)s") % words
    remedy = _("check the shots, or report the game with the right winner; the statistician can correct it")
    return [Finding("shootout-contradicts", message, where="result", clause=rules.clause, remedy=remedy)]


def _seconds(given: Entered, entry: Overtime) -> int:
    return entry.seconds or 0 if given.overtime == Shootout.OvertimePlayed.PLAYED else 0


@transaction.atomic
def record_shootout(
    *, game: Game, given: Entered, by: User, may_settle: bool, seen_version: int, now: dt.datetime
) -> Shootout:
    """Put a game's overtime and shootout on record (4-8.a.2 and 9-1.c of the Alberta manual, 20 and 22 of M.A.H.A.).

    A record that was there before is replaced; the audit trail keeps it. Where the recorded result has
    another winner, whoever may settle results has it corrected along with this. Side effects: a Shootout
    with its shots, the game's version and perhaps its result, recompute requests, audit entries. Raises
    Refused with every finding, Conflict when the game isn't any more at `seen_version`; then nothing
    has changed.
    """
    game = lock(game)
    require_seen(game, seen_version)
    about = reports.about(game)
    checked = check(given, about, may_settle=may_settle)
    known = set(about.facts.person)
    if strangers := {key for key in _people(given) if key not in known}:
        message, remedy = _("somebody is on neither team's roster"), _("choose from the rosters")
        finding = Finding("shooter-unknown", message, remedy=remedy, params={"people": ", ".join(sorted(strangers))})
        raise Refused([*checked.findings, finding])
    if checked.refused:
        raise Refused(list(checked.findings))
    before = recorded(game)
    was = told(entered(before, game)) if before is not None else None
    kept, _made = Shootout.objects.update_or_create(
        game=game, defaults={"overtime": given.overtime, "entered_by": by, "entered_at": now}
    )
    _write(kept, given, game)
    if not checked.changes_result:
        Change.of(game).save(action="record-shootout", by=by, shootout=told(given), shootout_before=was)
        return kept
    correct(
        game=game,
        content=_content(checked, about),
        reason=_("The shootout was entered shot by shot."),
        by=by,
        seen_version=game.version,
        now=now,
    )
    audit.record(
        action="record-shootout",
        target=game,
        before={"shootout": was},
        after={"shootout": told(given)},
        actor=by,
        season=game.season,
    )
    return kept


def _content(checked: Checked, about: About) -> ReportContent:
    side: Side | None = None
    if checked.winner is not None:
        side = "home" if checked.winner == about.game.home else "away"
    decided = "shootout" if side else "regulation"
    return replace(content_of(about.game), decided_in=decided, shootout_winner=side)


def _people(given: Entered) -> list[str]:
    shooters = [item.person for item in given.attempts if item.person]
    goalies = (key for key in (given.goalies or {}).values() if key)
    return [*shooters, *goalies, *(key for _round, key in given.reliefs.values())]


def _write(kept: Shootout, given: Entered, game: Game) -> None:
    keys = _people(given)
    people = dict(Person.objects.filter(league=game.season.league_id, key__in=keys).values_list("key", "pk"))
    teams = {game.home.key: game.home, game.away.key: game.away}
    kept.shots.all().delete()
    rows = []
    for position, item in enumerate(given.attempts):
        against = game.away if teams[item.team] == game.home else game.home
        goalie = given.goalie(against.key, position // 2 + 1)
        rows.append(
            ShootoutShot(
                shootout=kept,
                position=position,
                team=teams[item.team],
                person_id=people[item.person] if item.person else None,
                goalie_id=people[goalie] if goalie else None,
                scored=item.scored,
            )
        )
    ShootoutShot.objects.bulk_create(rows)


def told(given: Entered) -> dict[str, object]:
    """What the audit trail says of a shootout."""
    shots: Sequence[list[object]] = [[item.team, item.person, item.scored] for item in given.attempts]
    reliefs = {team: list(change) for team, change in given.reliefs.items()}
    found: dict[str, object] = {"overtime": given.overtime, "shots": shots, "goalies": dict(given.goalies or {})}
    return found | ({"reliefs": reliefs} if reliefs else {})
