"""Decides what a game's keys say together: goals from periods, outcome, winner, and who wore what."""

import datetime as dt
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any

from league.core.facts import Game, LineupSpot, Penalty
from league.seasonfile.faults import Unreadable, printable, shown, wrong_type
from league.seasonfile.kinds import Kind, Ref, YesNo
from league.seasonfile.known import Known
from league.seasonfile.table import Entry, Faults, Values, keys_twice

type Pair = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class Sides:
    """A kind: `{"home": ..., "away": ...}` as a pair; a side that is left out is `absent`, or a fault without one."""

    kind: Kind
    absent: Any = None

    def read(self, value: object, known: Known) -> Pair:
        """Home and away."""
        if not isinstance(value, dict):
            raise wrong_type(value, 'an object with "home" and "away"')
        sides: dict[str, Any] = {}
        faults = [*keys_twice(value)]
        for name, item in value.items():
            if name not in ("home", "away"):
                faults.append((f".{printable(str(name))}", "unknown-key", 'unknown key (known: "home", "away")'))
                continue
            try:
                sides[name] = self.kind.read(item, known)
            except Unreadable as wrong:
                faults += [(f".{name}{below}", code, message) for below, code, message in wrong.faults]
        if self.absent is None:
            missing = [name for name in ("home", "away") if name not in value]
            faults += [(f".{name}", "missing-key", "is required and missing") for name in missing]
        if faults:
            raise Unreadable.all_of(faults)
        return sides.get("home", self.absent), sides.get("away", self.absent)

    def write(self, value: Pair, known: Known) -> object:
        """The object, without the sides that are `absent`."""
        named = {"home": value[0], "away": value[1]}
        return {name: self.kind.write(side, known) for name, side in named.items() if side != self.absent}


@dataclass(frozen=True, slots=True)
class Bench:
    """A kind: somebody on the bench, a bare id or an object whose number and line are None where the roster's hold."""

    entry: Entry
    person: Ref

    def read(self, value: object, known: Known) -> str | LineupSpot:
        """The id, or the spot as written."""
        if isinstance(value, str):
            return self.person.read(value, known)
        spot: LineupSpot = self.entry.read(value, known)
        return spot

    def write(self, value: str | LineupSpot, known: Known) -> object:
        """The bare id or the object."""
        return value if isinstance(value, str) else self.entry.write(value, known)


@dataclass(frozen=True, slots=True)
class Verdicts:
    """A kind: a director's Fair Play decisions, by team."""

    team: Ref

    def read(self, value: object, known: Known) -> dict[str, bool]:
        """The decisions by team id."""
        if not isinstance(value, dict):
            raise wrong_type(value, "an object with true or false for a team")
        faults = [*keys_twice(value)]
        for team, kept in value.items():
            for kind, item in ((self.team, team), (YesNo(), kept)):
                try:
                    kind.read(item, known)
                except Unreadable as wrong:
                    faults += [(f".{printable(str(team))}", code, message) for _, code, message in wrong.faults]
        if faults:
            raise Unreadable.all_of(faults)
        return dict(value)

    def write(self, value: Mapping[str, bool], known: Known) -> object:
        """The object."""
        return dict(value)


# How a game's keys are kept where they aren't a field of the record: both sides in one.
PAIRS = ("score", "periods", "lineup")
NO_LINEUP: Pair = ((), ())


def game_fields(values: Values, known: Known) -> Values:
    """The fields of a `Game` from the values of its keys."""
    score, periods, lineup = (values.pop(name) for name in PAIRS)
    if periods:
        values["home_periods"], values["away_periods"] = periods
        score = score or (sum(periods[0]), sum(periods[1]))
    if score:
        values["home_goals"], values["away_goals"] = score
    values["outcome"] = values["outcome"] or _usual_outcome(score)
    values["winner"] = values["winner"] or _winner_by_goals(values, score)
    day = values["day"] = known.day(values["starts"])
    for side, spots in zip(("home", "away"), lineup, strict=True):
        values[f"{side}_lineup"] = tuple(_dressed(spot, values[side], day, known) for spot in spots)
    return values


def game_values(game: Game, known: Known) -> Values:
    """The values of a game's keys that aren't fields; None or nothing where the default says the same."""
    score = None if game.home_goals is None else (game.home_goals, game.away_goals)
    periods = None if game.home_periods is None else (game.home_periods, game.away_periods)
    sides = {"home": game.home, "away": game.away, "outcome": game.outcome}
    return {
        "score": None if periods else score,
        "periods": periods,
        "outcome": None if game.outcome == _usual_outcome(score) else game.outcome,
        "winner": None if game.winner == _winner_by_goals(sides, score) else game.winner,
        "lineup": (
            tuple(_undressed(spot, game.home, game.day, known) for spot in game.home_lineup),
            tuple(_undressed(spot, game.away, game.day, known) for spot in game.away_lineup),
        ),
    }


