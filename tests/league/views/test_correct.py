"""Entering and correcting a result: the report form, what it changes before it is saved, a reason, both versions."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from discipline.models import Suspension
from league.core.reports import from_json
from league.models import GameReport, ReportKind, ReportState, SeasonPerson
from league.services.settling import correct
from rulings import services
from tests import factories
from tests.reporting import NOW, Evening, content, evening, penalty

pytestmark = pytest.mark.django_db
STARTS = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)


@pytest.fixture
def verified(db: None) -> Evening:
    """A verified 3 to 6 in which h1 fought; somebody on no roster dressed for the away team."""
    made = evening(starts=STARTS, occupied_until=STARTS + dt.timedelta(minutes=75))
    guest = factories.person(league=made.season.league, key="guest", name="Gus Guest")
    SeasonPerson.objects.create(season=made.season, person=guest)
    fight = penalty("major", "fighting", "h1", period="2", left=480)
    sent = content(home_penalties=(fight, penalty(person="h2")), home_dressed=("h1", "h2", "h3", "hc"))
    made.report(made.home, sent)
    made.report(made.away, sent)
    services.recompute_pending()
    assert made.game.report_state == ReportState.VERIFIED
    return made


def address(played: Evening) -> str:
    season = played.season
    return reverse(
        "league:correct", kwargs={"league": season.league.slug, "season": season.slug, "game": played.game.pk}
    )


def inputs(text: str) -> dict[str, Any]:
    """What a browser would send of the form as it stands."""
    form = text.split("data-report-form")[1].split("</form>")[0].split("<template")
    found: dict[str, Any] = {}
    for part in (form[0], form[1].split("</template>")[1]):
        for tag in re.findall(r"<input[^>]*>", part):
            name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
            if name and ('type="checkbox"' not in tag or "checked" in tag):
                given = value[1].replace("&quot;", '"') if value else "on" if "checkbox" in tag else ""
                found.setdefault(name[1], []).append(given)
        for name, body in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', part, re.S):
            chosen = re.search(r'<option value="([^"]*)" selected', body)
            found[name] = [chosen[1] if chosen else ""]
        for name, body in re.findall(r'<textarea name="([^"]+)"[^>]*>(.*?)</textarea>', part, re.S):
            found[name] = [body.strip()]
    return found


def opened(client: Client, played: Evening) -> dict[str, Any]:
    client.force_login(played.statistician)
    return inputs(client.get(address(played)).content.decode())


def post(client: Client, played: Evening, data: dict[str, Any]) -> Any:
    client.force_login(played.statistician)
    return client.post(address(played), data)


def shown_by(text: str) -> str:
    found = re.search(r'name="shown" value="(\w+)"', text)
    return found[1] if found else ""


def words(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_the_form_is_filled_and_a_correction_that_corrects_nothing_changes_nothing(
    client: Client, verified: Evening
) -> None:
    data = opened(client, verified) | {"reason": "Looked at again", "action": "check"}
    assert (data["home_goals_1"], data["away_goals_3"]) == (["1"], ["3"])
    text = post(client, verified, data).content.decode()
    assert "Tables, Fair Play points, suspensions and charges stay as they are." in text
    before = list(verified.game.penalties.order_by("key").values())
    response = post(client, verified, data | {"action": "save", "shown": shown_by(text)})
    assert response.status_code == 302
    assert list(verified.game.penalties.order_by("key").values()) == before
    assert verified.game.lineup.count() == 4


@pytest.mark.clause("mn-district-9", "5.1.post", "5.2", "4.4")
def test_a_correction_shows_table_fair_play_and_suspensions_before_it_is_saved(
    client: Client, verified: Evening
) -> None:
    """The fight was roughing, the score 7 to 6, and there were many more minors."""
    data = opened(client, verified)
    data |= {"home_goals_1": "5", "penalties-0-what": "minor", "penalties-0-offence": "roughing"}
    data |= {"away_count_minor": "8", "reason": "The sheet was misread", "action": "save"}
    text = post(client, verified, data).content.decode()
    told = words(text)
    verified.game.refresh_from_db()
    assert verified.game.score_home == 3  # it was not shown before
    assert "Faribault 6, Owatonna 3 Then: Faribault 6, Owatonna 7" in told
    assert re.search(r"Owatonna 2 then 1", told)  # rank
    assert "Faribault : kept, 0 minutes then lost, 16 minutes" in told
    assert f"{verified.players['h1'].name} (Owatonna) : " in told
    assert "(falls away)" in told
    response = post(client, verified, data | {"shown": shown_by(text)})
    assert response.status_code == 302
    verified.game.refresh_from_db()
    assert (verified.game.score_home, verified.game.report_state) == (7, ReportState.VERIFIED)
    report = GameReport.objects.get(kind=ReportKind.CORRECTION)
    assert (report.reason, report.submitted_by) == ("The sheet was misread", verified.statistician)
    services.recompute_pending()
    assert not Suspension.objects.filter(season=verified.season).exists()


def test_a_correction_needs_a_reason_and_says_everything_wrong_at_once(client: Client, verified: Evening) -> None:
    data = opened(client, verified) | {"home_goals_1": "-3", "away_goals_2": "", "action": "check"}
    text = post(client, verified, data).content.decode()
    assert "3 things must be put right" in text
    assert not shown_by(text)


def test_people_on_the_sheet_who_are_on_no_roster_stay_on_it(client: Client, verified: Evening) -> None:
    guest = verified.season.league.people.get(key="guest")
    factories.lineup_spot(verified.game, verified.away, guest)
    data = opened(client, verified) | {"home_goals_1": "2", "reason": "One more goal", "action": "check"}
    assert data["away_dressed"] == ["guest"]
    text = post(client, verified, data).content.decode()
    assert post(client, verified, data | {"action": "save", "shown": shown_by(text)}).status_code == 302
    assert verified.game.lineup.filter(person=guest, team=verified.away).exists()


def test_only_the_score_may_be_known(client: Client) -> None:
    played = evening(starts=STARTS, occupied_until=STARTS + dt.timedelta(minutes=75))
    data = opened(client, played)
    asked = post(client, played, data | {"home_total": "2", "action": "check"}).content.decode()
    assert "How many? 0 for none." in asked
    data |= {"home_total": "2", "away_total": "5", "action": "check"}
    text = post(client, played, data).content.decode()
    assert "Faribault 5, Owatonna 2" in text
    assert post(client, played, data | {"action": "save", "shown": shown_by(text)}).status_code == 302
    played.game.refresh_from_db()
    assert (played.game.score_home, played.game.periods_home, played.game.report_state) == (2, None, "verified")
    assert GameReport.objects.get().kind == ReportKind.STATISTICIAN
    again = opened(client, played)
    assert (again["home_total"], again["home_goals_1"]) == (["2"], [""])


def test_more_rows_are_given_and_what_was_typed_stays(client: Client, verified: Evening) -> None:
    data = opened(client, verified) | {"home_goals_1": "9", "action": "more"}
    text = post(client, verified, data).content.decode()
    again = inputs(text)
    assert again["home_goals_1"] == ["9"]
    assert int(again["penalties-TOTAL_FORMS"][0]) == int(data["penalties-TOTAL_FORMS"][0]) + 3
    assert "must be put right" not in text


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_two_who_correct_at_once_see_both_versions(client: Client, verified: Evening) -> None:
    data = opened(client, verified) | {"home_goals_1": "4", "reason": "Sheet", "action": "check"}
    shown = shown_by(post(client, verified, data).content.decode())
    colleague = factories.member("statistician", verified.season.league)
    correct(
        game=verified.game, content=content(home=(2, 1, 1)), reason="Telephone", by=colleague,
        seen_version=verified.game.version, now=NOW,
    )  # fmt: skip
    response = post(client, verified, data | {"action": "save", "shown": shown})
    assert response.status_code == 409
    text = response.content.decode()
    differs = re.findall(r"<td>(.*?)</td>\s*<td>(.*?)</td>", text.split('class="differs"')[1])
    assert differs[0] == ("2", "4")
    assert "Telephone" in text
    kept = inputs(text)
    assert (kept["home_goals_1"], kept["reason"]) == (["4"], ["Sheet"])
    verified.game.refresh_from_db()
    assert verified.game.score_home == 4
    again = kept | {"action": "check"}
    mark = shown_by(post(client, verified, again).content.decode())
    assert post(client, verified, again | {"action": "save", "shown": mark}).status_code == 302
    verified.game.refresh_from_db()
    assert verified.game.score_home == 6


def test_a_correction_keeps_what_the_form_does_not_show(client: Client, verified: Evening) -> None:
    """Who served a penalty, its length and its flags go along unchanged."""
    verified.game.penalties.filter(offence="fighting").update(seconds=300, flags=["instigator"])
    data = opened(client, verified) | {"away_goals_1": "2", "reason": "One more", "action": "check"}
    text = post(client, verified, data).content.decode()
    post(client, verified, data | {"action": "save", "shown": shown_by(text)})
    row = verified.game.penalties.get(offence="fighting")
    assert (row.seconds, row.flags, row.left) == (300, ["instigator"], "08:00")
    said = from_json(GameReport.objects.get(kind=ReportKind.CORRECTION).content)
    assert said.away.goals == (2, 2, 3)


def test_the_page_takes_the_same_queries_whatever_is_on_the_sheet(
    client: Client, verified: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    opened(client, verified)
    with django_assert_num_queries(16):
        client.get(address(verified))
    fights = tuple(penalty("major", "fighting", f"h{number}") for number in (1, 2, 3))
    correct(
        game=verified.game, content=content(home_penalties=fights), reason="More", by=verified.statistician,
        seen_version=verified.game.version, now=timezone.now(),
    )  # fmt: skip
    with django_assert_num_queries(16):
        client.get(address(verified))
