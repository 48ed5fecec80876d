"""Decides which games serve a person's suspensions, and which games the person may not take part in."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from discipline.core.attendance import Attendance
from discipline.core.book_serving import Serving
from discipline.core.owing import Owing, Progress, Reason, booked_in_time, on, reinstated_on, released, was_played
from discipline.core.sentencing import Sentenced
from league.core.facts import Facts, Game, Stay
from league.core.results import Result


@dataclass(frozen=True, slots=True)
class Stays:
    """Whether orders that a suspension rests hold by the book, and by which clause."""

    clause: str = ""
    missed_count: bool = False
    """Whether games missed meanwhile count where no decision says so."""

    def counts(self, sentenced: Sentenced) -> bool:
        """Whether a game that the person sat out all the same serves."""
        said = sentenced.case.counts_missed
        return self.missed_count if said is None else said

    def of(self, facts: Facts, sentenced: Sentenced) -> tuple[Stay, ...]:
        """The orders about one suspension."""
        if not self.clause:
            return ()
        case = sentenced.case
        names = {case.incident, *(line.penalty.id for line in case.lines)}
        return tuple(item for item in facts.stays if item.person == case.person and item.on in names)


NO_STAYS = Stays()


@dataclass(frozen=True, slots=True)
class Walk:
    """A person's suspensions laid along the games of all teams concerned."""

    progress: tuple[Progress, ...]
    barred: Mapping[tuple[str, str], tuple[Reason, ...]]
    """Games played and games still open, by game and team."""


def walk(
    person: str,
    sentences: Iterable[Sentenced],
    facts: Facts,
    results: Mapping[str, Result],
    attendance: Attendance,
    serving: Serving,
    as_of: dt.date,
    stays: Stays = NO_STAYS,
) -> Walk:
    """Lay a person's suspensions, in the order of the clock, along the games.

    The games that are over come first and say how far each has been served. From there the games
    still open, one whose result is late among them, are taken as if they will be played without the
    person: so as many of them that serve are barred as are still owed. One suspension is served
    after the other; one that waits for a decision on its length lets no later one begin. While one
    rests by `stays` it keeps nobody out, and the games serve only where the decision says so afterwards.
    """
    owing = [_owing(person, sentenced, facts, results, attendance, serving, stays) for sentenced in sentences]
    present = attendance.took_part(person)
    barred: dict[tuple[str, str], tuple[Reason, ...]] = {}

    def pass_by(game: Game) -> None:
        result = results[game.id]
        begun = [item for item in owing if item.begun(game)]
        current = [item for item in begun if not item.rests(game) or stays.counts(item.sentenced)]
        for item in begun:
            if item not in current and item.blocks(game) and item.can_serve(game):
                item.note(f"Rested in {game.id}{on(game)}: not served there ({stays.clause}).", stays.clause)
        head = next((item for item in current if item.blocks(game)), None)
        serves = head is not None and head.can_serve(game)
        if result.status == "open" or was_played(game):
            for team in _sides(person, game, current, attendance):
                binding = [item for item in current if not item.rests(game)]
                reasons = tuple(reason for item in binding if (reason := item.bar(game, team)) is not None)
                if head is not None and serves:
                    reasons = tuple(_served_by(head, reason) for reason in reasons)
                if reasons:
                    barred[game.id, team] = reasons
        elif head is not None and serves and not _won_by_forfeit(game, result, head, serving):
            text = f"{game.id}{on(game)} was not played and serves nobody ({serving.unplayed_clause})."
            head.note(text, serving.unplayed_clause)
            return
        if head is not None and serves:
            # a lineup drawn up for a game to come shows nobody's part in it
            _serve(person, game, head, () if result.status == "open" else present.get(game.id, ()), serving)

    games = _games(person, owing, facts, attendance)
    over = [game for game in games if results[game.id].status != "open"]
    for game in over:
        pass_by(game)
    progress = tuple(item.progress(as_of) for item in owing)
    for game in games:
        if results[game.id].status == "open":
            pass_by(game)
    return Walk(progress, barred)


def _served_by(head: Owing, reason: Reason) -> Reason:
    """The reason, saying which game of how many it is where it is the suspension being served."""
    if reason.kind != "suspended" or reason.incident != head.sentenced.case.incident:
        return reason
    return replace(reason, serves=(len(head.served) + 1, len(head.served) + len(head.queue)))


