"""Rosters typed, pasted and uploaded: first shown, then saved, a second time nothing, and never anything lost."""

import datetime as dt
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from pytest_django import DjangoAssertNumQueries

from league.models import AuditEntry, Person, RecomputeRequest, RosterRole, RosterSpot, Season, SeasonPerson, Team
from tests import factories

pytestmark = pytest.mark.django_db

TABLE = """\
Number\tName\tPosition\tBirth date\tRegistration
1\tAlva Birke\tG\t2000-01-31\tA-1
7\tBo Castell\tF\t2000-05-06\tA-2
\tIra Juhl\tHC\t\t
"""


@pytest.fixture
def team(season: Season) -> Team:
    """A team with nobody on its roster."""
    return factories.team(division=factories.division(season=season), name="Otters")


def roster_of(team: Team, *parts: object) -> str:
    season = team.season
    return "/".join(
        ["", "leagues", season.league.slug, season.slug, "setup/rosters", str(team.pk), *map(str, parts), ""]
    )


def rosters_of(season: Season) -> str:
    return f"/leagues/{season.league.slug}/{season.slug}/setup/rosters/table/"


def confirm(client: Client, page: str, text: str, **more: str) -> Any:
    """Check a pasted table, then confirm what is shown; returns the last answer."""
    shown = client.post(page, {"text": text, **more})
    digest = shown.context["form"]["digest"].value()
    return client.post(page, {"text": text, "digest": digest, "confirm": "yes", **more}, follow=True)


def listed(team: Team) -> list[tuple[str, int | None, str]]:
    spots = RosterSpot.objects.filter(team=team).select_related("person").order_by("pk")
    return [(spot.person.name, spot.number, spot.role) for spot in spots]


def test_a_pasted_roster_is_shown_first_and_saved_when_confirmed(client: Client, team: Team) -> None:
    shown = client.post(roster_of(team, "table"), {"text": TABLE})
    assert [row.row.outcome for row in shown.context["plan_rows"]] == ["new", "new", "new"]
    assert "Nothing is saved yet" in shown.text
    assert not Person.objects.exists()
    answer = confirm(client, roster_of(team, "table"), TABLE)
    assert "3 people are saved." in answer.text
    assert listed(team) == [
        ("Alva Birke", 1, RosterRole.GOALIE),
        ("Bo Castell", 7, RosterRole.SKATER),
        ("Ira Juhl", None, RosterRole.COACH),
    ]
    assert SeasonPerson.objects.filter(season=team.season).count() == 3
    entry = AuditEntry.objects.get(action="save-roster")
    assert entry.target_id == str(team.pk)
    assert len(entry.after["roster"]) == 3
    assert set(RecomputeRequest.objects.values_list("kind", "target_id")) == {("team", team.pk)}


def test_the_same_table_a_second_time_changes_nothing(client: Client, team: Team) -> None:
    confirm(client, roster_of(team, "table"), TABLE)
    before = list(RosterSpot.objects.values()), list(Person.objects.values()), AuditEntry.objects.count()
    shown = client.post(roster_of(team, "table"), {"text": TABLE})
    assert [row.row.outcome for row in shown.context["plan_rows"]] == ["unchanged"] * 3
    answer = confirm(client, roster_of(team, "table"), TABLE)
    assert "nothing was changed" in answer.text
    assert (list(RosterSpot.objects.values()), list(Person.objects.values()), AuditEntry.objects.count()) == before


def test_all_faults_come_at_once_and_the_table_can_be_mended_in_place(client: Client, team: Team) -> None:
    book = Workbook()
    for row in (
        ["No", "Name", "Pos", "Born"],
        [1, "Alva Birke", "quarterback", dt.date(2000, 1, 31)],
        ["x", "Bo", "G", "5/6/2000"],
    ):
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    upload = SimpleUploadedFile("roster.xlsx", content.getvalue())
    answer = client.post(roster_of(team, "table"), {"file": upload})
    where = [finding.where for finding in answer.context["plan"].faults]
    assert where == ["row 2, Position", "row 3, Number", "row 3, Birth date"]
    assert [(row.row.entry.row, row.row.outcome) for row in answer.context["plan_rows"]] == [
        (2, "faulty"),
        (3, "faulty"),
    ]
    assert "1\tAlva Birke\tquarterback\t2000-01-31" in answer.context["form"]["text"].value()
    mended = answer.context["form"]["text"].value().replace("quarterback", "G").replace("x\t", "2\t")
    assert "3 people" not in confirm(client, roster_of(team, "table"), mended).text
    assert "2 people are saved." in confirm(client, roster_of(team, "table"), mended, order="month-first").text
    assert Person.objects.get(name="Bo").born == dt.date(2000, 5, 6)


