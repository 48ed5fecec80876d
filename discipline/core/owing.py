"""Decides how one suspension stands while the games go by: what serves it, whom it keeps out of what, what is left."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from discipline.core.book_serving import Serving, ServingRule
from discipline.core.sentencing import Sentenced
from discipline.core.wording import counted, day_text, through
from league.core.facts import Facts, Game, Season, Stay
from league.core.results import Result

REINSTATEMENT = "reinstatement"
"""The kind of approval that takes somebody back who was out for good."""


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
    serves: tuple[int, int] | None = field(default=None, compare=False)
    """Which game of how many it would be, where the game serves the suspension."""


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
    ended: bool = False
    """Whether somebody out for good has been reinstated."""


@dataclass(slots=True)
class Owing:
    """One suspension while the games go by.

    `teams` are those whose games serve; `others` take over once none of theirs is left that could.
    `plays_as` gives the roles that the person has with a team on a day.
    """

    sentenced: Sentenced
    season: Season
    serving: Serving
    teams: frozenset[str]
    others: frozenset[str]
    has_game_left: Callable[[Game], bool]
    plays_as: Callable[[str, Game], frozenset[str]]
    reinstated: dt.date | None
    queue: list[ServingRule]
    releases: tuple[tuple[dt.date, str], ...] = ()
    """From which day on which other team's games serve, in order."""
    stays: tuple[Stay, ...] = ()
    """When it rests."""
    served: list[ServedGame] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)

    @property
    def dormant(self) -> bool:
        """Whether it waits for a season of its own half."""
        halves, carried = self.serving.halves, self.sentenced.case.carried
        if halves is None or carried is None or carried.half is None or self.season.half is None:
            return False
        return carried.half != self.season.half and self.sentenced.clause not in halves.at_once

    def begun(self, game: Game) -> bool:
        """Whether it binds in the game: only after the infraction, to the moment, and not once it is over for good.

        What holds nobody before it is decided binds from the day after the decision.
        """
        made = self.sentenced
        if game.starts is None or game.starts <= made.case.moment or self.dormant:
            return False
        answers = made.derived_from is not None and not made.holds
        if answers and self.serving.derived_binds == "once-decided":
            decided = made.case.decisions[0].date if made.case.decisions else None
            if made.pending or decided is None or game.day is None or game.day <= decided:
                return False
        return not self.over_by(game.day)

    def teams_at(self, game: Game) -> frozenset[str]:
        """The teams whose games serve on the day of the game."""
        taken = [team for day, team in self.releases if game.day is not None and day <= game.day]
        return frozenset(taken[-1:]) or self.teams

    def rests(self, game: Game) -> bool:
        """Whether an order lets the person take part in the game as if there were no suspension."""
        return game.day is not None and any(
            item.starts <= game.day and (item.ends is None or game.day <= item.ends) for item in self.stays
        )

    def over_by(self, day: dt.date | None) -> bool:
        """Whether the person, out for good, has been reinstated by that day."""
        return self.reinstated is not None and day is not None and self.reinstated <= day

    def blocks(self, game: Game) -> bool:
        """Whether later suspensions wait for it: games, a time or a decision without which nobody knows are to come."""
        made = self.sentenced
        if self.queue:
            return not (made.only_team and self.teams_at(game).isdisjoint(game.teams))
        if made.until is not None and game.day is not None and game.day <= made.until:
            return True
        return made.indefinite or made.expelled or (made.pending and made.games is None)

    def can_serve(self, game: Game) -> bool:
        """Whether the game is of the kind, of the team and booked early enough to serve the next game owed."""
        if not self.queue or game.kind not in self.queue[0].kinds or self.excused(game):
            return False
        if not booked_in_time(game, self.queue[0], self.sentenced, self.season):
            return False
        if not self.teams_at(game).isdisjoint(game.teams):
            return True
        return not self.others.isdisjoint(game.teams) and not self.has_game_left(game)

    def excused(self, game: Game, team: str | None = None) -> bool:
        """Whether it is a game before the season that somebody who carries a suspension over may play."""
        early, carried = self.serving.before_the_season, self.sentenced.case.carried
        if early is None or carried is None or carried.until is not None or self.sentenced.clause in early.not_under:
            return False
        first = self.season.starts
        if game.kind not in early.kinds or game.day is None or first is None or game.day >= first:
            return False
        return team is None or self.plays_as(team, game) <= set(early.roles)

    def counts(self, game: Game) -> bool:
        """Whether a game missed while waiting for the decision counts, by that decision."""
        waited = self.sentenced.waited_until
        return self.sentenced.missed_count or waited is None or (game.day is not None and game.day > waited)

    def serve(self, game: Game) -> None:
        """Count the game as served."""
        rule = self.queue.pop(0)
        of_total = f"{len(self.served) + 1} of {len(self.served) + 1 + len(self.queue)}"
        teams = self.teams_at(game)
        other = self.serving.other_team_clause if teams.isdisjoint(game.teams) else None
        instead = f"; no game of {' or '.join(sorted(teams))} is left ({other})" if other else ""
        if self.serving.release is not None and teams != self.teams and not other:
            other = self.serving.release.clause
            instead = f"; released to {' or '.join(sorted(teams))} ({other})"
        why = f"Served in {game.id}{on(game)}, the next {rule.label}: {of_total} ({rule.clause}){instead}."
        self.served.append(ServedGame(game.id, game.day, rule.clause, why))
        self.note(why, rule.clause, *([other] if other else []))

    def note(self, text: str, *clauses: str) -> None:
        """Keep a sentence for the ruling, with the clauses it names."""
        self.trail.append(text)
        self.clauses.extend(clauses)

    def bar(self, game: Game, team: str) -> Reason | None:
        """Why this suspension keeps the person out of the game with that team; None when it doesn't."""
        made = self.sentenced
        if self.excused(game, team) or self._elsewhere(team):
            return None
        if made.expelled:
            return self._reason(f"Expelled ({made.open_clause}).")
        if made.rest_of_season:
            return self._reason(f"Out for the rest of the season ({made.open_clause}).")
        if made.indefinite and not made.pending:
            return self._reason(f"Suspended without an end ({made.open_clause}).")
        if made.pending and (made.holds or made.games is None):
            return self._reason(f"Suspended until the decision ({made.open_clause}).", self.serving.held_clause)
        if made.waited_until and game.day and game.day < made.waited_until:
            return self._reason(f"The decision was still to come ({made.clause}).", self.serving.held_clause)
        if made.until and game.day and game.day <= made.until:
            why = f"Suspended {through(made.until, game.day)} ({made.open_clause})."
            return self._reason(why, until=made.until)
        return self._games_left(game)

    def _elsewhere(self, team: str) -> bool:
        """Whether it leaves games with that team open."""
        mine = self.teams | {to for _, to in self.releases}
        return team not in mine and (self.sentenced.only_team or not self.serving.every_team)

    def _games_left(self, game: Game) -> Reason | None:
        if not self.queue:
            return None
        rule = self.queue[0]
        left = f"{counted(len(self.queue), 'game')} left of {len(self.queue) + len(self.served)}"
        if self.can_serve(game):
            return self._reason(f"{left} ({rule.clause}).", rule.clause)
        if rule.free_between:
            return None
        return self._reason(f"{left}; this game can't serve, and none is played before ({rule.clause}).", rule.clause)

    def _reason(self, why: str, clause: str | None = None, until: dt.date | None = None) -> Reason:
        made = self.sentenced
        clauses = tuple(dict.fromkeys(filter(None, (made.clause, *made.part_clauses, clause))))
        return Reason(made.case.incident, clauses, why, until)

    def progress(self, as_of: dt.date) -> Progress:
        """How far it has been served by now."""
        made = self.sentenced
        counted_down = made.games is not None and not made.indefinite and not made.expelled
        if self.dormant and self.serving.halves is not None:
            half = made.case.carried.half if made.case.carried else None
            self.note(f"Waits for a {half} season ({self.serving.halves.clause}).", self.serving.halves.clause)
        ended = self.over_by(as_of)
        if ended and made.ended_by is not None and self.reinstated is not None:
            what = made.ended_by.replace("-", " ")
            self.note(f"Over since {day_text(self.reinstated)}: {what} is on record ({made.open_clause}).")
        elif ended and self.serving.reinstatement is not None and self.reinstated is not None:
            by = self.serving.reinstatement.clause
            self.note(f"Reinstated on {day_text(self.reinstated)} ({by}).", by)
        return Progress(
            made,
            tuple(self.served),
            len(self.queue) if counted_down else None,
            self.queue[0] if self.queue else None,
            tuple(self.trail),
            tuple(dict.fromkeys(self.clauses)),
            ended,
        )