def _won_by_forfeit(game: Game, result: Result, item: Owing, serving: Serving) -> bool:
    """Whether the opponent of the team that serves forfeited, and that counts."""
    return serving.forfeited_by_opponent_counts and result.winner is not None and result.winner in item.teams_at(game)


def _serve(person: str, game: Game, head: Owing, present: Collection[str], serving: Serving) -> None:
    if present:
        head.note(f"Took part in {game.id}{on(game)}: not served there ({serving.clause}).", serving.clause)
    elif person in game.unlisted and not serving.unlisted_counts:
        by = serving.unlisted_clause
        cited = f" ({by})" if by else ""
        text = f"Not on the sheet of {game.id}{on(game)} as suspended: not served there{cited}."
        head.note(text, *([by] if by else []))
    elif not head.counts(game):
        text = f"{game.id}{on(game)} was missed while waiting and does not count ({serving.waiting_clause})."
        head.note(text, serving.waiting_clause)
    else:
        head.serve(game)


def _owing(
    person: str,
    sentenced: Sentenced,
    facts: Facts,
    results: Mapping[str, Result],
    attendance: Attendance,
    serving: Serving,
    stays: Stays,
) -> Owing:
    teams = _serving_teams(person, sentenced, facts, attendance, serving)
    others = frozenset(attendance.teams(person)) - teams if serving.other_team_clause else frozenset()
    queue = [stretch.rule for stretch in sentenced.stretches for _ in range(stretch.games)]

    def has_game_left(game: Game) -> bool:
        """Whether a team whose games serve has one after this game, or one without a date, that could."""
        return any(
            results[later.id].status == "open" or was_played(later)
            for team in teams
            for later in facts.games_of.get(team, ())
            if (later.starts is None or game.starts is None or later.starts > game.starts)
            and any(later.kind in rule.kinds for rule in queue[:1])
            and all(booked_in_time(later, rule, sentenced, facts.season) for rule in queue[:1])
        )

    return Owing(
        sentenced,
        facts.season,
        serving,
        teams,
        others,
        has_game_left,
        lambda team, game: attendance.roles(person, team, game),
        reinstated_on(facts, sentenced, serving),
        [] if sentenced.expelled else queue,
        released(facts, sentenced, serving),
        stays.of(facts, sentenced),
    )


def _serving_teams(
    person: str, sentenced: Sentenced, facts: Facts, attendance: Attendance, serving: Serving
) -> frozenset[str]:
    """The teams whose games serve: that of the infraction, or the person's own where the book says so.

    A suspension of an earlier season moves to the person's teams where the old one plays no more.
    """
    team, all_teams = sentenced.case.team, attendance.teams(person)
    own = frozenset(attendance.own_teams(person))
    if serving.served_with == "own-team" and own:
        return own
    if team is None or (sentenced.case.carried is not None and all_teams and not facts.games_of.get(team)):
        return frozenset(all_teams)
    return frozenset({team})


def _games(person: str, owing: list[Owing], facts: Facts, attendance: Attendance) -> list[Game]:
    """The games of every team concerned and every game that the person was in, by start."""
    teams = {*attendance.teams(person), *(team for item in owing for team in item.teams)}
    teams |= {team for item in owing for _, team in item.releases}
    found = {game.id: game for team in teams for game in facts.games_of.get(team, ())}
    found.update({id: facts.game[id] for id in attendance.took_part(person)})
    dated = [(game.starts, game.id, game) for game in found.values() if game.starts is not None]
    return [game for _, _, game in sorted(dated, key=lambda item: item[:2])]


def _sides(person: str, game: Game, current: list[Owing], attendance: Attendance) -> list[str]:
    """The teams of the game that the person was, or could be, in it with.

    A team on whose roster the person never was is only known from the infraction: its games count.
    """
    present = attendance.took_part(person).get(game.id, ())
    unrostered = {team for item in current for team in item.teams_at(game)}.difference(attendance.teams(person))
    return [
        team
        for team in game.teams
        if team in present or team in unrostered or attendance.could_dress(person, team, game)
    ]
