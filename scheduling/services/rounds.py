"""Decides how a round is opened, its pairings made, and its teams' home games handed in and reminded of."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Division, Season, Team, User
from league.services import audit
from league.services.errors import Conflict, Refused
from league.services.locking import lock
from scheduling.core.rounds.form import FormRow, ReadForm, Setting, read_form
from scheduling.core.rounds.pairings import pairing_findings, pairings
from scheduling.models import Round, RoundDivision, RoundGame, RoundTeam
from scheduling.queries.rounds import Desk, desk_of, draft_of, form_games

REMIND_AGAIN = dt.timedelta(hours=24)
"""A team is reminded once in so long, however often somebody asks for it."""


@transaction.atomic
def open_round(
    *,
    season: Season,
    name: str,
    meeting: dt.date | None,
    due: dt.date | None,
    games: Mapping[Division, int],
    by: User,
) -> Round:
    """Open a round for these divisions, each with the number of games of its teams, and make its pairings.

    Side effects: the round, its games without dates, an audit entry. Raises Refused with everything that is
    wrong: no division, a number that can't be paired, a name that is taken. Implements 3.1, 3.2 and 3.8 of
    District 9.
    """
    lock(Season.objects.all(), season.pk)
    name = name.strip()
    found = []
    if not name:
        found.append(Finding("no-name", _("the round needs a name"), where="name"))
    elif Round.objects.filter(season=season, name=name).exists():
        found.append(Finding("name-taken", _("another round of this season has this name"), where="name"))
    if not any(games.values()):
        found.append(Finding("no-games", _("say for a division at least how many games its teams play"), where="games"))
    teams = {division: _teams(division) for division in games}
    for division, number in games.items():
        for finding in pairing_findings(len(teams[division]), number):
            found.append(replace(finding, where=str(division.pk), message=f"{division}: {finding.message}"))
    if found:
        raise Refused(found)
    made = Round.objects.create(season=season, name=name, meeting=meeting, due=due)
    for division, number in games.items():
        if number:
            RoundDivision.objects.create(round=made, division=division, games=number)
            _pair(made, division, teams[division], number)
    after = {"name": name, "meeting": meeting, "games": {division.key: number for division, number in games.items()}}
    audit.record(action="open-round", target=made, after=after, actor=by, season=season)
    return made


def _teams(division: Division) -> list[Team]:
    return list(Team.objects.filter(division=division).order_by("position", "pk"))


def _pair(round: Round, division: Division, teams: Sequence[Team], games: int) -> None:
    by_key = {team.key: team for team in teams}
    RoundGame.objects.bulk_create(
        RoundGame(round=round, division=division, home=by_key[home], away=by_key[away])
        for home, away in pairings([team.key for team in teams], games)
    )
    RoundTeam.objects.bulk_create(RoundTeam(round=round, team=team) for team in teams)


@transaction.atomic
def pair_again(*, round: Round, division: Division, games: int, version: int, by: User) -> None:
    """Make a division's pairings anew with another number of games of each team.

    Side effects: the division's drafted games, an audit entry. Raises Refused where the number can't be paired
    or something is set or published already, Conflict where somebody changed the round meanwhile.
    """
    held = locked_round(round, version)
    entry = RoundDivision.objects.get(round=held, division=division)
    teams = _teams(division)
    found = list(pairing_findings(len(teams), games))
    drafted = RoundGame.objects.filter(round=held, division=division)
    if held.published or drafted.filter(starts__isnull=False).exists():
        remedy = _("add or take out single games instead")
        found.append(Finding("begun", _("games of this division are set already"), where="games", remedy=remedy))
    if found:
        raise Refused(found)
    before, entry.games = entry.games, games
    entry.save(update_fields=["games"])
    drafted.delete()
    RoundTeam.objects.filter(round=held, team__in=teams).delete()
    _pair(held, division, teams, games)
    touched(held)
    change = {"division": division.key, "games": games}
    audit.record(
        action="pair-round", target=held, before=change | {"games": before}, after=change, actor=by, season=held.season
    )


def locked_round(round: Round, version: int | None = None) -> Round:
    """The round, kept to oneself after its season. Raises Conflict where it isn't as the person saw it."""
    lock(Season.objects.all(), round.season_id)
    found = lock(Round.objects.select_related("season__league", "season__rulebook"), round.pk)
    if version is not None and found.version != version:
        message = _("somebody else has changed this round meanwhile")
        raise Conflict([Finding("changed-meanwhile", message, remedy=_("look at it again"))], theirs=found)
    return found


def touched(round: Round) -> None:
    """Count a change of what the round holds."""
    round.version += 1
    round.save(update_fields=["version"])


