"""Settling a dispute in the browser: both reports beside each other, a choice a field, what follows, races."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import Attachment, GameReport, ReportKind, ReportState, Role
from league.services.settling import Choice, disputed_fields, settle
from tests import factories
from tests.reporting import Evening, content, evening, penalty

pytestmark = pytest.mark.django_db
MINOR, GOALS = "home-penalties-minor", "away-goals-3"


@pytest.fixture
def disputed(db: None) -> Evening:
    """Home says 3 to 6 with two minors for itself, away says 3 to 7 with one; a fight that both report."""
    ended = timezone.now() - dt.timedelta(hours=3)
    made = evening(starts=ended - dt.timedelta(minutes=75), occupied_until=ended)
    fight = penalty("major", "fighting", "h1")
    made.report(made.home, content(home_penalties=(fight, penalty(), penalty())), now=timezone.now())
    made.report(made.away, content(away=(1, 2, 4), home_penalties=(fight, penalty())), now=timezone.now())
    assert made.game.report_state == ReportState.DISPUTED
    return made


def address(played: Evening, view: str = "dispute") -> str:
    season = played.season
    return reverse(
        f"league:{view}", kwargs={"league": season.league.slug, "season": season.slug, "game": played.game.pk}
    )


def sent(played: Evening, **given: str) -> dict[str, str]:
    """A form as it is sent: both fields chosen for the home team, with one reason."""
    return {
        "of": "dispute",
        "seen_version": str(played.game.version),
        "token": "t1",
        f"{GOALS}_holds": "home",
        f"{MINOR}_holds": "home",
        "reason": "As the sheet has it",
    } | given


def post(client: Client, played: Evening, data: dict[str, str], *, by: Any = None, **headers: str) -> Any:
    client.force_login(by or played.statistician)
    return client.post(address(played), data, headers=headers)


def mark(text: str) -> str:
    """What the page carries along once it has shown what follows."""
    found = re.search(r'name="shown" value="(\w+)"', text)
    return found[1] if found else ""


def saved(client: Client, played: Evening, **given: str) -> Any:
    """Look at what follows, then settle."""
    data = sent(played, **given)
    shown = post(client, played, data | {"step": "show"}).content.decode()
    return post(client, played, data | {"step": "save", "shown": mark(shown)})


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_both_reports_stand_beside_each_other_with_what_differs_marked(client: Client, disputed: Evening) -> None:
    client.force_login(disputed.statistician)
    text = client.get(address(disputed)).content.decode()
    table = text.split('class="table comparison"')[1].split("</table>")[0]
    assert re.findall(r'<th scope="col">(.*?)</th>', table) == ["Field", "Faribault", "Owatonna"]
    rows = re.findall(
        r'<tr class="differs">\s*<th scope="row">(.*?) <span.*?<td>(.*?)</td>\s*<td>(.*?)</td>', table, re.S
    )
    assert rows == [("Goals, 3rd period (Faribault)", "4", "3"), ("Minors (Owatonna)", "1", "2")]
    for name in (GOALS, MINOR):
        assert text.count(f'name="{name}_holds"') == 3
        assert f'name="{name}_value"' in text


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_a_dispute_is_settled_after_what_follows_was_shown(client: Client, disputed: Evening) -> None:
    shown = post(client, disputed, sent(disputed, step="save", **{f"{GOALS}_holds": "away"})).content.decode()
    disputed.game.refresh_from_db()
    assert disputed.game.report_state == ReportState.DISPUTED  # nothing is saved that was not shown before
    assert "Faribault 7, Owatonna 3" in shown
    assert "Faribault 6, Owatonna 3, provisional" in shown
    assert mark(shown)
    response = saved(client, disputed, **{f"{GOALS}_holds": "away"})
    assert response.status_code == 302
    disputed.game.refresh_from_db()
    assert (disputed.game.report_state, disputed.game.score_away) == (ReportState.VERIFIED, 7)
    report = GameReport.objects.get(kind=ReportKind.SETTLEMENT)
    assert (report.submitted_by, report.reason) == (disputed.statistician, "As the sheet has it")


def test_neither_report_holds(client: Client, disputed: Evening) -> None:
    saved(client, disputed, **{f"{GOALS}_holds": "own", f"{GOALS}_value": "5", f"{GOALS}_reason": "Counted again"})
    disputed.game.refresh_from_db()
    assert (disputed.game.score_away, disputed.game.report_state) == (8, ReportState.VERIFIED)
    report = GameReport.objects.get(kind=ReportKind.SETTLEMENT)
    assert report.reason == "Counted again; As the sheet has it"


def test_everything_that_is_missing_is_asked_for_at_once(client: Client, disputed: Evening) -> None:
    data = sent(disputed, reason="", **{f"{GOALS}_holds": "own", f"{MINOR}_holds": ""})
    text = post(client, disputed, data).content.decode()
    assert "2 things must be put right" in text
    assert "Which value holds then?" in text
    assert "Whose report holds here?" in text
    assert not mark(text)
    assert 'value="own" class="form-check-input' in text or 'value="own"' in text


@pytest.mark.parametrize("value", ["-1", "many", "1000", "9" * 400, "<b>"])
def test_a_value_that_can_not_be_is_told_beside_its_field(client: Client, disputed: Evening, value: str) -> None:
    data = sent(disputed, **{f"{GOALS}_holds": "own", f"{GOALS}_value": value})
    response = post(client, disputed, data | {"step": "save"})
    assert response.status_code == 200
    assert f'id="id_{GOALS}_value_error"' in response.content.decode()
    disputed.game.refresh_from_db()
    assert disputed.game.report_state == ReportState.DISPUTED


def test_another_choice_than_the_one_shown_is_shown_first(client: Client, disputed: Evening) -> None:
    shown = mark(post(client, disputed, sent(disputed, step="show")).content.decode())
    response = post(client, disputed, sent(disputed, step="save", shown=shown, **{f"{GOALS}_holds": "away"}))
    assert response.status_code == 200
    disputed.game.refresh_from_db()
    assert disputed.game.report_state == ReportState.DISPUTED
    assert mark(response.content.decode()) != shown


def test_the_script_asks_for_what_follows_only(client: Client, disputed: Evening) -> None:
    text = post(client, disputed, sent(disputed), **{"HX-Request": "true"}).content.decode()
    assert text.lstrip().startswith('<section id="follows"')
    assert mark(text)
    half = post(client, disputed, sent(disputed, **{f"{MINOR}_holds": ""}), **{"HX-Request": "true"}).content.decode()
    assert not mark(half)
    assert "Once everything is chosen" in half


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_the_second_of_two_statisticians_sees_it_settled_and_keeps_what_was_typed(
    client: Client, disputed: Evening
) -> None:
    colleague = factories.member(Role.STATISTICIAN, disputed.season.league)
    data = sent(disputed, **{f"{GOALS}_holds": "away", f"{GOALS}_reason": "The officials' sheet says four"})
    shown = mark(post(client, disputed, data | {"step": "show"}).content.decode())
    choices = {item.field: Choice("home", "Told by phone") for item in disputed_fields(disputed.game)}
    settle(
        game=disputed.game, choices=choices,
        by=colleague, seen_version=disputed.game.version, now=timezone.now(),
    )  # fmt: skip
    response = post(client, disputed, data | {"step": "save", "shown": shown})
    assert response.status_code == 409
    text = response.content.decode()
    assert "Somebody else was quicker" in text
    assert f"Settlement of a dispute, {colleague}" in text
    assert "Told by phone" in text
    assert re.findall(r"<td>(.*?)</td>\s*<td>(.*?)</td>", text.split('class="differs"')[1])[0] == ("3", "4")
    assert "The officials&#x27; sheet says four" in text
    disputed.game.refresh_from_db()
    assert (disputed.game.score_away, disputed.game.version) == (6, 3)
    again = post(client, disputed, data | {"seen_version": "3", "step": "save", "shown": mark(text)})
    assert again.status_code == 200
    disputed.game.refresh_from_db()
    assert (disputed.game.score_away, disputed.game.version) == (6, 3)


def test_a_team_that_reports_again_meanwhile_is_not_overlooked(client: Client, disputed: Evening) -> None:
    data = sent(disputed)
    shown = mark(post(client, disputed, data | {"step": "show"}).content.decode())
    fight = penalty("major", "fighting", "h1")
    disputed.report(disputed.away, content(away=(1, 2, 5), home_penalties=(fight, penalty())), now=timezone.now())
    response = post(client, disputed, data | {"step": "save", "shown": shown})
    assert response.status_code == 409
    text = response.content.decode()
    assert "Faribault: 5" in text
    assert f'name="seen_version" value="{disputed.game.version}"' in text


def test_a_provisional_game_is_verified_with_a_reason(client: Client) -> None:
    ended = timezone.now() - dt.timedelta(hours=50)
    played = evening(starts=ended - dt.timedelta(hours=1), occupied_until=ended)
    played.report(played.home, content(), now=timezone.now())
    client.force_login(played.statistician)
    text = client.get(address(played)).content.decode()
    assert "No report yet." in text
    data = {"of": "word", "seen_version": str(played.game.version), "token": "t"}
    assert "This field is required" in post(client, played, data).content.decode()
    assert post(client, played, data | {"reason": "Faribault never answered"}).status_code == 302
    played.game.refresh_from_db()
    assert (played.game.report_state, played.game.score_away) == (ReportState.VERIFIED, 6)
    settled = client.get(address(played)).content.decode()
    assert "The result is verified. To change it, correct it with a reason." in settled
    assert "Faribault never answered" in settled


def test_files_stand_beside_the_report_that_they_came_with(client: Client, disputed: Evening) -> None:
    report = GameReport.objects.get(team=disputed.away)
    file = Attachment.objects.create(
        game=disputed.game, report=report, file_name="sheet.pdf", size=2048, content_type="application/pdf",
        sha256="0" * 64,
    )  # fmt: skip
    client.force_login(disputed.statistician)
    text = client.get(address(disputed)).content.decode()
    away = text.split('id="report-away"')[1].split("</section>")[0]
    assert f"files/{file.pk}/" in away
    assert "sheet.pdf" not in text.split('id="report-home"')[1].split("</section>")[0]


def test_the_page_takes_the_same_queries_whatever_was_reported(
    client: Client, disputed: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(disputed.statistician)
    client.get(address(disputed))
    with django_assert_num_queries(21):
        client.get(address(disputed))
    many = tuple(penalty("minor", "hooking", f"h{1 + number % 3}") for number in range(12))
    disputed.report(disputed.home, content(home_penalties=many, home_dressed=("h1", "h2", "h3")), now=timezone.now())
    with django_assert_num_queries(21):
        client.get(address(disputed))


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.STATISTICIAN, 200), (Role.ADMINISTRATOR, 200), (Role.DIRECTOR, 403), (Role.OFFICIAL, 403)],
)
@pytest.mark.parametrize("view", ["dispute", "correct", "outcome"])
def test_only_those_who_settle_reports_change_a_game(
    client: Client, disputed: Evening, role: Role, status: int, view: str
) -> None:
    client.force_login(factories.member(role, disputed.season.league))
    assert client.get(address(disputed, view)).status_code == status
    client.force_login(factories.member(Role.STATISTICIAN, factories.league()))
    assert client.get(address(disputed, view)).status_code == 403
    client.force_login(disputed.home_coach)
    assert client.post(address(disputed, view), {}).status_code == 403
