"""Decides which games serve a person's suspensions, and which games the person may not take part in."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from discipline.core.attendance import Attendance
from discipline.core.book_serving import Serving, ServingRule
from discipline.core.sentencing import Sentenced
from discipline.core.wording import counted, day_text
from league.core.facts import Facts, Game
from league.core.results import Result


@dataclass(frozen=True, slots=True)
class ServedGame:
    """The evidence for one game served."""

    game: str
    day: dt.date | None
    clause: str
    why: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why somebody may not take part in a game."""

    incident: str | None
    """The incident of the suspension; none where something else than a suspension keeps the person out."""
    clauses: tuple[str, ...]
    why: str
    until: dt.date | None = None
    """The last suspended day, where a time keeps the person out."""
    kind: str = "suspended"
    """What it is: "suspended", or what a gate calls its own ("unregistered", "too-young", ...)."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one suspension has been served. `remaining` is None where nothing is counted down."""

    sentenced: Sentenced
    served: tuple[ServedGame, ...]
    remaining: int | None
    next_rule: ServingRule | None
    trail: tuple[str, ...]
    """Game by game: served, or why it did not serve."""
    clauses: tuple[str, ...]
    """The clauses that the trail names."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A person's suspensions laid along the games of all teams concerned."""

    progress: tuple[Progress, ...]
    barred: Mapping[tuple[str, str], tuple[Reason, ...]]
    """Games played and games still open, by game and team."""


@dataclass(slots=True)
class _Owing:
    """One suspension while the games go by."""

    sentenced: Sentenced
    teams: frozenset[str]
    every_team: bool
    queue: list[ServingRule]
    served: list[ServedGame] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)

    def begun(self, game: Game) -> bool:
        """Whether the game comes after the infraction, to the moment."""
        return game.starts is not None and self.sentenced.case.moment < game.starts

    @property
    def unfinished(self) -> bool:
        """Whether games, or a decision, are still to come: later suspensions wait for it."""
        return bool(self.queue) or self.sentenced.open_ended

    def can_serve(self, game: Game) -> bool:
        """Whether the game is of the kind, and of the team, that serves the next game owed."""
        return bool(self.queue) and game.kind in self.queue[0].kinds and not self.teams.isdisjoint(game.teams)

    def counts(self, game: Game) -> bool:
        """Whether a game missed while waiting for the decision counts, by that decision."""
        waited = self.sentenced.waited_until
        return self.sentenced.missed_count or waited is None or (game.day is not None and game.day > waited)

    def serve(self, game: Game) -> None:
        rule = self.queue.pop(0)
        of_total = f"{len(self.served) + 1} of {len(self.served) + 1 + len(self.queue)}"
        on = f" on {day_text(game.day)}" if game.day else ""
        why = f"Served in {game.id}{on}, the next {rule.label}: {of_total} ({rule.clause})."
        self.served.append(ServedGame(game.id, game.day, rule.clause, why))
        self.note(why, rule.clause)

    def note(self, text: str, clause: str) -> None:
        self.trail.append(text)
        self.clauses.append(clause)

    def bar(self, game: Game, team: str) -> Reason | None:
        """Why this suspension keeps the person out of the game with that team; None when it doesn't."""
        if team not in self.teams and not self.every_team:
            return None
        made = self.sentenced
        if made.open_ended:
            text = "Suspended until the decision" if made.pending else "Suspended without an end"
            return self._reason(f"{text} ({made.clause}).", made.clause)
        if made.waited_until and game.day and game.day < made.waited_until:
            return self._reason(f"The decision was still to come ({made.clause}).", made.clause)
        if made.until and game.day and game.day <= made.until:
            return self._reason(f"Suspended through {day_text(made.until)} ({made.clause}).", made.clause, made.until)
        if not self.queue:
            return None
        rule = self.queue[0]
        left = f"{counted(len(self.queue), 'game')} left of {len(self.queue) + len(self.served)}"
        if self.can_serve(game):
            return self._reason(f"{left} ({rule.clause}).", rule.clause)
        if rule.free_between:
            return None
        return self._reason(f"{left}; this game can't serve, and none is played before ({rule.clause}).", rule.clause)

    def _reason(self, why: str, clause: str, until: dt.date | None = None) -> Reason:
        clauses = tuple(dict.fromkeys((self.sentenced.clause, clause)))
        return Reason(self.sentenced.case.incident, clauses, why, until)

    def progress(self) -> Progress:
        counted_down = not self.sentenced.open_ended and self.sentenced.games is not None
        return Progress(
            self.sentenced,
            tuple(self.served),
            len(self.queue) if counted_down else None,
            self.queue[0] if self.queue else None,
            tuple(self.trail),
            tuple(dict.fromkeys(self.clauses)),
        )


