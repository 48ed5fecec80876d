"""Checks the page that takes in schedules: shown before it is saved, corrected in place, never a 500."""

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import Game, Role, Season, Team
from league.services.rulebooks import publish_shipped
from scheduling.models import ImportedName
from tests import factories
from tests.scheduling.core.imports.test_files import bomb, workbook

pytestmark = pytest.mark.django_db

ADDRESS = "/leagues/d9/2014-15/setup/games/import/"
TEXT = "Date,Time,Home,Away,Rink\n12/13/2014,13:00,Otters,Lynx,Ice Hall\n"


@pytest.fixture
def season() -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    made = factories.season(rulebook=book, league=factories.league(slug="d9"), slug="2014-15")
    division = factories.division(season=made)
    for name in ("Otters", "Lynx"):
        factories.team(division=division, name=name)
    factories.venue(league=made.league, name="Ice Hall")
    return made


@pytest.fixture
def client(client: Client, season: Season) -> Client:
    client.force_login(factories.member(Role.ADMINISTRATOR, season.league))
    return client


def sent(client: Client, **data: Any) -> Any:
    answer = client.post(ADDRESS, {"zone": "America/Chicago"} | data)
    assert answer.status_code in (200, 302)
    return answer


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def again(answer: Any, **data: Any) -> dict[str, Any]:
    """What the form would send next: what it shows, with changes."""
    form = answer.context["form"]
    values = {name: form.data.get(name, "") for name in ("text", "order", "zone", "own_team", "digest")}
    values |= {one["field"]: one["column"].meaning or "-" for one in answer.context["columns"]}
    values |= {one["field"]: one["chosen"] for one in answer.context["questions"]}
    return values | data


def test_a_file_is_shown_first_and_saved_when_confirmed(client: Client) -> None:
    file = SimpleUploadedFile("schedule.csv", TEXT.replace(",", ";").encode("utf-8"))
    shown = sent(client, file=file, confirm="yes")
    text = words(shown)
    assert "Nothing is saved yet" in text
    assert "semicolon" in text
    assert "UTF-8" in text
    assert "Lynx at Otters" in text
    assert not Game.objects.exists()
    answer = sent(client, **again(shown, confirm="yes"))
    assert answer.status_code == 302
    assert Game.objects.count() == 1
    second = sent(client, **again(sent(client, text=TEXT)))
    assert "The schedule says all that already." in words(second)
    assert "Confirm and save" not in words(second)


def test_a_workbook_is_taken_too(client: Client) -> None:
    data = workbook(("Date", "Time", "Home", "Away"), ("2014-12-13", "1:00 PM", "Otters", "Lynx"))
    shown = sent(client, file=SimpleUploadedFile("schedule.xlsx", data))
    assert "Lynx at Otters" in words(shown)


def test_dates_in_doubt_are_asked_about(client: Client) -> None:
    shown = sent(client, text=TEXT.replace("12/13/2014", "12/11/2014"))
    text = words(shown)
    assert "can be read in more than one way" in text
    assert "With the month first, 12/11/2014 is" in text
    assert "Confirm and save" not in text
    shown = sent(client, **again(shown, order="day-first"))
    assert "Confirm and save" in words(shown)
    sent(client, **again(shown, order="day-first", confirm="yes"))
    assert f"{Game.objects.get().starts:%m-%d}" == "11-12"


def test_the_clock_of_the_file_can_be_chosen(client: Client) -> None:
    shown = sent(client, text=TEXT, zone="America/Denver")
    sent(client, **again(shown, confirm="yes"))
    assert f"{Game.objects.get().starts:%H:%M}" == "20:00"


def test_names_are_suggested_chosen_and_remembered(client: Client) -> None:
    shown = sent(client, text=TEXT.replace("Otters", "Oters"))
    assert "Which team is “Oters”?" in words(shown)
    (question,) = shown.context["questions"]
    otters = Team.objects.get(name="Otters")
    assert question["chosen"] == str(otters.pk)
    shown = sent(client, **again(shown))
    sent(client, **again(shown, confirm="yes"))
    assert Game.objects.get().home == otters
    assert ImportedName.objects.get().team == otters


def test_columns_are_corrected_in_place(client: Client) -> None:
    text = "When,Hour,Hosts,Guests\n2014-12-13,13:00,Otters,Lynx\n"
    shown = sent(client, text=text)
    assert "no row names the columns" in words(shown)
    chosen = {"column-0": "date", "column-1": "time", "column-2": "home", "column-3": "away"}
    shown = sent(client, **again(shown, **chosen))
    assert "is no date" in words(shown)
    shown = sent(client, **again(shown, **chosen, text=text.partition("\n")[2]))
    assert "Confirm and save" in words(shown)


def test_faults_are_told_by_row_and_what_was_typed_stays(client: Client) -> None:
    text = TEXT + "12/14/2014,25:00,Otters,Lynx,\n02/20/2015,13:00,Otters,Lynx,\n"
    shown = sent(client, text=text)
    told = words(shown)
    assert "row 3, Start time" in told
    assert "rule 3.6" in told
    assert shown.context["form"].data["text"] == text
    assert "Confirm and save" not in told
    assert sent(client, **again(shown, confirm="yes")).status_code == 200
    assert not Game.objects.exists()
    shown = sent(client, **again(shown, without_faulty="on"))
    sent(client, **again(shown, without_faulty="on", confirm="yes"))
    assert Game.objects.count() == 1


def test_what_is_no_longer_as_it_was_shown_is_shown_again(client: Client) -> None:
    shown = sent(client, text=TEXT)
    answer = sent(client, **again(shown, digest="0" * 64, confirm="yes"))
    assert "Something has changed since this was shown" in words(answer)
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 100,
        b"PK\x03\x04broken",
        b"=cmd|' /C calc'!A0,=1+1\n",
        b'Date,Time,Home,Away\n"unclosed,13:00,Otters,Lynx\n',
        b"Date,Time,Home,Away\n\xff\xfe\x80,13:00,Otters,Lynx\n",
        b"Date,Time,Home,Away\n2014-12-13,13:00," + b"x" * 5000 + b",Lynx\n",
        b"Date,Time,Home,Away\n9999-12-31,23:59,Otters,Lynx\n0001-01-01,00:00,Lynx,Otters\n",
        b",".join([b"Date"] * 500) + b"\n",
        b"sep=\n\n\n",
        b"Date,Time,Home,Away,Rink\n2014-12-13,13:00,Otters,Lynx,<script>alert(1)</script>\n",
    ],
)
@pytest.mark.parametrize("encoding", ["", "utf-16", "cp850"])
def test_hostile_files_never_break_the_page(client: Client, data: bytes, encoding: str) -> None:
    shown = sent(client, file=SimpleUploadedFile("schedule.csv", data), encoding=encoding)
    assert shown.status_code == 200
    assert "<script>alert" not in shown.content.decode()
    if shown.context.get("plan"):
        sent(client, **again(shown, confirm="yes", **{"team-": "x", "rink-\u0130": "9" * 30, "column-0": "nonsense"}))
    assert not Game.objects.exists()


def test_bombs_and_giants_are_told(client: Client) -> None:
    shown = sent(client, file=SimpleUploadedFile("bomb.xlsx", bomb()))
    assert "far too large when it is unpacked" in words(shown)
    giant = io.BytesIO(b"a,b\n" * 1_000_000)
    assert "larger than 3 MB" in words(sent(client, file=SimpleUploadedFile("giant.csv", giant.getvalue())))
    assert "Choose a file, or paste the cells below" in words(sent(client))
