"""Decides how the draft of a round becomes the schedule: complete or not at all, as a version with its changes."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Game, Membership, Outcome, ReportState, Role, User, Venue
from league.services import audit, recompute
from league.services.editing import constraints_told
from league.services.errors import Conflict, Refused
from league.services.setup_games import change_game, taken_meanwhile
from scheduling.core.publishing import publishing_findings
from scheduling.core.rounds.difference import Compared, Spot, Step, crossed_findings
from scheduling.core.rounds.drafts import with_drafts
from scheduling.models import Assignment, Round, RoundGame, RoundNotice, RoundVersion
from scheduling.queries.rounds import Desk, desk_of
from scheduling.services.rounds import locked_round, touched


@dataclass(frozen=True, slots=True)
class Change:
    """What publishing does about one game."""

    game: RoundGame
    step: Step
    before: Spot | None


@dataclass(frozen=True, slots=True)
class Told:
    """Somebody who will be told by mail, and of how many games."""

    user: User
    teams: tuple[str, ...]
    games: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What publishing would do: the changes, what hinders it, what it warns of, and whom it tells."""

    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]
    told: tuple[Told, ...]
    digest: str

    @property
    def refused(self) -> bool:
        """Whether something has to be put right first."""
        return any(finding.severity == "refuse" for finding in self.findings)

    def of(self, step: Step) -> tuple[Change, ...]:
        """The games about which that is done."""
        return tuple(change for change in self.changes if change.step is step)

    @property
    def effective(self) -> tuple[Change, ...]:
        """The games that are added or moved."""
        return self.of(Step.ADDED) + self.of(Step.MOVED)


def preview(desk: Desk, round: Round) -> Preview:
    """What publishing a round would do. Constant queries beyond the desk's. Implements 3.5 of District 9."""
    games = desk.of(round)
    compared = {game.key: _compared(game) for game in games}
    changes = tuple(Change(game, compared[game.key].step, compared[game.key].stands) for game in games)
    effective = [one for one in changes if one.step in (Step.ADDED, Step.MOVED)]
    found = [
        *_missing(desk, round, games),
        *crossed_findings(compared.values(), {game.key: str(game) for game in games}),
        *_against(desk, effective),
    ]
    state = [[one.game.key, one.step, one.game.starts, one.game.ends, one.game.venue_id] for one in effective]
    text = json.dumps([round.version, state, [str(finding) for finding in found]], default=str)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Preview(changes, tuple(found), tuple(_told(effective)), digest)


def _missing(desk: Desk, round: Round, games: Sequence[RoundGame]) -> Sequence[Finding]:
    """The teams whose home games aren't all set, by their names; a book that asks for nothing publishes what is set."""
    own = [draft for draft in desk.drafts if draft.key in {game.key for game in games}]
    ids = {draft.id for draft in own}
    facts = with_drafts(desk.facts, own)
    only = facts.changed(games=tuple(game for game in facts.games if game.id in ids))
    names = {draft.id: f"{game.away} {_('at')} {game.home}" for draft, game in zip(own, games, strict=True)}
    teams = {game.home.key: str(game.home) for game in games}
    found = []
    for finding in publishing_findings(only, desk.book, {game.division.key for game in games}):
        remedy = finding.remedy
        for id, name in names.items():
            remedy = remedy.replace(id, name)
        found.append(replace(finding, where=teams.get(finding.where, finding.where), remedy=remedy))
    if not any(game.is_set for game in games) and not found:
        found.append(Finding("nothing-set", _("no game of this round has its date and rink yet")))
    return found


def _against(desk: Desk, changes: Sequence[Change]) -> Sequence[Finding]:
    names = {change.game.key: str(change.game) for change in changes}
    found = desk.findings(names)
    return [replace(finding, where=names[key]) for key in names for finding in found.get(key, ())]


def _compared(game: RoundGame) -> Compared:
    stands = game.game
    return Compared(
        key=game.key,
        draft=Spot(game.starts, game.ends, game.venue_id),
        was=Spot(game.was_starts, game.was_ends, game.was_venue_id) if game.game_id else None,
        stands=Spot(stands.starts, stands.ends, stands.venue_id) if stands else None,
        to_come=stands is None
        or (stands.outcome == Outcome.SCHEDULED and stands.report_state == ReportState.UNREPORTED),
    )


def _told(changes: Sequence[Change]) -> Sequence[Told]:
    """The representatives of the teams concerned, and officials of moved games. Two queries."""
    games: Counter[int] = Counter()
    names: dict[int, str] = {}
    for change in changes:
        for team in (change.game.home, change.game.away):
            games[team.pk] += 1
            names[team.pk] = str(team)
    by_user: dict[User, list[int]] = {}
    held = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, team__in=games, ended_at__isnull=True)
    for item in held.filter(user__is_active=True).select_related("user").order_by("user__name", "user"):
        by_user.setdefault(item.user, []).append(item.team_id or 0)
    found = [
        Told(user, tuple(names[team] for team in teams), sum(games[team] for team in teams))
        for user, teams in by_user.items()
    ]
    moved = [change.game.game_id for change in changes if change.step is Step.MOVED]
    officials: Counter[User] = Counter()
    for row in Assignment.objects.filter(game__in=moved, person__user__is_active=True).select_related("person__user"):
        if row.person.user is not None and row.person.user not in by_user:
            officials[row.person.user] += 1
    return [*found, *(Told(user, (), number) for user, number in officials.items())]


