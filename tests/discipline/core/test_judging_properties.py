"""Shows that sentences rest on what happened alone: on no order of entry, and on nothing that was corrected away."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.documents import Suspension
from league.core.facts import Facts, Game, Penalty
from league.rulebook.loader import load
from tests.discipline.core.builders import facts_of, played, ruled

BOOKS = {slug: load(slug) for slug in ("nb-minor-discipline", "alberta-mens", "maha-adult")}
OFFENCES = ("fighting", "boarding", "elbowing", "checking-from-behind", "unsportsmanlike-conduct", "kicking")
CLASSES = ("minor", "major", "misconduct", "game-misconduct", "match")
ENTRIES = st.lists(
    st.tuples(
        st.integers(1, 4),
        st.sampled_from(OFFENCES),
        st.sampled_from(CLASSES),
        st.sampled_from(["pat", "sam"]),
        st.booleans(),
    ),
    min_size=1,
    max_size=9,
)


def season_of(entries) -> Facts:
    """Four games with these penalties, each an act of its own at a time of its own."""
    sheets: dict[int, list[Penalty]] = {number: [] for number in range(1, 5)}
    for place, (number, offence, penalty_class, person, marked) in enumerate(entries):
        team = "otters" if person == "pat" else "bears"
        flags = frozenset({"head-contact"}) if marked else frozenset()
        penalty = Penalty(f"x{place}", team, penalty_class, person, offence, f"x{place}", flags=flags)
        sheets[number].append(replace(penalty, period=1 + place % 3, left=1000 - place))
    return facts_of(*(played(number, penalties=tuple(sheet)) for number, sheet in sheets.items()))


def rulings(facts: Facts, slug: str) -> dict[str, Suspension]:
    found = ruled(facts, book=BOOKS[slug]).suspensions
    return {item.incident: item for item in found}


def essence(item: Suspension) -> tuple[object, ...]:
    return (item.person, item.parts, item.offence_number, item.games, item.indefinite, item.expelled)


@given(ENTRIES, st.randoms(use_true_random=False), st.sampled_from(sorted(BOOKS)))
def test_recomputing_in_any_order_of_entry_gives_the_same_rulings(entries, random, slug):
    facts = season_of(entries)

    def shuffled(game: Game) -> Game:
        return replace(game, penalties=tuple(random.sample(game.penalties, len(game.penalties))))

    games = [shuffled(game) for game in facts.games]
    random.shuffle(games)
    again = rulings(facts.changed(games=tuple(games)), slug)
    assert {key: item.document() for key, item in rulings(facts, slug).items()} == {
        key: item.document() for key, item in again.items()
    }


@given(ENTRIES, st.sampled_from(sorted(BOOKS)))
def test_what_comes_later_changes_nothing_that_was_ruled_before(entries, slug):
    facts = season_of(entries)
    before = rulings(facts.changed(games=facts.games[:2]), slug)
    after = rulings(facts, slug)
    assert {key: essence(item) for key, item in before.items()} == {key: essence(after[key]) for key in before}


@pytest.mark.clause("nb-minor-discipline", "12.a.1")
@given(ENTRIES, st.data())
def test_a_major_corrected_to_a_minor_withdraws_what_followed_from_it_and_nothing_else(entries, data):
    majors = [place for place, entry in enumerate(entries) if entry[2] == "major"]
    if not majors:
        return
    place = data.draw(st.sampled_from(majors))
    entry = entries[place]
    corrected = [*entries[:place], (entry[0], entry[1], "minor", *entry[3:]), *entries[place + 1 :]]
    before, after = (rulings(season_of(found), "nb-minor-discipline") for found in (entries, corrected))
    assert f"x{place}" not in after
    for key, item in before.items():
        other = entries[int(key[1:])] if key.startswith("x") else None
        if other is None or (other[3] == entry[3] and other[1:3] == entry[1:3]):
            continue
        general = {"4.4"} & {part.clause for part in item.parts}
        if not general:
            assert essence(after[key]) == essence(item)
