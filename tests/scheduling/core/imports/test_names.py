"""Checks whom a name in a file means: exactly, as answered, by asking; never by likeness alone."""

from hypothesis import given
from hypothesis import strategies as st

from league.core.rosters.columns import plain
from scheduling.core.imports.names import NEW, NONE, Known, Names

TEAMS = (Known(1, "Ashby Otters", "Bantam A"), Known(2, "Ashby Otters", "Peewee B"), Known(3, "Brook Lynx", "Bantam A"))


def names(what: str = "team", answers: dict[str, str] | None = None, remembered: dict[str, int] | None = None) -> Names:
    return Names(what, TEAMS, answers or {}, remembered or {})  # type: ignore[arg-type]


def test_a_name_is_found_whatever_its_capitals_accents_and_signs() -> None:
    assert names().find("BROOK-LYNX") == 3
    assert names().find("brook lynx", "Bantam A") == 3


def test_the_division_keeps_equal_names_apart() -> None:
    assert names().find("Ashby Otters", "Bantam A") == 1
    assert names().find("Ashby Otters Peewee B") == 2
    assert names().find("Ashby Otters") is None


def test_what_is_only_alike_is_asked_about_with_suggestions() -> None:
    found = names()
    assert found.find("Brook Linx") is None
    question = found.asked[plain("Brook Linx")]
    assert question.suggested[0].id == 3
    assert question.sure
    assert found.find("Zzz") is None
    assert found.asked["zzz"].suggested == ()


def test_answers_count_now_and_are_remembered_for_later() -> None:
    answered = names(answers={"brooklinx": "3", "zzz": "99"})
    assert answered.find("Brook Linx") == 3
    assert answered.answered == {"brooklinx": 3}
    assert answered.find("Zzz") is None
    assert names(remembered={"zzz": 3}).find("Zzz") == 3
    assert names(remembered={"zzz": 99}).find("Zzz") is None


def test_only_rinks_can_be_added_or_left_empty() -> None:
    assert names("rink", {"pond": NEW}).find("Pond") == NEW
    assert names("rink", {"pond": NONE}).find("Pond") == NONE
    assert names("team", {"pond": NEW}).find("Pond") is None


@given(st.text(max_size=30), st.text(max_size=10), st.dictionaries(st.text(max_size=5), st.text(max_size=5)))
def test_no_name_breaks_it(written: str, apart: str, answers: dict[str, str]) -> None:
    found = names(answers=answers).find(written, apart)
    assert found is None or found in {1, 2, 3}
