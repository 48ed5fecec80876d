"""Decides how long a penalty is, in seconds, as assessed on the score sheet."""

from league.core.book import PenaltyMinutes
from league.core.facts import Penalty
from league.rulebook.book import RuleBook

PENALTY_SHOT = "penalty-shot"


def effective_class(penalty: Penalty) -> str:
    """The class that counts: a penalty shot takes that of the penalty it stands for."""
    return penalty.stands_for if penalty.penalty_class == PENALTY_SHOT else penalty.penalty_class


def assessed_seconds(penalty: Penalty, level: str, book: RuleBook) -> int:
    """Seconds on the record: what the sheet says, else the book's length by class, level and clock.

    A class for which the book gives no length counts 0.
    """
    if penalty.seconds is not None:
        return penalty.seconds
    lengths = book.get(PenaltyMinutes)
    if lengths is None:
        return 0
    counted = effective_class(penalty)
    for item in lengths.lengths:
        fits_level = not item.levels or level in item.levels
        fits_clock = item.clock is None or item.clock == penalty.clock
        if counted in item.classes and fits_level and fits_clock:
            return item.seconds
    return lengths.seconds.get(counted, 0)
