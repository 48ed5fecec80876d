"""Checks that schedules are taken in as they were shown: all at once, once, with everything against them told."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from league.models import AuditEntry, Game, RecomputeRequest, Season, Team, Venue
from league.services.errors import Conflict, Refused
from league.services.rulebooks import publish_shipped
from scheduling.core.imports.columns import read_header
from scheduling.core.imports.entries import ScheduleTable, read_schedule
from scheduling.core.imports.files import read_pasted
from scheduling.core.imports.plan import Outcome, Plan, plan_schedule
from scheduling.models import ImportedGame, ImportedName
from scheduling.queries.imports import on_record
from scheduling.services.imports import import_schedule
from tests import factories

pytestmark = pytest.mark.django_db

HEAD = "Date,Time,Home,Away,Rink\n"
CHICAGO = ZoneInfo("America/Chicago")


@pytest.fixture
def season() -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    made = factories.season(rulebook=book, league=factories.league(slug="d9"), slug="2014-15")
    division = factories.division(season=made)
    for name in ("Otters", "Lynx", "Terns"):
        factories.team(division=division, name=name)
    factories.venue(league=made.league, name="Ice Hall")
    return made


def table_of(text: str) -> ScheduleTable:
    grid = read_pasted(text).grid
    return read_schedule(grid, read_header(grid), zone=CHICAGO)


def plan_of(season: Season, text: str, answers: dict[tuple[str, str], str] | None = None, **more: Any) -> Plan:
    return plan_schedule(table_of(text), on_record(season), answers=answers, **more)


def done(season: Season, text: str, answers: dict[tuple[str, str], str] | None = None, **more: Any) -> Plan:
    plan = plan_of(season, text, answers, **more)
    values = {"without_faulty": False} | more
    return import_schedule(
        season=season, table=table_of(text), answers=answers or {}, digest=plan.digest, now=timezone.now(), **values
    )


def outcomes(plan: Plan) -> list[str]:
    return [row.outcome.value for row in plan.rows]


def told(plan: Plan) -> list[tuple[str, str, str | None]]:
    return [(finding.code, finding.where, finding.clause) for finding in plan.findings]


def test_a_schedule_is_taken_in_once(season: Season) -> None:
    text = f"{HEAD}2014-12-13,13:00,Otters,Lynx,Ice Hall\n2014-12-14,13:00,Lynx,Terns,Ice Hall\n"
    assert outcomes(done(season, text)) == ["new", "new"]
    first = Game.objects.order_by("starts")[0]
    assert (str(first), str(first.venue), first.starts) == (
        "Otters - Lynx",
        "Ice Hall",
        dt.datetime(2014, 12, 13, 19, 0, tzinfo=dt.UTC),
    )
    assert first.occupied_until is not None
    assert first.starts is not None
    assert first.occupied_until > first.starts + dt.timedelta(minutes=30)
    assert AuditEntry.objects.get(action="import-schedule").after["added"] == 2
    assert RecomputeRequest.objects.filter(season=season).exists()
    before = list(Game.objects.order_by("pk").values())
    again = done(season, text)
    assert outcomes(again) == ["unchanged", "unchanged"]
    assert list(Game.objects.order_by("pk").values()) == before
    assert AuditEntry.objects.filter(action="import-schedule").count() == 1


def test_a_moved_game_is_found_by_its_number_or_by_its_day(season: Season) -> None:
    head = "Game number,Date,Time,Home,Away,Rink\n"
    done(season, f"{head}101,2014-12-13,13:00,Otters,Lynx,Ice Hall\n102,2014-12-14,13:00,Lynx,Terns,\n")
    plan = done(season, f"{head}101,2015-01-10,15:00,Otters,Lynx,Ice Hall\n102,2014-12-14,14:00,Lynx,Terns,\n")
    assert outcomes(plan) == ["changed", "changed"]
    assert Game.objects.count() == 2
    moved = ImportedGame.objects.get(number="101").game
    assert moved.starts == dt.datetime(2015, 1, 10, 21, 0, tzinfo=dt.UTC)
    assert (moved.sequence, moved.moves.count()) == (1, 1)
    plan = done(season, f"{HEAD}2014-12-14,16:00,Lynx,Terns,\n")
    assert (outcomes(plan), Game.objects.count()) == (["changed"], 2)


def test_a_game_set_by_hand_is_not_set_twice(season: Season) -> None:
    home, away = (Team.objects.get(name=name) for name in ("Otters", "Lynx"))
    factories.game(home=home, away=away, starts=dt.datetime(2014, 12, 13, 19, 0, tzinfo=dt.UTC))
    assert outcomes(done(season, f"{HEAD}2014-12-13,13:00,Otters,Lynx,\n")) == ["unchanged"]


def test_names_are_asked_about_once(season: Season) -> None:
    text = f"{HEAD}2014-12-13,13:00,Oters,Lynx,Ise Hall\n2014-12-20,13:00,Oters,Terns,Pond\n"
    plan = plan_of(season, text)
    assert outcomes(plan) == ["question", "question"]
    assert sorted(question.written for question in plan.questions) == ["Ise Hall", "Oters", "Pond"]
    with pytest.raises(Refused):
        done(season, text)
    otters, hall = Team.objects.get(name="Otters"), Venue.objects.get(name="Ice Hall")
    answers = {("team", "oters"): str(otters.pk), ("rink", "isehall"): str(hall.pk), ("rink", "pond"): "new"}
    assert outcomes(done(season, text, answers)) == ["new", "new"]
    assert sorted(Venue.objects.values_list("name", flat=True)) == ["Ice Hall", "Pond"]
    assert ImportedName.objects.count() == 2
    assert outcomes(done(season, text)) == ["unchanged", "unchanged"]


def test_guards_speak_of_every_row_with_their_clauses(season: Season) -> None:
    text = (
        f"{HEAD}2014-12-13,13:00,Otters,Lynx,Ice Hall\n2014-12-13,13:30,Terns,Lynx,\n2015-02-20,13:00,Otters,Terns,\n"
        "2014-12-13,13:45,Terns,Otters,Ice Hall\n2014-12-21,12:00,Otters,Otters,\n"
    )
    plan = plan_of(season, text)
    assert outcomes(plan) == ["new", "faulty", "faulty", "faulty", "faulty"]
    found = told(plan)
    assert ("schedule", "row 4", "3.6") in found
    assert ("plays-itself", "row 6", None) in found
    assert {where for code, where, clause in found if code == "schedule" and clause is None} == {"row 3", "row 5"}
    message = next(finding.message for finding in plan.findings if finding.where == "row 3")
    assert "Lynx: taken from 13:00" in message
    assert "row 2 of the file" in message
    assert not plan.ready
    with pytest.raises(Refused):
        done(season, text)
    assert not Game.objects.exists()
    assert outcomes(done(season, text, without_faulty=True))[0] == "new"
    assert Game.objects.count() == 1


def test_what_stands_clashes_too(season: Season) -> None:
    done(season, f"{HEAD}2014-12-13,13:00,Otters,Lynx,Ice Hall\n")
    plan = plan_of(season, f"{HEAD}2014-12-13,13:30,Terns,Otters,\n")
    assert outcomes(plan) == ["faulty"]
    assert "of the file" not in plan.findings[0].message


def test_two_rows_of_one_game_are_one_game(season: Season) -> None:
    text = f"{HEAD}2014-12-13,13:00,Otters,Lynx,\n2014-12-13,13:00,Lynx,Otters,\n"
    assert outcomes(done(season, text)) == ["new", "left-out"]


def test_cancelled_games_are_told_and_left_alone(season: Season) -> None:
    done(season, f"{HEAD}2014-12-13,13:00,Otters,Lynx,\n")
    text = "Date,Time,Home,Away,Status\n2014-12-13,13:00,Otters,Lynx,Canceled\n2014-12-20,13:00,Lynx,Otters,Cancelled\n"
    plan = done(season, text)
    assert outcomes(plan) == ["left-out", "left-out"]
    assert told(plan) == [("cancelled", "row 2", None)]
    assert Game.objects.get().outcome == "scheduled"


def test_a_game_with_a_result_is_not_moved(season: Season) -> None:
    home, away = (Team.objects.get(name=name) for name in ("Otters", "Lynx"))
    game = factories.game(home=home, away=away, starts=dt.datetime(2014, 12, 13, 19, 0, tzinfo=dt.UTC), score=(3, 2))
    ImportedGame.objects.create(season=season, game=game, number="101")
    head = "Game number,Date,Time,Home,Away\n"
    assert outcomes(plan_of(season, f"{head}101,2014-12-13,13:00,Otters,Lynx\n")) == ["unchanged"]
    plan = plan_of(season, f"{head}101,2014-12-14,13:00,Otters,Lynx\n")
    assert (outcomes(plan), told(plan)[0][:2]) == (["faulty"], ("played", "row 2"))


def test_a_number_belongs_to_one_game(season: Season) -> None:
    head = "Game number,Date,Time,Home,Away\n"
    done(season, f"{head}101,2014-12-13,13:00,Otters,Lynx\n")
    plan = plan_of(
        season,
        f"{head}101,2014-12-13,13:00,Otters,Terns\n102,2014-12-20,13:00,Lynx,Terns\n102,2014-12-21,13:00,Lynx,Otters\n",
    )
    assert [code for code, _where, _clause in told(plan)] == ["number-taken", "number-twice"]


def test_what_changed_since_it_was_shown_is_shown_again(season: Season) -> None:
    text = f"{HEAD}2014-12-13,13:00,Otters,Lynx,\n"
    plan = plan_of(season, text)
    home, away = (Team.objects.get(name=name) for name in ("Otters", "Lynx"))
    factories.game(home=home, away=away, starts=dt.datetime(2014, 12, 13, 18, 30, tzinfo=dt.UTC))
    with pytest.raises(Conflict) as raised:
        import_schedule(
            season=season,
            table=table_of(text),
            answers={},
            without_faulty=False,
            digest=plan.digest,
            now=timezone.now(),
        )
    now = raised.value.theirs
    assert isinstance(now, Plan)
    assert now.count(Outcome.CHANGED) == 1


@pytest.mark.parametrize("number", [1, 30])
def test_the_dry_run_takes_as_many_queries_for_one_row_as_for_many(
    season: Season, number: int, django_assert_num_queries: Any
) -> None:
    rows = "".join(f"2014-12-{day:02d},13:00,Otters,Lynx,Ice Hall\n" for day in range(1, number + 1))
    plan_of(season, f"{HEAD}{rows}")
    with django_assert_num_queries(14):
        plan_of(season, f"{HEAD}{rows}")
