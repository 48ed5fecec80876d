"""Shows on which grounds a decision may go above the minimum, and that the ruling names the one it went by."""

import pytest

from discipline.core.book_longer import Longer
from league.core.facts import Penalty
from league.rulebook.loader import load
from tests.discipline.core.builders import BOOK, day, decided, facts_of, played, ruled

NB = load("nb-minor-discipline")
KICK = Penalty("x1", "otters", "match", "pat", "kicking", "x1")


def pats(book, *decisions):
    (found,) = ruled(facts_of(played(1, penalties=(KICK,)), decisions=decisions), book=book).suspensions
    return found


@pytest.mark.clause("nb-minor-discipline", "4.c.iv", "12.a.2", "12.a.3")
@pytest.mark.parametrize(
    ("ground", "words"),
    [
        ("seriousness", "seriousness (4.c.iv)"),
        ("serious-injury", "serious injury (12.a.3)"),
        ("repeat-offender", "repeat offender (12.a.2)"),
    ],
)
def test_the_ruling_names_the_ground_and_its_clause(ground, words):
    found = pats(NB, decided("x1", day(1), 5, ground=ground))
    assert found.games == 5
    assert any(f"5 games in all, for {words}." in text for text in found.why)


def test_without_a_ground_or_by_a_book_without_grounds_none_is_named():
    assert not any(", for " in text for text in pats(NB, decided("x1", day(1), 5)).why)
    assert BOOK.all(Longer) == ()


@pytest.mark.clause("nb-minor-discipline", "12.a.2", "12.a.3")
@pytest.mark.parametrize(
    ("flags", "number", "shown"),
    [
        ([], 1, []),
        ([], None, []),
        (["accidental"], 1, []),
        (["injury"], 1, ["serious-injury"]),
        (["injury-head-or-face"], 2, ["serious-injury", "repeat-offender"]),
        ([], 3, ["repeat-offender"]),
    ],
)
def test_the_record_shows_injuries_and_repeated_offences(flags, number, shown):
    assert [rule.ground for rule in NB.all(Longer) if rule.shown(flags, number)] == shown
