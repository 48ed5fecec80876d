"""Decides what is wrong with a schedule: days that aren't allowed, too many games, double bookings."""

from league.core.facts import NEVER, Facts
from league.rulebook.book import RuleBook
from scheduling.core.bookings import double_bookings
from scheduling.core.faults import ScheduleFault
from scheduling.core.game_counts import limit_faults
from scheduling.core.places import place_faults, standing_games

__all__ = ["ScheduleFault", "schedule_faults"]


def schedule_faults(facts: Facts, book: RuleBook) -> tuple[ScheduleFault, ...]:
    """Every fault of the schedule, by start of the game, then team id, then the file's order.

    Played games are looked at as well, cancelled ones aren't. Give it the facts with their approved
    moves (`requests.with_moves`). Implements 3.6, 3.7 and 3.9 of District 9 by the book's data.
    """
    found = [fault for game in standing_games(facts) for fault in place_faults(facts, book, game)]
    found += limit_faults(facts, book)
    found += double_bookings(facts, book)
    order = {game.id: (game.starts or NEVER, number) for number, game in enumerate(facts.games)}
    return tuple(sorted(found, key=lambda fault: (order[fault.game][0], fault.team or "", order[fault.game][1])))
