"""A file whose game is on a rink that the league has given to a game of another season is refused, game by game."""

import json

import pytest

from league.models import Game, League, Season, Venue
from league.seasonfile import SeasonFileFaults
from league.services.rulebooks import publish_shipped
from rulings.importing import import_season
from rulings.reading import open_season_file
from tests import factories
from tests.seasons import season_file

pytestmark = pytest.mark.django_db


def imported(document):
    league = League.objects.first() or factories.league()
    file = open_season_file(json.dumps(document)).file
    version = next(version for version in publish_shipped() if version.slug == file.rulebook)
    return import_season(file=file, version=version, league=league)


def document(name, *games, starts="13:00", rink="North Rink"):
    made = season_file(list(games), teams=2)
    made["season"]["name"] = name
    for game in made["games"]:
        game |= {"venue": rink, "starts": game["starts"].replace("13:00", starts)}
    return made


def test_every_game_on_a_taken_rink_is_told_and_nothing_is_loaded():
    imported(document("First", "A 3-2 B", "B v A"))
    with pytest.raises(SeasonFileFaults) as faults:
        imported(document("Second", "A 1-0 B", "B v A", "A v B", starts="13:30"))
    told = [(finding.code, finding.where) for finding in faults.value.findings]
    assert told == [("rink-taken", "games[0].venue"), ("rink-taken", "games[1].venue")]
    assert "Ashby Otters - Brook Bears" in faults.value.findings[0].message
    assert "(First)" in faults.value.findings[0].message
    assert Season.objects.count() == 1
    assert Game.objects.count() == 2


@pytest.mark.parametrize(("starts", "rink"), [("14:30", "North Rink"), ("13:00", "South Rink")])
def test_after_it_or_on_another_rink_there_is_nothing_to_tell(starts, rink):
    imported(document("First", "A 3-2 B"))
    imported(document("Second", "A 1-0 B", starts=starts, rink=rink))
    assert Game.objects.count() == 2
    assert Venue.objects.filter(key="North Rink").count() == 1


def test_a_game_that_was_not_played_holds_no_rink():
    made = document("First", "A v B")
    made["games"][0] |= {"outcome": "no-show", "at_fault": ["B"]}
    imported(made)
    imported(document("Second", "A 1-0 B"))
    assert Game.objects.count() == 2


def test_a_rink_booked_while_a_file_is_loaded_is_told_and_nothing_is_loaded(monkeypatch):
    imported(document("First", "A 3-2 B"))
    monkeypatch.setattr("rulings.season_rows.taken_rinks", lambda *_: [])  # the look came before the booking
    with pytest.raises(SeasonFileFaults) as faults:
        imported(document("Second", "A 1-0 B", starts="13:30"))
    assert [(finding.code, finding.where) for finding in faults.value.findings] == [("rink-taken", "games")]
    assert Season.objects.count() == 1
