"""Decides who could shoot in a game's shootout, and who may not, from the score sheet and the rosters."""

from collections.abc import Iterable

from league.core.facts import Game, Penalty, RosterSpot
from league.core.penalty_minutes import assessed_seconds
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.rulebook.book import RuleBook
from standings.core.book_playoffs import Overtime
from standings.core.shootout import Bench

GAME_LONG = frozenset({"game-misconduct", "gross-misconduct", "match"})
"""Classes whose owner is out for the rest of the game."""
LAST_PERIOD = 3
"""Penalties of earlier ones are over when regulation is."""


def entry_for(book: RuleBook, game: Game) -> Overtime | None:
    """How the book has a level game of this kind and stage go on; None where it says nothing."""
    fitting = [item for item in book.all(Overtime) if game.kind in item.kinds]
    named = next((item for item in fitting if game.stage in item.stages), None)
    return named or next((item for item in fitting if not item.stages), None)


def bench(
    game: Game, team: str, spots: Iterable[RosterSpot], level: str, book: RuleBook, overtime_seconds: int | None
) -> Bench:
    """Who could shoot for the team: the lineup where the sheet has one, otherwise the roster of the day.

    `overtime_seconds` is the overtime that was played before the shootout, 0 or None for none.
    """
    on_roster: dict[str, RosterSpot] = {}
    for spot in spots:
        on_roster.setdefault(spot.person, spot)
    lineup = {spot.person: spot for spot in game.lineup(team)}
    dressed = lineup or on_roster
    keep_out = TEAM_OFFICIAL_ROLES | {"goalie", "representative"}
    skaters = [person for person in dressed if person not in on_roster or on_roster[person].role not in keep_out]
    lines = {}
    for person in dressed:
        line = (lineup[person].line if person in lineup else None) or (
            on_roster[person].line if person in on_roster else None
        )
        if line is not None:
            lines[person] = line
    mine = [penalty for penalty in game.penalties if penalty.team == team]
    return Bench(
        skaters=skaters,
        lines=lines,
        running_penalty=[
            penalty.person
            for penalty in mine
            if penalty.person is not None and _running(penalty, level, book, overtime_seconds or 0)
        ],
        game_misconduct=[
            penalty.person for penalty in mine if penalty.person is not None and penalty.penalty_class in GAME_LONG
        ],
        substitutes=[spot.person for spot in on_roster.values() if spot.status == "substitute"],
    )


def _running(penalty: Penalty, level: str, book: RuleBook, overtime_seconds: int) -> bool:
    """Whether the penalty wasn't over by the clock when the shootout began; one without a time is taken to be over.

    A goal may have ended it: the sheet doesn't say, so this only ever warns (4-8.a.3 and 9-1.c.c of the
    Alberta manual, rule 22 of M.A.H.A.).
    """
    in_overtime = isinstance(penalty.period, str)
    if penalty.left is None or penalty.penalty_class in GAME_LONG or not (in_overtime or penalty.period == LAST_PERIOD):
        return False
    served = penalty.left + (0 if in_overtime else overtime_seconds)
    return served < assessed_seconds(penalty, level, book)
