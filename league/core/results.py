"""Decides what each game counts for: played, won without play, lost by both, cancelled or still open."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from league.core.book import Results
from league.core.facts import Facts, Game
from league.rulebook.book import RuleBook

Status = Literal["open", "played", "forfeit", "double-forfeit", "cancelled"]
Line = Literal["win", "loss", "tie"]
ROUND_ROBIN = "round-robin"  # a stage in which everybody plays everybody: no series
CAUSES = {"forfeit": "forfeit", "no-show": "no-show", "refused": "refused", "cancelled": "cancellation"}


@dataclass(frozen=True, slots=True)
class Result:
    """What one game counts for.

    `cause` says why a game was won without play; `unclear` what the league must still say before
    the game can count.
    """

    game: Game
    status: Status
    cause: str | None = None  # forfeit, no-show, refused, cancellation (late notice), double-forfeit, ineligible-player
    winner: str | None = None
    at_fault: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    unclear: str | None = None
    winners_goals: int = 0
    """What a game won without play counts for its winner, as a score."""

    @property
    def counts(self) -> bool:
        """Whether the game counts as played, for both teams."""
        return self.status in ("played", "forfeit", "double-forfeit")

    @property
    def won_without_play(self) -> bool:
        """Whether one team won because the other didn't play."""
        return self.status == "forfeit"

    def goals(self, team: str) -> tuple[int, int]:
        """Goals for and against; a game won without play has those that the book gives, whatever was on the ice."""
        if self.status == "forfeit":
            return (self.winners_goals, 0) if team == self.winner else (0, self.winners_goals)
        return self.game.goals(team) if self.status == "played" else (0, 0)

    def line(self, team: str) -> Line | None:
        """Win, loss or tie for `team`; None when the game doesn't count."""
        if self.status == "double-forfeit":
            return "loss"
        if not self.counts:
            return None
        if self.winner is None:
            return "tie"
        return "win" if self.winner == team else "loss"

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `forfeits`."""
        return {
            "game": self.game.id,
            "winner": self.winner,
            "proposed": False,
            "clauses": list(self.clauses),
            "why": list(self.why),
        }


def results(facts: Facts, book: RuleBook) -> Mapping[str, Result]:
    """What every game counts for, by game id, in the facts' order of games."""
    rules = book.get(Results)
    withdrawn = {item.team for item in facts.withdrawn}
    used = _teams_that_used_somebody(facts, rules)
    found = {game.id: _result(game, rules, withdrawn, used.get(game.id, ())) for game in facts.games_in_order}
    return _with_series_lost(found, rules) if rules is not None and rules.series_kinds else found


def _with_series_lost(found: dict[str, Result], rules: Results) -> Mapping[str, Result]:
    """The results without what is left of a series that a forfeit decided (Alberta men's 7-1.b)."""
    lost: dict[tuple[str | None, frozenset[str]], Result] = {}
    for id, result in found.items():
        game = result.game
        series = (game.stage, frozenset(game.teams))
        if game.kind not in rules.series_kinds or game.stage == ROUND_ROBIN:
            continue
        if result.status == "open" and series in lost:
            by = lost[series]
            why = f"{by.winner} has won the series by the forfeit of {by.game.id}: no more games are played"
            found[id] = Result(game, "cancelled", clauses=_named(rules.series_clause), why=(why,))
        elif result.won_without_play:
            lost.setdefault(series, result)
            found[id] = replace(result, clauses=(*result.clauses, *_named(rules.series_clause)))
    return found


def forfeits(found: Mapping[str, Result]) -> tuple[Result, ...]:
    """The games won without play, in order of start."""
    return tuple(result for result in found.values() if result.won_without_play)


def refusal_reviews(found: Mapping[str, Result], book: RuleBook) -> tuple[dict[str, Any], ...]:
    """One review for each team that refused to play (3.14 of District 9), as the rulings show it."""
    rules = book.get(Results)
    if rules is None or rules.refused_review is None:
        return ()
    return tuple(
        {
            "kind": rules.refused_review,
            "person": None,
            "team": team,
            "incident": None,
            "game": result.game.id,
            "due": None,
            "clauses": list(_named(rules.refused_clause)),
        }
        for result in found.values()
        if result.cause == "refused"
        for team in sorted(result.at_fault)
    )


def _teams_that_used_somebody(facts: Facts, rules: Results | None) -> Mapping[str, tuple[str, ...]]:
    """By game, the teams of which it is on record that they used somebody in it who may not play."""
    found: dict[str, tuple[str, ...]] = {}
    for item in facts.standing_infractions if rules is not None else ():
        if rules is not None and item.offence in rules.used_infractions and item.game and item.team:
            found[item.game] = tuple(dict.fromkeys((*found.get(item.game, ()), item.team)))
    return found