def read(desk: Desk, round: Round, team: Team, rows: Sequence[FormRow]) -> ReadForm:
    """What a filled form of a team says, held against rule book and calendar too; nothing is stored.

    Every fault of every row at once; what only warns is among the findings. Implements 3.4 of District 9.
    """
    rules = desk.rules
    games = form_games(desk.of(round), team)
    clause = rules.form_times_clause if rules else None
    form = read_form(rows, games, desk.rink_names, zone=desk.zone, clause=clause)
    # all readable rows are looked at together, so that two of them can't take one rink's time
    settings = {setting.key: setting for setting in form.settings}
    drafts = [
        replace(draft, starts=one.starts, ends=one.ends, rink=desk.rink_key(one.rink))
        if (one := settings.get(draft.key))
        else draft
        for draft in desk.drafts
    ]
    found = list(form.findings)
    for key, findings in desk.findings(settings, drafts).items():
        found += [replace(finding, where=f"row {settings[key].row}, column Start_Date_Time") for finding in findings]
    found.sort(key=lambda finding: _row(finding.where))
    read_so = ReadForm(form.settings, tuple(found), form.untouched)
    faulty = read_so.faulty_rows
    return replace(read_so, settings=tuple(one for one in form.settings if one.row not in faulty))


def _row(where: str) -> int:
    number = where.partition(",")[0].removeprefix("row ")
    return int(number) if number.isdecimal() else 0


@transaction.atomic
def hand_in(
    *, round: Round, team: Team, rows: Sequence[FormRow], only_sound: bool, by: User, now: dt.datetime, officer: bool
) -> ReadForm:
    """Take in a team's filled form; returns what was read of it.

    Side effects: the team's home games in the draft, that it handed in once all of them are set, an audit
    entry. Nothing is stored unless every row is sound, or with `only_sound` the sound ones. Raises Refused
    with every fault; and for a team, where the schedule is published already (3.10: then games move by
    request only).
    """
    held = locked_round(round)
    if held.published and not officer:
        remedy = _("ask to move the game on its page")
        raise Refused([Finding("published", _("this schedule is published"), remedy=remedy)])
    desk = desk_of(held.season)
    form = read(desk, held, team, rows)
    faults = [finding for finding in form.findings if finding.severity == "refuse"]
    if faults and not (only_sound and form.settings):
        raise Refused(faults)
    games = {game.key: game for game in desk.of(held) if game.home_id == team.pk}
    changed = [games[setting.key] for setting in form.settings if _set(games[setting.key], setting)]
    RoundGame.objects.bulk_update(changed, ["starts", "ends", "venue", "url"])
    # only its own rows: what another team sets at the same moment isn't undone
    complete = all(game.is_set for game in games.values())
    _handed_in(held, team, complete, by, now)
    if changed:
        touched(held)
        audit.record(
            action="hand-in-games",
            target=held,
            after={"team": team.key, "set": [draft_of(game).key for game in changed], "complete": complete},
            actor=by,
            season=held.season,
        )
    return form


def _set(game: RoundGame, setting: Setting) -> bool:
    """Have the draft hold a setting; whether that is new."""
    values: dict[str, Any] = {
        "starts": setting.starts,
        "ends": setting.ends,
        "venue_id": setting.rink,
        "url": setting.url,
    }
    if all(getattr(game, name) == value for name, value in values.items()):
        return False
    for name, value in values.items():
        setattr(game, name, value)
    return True


def _handed_in(round: Round, team: Team, complete: bool, by: User, now: dt.datetime) -> None:
    row = RoundTeam.objects.get(round=round, team=team)
    if complete and row.handed_in_at is None:
        row.handed_in_at, row.handed_in_by = now, by
        row.save(update_fields=["handed_in_at", "handed_in_by"])


@transaction.atomic
def remind(*, round: Round, teams: Collection[int] | None, by: User, now: dt.datetime) -> int:
    """Have the teams that haven't handed in reminded, or those of `teams` only; returns how many newly will be.

    Asking again within a day changes nothing. Side effects: RoundTeam rows, which workers mail, an audit entry.
    """
    held = locked_round(round)
    if held.published:
        raise Refused([Finding("published", _("this schedule is published"))])
    waiting = RoundTeam.objects.select_for_update().filter(round=held, handed_in_at__isnull=True)
    if teams is not None:
        waiting = waiting.filter(team__in=teams)
    rows = [row for row in waiting if row.remind_at is None or row.remind_at <= now - REMIND_AGAIN]
    for row in rows:
        row.remind_at = now
    RoundTeam.objects.bulk_update(rows, ["remind_at"])
    if rows:
        audit.record(
            action="remind-round",
            target=held,
            after={"teams": sorted(row.team_id for row in rows)},
            actor=by,
            season=held.season,
        )
    return len(rows)