def walk(
    person: str,
    sentences: Iterable[Sentenced],
    facts: Facts,
    results: Mapping[str, Result],
    attendance: Attendance,
    serving: Serving,
) -> Walk:
    """Lay a person's suspensions, in the order of the clock, along the games.

    The games that are over come first and say how far each has been served. From there the games
    still open, one whose result is late among them, are taken as if they will be played without the
    person: so as many of them that serve are barred as are still owed. One suspension is served
    after the other; one that waits for a decision lets no later one begin.
    """
    owing = [_owing(person, sentenced, attendance, serving) for sentenced in sentences]
    present = attendance.took_part(person)
    barred: dict[tuple[str, str], tuple[Reason, ...]] = {}

    def pass_by(game: Game) -> None:
        current = [item for item in owing if item.begun(game)]
        head = next((item for item in current if item.unfinished), None)
        if results[game.id].status not in ("open", "played"):
            if head is not None and head.can_serve(game):
                text = f"{game.id}{_on(game)} was not played and serves nobody ({serving.unplayed_clause})."
                head.note(text, serving.unplayed_clause)
            return
        for team in _sides(person, game, current, attendance):
            reasons = tuple(reason for item in current if (reason := item.bar(game, team)) is not None)
            if reasons:
                barred[game.id, team] = reasons
        if head is not None and head.can_serve(game):
            _serve(person, game, head, present.get(game.id, ()), serving)

    games = _games(person, owing, facts, attendance)
    over = [game for game in games if results[game.id].status != "open"]
    for game in over:
        pass_by(game)
    progress = tuple(item.progress() for item in owing)
    for game in games:
        if results[game.id].status == "open":
            pass_by(game)
    return Walk(progress, barred)


def _serve(person: str, game: Game, head: _Owing, present: Collection[str], serving: Serving) -> None:
    if present:
        head.note(f"Took part in {game.id}{_on(game)}: not served there ({serving.clause}).", serving.clause)
    elif person in game.unlisted and not serving.unlisted_counts:
        head.note(f"Not on the sheet of {game.id}{_on(game)} as suspended: not served there.", serving.clause)
    elif not head.counts(game):
        text = f"{game.id}{_on(game)} was missed while waiting and does not count ({serving.waiting_clause})."
        head.note(text, serving.waiting_clause)
    else:
        head.serve(game)


def _owing(person: str, sentenced: Sentenced, attendance: Attendance, serving: Serving) -> _Owing:
    team = sentenced.case.team
    teams = frozenset({team} if team else attendance.teams(person))
    queue = [stretch.rule for stretch in sentenced.stretches for _ in range(stretch.games)]
    return _Owing(sentenced, teams, serving.every_team, queue)


def _games(person: str, owing: list[_Owing], facts: Facts, attendance: Attendance) -> list[Game]:
    """The games of every team concerned and every game that the person was in, by start."""
    teams = {*attendance.teams(person), *(team for item in owing for team in item.teams)}
    found = {game.id: game for team in teams for game in facts.games_of.get(team, ())}
    found.update({id: facts.game[id] for id in attendance.took_part(person)})
    dated = [(game.starts, game.id, game) for game in found.values() if game.starts is not None]
    return [game for _, _, game in sorted(dated, key=lambda item: item[:2])]


def _sides(person: str, game: Game, current: list[_Owing], attendance: Attendance) -> list[str]:
    """The teams of the game that the person was, or could be, in it with.

    A team on whose roster the person never was is only known from the infraction: its games count.
    """
    present = attendance.took_part(person).get(game.id, ())
    unrostered = {team for item in current for team in item.teams}.difference(attendance.teams(person))
    return [
        team
        for team in game.teams
        if team in present or team in unrostered or attendance.could_dress(person, team, game)
    ]


def _on(game: Game) -> str:
    return f" on {day_text(game.day)}" if game.day else ""
