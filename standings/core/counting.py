"""Decides which games the table counts and what each of them brings its two teams."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from league.core.book import Results
from league.core.facts import NEVER, Facts
from league.core.penalty_minutes import assessed_seconds
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book_points import Points
from standings.core.tally import Meeting, Tallies, Tally


def counted(results: Iterable[Result], points: Points) -> tuple[Result, ...]:
    """The results that the table counts: of the book's kinds of game, played to a known end or won without play."""
    return tuple(
        result
        for result in results
        if result.counts and result.game.kind in points.kinds and not _without_result(result)
    )


def _without_result(result: Result) -> bool:
    """Whether a game was played and nobody said how it ended: that is no 0-0."""
    return result.status == "played" and result.game.home_goals is None and result.winner is None


def standing(results: Iterable[Result], facts: Facts, book: RuleBook) -> tuple[Result, ...]:
    """The results without those of withdrawn teams, where the book voids them; otherwise all of them stand."""
    rules = book.get(Results)
    if rules is None or rules.withdrawn != "void":
        return tuple(results)
    gone = {item.team for item in facts.withdrawn}
    return tuple(result for result in results if gone.isdisjoint(result.game.teams))


def of_stages(results: Iterable[Result], stages: Collection[str | None]) -> tuple[Result, ...]:
    """The playoff results of these stages that count; None stands for playoff games without a stage."""
    return tuple(
        result
        for result in results
        if result.counts
        and result.game.kind == "playoff"
        and result.game.stage in stages
        and not _without_result(result)
    )


def missing_results(facts: Facts, book: RuleBook, results: Mapping[str, Result]) -> tuple[str, ...]:
    """A question to the league for every game that the table would count if its result were known."""
    points, rules = book.get(Points), book.get(Results)
    if points is None:
        return ()
    unscored = rules.no_score_levels if rules else ()
    return tuple(
        f"Game {result.game.id} is recorded as played: what was the score?"
        for result in results.values()
        if _without_result(result)
        and result.game.kind in points.kinds
        and facts.division[result.game.division].level not in unscored
    )


def tallies(
    results: Iterable[Result],
    points: Points,
    fair_play: Mapping[tuple[str, str], int],
    penalty_seconds: Mapping[tuple[str, str], int] | None = None,
) -> Tallies:
    """Add up results that count; Fair Play points and assessed penalty seconds are by game and team."""
    seconds = penalty_seconds or {}
    return Tallies(meeting_of(result, points, fair_play, seconds) for result in results)


def meeting_of(
    result: Result,
    points: Points,
    fair_play: Mapping[tuple[str, str], int],
    seconds: Mapping[tuple[str, str], int],
) -> Meeting:
    """What a result that counts brought its two teams."""
    game = result.game
    found = {
        team: of_game(result, team, points, fair_play.get((game.id, team), 0), seconds.get((game.id, team), 0))
        for team in game.teams
    }
    return Meeting((game.starts or NEVER, game.id), game.home, found)


def of_game(result: Result, team: str, points: Points, fair_play: int, penalty_seconds: int = 0) -> Tally:
    """What one counted game brought one of its teams (P.1 of the handbook)."""
    line = result.line(team)
    if line is None:
        raise ValueError(f"game {result.game.id} counts for nothing")
    goals_for, goals_against = result.goals(team)
    # what was never played is decided like a regulation game
    decided_in = result.game.decided_in if result.status == "played" and line != "tie" else "regulation"
    worth = decided_in if result.status == "played" else result.status
    win, loss = line == "win", line == "loss"
    overtime, shootout = decided_in == "overtime", decided_in == "shootout"
    if points.shootout_goal and shootout:
        goals_for, goals_against = goals_for + win, goals_against + loss
    return Tally(
        games=1,
        wins=int(win),
        losses=int(loss),
        ties=int(line == "tie"),
        overtime_wins=int(win and overtime),
        overtime_losses=int(loss and overtime),
        shootout_wins=int(win and shootout),
        shootout_losses=int(loss and shootout),
        fair_play=fair_play,
        points=points.of_result(result, team, line, worth, fair_play),
        available=points.available * points.weight(result),
        goals_for=goals_for,
        goals_against=goals_against,
        penalty_seconds=penalty_seconds,
        provisional=int(result.game.provisional),
        differences=(goals_for - goals_against,),
    )


def penalty_seconds(facts: Facts, book: RuleBook) -> Mapping[tuple[str, str], int]:
    """Assessed seconds of penalties by game and team, bench penalties included."""
    seconds: dict[tuple[str, str], int] = defaultdict(int)
    for game in facts.games:
        for penalty in game.penalties:
            level = facts.division[game.division].level
            seconds[game.id, penalty.team] += assessed_seconds(penalty, level, book)
    return seconds