def test_somebody_of_the_name_is_asked_about_and_never_merged_silently(client: Client, team: Team) -> None:
    known = factories.player(
        factories.team(division=factories.division(season=factories.season(league=team.season.league)), name="Terns"),
        name="Bo Castell",
    )
    text = "Name\tNumber\nBo Castell\t7\n"
    shown = client.post(roster_of(team, "table"), {"text": text})
    assert "Who is Bo Castell?" in shown.text
    assert "Terns, 2014-15" in shown.text
    refused = confirm(client, roster_of(team, "table"), text)
    assert listed(team) == []
    assert "Nothing is saved yet" in refused.text
    confirm(client, roster_of(team, "table"), text, **{"who-2": str(known.pk)})
    assert Person.objects.count() == 1
    assert [spot.person_id for spot in RosterSpot.objects.filter(team=team)] == [known.pk]


def test_a_later_row_completes_somebody_new_in_an_earlier_one(client: Client, team: Team) -> None:
    factories.team(division=team.division, name="Lynx")
    text = "Team\tName\tStatus\tBorn\nLynx\tBo Castell\taffiliate\t\nOtters\tBo Castell\t\t2000-05-06\n"
    page = rosters_of(team.season)
    confirm(client, page, text, **{"who-3": "-2"})
    assert Person.objects.get().born == dt.date(2000, 5, 6)
    assert RosterSpot.objects.count() == 2


def test_what_changed_since_it_was_shown_is_shown_again(client: Client, team: Team) -> None:
    page = roster_of(team, "table")
    digest = client.post(page, {"text": TABLE}).context["form"]["digest"].value()
    factories.player(team, name="Cleo Dorn", number=30)
    Person.objects.create(league=team.season.league, name="Bo Castell", born=dt.date(2000, 5, 6))
    answer = client.post(page, {"text": TABLE, "digest": digest, "confirm": "yes"})
    assert "Something has changed since this was shown" in answer.text
    assert [row.row.outcome for row in answer.context["plan_rows"]] == ["new", "added", "new"]
    assert listed(team) == [("Cleo Dorn", 30, RosterRole.SKATER)]


def test_numbers_are_swapped_in_one_go(client: Client, team: Team) -> None:
    factories.player(team, name="Alva Birke", number=7)
    factories.player(team, name="Bo Castell", number=9)
    confirm(client, roster_of(team, "table"), "Name\tNumber\nAlva Birke\t9\nBo Castell\t7\n")
    assert [(name, number) for name, number, _ in listed(team)] == [("Alva Birke", 9), ("Bo Castell", 7)]


def test_once_games_are_played_the_past_stays_on_record(client: Client, team: Team) -> None:
    lynx = factories.team(division=team.division, name="Lynx")
    factories.game(home=team, away=lynx, score=(1, 0), starts=dt.datetime(2014, 11, 2, 19, tzinfo=dt.UTC))
    bo = factories.player(lynx, name="Bo Castell", number=9, born=dt.date(2000, 5, 6))
    page = roster_of(team, "table")
    assert client.get(page).context["form"].initial["day"] is not None
    confirm(client, page, "Name\tNumber\tBorn\nBo Castell\t4\t2000-05-06\n", day="2014-12-01")
    spots = RosterSpot.objects.filter(person=bo).order_by("pk")
    assert [(spot.team, spot.number, spot.starts, spot.ends) for spot in spots] == [
        (lynx, 9, None, dt.date(2014, 11, 30)),
        (team, 4, dt.date(2014, 12, 1), None),
    ]
    wanted = set(RecomputeRequest.objects.values_list("kind", "target_id"))
    assert wanted == {("team", lynx.pk), ("team", team.pk), ("person", bo.pk)}


def test_one_table_holds_the_rosters_of_several_teams(client: Client, team: Team) -> None:
    lynx = factories.team(division=team.division, name="Lynx")
    text = "Team;No;Name;Pos\nOtters;1;Alva Birke;G\nLynx;1;Bo Castell;G\nLinx;2;Cleo Dorn;F\n"
    shown = client.post(rosters_of(team.season), {"text": text})
    assert [(finding.where, finding.remedy) for finding in shown.context["plan"].faults] == [
        ("row 4, Team", "should it be Lynx?")
    ]
    confirm(client, rosters_of(team.season), text.replace("Linx", "Lynx"))
    assert (len(listed(team)), len(listed(lynx))) == (1, 2)
    assert AuditEntry.objects.get(action="save-roster").target_type == "league.season"


