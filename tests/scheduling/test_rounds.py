"""Checks that a round is opened, filled in by its teams and reminded of: every fault told, nothing half done."""

import datetime as dt
import io
from collections import Counter
from typing import Any

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pytest_django import DjangoAssertNumQueries

from league.models import AuditEntry, Game, Role, Season, Team, User
from league.services.errors import Refused
from league.services.rulebooks import publish_shipped
from scheduling.core.rounds.form import COLUMNS, FormRow
from scheduling.models import Round, RoundGame, RoundTeam
from scheduling.services import round_mails
from scheduling.services.rounds import hand_in, open_round, pair_again, remind
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    made = factories.season(rulebook=book, league=factories.league(slug="d9"), slug="2014-15")
    division = factories.division(season=made)
    for name in ("Otters", "Lynx", "Terns", "Owls"):
        factories.team(division=division, name=name)
    factories.venue(league=made.league, name="Ice Hall")
    return made


@pytest.fixture
def officer(season: Season) -> User:
    return factories.member(Role.STATISTICIAN, season.league)


@pytest.fixture
def made(season: Season, officer: User) -> Round:
    division = season.divisions.get()
    return open_round(season=season, name="October", meeting=None, due=None, games={division: 3}, by=officer)


def team(name: str) -> Team:
    return Team.objects.get(name=name)


def rows_for(round: Round, name: str, first: dt.date = dt.date(2014, 12, 1), **cells: str) -> list[FormRow]:
    games = RoundGame.objects.filter(round=round, home=team(name)).order_by("pk")
    return [
        FormRow(
            number,
            {
                "Game_ID": game.key,
                "Start_Date_Time": f"{first + dt.timedelta(days=number):%m/%d/%Y} 1:00 PM",
                "Location": "Ice Hall",
            }
            | cells,
        )
        for number, game in enumerate(games, 2)
    ]


def give(round: Round, name: str, rows: list[FormRow], by: User, **more: Any) -> Any:
    values: dict[str, Any] = {"only_sound": False, "now": timezone.now(), "officer": False} | more
    return hand_in(round=round, team=team(name), rows=rows, by=by, **values)


def url(name: str, round: Round, **more: object) -> str:
    return reverse(f"scheduling:{name}", kwargs={"league": "d9", "season": "2014-15", "round": round.pk} | more)


@pytest.mark.clause("mn-district-9", "3.1")
def test_a_round_pairs_its_divisions(season: Season, made: Round) -> None:
    games = list(made.games.all())
    assert len(games) == 6
    assert Counter(side.name for game in games for side in (game.home, game.away)) == dict.fromkeys(
        ("Otters", "Lynx", "Terns", "Owls"), 3
    )
    assert all(not game.is_set for game in games)
    assert RoundTeam.objects.filter(round=made).count() == 4
    assert Game.objects.count() == 0
    assert AuditEntry.objects.get(action="open-round").season == season


@pytest.mark.clause("mn-district-9", "3.8")
def test_everything_wrong_with_a_new_round_is_told_at_once(season: Season, made: Round, officer: User) -> None:
    odd = factories.division(season=season, name="Peewee A")
    for name in ("Hawks", "Jays", "Kites"):
        factories.team(division=odd, name=name)
    with pytest.raises(Refused) as no:
        open_round(season=season, name="October", meeting=None, due=None, games={odd: 3}, by=officer)
    assert [(finding.code, finding.where) for finding in no.value.findings] == [
        ("name-taken", "name"),
        ("odd-games", str(odd.pk)),
    ]
    assert Round.objects.count() == 1


def test_pairings_are_made_anew_only_while_nothing_is_set(season: Season, made: Round, officer: User) -> None:
    division = season.divisions.get()
    pair_again(round=made, division=division, games=6, version=0, by=officer)
    made.refresh_from_db()
    assert (made.games.count(), made.version) == (12, 1)
    give(made, "Otters", rows_for(made, "Otters"), officer)
    made.refresh_from_db()
    with pytest.raises(Refused):
        pair_again(round=made, division=division, games=3, version=made.version, by=officer)
    assert made.games.count() == 12


@pytest.mark.clause("mn-district-9", "3.4")
def test_nothing_of_a_faulty_form_is_stored_unless_the_sound_rows_are_wanted(
    season: Season, made: Round, officer: User
) -> None:
    pair_again(round=made, division=season.divisions.get(), games=6, version=0, by=officer)
    rows = rows_for(made, "Otters")
    rows[0] = FormRow(2, dict(rows[0].cells) | {"Start_Date_Time": "06/01/2015 1:00 PM"})
    rows[1] = FormRow(3, dict(rows[1].cells) | {"Location": "Nowhere"})
    with pytest.raises(Refused) as no:
        give(made, "Otters", rows, officer)
    assert [(finding.where, finding.clause) for finding in no.value.findings] == [
        ("row 2, column Start_Date_Time", "3.6"),
        ("row 3, column Location", "3.4"),
    ]
    assert not RoundGame.objects.filter(starts__isnull=False).exists()
    done = give(made, "Otters", rows, officer, only_sound=True)
    assert [setting.row for setting in done.settings] == [4]
    assert RoundGame.objects.filter(starts__isnull=False).count() == 1
    assert RoundTeam.objects.get(round=made, team=team("Otters")).handed_in_at is None


