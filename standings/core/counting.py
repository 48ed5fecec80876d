"""Decides which games the table counts and what each of them brings its two teams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from league.core.results import Result
from standings.core.book import Points
from standings.core.tally import Tallies, Tally


def counted(results: Iterable[Result], points: Points) -> tuple[Result, ...]:
    """The results that the table counts: of the book's kinds of game, played or won without play."""
    return tuple(result for result in results if result.counts and result.game.kind in points.kinds)


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
