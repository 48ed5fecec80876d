"""Decides how long a penalty is, in seconds, as assessed on the score sheet."""

from league.core.book import PenaltyLength, PenaltyMinutes
from league.core.facts import Penalty
from league.rulebook.book import RuleBook

PENALTY_SHOT = "penalty-shot"


def effective_class(penalty: Penalty) -> str:
    """The class that counts: a penalty shot takes that of the penalty it stands for."""
    return penalty.stands_for if penalty.penalty_class == PENALTY_SHOT else penalty.penalty_class


def assessed_seconds(penalty: Penalty, level: str, book: RuleBook) -> int:
    """Seconds on the record: what the sheet says, else the book's length by class, level and clock.

    Each half of a double minor is a penalty of its own. A class for which the book gives no length
    counts 0. Implements 6-16.c.1 of the Alberta men's book by the book's data.
    """
    if penalty.seconds is not None:
        return penalty.seconds
    lengths = book.get(PenaltyMinutes)
    if lengths is None:
        return 0
    shot = penalty.penalty_class == PENALTY_SHOT and PENALTY_SHOT in lengths.seconds
    counted = PENALTY_SHOT if shot else effective_class(penalty)
    fitting = (item for item in lengths.lengths if _fits(item, penalty, counted, level))
    return next((item.seconds for item in fitting), lengths.seconds.get(counted, 0))


def personal_seconds(penalty: Penalty, level: str, book: RuleBook) -> int:
    """Seconds on the record of the person who was penalised; a bench minor is nobody's (Alberta men's 6-3.a)."""
    lengths = book.get(PenaltyMinutes)
    if penalty.person is None or (lengths is not None and penalty.penalty_class in lengths.nobodys_classes):
        return 0
    return assessed_seconds(penalty, level, book)


def _fits(item: PenaltyLength, penalty: Penalty, counted: str, level: str) -> bool:
    return (
        counted in item.classes
        and (not item.levels or level in item.levels)
        and (not item.offences or penalty.offence in item.offences)
        and (not item.flags or not penalty.flags.isdisjoint(item.flags))
        and item.clock in (None, penalty.clock)
    )
