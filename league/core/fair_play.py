"""Decides whether a team keeps its Fair Play point in a game: equivalent minutes, limit and the other causes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.core.book import FairPlay, FairPlayException, Results
from league.core.facts import NEVER, Facts, Game, Penalty
from league.core.penalty_minutes import effective_class
from league.core.results import Result
from league.rulebook.book import RuleBook


@dataclass(frozen=True, slots=True)
class Counted:
    """What one penalty counts, in equivalent minutes, and by which clause."""

    penalty: Penalty
    minutes: int
    clause: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A team's Fair Play verdict in one played game. Minutes are equivalent minutes."""

    game: str
    team: str
    minutes: int
    limit: int
    kept: bool
    clauses: tuple[str, ...]
    why: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `fair_play`."""
        return {
            "game": self.game,
            "team": self.team,
            "minutes": self.minutes,
            "limit": self.limit,
            "kept": self.kept,
            "clauses": list(self.clauses),
            "why": list(self.why),
        }


def equivalent_minutes(penalties: tuple[Penalty, ...], rules: FairPlay) -> tuple[Counted, ...]:
    """What each of one team's penalties in one game counts (P.4): the offence decides before the class.

    An exception that needs its penalty to stand alone (checking from behind entered as one) doesn't
    apply where the second part is on the sheet too, in the same incident or, where the sheet doesn't
    join them, as a penalty of the same person for the same offence; each second part pairs once.
    """
    if not penalties:
        return ()  # most sheets of most teams
    loose = Counter(
        (penalty.person, penalty.offence, penalty.penalty_class)
        for penalty in penalties
        if sum(other.incident == penalty.incident for other in penalties) == 1
    )
    counted = []
    for penalty in penalties:
        name = effective_class(penalty)
        exception = _exception(penalty, name, penalties, loose, rules)
        if exception:
            counted.append(Counted(penalty, exception.minutes, exception.clause))
        else:
            counted.append(Counted(penalty, rules.equivalents.get(name, 0), rules.equivalents_clause))
    return tuple(counted)


def _exception(
    penalty: Penalty,
    name: str,
    penalties: tuple[Penalty, ...],
    loose: Counter[tuple[str | None, str, str]],
    rules: FairPlay,
) -> FairPlayException | None:
    for item in rules.exceptions:
        if (item.offence, item.penalty_class) != (penalty.offence, name):
            continue
        if item.unless_with is None:
            return item
        if any(other.incident == penalty.incident and other.id != penalty.id for other in penalties):
            return None
        second_part = (penalty.person, penalty.offence, item.unless_with)
        if loose[second_part] > 0:
            loose[second_part] -= 1
            return None
        return item
    return None


def verdict(facts: Facts, game: Game, team: str, book: RuleBook) -> Verdict | None:
    """The verdict for one team in one played game (P.2); None where the book has no limit for the level."""
    rules = book.one(FairPlay)
    limit = rules.limits.get(facts.division[game.division].level)
    if limit is None:
        return None
    penalties = tuple([penalty for penalty in game.penalties if penalty.team == team])
    minutes = sum([item.minutes for item in equivalent_minutes(penalties, rules)])
    causes = _causes(facts, game, team, penalties, minutes, limit, rules)
    why = [f"{minutes} minutes, limit {limit}", *(sentence for _, sentence in causes if sentence)]
    kept = not causes
    clauses = [clause for clause, _ in causes] or [rules.minutes_clause]
    if team in game.fair_play:
        kept = game.fair_play[team]
        why.append(f"The director decided: {'kept' if kept else 'lost'}")
        clauses.append(rules.clause)
    return Verdict(game.id, team, minutes, limit, kept, tuple(dict.fromkeys(clauses)), tuple(why))


def _causes(
    facts: Facts, game: Game, team: str, penalties: tuple[Penalty, ...], minutes: int, limit: int, rules: FairPlay
) -> list[tuple[str, str]]:
    """Every cause that loses the point: its clause and, where the minutes don't say it, a sentence."""
    causes = [(rules.minutes_clause, "")] if minutes > limit else []
    if happened := {event.kind for event in game.conduct if event.team == team}:
        for kind, clause in rules.conduct_clauses.items():
            if kind in happened:
                causes.append((clause, kind.replace("-", " ").capitalize()))
    staff = rules.staff
    if staff:
        for penalty in penalties:
            if penalty.person and effective_class(penalty) in staff.classes:
                roles = _roles_on(facts, penalty.person, team, game)
                if roles.intersection(staff.roles):
                    causes.append(
                        (staff.clause, f"{effective_class(penalty).replace('-', ' ').capitalize()} of a coach")
                    )
    return causes


def _roles_on(facts: Facts, person: str, team: str, game: Game) -> set[str]:
    """The roles that somebody had in the team on the day of the game."""
    return {
        spot.role
        for spot in facts.spots_of.get((person, team), ())
        if game.day is None
        or ((spot.starts is None or spot.starts <= game.day) and (spot.ends is None or game.day <= spot.ends))
    }


def verdicts(facts: Facts, book: RuleBook, found: Mapping[str, Result]) -> tuple[Verdict, ...]:
    """A verdict for both teams of every played game, in order of start, then team id.

    Games of levels that keep no score have none (5.3 of District 9), nor have games that weren't played.
    """
    if book.get(FairPlay) is None:
        return ()
    rules = book.get(Results)
    without_score = set(rules.no_score_levels) if rules else set()
    given = [
        ruled
        for result in found.values()
        if result.status == "played" and facts.division[result.game.division].level not in without_score
        for team in result.game.teams
        if (ruled := verdict(facts, result.game, team, book)) is not None
    ]
    return tuple(sorted(given, key=lambda item: (facts.game[item.game].starts or NEVER, item.team)))


def levels_without_limit(facts: Facts, book: RuleBook) -> tuple[str, ...]:
    """Levels of the season for which the book gives no limit: the league must set one before points count."""
    rules = book.get(FairPlay)
    if rules is None:
        return ()
    results = book.get(Results)
    without_score = results.no_score_levels if results else ()
    levels = dict.fromkeys(division.level for division in facts.divisions)
    return tuple(level for level in levels if level not in rules.limits and level not in without_score)


def points(given: tuple[Verdict, ...], found: Mapping[str, Result], book: RuleBook) -> Mapping[tuple[str, str], int]:
    """Fair Play points by (game, team): 1 where kept, 0 where lost.

    A game won without play gives one only where the director decided so, and only to the team that
    wasn't at fault (3.12.a of District 9).
    """
    earned = {(item.game, item.team): int(item.kept) for item in given}
    rules = book.get(Results)
    if rules is not None and rules.forfeit_fair_play_clause is not None:
        for result in found.values():
            if result.won_without_play and result.winner is not None:
                earned[result.game.id, result.winner] = int(result.game.fair_play.get(result.winner, False))
    return earned
