"""Shows how states are told apart."""

from league.face.badges import _STATES, badge_of


def test_a_state_has_a_word_a_tone_and_a_mark() -> None:
    badge = badge_of("disputed")
    assert (str(badge.label), badge.tone, badge.mark) == ("Disputed", "bad", "✕")


def test_states_are_found_however_their_slug_is_written() -> None:
    assert str(badge_of("double_forfeit").label) == "Double forfeit"
    assert str(badge_of("VERIFIED").label) == "Verified"


def test_other_words_keep_the_tone() -> None:
    badge = badge_of("late", "31 h late")
    assert (badge.label, badge.tone) == ("31 h late", "warn")


def test_an_unknown_state_is_shown_quietly_by_its_own_name() -> None:
    badge = badge_of("under-advisement")
    assert (badge.label, badge.tone) == ("Under advisement", "quiet")


def test_no_two_tones_share_a_mark() -> None:
    marks = {(badge_of(state).tone, badge_of(state).mark) for state in _STATES}
    assert len({mark for _, mark in marks}) == len({tone for tone, _ in marks}) == len(marks)