def _dressed(spot: str | LineupSpot, team: str, day: dt.date | None, known: Known) -> LineupSpot:
    """The spot with number and line from the roster of the day where the sheet doesn't say."""
    if isinstance(spot, str):
        return known.roster.worn(spot, team, day)
    usual = known.roster.worn(spot.person, team, day)
    number = usual.number if spot.number is None else spot.number
    return LineupSpot(spot.person, number, usual.line if spot.line is None else spot.line)


def _undressed(spot: LineupSpot, team: str, day: dt.date | None, known: Known) -> str | LineupSpot:
    """The bare id where the roster of the day says the rest, otherwise what it doesn't say."""
    usual = known.roster.worn(spot.person, team, day)
    number = None if spot.number == usual.number else spot.number
    line = None if spot.line == usual.line else spot.line
    return spot.person if number is None and line is None else LineupSpot(spot.person, number, line)


def _usual_outcome(score: Pair | None) -> str:
    return "played" if score else "scheduled"


def _winner_by_goals(values: Values, score: Pair | None) -> str | None:
    """The team with more goals in a game that was played; the goals of a forfeit decide nothing."""
    if not score or values["outcome"] != "played" or score[0] == score[1]:
        return None
    winner: str = values["home"] if score[0] > score[1] else values["away"]
    return winner


def check_game(values: Values, faulty: Set[str]) -> Faults:
    """What a game's keys have against each other. Values of `faulty` keys are left out of it."""
    home, away = values["home"], values["away"]
    if home is not None and home == away:
        yield ".away", "plays-itself", f"a team can't play itself: {shown(home)} is the home team too"
    yield from _check_times(values)
    yield from _check_goals(values)
    yield from _check_winner(values, faulty)
    if faulty & {"home", "away"}:
        return
    named = [(f".at_fault[{index}]", team) for index, team in enumerate(values["at_fault"])]
    named += [(f".conduct[{index}].team", event.team) for index, event in enumerate(values["conduct"])]
    named += [(f".fair_play.{printable(team)}", team) for team in values["fair_play"]]
    named += [(".winner", values["winner"])] if values["winner"] is not None else []
    for below, team in named:
        if team not in (home, away):
            yield below, "not-in-this-game", not_in_this_game(team, home, away)


def not_in_this_game(team: str, home: str, away: str) -> str:
    """The sentence for a team that has no part in a game."""
    return f"the team {shown(team)} doesn't play in this game of {shown(home)} and {shown(away)}"


def _check_times(values: Values) -> Faults:
    starts, ends = values["starts"], values["ends"]
    if ends is None:
        return
    if starts is None:
        yield ".ends", "backwards", "a game without a start has no end"
    elif ends <= starts:
        yield ".ends", "backwards", "the game doesn't end after it starts"


def _check_goals(values: Values) -> Faults:
    score, periods = values["score"], values["periods"]
    if (score or periods) and values["outcome"] == "scheduled":
        yield ".outcome", "contradicts-goals", "a game still to be played has no goals"
    if not (score and periods):
        return
    for side, goals, by_period in zip(("home", "away"), score, periods, strict=True):
        if sum(by_period) != goals:
            yield (
                f".periods.{side}",
                "periods-not-score",
                f"{' + '.join(map(str, by_period[:20])) or 0} is {sum(by_period)}, "
                f"but score.{side} beside it is {goals}",
            )


def _check_winner(values: Values, faulty: Set[str]) -> Faults:
    if faulty & {"winner", "score", "periods", "decided_in", "outcome", "home", "away"}:
        return
    winner, home, away = values["winner"], values["home"], values["away"]
    score = values["score"] or (values["periods"] and tuple(map(sum, values["periods"])))
    if values["decided_in"] == "shootout":
        if winner is None:
            yield ".winner", "shootout-without-winner", "a shootout needs a winner: its deciding goal is in no score"
        if score and score[0] != score[1]:
            yield (
                ".decided_in",
                "contradicts-goals",
                f"a shootout follows level goals, not {score[0]}-{score[1]}; its deciding goal is in neither",
            )
        return
    if winner not in (home, away):
        return
    outcome = values["outcome"] or _usual_outcome(score or None)
    if outcome != "played":
        if winner in values["at_fault"]:
            yield ".winner", "contradicts-outcome", f"the team {shown(winner)} is at fault and can't be the winner"
        return
    if score and (score[0] == score[1] or winner != (home if score[0] > score[1] else away)):
        yield (
            ".winner",
            "contradicts-goals",
            f"the goals are {score[0]}-{score[1]} (home {shown(home)}, away {shown(away)}), "
            f"so {shown(winner)} didn't win",
        )


def penalty_fields(values: Values, known: Known) -> Values:
    """A penalty without an incident is one of its own."""
    values["incident"] = values["incident"] or values["id"]
    values["flags"] = frozenset(values["flags"])
    return values


def penalty_values(penalty: Penalty, known: Known) -> Values:
    """The incident only where it isn't the penalty itself; flags in the order of the alphabet."""
    return {
        "incident": None if penalty.incident == penalty.id else penalty.incident,
        "flags": tuple(sorted(penalty.flags)),
    }