def booked_in_time(game: Game, rule: ServingRule, sentenced: Sentenced, season: Season) -> bool:
    """Whether the game was on the calendar before the infraction, where its kind has to be (NB minor 5.a, app.e).

    A booking of the very day of the infraction came too late unless a time says that it didn't. One that
    says nothing was made before the season: before what happened in it, not before what happened earlier.
    """
    if game.kind not in rule.booked_before:
        return True
    case = sentenced.case
    if game.booked is None:
        return case.carried is None
    if isinstance(game.booked, dt.datetime):
        return game.booked < case.moment
    return game.booked < (case.given or season.day(case.moment))


def was_played(game: Game) -> bool:
    """Whether a game was on the ice, whatever it counted for in the end: one forfeited afterwards was."""
    return game.outcome == "played" or (game.outcome == "forfeit" and game.home_goals is not None)


def games_within(
    until: dt.date, sentenced: Sentenced, facts: Facts, results: Mapping[str, Result], serving: Serving
) -> int:
    """How many games that would serve the suspension lie between the infraction and a day, that day included.

    Those still open are taken as if they will be played.
    """
    case, rule = sentenced.case, serving.for_decisions
    games = {game.id: game for team in ((case.team,) if case.team else facts.games_of) for game in
             facts.games_of.get(team, ())}  # fmt: skip
    return sum(
        game.starts is not None
        and game.day is not None
        and case.moment < game.starts
        and game.day <= until
        and game.kind in rule.kinds
        and booked_in_time(game, rule, sentenced, facts.season)
        and (results[game.id].status == "open" or was_played(game))
        for game in games.values()
    )


