"""The id of a record that was merged stays good: files, reports and rosters that name it mean whoever stands for it."""

import json

import pytest

from league.core.reports import ReportContent, ReportedPenalty, SideReport, as_json
from league.models import (
    Penalty,
    Person,
    SeasonPerson,
)
from league.queries.reports import report_content
from league.queries.rosters import on_record
from league.seasonfile import SeasonFileFaults
from league.services.editing import state_of
from league.services.setup_rosters import PERSON_FIELDS, change_person
from rulings.importing import import_season
from rulings.reading import open_season_file
from tests import factories
from tests.rulings.test_merging import merged, pair, split, two_fights
from tests.seasons import imported

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("keeping_the_second", [False, True])
def test_the_same_file_comes_in_again_as_the_same_season(keeping_the_second: bool) -> None:
    document = split(two_fights())
    document["people"][0] |= {"carded": False}  # a default that is written: its place moves
    document["people"][-1] |= {"born": "2001-05-05"}
    season = imported(document)
    one, other = pair(season)
    kept, absorbed = (other, one) if keeping_the_second else (one, other)
    merged(kept, absorbed)
    file = open_season_file(json.dumps(document)).file
    again, made = import_season(file=file, version=season.rulebook, league=season.league)
    assert (again.pk, made) == (season.pk, False)


def test_a_new_seasons_file_with_the_old_id_means_whoever_stands_for_it() -> None:
    document = split(two_fights())
    season = imported(document)
    kept, absorbed = pair(season)
    merged(kept, absorbed)
    later = json.loads(json.dumps(document))
    later["season"]["name"] = "2015-16"
    file = open_season_file(json.dumps(later)).file
    made, new = import_season(file=file, version=season.rulebook, league=season.league, slug="2015-16")
    assert new
    assert not Penalty.objects.filter(person=absorbed).exists()
    assert SeasonPerson.objects.filter(season=made, person__in=[kept, absorbed]).count() == 1
    later["games"][4]["lineup"] = {"home": ["A-1", "A-1b"]}
    file = open_season_file(json.dumps(later)).file
    with pytest.raises(SeasonFileFaults) as faults:
        import_season(file=file, version=season.rulebook, league=season.league, slug="2016-17")
    assert [finding.code for finding in faults.value.findings] == ["both-in-a-game"]


def test_a_report_that_names_the_old_id_means_whoever_stands_for_it() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    game = season.games.get(key="g5")
    content = ReportContent(
        home=SideReport(penalties=(ReportedPenalty("minor", person="A-1b", served_by="A-1b"),), dressed=("A-1b", "A-2"))
    )
    report = factories.report(game, game.home, content=as_json(content))
    assert report_content(report) == content
    merged(kept, absorbed)
    assert report_content(report).home == SideReport(
        penalties=(ReportedPenalty("minor", person="A-1", served_by="A-1"),), dressed=("A-1", "A-2")
    )


def test_a_number_taken_over_from_the_other_record_is_nobody_elses() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    Person.objects.filter(pk=absorbed.pk).update(registration="8")
    merged(*pair(season))
    kept.refresh_from_db()
    values = {"name": "Player A-1", "born": None, "registration": "8", "special_conditions": False, "carded": False}
    change_person(person=kept, season=season, values=values, seen=state_of(kept, *PERSON_FIELDS))
    kept.refresh_from_db()
    assert (kept.name, kept.registration) == ("Player A-1", "8")


def test_a_roster_that_spells_it_the_other_way_means_whoever_stands_for_it() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    merged(kept, absorbed)
    known = on_record(season, []).people
    assert [(one.id, one.name) for one in known if one.id == kept.pk] == [(kept.pk, "Plyer A1"), (kept.pk, "Player A1")]
    assert absorbed.pk not in {one.id for one in known}
