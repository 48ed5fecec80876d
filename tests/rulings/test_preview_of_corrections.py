"""A major that becomes a minor withdraws what came of it, by every book, and nothing else; as the workers leave it."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from discipline.models import Suspension
from league.core.report_game import content_of
from league.core.reports import ReportContent
from league.models import Game, Role, Season
from league.queries.reports import about
from league.rulebook.loader import shipped
from league.services.settling import correct
from rulings import services
from rulings.preview import Consequences, Pair
from tests import factories
from tests.rulings.test_preview import foreseen, left, previewed
from tests.seasons import fight, imported, people, season_file

NOW = dt.datetime(2015, 3, 1, tzinfo=dt.UTC)
BOOKS = shipped()
LEVEL = {"alberta-mens": "adult", "maha-adult": "adult"}
SUSPENDING = [slug for slug in BOOKS if slug != "mn-hockey-fair-play"]
"""The books that suspend for a fight; the other is about Fair Play points alone."""
FINING = {"alberta-mens": ["25.00"]}
"""The fines for a first fight."""


def season_of(book: str) -> Season:
    """A-1 and B-1 fought in g1, A-2 got a minor; one game was played since, two are to come."""
    document = season_file(["A 3-2 B", "B 2-1 A", "B v A", "A v B"], teams=2, level=LEVEL.get(book, "bantam"))
    document["rulebook"] = book
    document["season"] |= {"half": "winter", "playoffs_start": "2015-02-07"}
    people(document)
    for person in document["people"]:
        person |= {"registration": person["id"], "born": "1980-01-31" if book in LEVEL else "2000-01-31"}
    first = document["games"][0]
    fight(first, "A", "A-1")
    fight(first, "B", "B-1", 2)
    tripping = {"offence": "tripping", "class": "minor", "period": 1, "left": "05:00"}
    first["penalties"].append({"id": "m1", "team": "A", "person": "A-2"} | tripping)
    season = imported(document)
    factories.member(Role.STATISTICIAN, season.league)
    return season


def with_a_minor(game: Game) -> ReportContent:
    """The sheet as it should have been: A-1 got a minor for roughing, and no game misconduct."""
    content = content_of(about(game).game)
    kept = tuple(
        replace(item, penalty_class="minor", offence="roughing", incident=None)
        if item.penalty_class == "major"
        else item
        for item in content.home.penalties
        if not (item.person == "A-1" and item.penalty_class == "game-misconduct")
    )
    return replace(content, home=replace(content.home, penalties=kept))


def gone(pairs: tuple[Pair, ...]) -> list[Mapping[str, Any]]:
    """What is withdrawn; everything has to be."""
    assert [pair.after for pair in pairs] == [None] * len(pairs)
    return [pair.before for pair in pairs if pair.before is not None]


RANKED = {"rank", "tied"}
"""What a Fair Play point of the other team may change in a line of the table."""


def changed(pair: Pair) -> set[str]:
    """The figures of a line that differ, its explanation left out."""
    before, after = pair.before or {}, pair.after or {}
    return {name for name in after if name not in ("why", "clauses") and before.get(name) != after[name]}


def whom(entries: list[Mapping[str, Any]]) -> set[str]:
    return {str(entry["person"]) for entry in entries}


@pytest.mark.django_db
@pytest.mark.parametrize("book", SUSPENDING)
def test_the_suspension_its_games_and_its_fine_go_and_nothing_else(book: str) -> None:
    season = season_of(book)
    game = Game.objects.get(season=season, key="g1")
    content = with_a_minor(game)
    seen: Consequences = previewed(game, content)
    [suspension] = gone(seen.suspensions)
    assert (suspension["person"], suspension["team"]) == ("A-1", "A")
    # an unpaid fine keeps the whole team off the ice, and nobody of the other
    assert whom(gone(seen.ineligible)) <= ({"A-1", "A-2"} if book in FINING else {"A-1"})
    assert whom(gone(seen.reviews)) <= {"A-1"}
    assert whom(gone(seen.ejections)) == ({"A-1"} if book == "alberta-mens" else set())
    assert [entry["amount"] for entry in gone(seen.charges)] == FINING.get(book, [])
    assert [pair.either["team"] for pair in seen.fair_play if pair.either["team"] != "A"] == []
    assert all(changed(pair) <= RANKED for pair in seen.rows if pair.either["team"] != "A")

    others = Suspension.objects.filter(season=season).exclude(person__key="A-1").order_by("pk")
    before = list(others.values_list("pk", "person__key", "data"))
    assert [person for _, person, _ in before] == ["B-1"]
    by = season.league.memberships.get().user
    correct(game=game, content=content, reason="Sheet read again", by=by, seen_version=game.version, now=NOW)
    services.recompute_pending()
    assert left(season, seen.after) == foreseen(seen.after)
    assert not Suspension.objects.filter(season=season, person__key="A-1").exists()
    assert list(others.values_list("pk", "person__key", "data")) == before


@pytest.mark.django_db
def test_by_a_book_of_fair_play_alone_only_the_minutes_change() -> None:
    season = season_of("mn-hockey-fair-play")
    game = Game.objects.get(season=season, key="g1")
    seen = previewed(game, with_a_minor(game))
    assert (seen.suspensions, seen.ineligible, seen.reviews, seen.charges, seen.ejections) == ((), (), (), (), ())
    assert [pair.either["team"] for pair in seen.fair_play] == ["A"]
