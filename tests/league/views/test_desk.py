"""The statistician's desk: everything that waits, oldest first, how late and for whom, in a fixed number of queries."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import AuditEntry, Game, RecomputeRequest, Role
from league.services.outcomes import set_outcome
from tests import factories
from tests.reporting import Evening, content, evening

pytestmark = pytest.mark.django_db
HOUR = dt.timedelta(hours=1)


@pytest.fixture
def played(db: None) -> Evening:
    """A game of Bantam A that ended 30 hours ago: its reports are six hours late."""
    return evening(
        starts=timezone.now() - 31 * HOUR, occupied_until=timezone.now() - 30 * HOUR - dt.timedelta(minutes=1)
    )


def address(played: Evening, view: str = "desk", **more: Any) -> str:
    return reverse(f"league:{view}", kwargs={"league": played.season.league.slug, "season": played.season.slug} | more)


def another(played: Evening, hours: int, **fields: Any) -> Game:
    """A game between two more teams of the division, or of another, that ended so many hours ago."""
    division = fields.pop("division", played.division)
    home, away = factories.team(division=division, name="Lynx"), factories.team(division=division, name="Otters")
    ended = timezone.now() - hours * HOUR
    return factories.game(home=home, away=away, starts=ended - HOUR, occupied_until=ended, **fields)


def page(client: Client, played: Evening, query: str = "", **headers: str) -> str:
    client.force_login(played.statistician)
    response = client.get(address(played) + query, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def section(text: str, name: str) -> str:
    """The part of the page that lists one sort."""
    return text.split(f'aria-labelledby="waits-{name}"')[1].split("</section>")[0]


@pytest.mark.clause("mn-district-9", "5.1")
def test_an_unreported_game_says_how_late_it_is_and_leads_to_its_entry(client: Client, played: Evening) -> None:
    part = section(page(client, played), "unreported")
    assert "Faribault at Owatonna" in part
    assert "6 hours late" in part
    assert "Neither team has reported." in part
    assert f'href="{address(played, "correct", game=played.game.pk)}"' in part


@pytest.mark.clause("mn-district-9", "5.1")
def test_a_game_within_its_24_hours_says_how_much_is_left(client: Client, played: Evening) -> None:
    another(played, 3)
    assert "20 hours left" in section(page(client, played), "unreported")


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_a_provisional_game_says_who_is_still_to_report(client: Client, played: Evening) -> None:
    played.report(played.home, content(), now=timezone.now() - 3 * HOUR)
    text = page(client, played)
    part = section(text, "provisional")
    assert "Faribault have not reported." in part
    assert "Posted 3 hours ago." in part
    assert "6\N{EN DASH}3" in part
    assert f'href="{address(played, "dispute", game=played.game.pk)}"' in part
    assert 'id="waits-unreported"' not in text


def test_one_person_who_spoke_for_both_teams_is_named_as_the_cause(client: Client, played: Evening) -> None:
    for team in (played.home, played.away):
        played.report(team, content(), by=played.home_coach, now=timezone.now())
    assert "One person reported for both teams." in section(page(client, played), "provisional")


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_disputes_come_first_and_the_oldest_of_them_on_top(client: Client, played: Evening) -> None:
    newer = another(played, 20, outcome="played", score=(1, 0), report_state="disputed", reported_at=timezone.now())
    older = another(
        played, 50, outcome="played", score=(1, 0), report_state="disputed", reported_at=timezone.now() - 40 * HOUR
    )
    text = page(client, played)
    part = section(text, "disputed")
    assert part.index(address(played, "dispute", game=older.pk)) < part.index(address(played, "dispute", game=newer.pk))
    assert text.index('id="waits-disputed"') < text.index('id="waits-unreported"')


@pytest.mark.clause("mn-district-9", "3.13.notice")
def test_a_cancellation_without_a_time_of_notice_waits(client: Client, played: Evening) -> None:
    played.game.outcome, played.game.at_fault, played.game.report_state = "cancelled", [played.away.pk], "verified"
    played.game.save()
    part = section(page(client, played), "unclear")
    assert "When was notice given?" in part
    assert f'href="{address(played, "outcome", game=played.game.pk)}"' in part


def test_a_forfeit_of_nobody_waits_and_one_of_somebody_does_not(client: Client, played: Evening) -> None:
    played.game.outcome, played.game.report_state = "forfeit", "verified"
    played.game.save()
    assert "Which team was at fault?" in section(page(client, played), "unclear")
    set_outcome(
        game=played.game, outcome="forfeit", at_fault=[played.away], reason="Told", by=played.statistician,
        seen_version=played.game.version, now=timezone.now(),
    )  # fmt: skip
    assert "Nothing waits" in page(client, played)


def test_work_that_failed_is_shown_and_tried_again(client: Client, played: Evening) -> None:
    RecomputeRequest.objects.create(
        season=played.season, kind="division", target_id=played.division.pk, attempts=3, last_error="KeyError: x"
    )
    part = section(page(client, played), "failed")
    assert "Division Bantam A" in part
    assert "KeyError: x" in part
    response = client.post(address(played, "recompute"), follow=True)
    assert "1 is tried again." in response.content.decode()
    request = RecomputeRequest.objects.get()
    assert (request.attempts, request.claimed_at, request.generation) == (0, None, 2)
    entry = AuditEntry.objects.get(action="try-again")
    assert (entry.actor, entry.after) == (played.statistician, {"targets": [f"division {played.division.pk}"]})


def test_one_division_can_be_looked_at_alone(client: Client, played: Evening) -> None:
    other = factories.division(season=played.season, name="Peewee B", level="peewee")
    another(played, 40, division=other)
    text = page(client, played, f"?division={other.pk}")
    assert "Otters at Lynx" in text
    assert "Faribault at Owatonna" not in text
    client.force_login(played.statistician)
    assert client.get(address(played) + "?division=x").status_code == 404
    assert client.get(address(played) + f"?division={factories.division().pk}").status_code == 404
    assert client.get(address(played) + "?show=lunch").status_code == 404


def test_a_long_list_leads_to_all_of_it_by_pages(client: Client, played: Evening) -> None:
    games = [another(played, 100 + number) for number in range(45)]
    text = page(client, played)
    assert text.count(">Enter<") == 10
    assert "All 46" in text
    first, second = page(client, played, "?show=unreported"), page(client, played, "?show=unreported&page=2")
    assert (first.count(">Enter<"), second.count(">Enter<")) == (40, 6)
    assert address(played, "correct", game=games[-1].pk) in first
    assert address(played, "correct", game=played.game.pk) in second


def test_an_open_desk_learns_of_a_new_report_and_is_left_alone_otherwise(client: Client, played: Evening) -> None:
    text = page(client, played)
    version = text.split('hx-vals=\'{"seen": "')[1].split('"')[0]
    asked = {"HX-Request": "true"}
    client.force_login(played.statistician)
    assert client.get(address(played), {"seen": version}, headers=asked).status_code == 204
    played.report(played.home, content(), now=timezone.now())
    response = client.get(address(played), {"seen": version}, headers=asked)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert client.get(address(played), {"seen": version}).status_code == 200


@pytest.mark.parametrize("many", [False, True])
def test_the_desk_takes_the_same_queries_with_one_row_and_with_many(
    client: Client, played: Evening, django_assert_num_queries: DjangoAssertNumQueries, many: bool
) -> None:
    reported = timezone.now() - HOUR
    for number in range(6 if many else 1):
        another(played, 30 + number)
        another(played, 40 + number, score=(1, 0), report_state="disputed", reported_at=reported)
        another(played, 50 + number, score=(1, 0), report_state="provisional", reported_at=reported)
        another(played, 60 + number, outcome="forfeit", report_state="verified")
        RecomputeRequest.objects.create(season=played.season, kind="team", target_id=number, attempts=1)
    page(client, played)
    with django_assert_num_queries(13):
        client.get(address(played))


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.STATISTICIAN, 200), (Role.ADMINISTRATOR, 200), (Role.DIRECTOR, 403), (Role.OFFICIAL, 403)],
)
def test_only_those_who_settle_reports_see_the_desk(client: Client, played: Evening, role: Role, status: int) -> None:
    client.force_login(factories.member(role, played.season.league))
    assert client.get(address(played)).status_code == status
    client.force_login(factories.member(role, factories.league()))
    assert client.get(address(played)).status_code == 403
    client.force_login(played.home_coach)
    assert client.get(address(played)).status_code == 403
    client.logout()
    assert client.get(address(played)).status_code == 302


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_scores_shows_none_where_it_waits(client: Client, played: Evening) -> None:
    mites = factories.division(season=played.season, name="Mites", level="mite")
    another(
        played, 20, division=mites, outcome="played", score=(0, 0), report_state="disputed", reported_at=timezone.now()
    )
    part = section(page(client, played), "disputed")
    assert '<span class="text-nowrap">played</span>' in part
    assert "0\N{EN DASH}0" not in part