def test_two_rows_and_two_teams_cannot_take_the_same_ice(season: Season, made: Round, officer: User) -> None:
    pair_again(round=made, division=season.divisions.get(), games=6, version=0, by=officer)
    same = rows_for(made, "Otters", Start_Date_Time="12/06/2014 1:00 PM")
    with pytest.raises(Refused) as no:
        give(made, "Otters", same, officer)
    assert {finding.code for finding in no.value.findings} == {"schedule"}
    give(made, "Otters", rows_for(made, "Otters"), officer)
    with pytest.raises(Refused) as no:
        give(made, "Lynx", rows_for(made, "Lynx"), officer)
    assert no.value.findings[0].where == "row 2, column Start_Date_Time"
    assert "Ice Hall" in str(no.value)


def test_a_game_on_the_schedule_holds_its_ice_too(season: Season, made: Round, officer: User) -> None:
    starts = dt.datetime(2014, 12, 3, 19, 0, tzinfo=dt.UTC)
    venue = season.league.venues.get()
    factories.game(home=team("Terns"), away=team("Owls"), starts=starts, venue=venue, kind="scrimmage")
    with pytest.raises(Refused) as no:
        give(made, "Otters", rows_for(made, "Otters"), officer)
    assert "Ice Hall" in str(no.value)


@pytest.mark.clause("mn-district-9", "3.5")
def test_reminders_go_once_a_day_to_who_is_missing(season: Season, made: Round, officer: User) -> None:
    coach = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team("Lynx"))
    give(made, "Otters", rows_for(made, "Otters"), officer)
    now = timezone.now()
    missing = sum(1 for one in ("Lynx", "Terns", "Owls") if made.games.filter(home=team(one)).exists())
    assert remind(round=made, teams=None, by=officer, now=now) == missing
    assert remind(round=made, teams=None, by=officer, now=now) == 0
    assert round_mails.send_waiting(now=now) == missing
    assert round_mails.send_waiting(now=now) == 0
    assert [message.to for message in mail.outbox] == [[coach.email]]
    assert "Lynx" in mail.outbox[0].subject
    later = now + dt.timedelta(hours=25)
    assert remind(round=made, teams={team("Lynx").pk}, by=officer, now=later) == 1
    assert round_mails.send_waiting(now=later) == 1


@pytest.mark.clause("mn-district-9", "3.3")
def test_the_form_comes_as_a_workbook_and_goes_back_as_one(
    client: Client, season: Season, made: Round, officer: User
) -> None:
    coach = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team("Otters"))
    client.force_login(coach)
    answer = client.get(url("round_file", made, team=team("Otters").pk))
    book = load_workbook(io.BytesIO(answer.content))
    sheet = book.active
    assert sheet is not None
    assert [cell.value for cell in sheet[1]] == list(COLUMNS)
    count = sheet.max_row - 1
    assert count == made.games.filter(home=team("Otters")).count()
    for number in range(count):
        sheet.cell(number + 2, 1).value = dt.datetime(2014, 12, 6 + number, 13, 0)
        sheet.cell(number + 2, 3).value = "ice hall"
    sheet.cell(2, 5).value = "must stay blank"
    here = url("round_form", made, team=team("Otters").pk)
    page = client.post(here, {"file": _file(book)})
    text = page.content.decode()
    assert "row 2, column Title" in text
    assert not RoundGame.objects.filter(starts__isnull=False).exists()
    sheet.cell(2, 5).value = None
    page = client.post(here, {"file": _file(book)})
    assert page.context["file_faults"] == []
    assert not RoundGame.objects.filter(starts__isnull=False).exists()
    done = client.post(here, {"text": page.context["text"], "take": "all"})
    assert done.status_code == 302
    assert RoundGame.objects.filter(home=team("Otters"), starts__isnull=False, venue__isnull=False).count() == count
    assert RoundTeam.objects.get(round=made, team=team("Otters")).handed_in_by == coach


def _file(book: Any) -> SimpleUploadedFile:
    data = io.BytesIO()
    book.save(data)
    return SimpleUploadedFile("form.xlsx", data.getvalue())


def test_the_grid_keeps_what_was_typed_and_says_what_is_wrong(
    client: Client, season: Season, made: Round, officer: User
) -> None:
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team("Otters")))
    game = made.games.filter(home=team("Otters"))[0]
    here = url("round_form", made, team=team("Otters").pk)
    typed = {"grid": "1", f"start-{game.key}": "18/12/2014 1:00 PM", f"rink-{game.key}": "Ice Hall", "take": "all"}
    page = client.post(here, typed)
    assert "18/12/2014 1:00 PM" in page.content.decode()
    assert [finding.code for finding in page.context["grid_findings"]] == ["unreadable-time"]
    assert client.post(here, typed | {f"start-{game.key}": "12/18/2014 13:00"}).status_code == 302
    game.refresh_from_db()
    assert game.starts == dt.datetime(2014, 12, 18, 19, 0, tzinfo=dt.UTC)


def test_the_board_needs_as_many_queries_for_one_team_as_for_many(
    client: Client, season: Season, made: Round, officer: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(officer)
    with django_assert_num_queries(9):
        client.get(url("round", made))
    big = factories.division(season=season, name="Peewee A")
    for number in range(12):
        factories.team(division=big, name=f"Team {number}")
    other = open_round(season=season, name="All", meeting=None, due=None, games={big: 11}, by=officer)
    with django_assert_num_queries(9):
        client.get(url("round", other))