def test_one_person_is_added_at_once_unless_something_has_to_be_asked(client: Client, team: Team) -> None:
    typed = {"name": "Alva Birke", "number": "7", "role": "skater", "status": "regular"}
    answer = client.post(roster_of(team), typed, follow=True)
    assert "Alva Birke is on the roster." in answer.text
    taken = client.post(roster_of(team), typed | {"name": "Bo Castell"})
    assert "number 7 is worn by Alva Birke" in taken.text
    assert taken.context["form"]["name"].value() == "Bo Castell"
    again = client.post(roster_of(team), typed | {"number": "8"})
    assert "number 7 becomes 8" in again.text
    digest = again.context["form"]["digest"].value()
    client.post(roster_of(team), typed | {"number": "8", "digest": digest, "confirm": "yes"})
    assert listed(team) == [("Alva Birke", 8, RosterRole.SKATER)]


def test_a_place_is_corrected_and_a_taken_number_refused(client: Client, team: Team) -> None:
    factories.player(team, name="Alva Birke", number=7)
    factories.player(team, name="Bo Castell", number=9)
    spot = RosterSpot.objects.get(number=9)
    page = roster_of(team, spot.pk)
    seen = client.get(page).context["form"].initial["seen"]
    typed = {"what": "spot", "number": "7", "role": "skater", "status": "regular", "seen": seen}
    refused = client.post(page, typed)
    assert "Somebody else on this team wears number 7 then" in refused.text
    client.post(page, typed | {"number": "10", "ends": "2014-12-31"})
    spot.refresh_from_db()
    assert (spot.number, spot.ends) == (10, dt.date(2014, 12, 31))
    assert AuditEntry.objects.get(action="change-roster-spot").before["number"] == 9


def test_a_person_is_corrected_on_all_teams(client: Client, team: Team) -> None:
    person = factories.player(team, name="Alva Birk", number=7)
    factories.person(league=team.season.league, name="Cleo Dorn", registration="A-1")
    page = roster_of(team, RosterSpot.objects.get(person=person).pk)
    seen = client.get(page).context["who"].initial["seen"]
    typed = {"what": "person", "person-name": "Alva Birke", "person-carded": "on", "person-seen": seen}
    taken = client.post(page, typed | {"person-registration": "A-1"})
    assert "This is the registration number of Cleo Dorn" in taken.text
    client.post(page, typed | {"person-born": "2000-01-31"})
    person.refresh_from_db()
    assert (person.name, person.born) == ("Alva Birke", dt.date(2000, 1, 31))
    assert SeasonPerson.objects.get(person=person).carded
    late = client.post(page, typed)
    assert "Somebody else changed this meanwhile" in late.text


def test_somebody_entered_by_mistake_is_taken_off(client: Client, team: Team) -> None:
    factories.player(team, number=7)
    spot = RosterSpot.objects.get()
    client.post(roster_of(team, spot.pk, "remove"))
    assert not RosterSpot.objects.exists()
    assert AuditEntry.objects.get(action="remove-roster-spot").target_id == str(spot.pk)
    assert client.post(roster_of(team, spot.pk, "remove")).status_code == 404


def test_the_pages_take_the_same_queries_for_few_and_many(
    client: Client, team: Team, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    factories.player(team, number=1)
    pages = {roster_of(team): 8, rosters_of(team.season).removesuffix("table/"): 6}
    for page, queries in pages.items():
        client.get(page)
        with django_assert_num_queries(queries):
            client.get(page)
    for number in range(2, 22):
        factories.player(team, number=number)
        factories.team(division=team.division, name=f"Team {number}")
    for page, queries in pages.items():
        with django_assert_num_queries(queries):
            client.get(page)


HOSTILE = st.one_of(
    st.binary(max_size=400),
    st.binary(max_size=100).map(lambda tail: b"PK\x03\x04" + tail),
    st.text(max_size=200).map(lambda text: f"No;Name;Born\n{text}".encode("utf-8", "replace")),
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(HOSTILE, st.dictionaries(st.text(max_size=8).map("who-{}".format), st.text(max_size=5), max_size=3))
def test_no_upload_and_no_answer_breaks_the_page(
    client: Client, team: Team, data: bytes, answers: dict[str, str]
) -> None:
    upload = SimpleUploadedFile("roster.csv", data)
    answer = client.post(roster_of(team, "table"), {"file": upload, "confirm": "yes", "day": "x", **answers})
    assert answer.status_code == 200
    upload.seek(0)
    assert client.post(roster_of(team, "table"), {"file": upload, **answers}).status_code == 200
    assert not Person.objects.exists()