def _forfeited_afterwards(game: Game, used: tuple[str, ...], rules: Results) -> Result:
    """A game that was played and is lost to whoever used somebody who may not play (NB minor 11.c)."""
    at_fault = tuple(team for team in game.teams if team in used)
    clauses = tuple(dict.fromkeys((*rules.used_clauses, *_named(rules.forfeit_clause))))
    who = " and ".join(at_fault)
    if len(at_fault) > 1:
        why = f"{who} used somebody who may not play: a loss for both"
        return Result(game, "double-forfeit", "ineligible-player", at_fault=at_fault, clauses=clauses, why=(why,))
    winner = game.opponent(at_fault[0])
    why = f"{who} used somebody who may not play: {winner} wins"
    goals = rules.forfeit_goals
    return Result(game, "forfeit", "ineligible-player", winner, at_fault, clauses, (why,), winners_goals=goals)


def _result(game: Game, rules: Results | None, withdrawn: set[str], used: tuple[str, ...] = ()) -> Result:
    if game.outcome == "scheduled":
        gone = sorted(withdrawn.intersection(game.teams))
        if gone:
            return _left_by(gone, game, rules)
        return Result(game, "open")
    if game.outcome == "played" and rules is not None and not set(game.teams).isdisjoint(used):
        return _forfeited_afterwards(game, used, rules)
    if game.outcome == "played":
        return Result(game, "played", winner=game.winner)
    if rules is None:
        return Result(game, "cancelled", unclear="the rule book doesn't say what a game that wasn't played counts for")
    if game.outcome == "double-forfeit":
        return _double_forfeit(game, rules)
    if game.excused and game.outcome in rules.excusable:
        why = f"Not played and excused ({game.excused}): no points of any kind"
        clauses = _named(rules.cancelled_clause, rules.excuse_clause)
        return Result(game, "cancelled", at_fault=game.at_fault, clauses=clauses, why=(why,))
    if game.outcome == "cancelled":
        return _cancelled(game, rules)
    return _without_play(game, rules)


def _left_by(gone: list[str], game: Game, rules: Results | None) -> Result:
    """A game still to be played by a team that withdrew: off, or its opponent's where the book says so."""
    why = (f"{', '.join(gone)} withdrew",)
    if rules is None or rules.withdrawn != "forfeit" or len(gone) == 2:
        return Result(game, "cancelled", why=why)
    clauses = (rules.withdrawn_clause,) if rules.withdrawn_clause else ()
    winner = game.opponent(gone[0])
    return Result(game, "forfeit", "forfeit", winner, (gone[0],), clauses, (f"{why[0]}: {winner} wins",))


def _double_forfeit(game: Game, rules: Results) -> Result:
    clauses = _named(rules.double_forfeit_clause)
    why = ("A double forfeit is a loss for both teams",)
    return Result(game, "double-forfeit", "double-forfeit", at_fault=game.teams, clauses=clauses, why=why)


def _cancelled(game: Game, rules: Results) -> Result:
    in_time = Result(
        game,
        "cancelled",
        at_fault=game.at_fault,
        clauses=_named(rules.cancelled_clause),
        why=("Cancelled: not played, no points of any kind",),
    )
    if rules.notice_hours is None or game.kind not in rules.notice_kinds or not game.at_fault:
        return in_time
    if game.notice is None or game.starts is None:
        question = f"Game {game.id} was cancelled by {', '.join(game.at_fault)}: when was notice given?"
        return Result(
            game, "cancelled", at_fault=game.at_fault, clauses=in_time.clauses, why=in_time.why, unclear=question
        )
    # moments are in UTC, so this is time that really passed, across a clock change too
    if game.starts - game.notice >= dt.timedelta(hours=rules.notice_hours):
        return in_time
    return _without_play(game, rules)


def _without_play(game: Game, rules: Results) -> Result:
    at_fault = game.at_fault or ((game.opponent(game.winner),) if game.winner else ())
    if set(at_fault) == set(game.teams):
        return _double_forfeit(game, rules)
    if not at_fault:
        question = f"Game {game.id} is recorded as {game.outcome}: which team was at fault?"
        return Result(game, "cancelled", unclear=question)
    cause = CAUSES[game.outcome]
    winner = game.opponent(at_fault[0])
    clauses, why = _explained(game, cause, at_fault[0], winner, rules)
    return Result(game, "forfeit", cause, winner, tuple(at_fault), clauses, why, winners_goals=rules.forfeit_goals)


def _explained(
    game: Game, cause: str, loser: str, winner: str, rules: Results
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses and sentences of a game won without play."""
    if cause == "refused":
        return _named(rules.refused_clause), (f"{loser} refused to play: {winner} wins",)
    clauses = _named(rules.forfeit_clause, rules.cancelled_clause)
    if cause != "cancellation":
        done = "forfeited" if cause == "forfeit" else "did not show up"
        return clauses, (f"{loser} {done}: {winner} wins",)
    assert game.starts is not None
    assert game.notice is not None
    minutes = (game.starts - game.notice) // dt.timedelta(minutes=1)
    notice = f"{minutes // 60} h {minutes % 60:02d} min" if minutes >= 0 else "no"
    why = f"{loser} cancelled with {notice} notice, {rules.notice_hours} hours are asked for: a no-show, {winner} wins"
    return _named(rules.notice_clause, *clauses), (why,)


def _named(*clauses: str | None) -> tuple[str, ...]:
    """The clauses that the book has, each once."""
    return tuple(dict.fromkeys(clause for clause in clauses if clause))
