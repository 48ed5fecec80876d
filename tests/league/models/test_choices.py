"""The lists that the database keeps to are those of the vocabulary, in its order."""

import pytest
from django.db.models import TextChoices

from discipline.models import ApprovalKind
from league.core import vocabulary
from league.models import Clock, Conduct, DecidedIn, GameKind, Half, Outcome, PenaltyClass, RosterRole, RosterStatus
from league.models.games import Excuse
from scheduling.models import RequestDecision, RequestReason


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        (ApprovalKind, vocabulary.APPROVAL_KINDS),
        (Clock, vocabulary.CLOCKS),
        (Conduct, vocabulary.CONDUCT_KINDS),
        (DecidedIn, vocabulary.DECIDED_IN),
        (Excuse, vocabulary.EXCUSES),
        (GameKind, vocabulary.GAME_KINDS),
        (Half, vocabulary.SEASON_HALVES),
        (Outcome, vocabulary.OUTCOMES),
        (PenaltyClass, vocabulary.PENALTY_CLASSES),
        (RequestDecision, vocabulary.REQUEST_DECISIONS),
        (RequestReason, vocabulary.REQUEST_REASONS),
        (RosterRole, vocabulary.ROLES),
        (RosterStatus, vocabulary.ROSTER_STATUSES),
    ],
)
def test_choices_are_the_vocabulary(choices: type[TextChoices], words: tuple[str, ...]) -> None:
    assert tuple(choices.values) == words