def on(game: Game) -> str:
    """The day of a game, as the end of a phrase."""
    return f" on {day_text(game.day)}" if game.day else ""


def reinstated_on(facts: Facts, sentenced: Sentenced, serving: Serving) -> dt.date | None:
    """The first day on which the person, out for good, was reinstated, no earlier than the book allows; else None."""
    rule, case = serving.reinstatement, sentenced.case
    if sentenced.ended_by is not None:
        return _on_record(facts, sentenced)
    if rule is None or not (sentenced.expelled or sentenced.indefinite):
        return None
    days = sorted(
        item.date or case.given or dt.date.min
        for item in facts.approvals
        if item.kind == REINSTATEMENT and item.person == case.person
    )
    earliest = years_later(case.given, rule.years) if case.given else dt.date.min
    return next((day for day in days if day >= earliest), None)


def _on_record(facts: Facts, sentenced: Sentenced) -> dt.date | None:
    """The first day of an approval that ends it: for the person, or for the team in the game of the case."""
    case = sentenced.case
    days = [
        item.date or case.given or dt.date.min
        for item in facts.approvals
        if item.kind == sentenced.ended_by
        and (item.person == case.person or (case.game is not None and item.game == case.game))
        and item.team in (None, case.team)
        and item.game in (None, case.game)
    ]
    return min(days, default=None)


def released(facts: Facts, sentenced: Sentenced, serving: Serving) -> tuple[tuple[dt.date, str], ...]:
    """From which day on another team's games serve: that of the last approval which the book asks for, by day."""
    rule, case = serving.release, sentenced.case
    if rule is None:
        return ()
    days: dict[str, dict[str, dt.date]] = {}
    for item in facts.approvals:
        if item.person == case.person and item.team is not None and item.kind in rule.approvals and item.date:
            first = days.setdefault(item.team, {}).get(item.kind, item.date)
            days[item.team][item.kind] = min(first, item.date)
    since = case.given or dt.date.min
    whole = [(max(kinds.values()), team) for team, kinds in days.items() if len(kinds) == len(set(rule.approvals))]
    return tuple(sorted((day, team) for day, team in whole if day >= since and team != case.team))


def years_later(day: dt.date, years: int) -> dt.date:
    """The same day whole years later; of February 29, March 1 where there is none."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # the 29th of February
        return dt.date(day.year + years, 3, 1)