@transaction.atomic
def publish(*, round: Round, digest: str, by: User, now: dt.datetime) -> RoundVersion:
    """Put the draft of a round on the schedule as its next version, as it was shown (`digest`).

    Side effects: games added and moved with their history and calendars, the version, notices that workers mail,
    an audit entry, recompute requests. Raises Conflict where something has changed since it was shown, Refused
    while a team's home games are missing, where a game can't be where the draft has it, and where publishing
    would change nothing. Implements 3.5 of District 9.
    """
    held = locked_round(round)
    desk = desk_of(held.season)
    shown = preview(desk, held)
    if shown.digest != digest:
        message = _("something has changed since this was shown")
        raise Conflict([Finding("changed-meanwhile", message, remedy=_("look at it again"))], theirs=shown)
    if shown.refused:
        raise Refused([finding for finding in shown.findings if finding.severity == "refuse"])
    if not shown.effective:
        raise Refused([Finding("nothing-new", _("the schedule says all that already"))])
    until = desk.occupied()
    with constraints_told(taken_meanwhile()):
        _move(shown.of(Step.MOVED), until, held)
        _add(shown.of(Step.ADDED), until, held, now)
    _keep_addresses(shown.effective)
    for change in shown.changes:
        if change.step is not Step.LEFT:
            game = change.game
            game.was_starts, game.was_ends, game.was_venue_id = game.starts, game.ends, game.venue_id
    RoundGame.objects.bulk_update(
        [change.game for change in shown.changes], ["game", "was_starts", "was_ends", "was_venue"]
    )
    held.number += 1
    held.save(update_fields=["number"])
    touched(held)
    return _version(held, shown, by, now)


def _move(changes: Sequence[Change], until: Mapping[str, dt.datetime], round: Round) -> None:
    """Move games as they are in the draft, all free of each other meanwhile, so that two can change places."""
    reason = _("%(round)s, version %(number)s") % {"round": round, "number": round.number + 1}
    wanted = Game.objects.filter(pk__in=[change.game.game_id for change in changes])
    games = {game.pk: game for game in wanted.select_related("season", "home", "away")}
    freed = [pk for pk, game in games.items() if not game.clash_recorded]
    Game.objects.filter(pk__in=freed).update(clash_recorded=True)
    for change in changes:
        draft = change.game
        game = games[draft.game_id or 0]
        values: dict[str, Any] = {
            "starts": draft.starts,
            "ends": draft.ends,
            "venue": draft.venue,
            "occupied_until": until.get(draft.key),
        }
        change_game(game=game, values=values, version=game.version, reason=reason)
    Game.objects.filter(pk__in=freed).update(clash_recorded=False)


def _add(changes: Sequence[Change], until: Mapping[str, dt.datetime], round: Round, now: dt.datetime) -> None:
    made = [
        Game(
            season=round.season,
            division=change.game.division,
            home=change.game.home,
            away=change.game.away,
            starts=change.game.starts,
            ends=change.game.ends,
            occupied_until=until.get(change.game.key),
            venue=change.game.venue,
            booked_at=now if round.published else None,
        )
        for change in changes
    ]
    Game.objects.bulk_create(made)
    for change, game in zip(changes, made, strict=True):
        change.game.game = game
    recompute.request(
        season=round.season,
        divisions={game.division_id for game in made},
        teams={team for game in made for team in game.team_ids},
    )


def _keep_addresses(changes: Sequence[Change]) -> None:
    """The web page that a team wrote beside a rink, where the league knows none."""
    pages = {change.game.venue_id: change.game.url for change in changes if change.game.url and change.game.venue_id}
    for rink, url in pages.items():
        Venue.objects.filter(pk=rink, url="").update(url=url)


def _version(round: Round, shown: Preview, by: User, now: dt.datetime) -> RoundVersion:
    games = [
        {
            "game": change.game.game_id,
            "step": change.step.value,
            "before": _told_spot(change.before),
            "after": _told_spot(Spot(change.game.starts, change.game.ends, change.game.venue_id)),
        }
        for change in shown.effective
    ]
    made = RoundVersion.objects.create(
        round=round,
        number=round.number,
        published_at=now,
        published_by=by,
        games=games,
        added=len(shown.of(Step.ADDED)),
        moved=len(shown.of(Step.MOVED)),
    )
    RoundNotice.objects.bulk_create(RoundNotice(version=made, user=told.user, games=told.games) for told in shown.told)
    audit.record(
        action="publish-round",
        target=round,
        before={"number": round.number - 1},
        after={"number": round.number, "added": made.added, "moved": made.moved},
        actor=by,
        season=round.season,
    )
    return made


def _told_spot(spot: Spot | None) -> dict[str, Any] | None:
    if spot is None:
        return None
    return {"starts": spot.starts.isoformat() if spot.starts else None, "rink": spot.rink}
