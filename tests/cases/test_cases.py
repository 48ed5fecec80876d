"""Shows every worked case in two ways: by the pure functions alone, and through the database, workers included."""

import datetime as dt
import json
import shlex
from pathlib import Path

import pytest

from discipline.models import Ineligibility, Review, Suspension
from discipline.services import people_with_records, recompute_people, team_matters
from league.models import Source
from league.rulebook.expectations import differences
from league.rulebook.loader import shipped
from league.seasonfile import SeasonFileFaults, write
from league.services.audit import acting
from league.services.rulebooks import publish_shipped
from rulings.compose import rule_facts
from rulings.exporting import season_file
from rulings.importing import import_season
from rulings.queries import whole_facts
from rulings.reading import open_season_file
from rulings.services import recompute_divisions
from standings.models import StandingsSnapshot
from tests import factories

HERE = Path(__file__).parent
ALL = sorted(path.parent for path in HERE.glob("*/expect.json"))


def book_of(case: Path) -> str:
    return json.loads((case / "season.json").read_text())["rulebook"]


CASES = [case for case in ALL if book_of(case) in shipped()]
SOUND = [case for case in CASES if "faults" not in json.loads((case / "expect.json").read_text())]
FAULTY = [case for case in CASES if case not in SOUND]


def expected(case):
    return json.loads((case / "expect.json").read_text())


def as_of(case):
    args = shlex.split((case / "args").read_text()) if (case / "args").exists() else []
    assert args[:1] in ([], ["--as-of"])
    return dt.date.fromisoformat(args[1]) if args else None


def opened(case):
    return open_season_file((case / "season.json").read_bytes())


def imported(case):
    """The case's season in the database."""
    file = opened(case).file
    version = next(version for version in publish_shipped() if version.slug == file.rulebook)
    with acting(source=Source.IMPORT):
        season, _ = import_season(file=file, version=version, league=factories.league())
    return season


def ids(cases):
    return [case.name for case in cases]


def test_no_case_is_forgotten():
    assert CASES == ALL
    assert len(CASES) >= 20


@pytest.mark.parametrize("case", SOUND, ids=ids(SOUND))
def test_the_pure_functions_rule_as_the_case_says(case):
    season = opened(case)
    rulings = rule_facts(season.file.facts, season.book, as_of(case)).document()
    assert list(differences(expected(case), rulings)) == []


@pytest.mark.parametrize("case", FAULTY, ids=ids(FAULTY))
def test_a_faulty_file_is_refused_with_every_fault(case):
    with pytest.raises(SeasonFileFaults) as refused:
        opened(case)
    said = str(refused.value)
    assert [text for text in expected(case)["faults"] if text not in said] == []


@pytest.mark.django_db
@pytest.mark.parametrize("case", SOUND, ids=ids(SOUND))
def test_the_database_gives_the_same_rulings_and_the_same_file_back(case):
    season, file = imported(case), opened(case)
    assert write(season_file(season)) == json.loads((case / "season.json").read_text())
    stored = rule_facts(whole_facts(season), file.book, as_of(case)).document()
    assert stored == rule_facts(file.file.facts, file.book, as_of(case)).document()
    assert list(differences(expected(case), stored)) == []


@pytest.mark.django_db
@pytest.mark.parametrize("case", SOUND, ids=ids(SOUND))
def test_the_workers_leave_the_same_tables_and_suspensions(case):
    season, file = imported(case), opened(case)
    rulings = rule_facts(file.file.facts, file.book, as_of(case))
    for division in season.divisions.all():
        recompute_divisions(season=season, divisions=[division.pk], as_of=rulings.as_of)
    for person in people_with_records(season=season):
        # one at a time, as after a report: nobody's ruling may rest on whom else the worker looks at
        recompute_people(season=season, people=[person], teams=[], as_of=rulings.as_of)
    for team in team_matters(season):
        recompute_people(season=season, people=[], teams=[team], as_of=rulings.as_of)

    document = rulings.document()
    tables = {table["division"]: table for table in document["standings"]}
    for snapshot in StandingsSnapshot.objects.filter(division__season=season).select_related("division"):
        table = tables.get(snapshot.division.key, {"rows": [], "tie_breaks": [], "coin_flip_needed": []})
        rows = [{name: row[name] for name in wanted} for row, wanted in zip(snapshot.rows, table["rows"], strict=True)]
        assert rows == table["rows"]
        assert snapshot.tie_breaks == table["tie_breaks"]
        assert snapshot.coin_flip_needed == table["coin_flip_needed"]
    kept = {
        (row.person.key, row.incident, row.data["given"]): row for row in Suspension.objects.select_related("person")
    }
    assert {place: row.data for place, row in kept.items()} == {
        (item["person"], item["incident"], item["given"]): item for item in document["suspensions"]
    }
    for place, row in kept.items():
        served = [served.game.key for served in row.served_games.select_related("game").order_by("pk")]
        assert served == row.data["served_in"], place
    listed = Ineligibility.objects.select_related("game", "team", "person")
    assert {(row.game.key, row.team.key, row.person.key): (row.clauses, row.why) for row in listed} == {
        (item["game"], item["team"], item["person"]): (item["clauses"], item["why"]) for item in document["ineligible"]
    }
    reviews = Review.objects.select_related("person", "team", "game").filter(open=True)
    assert sorted(map(about, (review_document(row) for row in reviews))) == sorted(map(about, document["reviews"]))


def review_document(row):
    """A review that the workers left, as the rulings document writes it."""
    person, team, game = (found.key if found else None for found in (row.person, row.team, row.game))
    due = row.due.isoformat() if row.due else None
    place = {"kind": row.kind, "person": person, "team": team, "incident": row.incident, "game": game}
    return place | {"due": due, "clauses": row.clauses}


def about(review):
    """What a review is about, as something that can be put in order."""
    return tuple(str(review[name] or "") for name in ("kind", "person", "team", "incident", "game")), review["clauses"]
