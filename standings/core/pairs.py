"""Decides how tied teams compare pair by pair: whether they all met equally often, and who has a clear advantage."""

from itertools import combinations

from standings.core.ranking import Group, Step
from standings.core.tally import Tallies


def balanced(teams: Group, tallies: Tallies) -> bool:
    """Whether every two of the teams met the same number of times, at least once (9-1.b.ii.1 of the Alberta manual)."""
    met = {tallies.between(one, other).games for one, other in combinations(teams, 2)}
    return len(met) == 1 and 0 not in met


def clear_advantage(clause: str, rule: str, teams: Group, tallies: Tallies) -> Step:
    """Who beat each of the others goes first, who lost to each goes last (9-1.b.ii.1 of the Alberta manual).

    A team has a clear advantage when it met each of the others and took more points than each of them in
    their meetings; a clear disadvantage is the reverse. The values are the points of all these meetings.
    """
    standing = {team: _standing(team, teams, tallies) for team in teams}
    split = tuple(group for value in (1, 0, -1) if (group := tuple(team for team in teams if standing[team] == value)))
    if len(split) == 1:
        why = "The tied teams didn't all meet equally often, and none has a clear advantage: it can't part them"
        return Step(clause, rule, dict.fromkeys(teams, "-"), (teams,), why)
    pairs = ", ".join(
        f"{one} {tallies.between(one, other).points}-{tallies.between(other, one).points} {other}"
        for one, other in combinations(teams, 2)
        if tallies.between(one, other).games
    )
    why = f"They didn't all meet equally often: a clear advantage in the points of each pair's meetings ({pairs})"
    values = {team: str(tally.points) for team, tally in tallies.among(teams).items()}
    return Step(clause, rule, values, split, why)


def _standing(team: str, teams: Group, tallies: Tallies) -> int:
    others = [other for other in teams if other != team]
    if any(tallies.between(team, other).games == 0 for other in others):
        return 0
    leads = {_sign(tallies.between(team, other).points - tallies.between(other, team).points) for other in others}
    return leads.pop() if len(leads) == 1 else 0


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
