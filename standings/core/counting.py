"""Decides which games the table counts and what each of them brings its two teams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from league.core.book import Results
from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book import Points
from standings.core.tally import Tallies, Tally


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


def tallies(results: Iterable[Result], points: Points, fair_play: Mapping[tuple[str, str], int]) -> Tallies:
    """Add up the counted results; `fair_play` holds the Fair Play points by game and team."""
    games: dict[str, dict[str, list[Tally]]] = defaultdict(lambda: defaultdict(list))
    for result in counted(results, points):
        for team in result.game.teams:
            kept = fair_play.get((result.game.id, team), 0)
            games[team][result.game.opponent(team)].append(of_game(result, team, points, kept))
    return Tallies(
        {
            team: {opponent: Tally.total(played) for opponent, played in opponents.items()}
            for team, opponents in games.items()
        }
    )


def of_game(result: Result, team: str, points: Points, fair_play: int) -> Tally:
    """What one counted game brought one of its teams (P.1 of the handbook)."""
    line = result.line(team)
    if line is None:
        raise ValueError(f"game {result.game.id} counts for nothing")
    goals_for, goals_against = result.goals(team)
    # what was never played is decided like a regulation game
    decided_in = result.game.decided_in if result.status == "played" and line != "tie" else "regulation"
    win, loss = int(line == "win"), int(line == "loss")
    overtime, shootout = int(decided_in == "overtime"), int(decided_in == "shootout")
    return Tally(
        games=1,
        wins=win,
        losses=loss,
        ties=int(line == "tie"),
        overtime_wins=win * overtime,
        overtime_losses=loss * overtime,
        shootout_wins=win * shootout,
        shootout_losses=loss * shootout,
        fair_play=fair_play,
        points=points.of(line, decided_in) + fair_play * points.fair_play,
        goals_for=goals_for,
        goals_against=goals_against,
        provisional=int(result.game.provisional),
        differences=(goals_for - goals_against,),
    )
