"""The command makes the demo once, with everything worked out, and nowhere where it has no business."""

import datetime as dt
import io
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from demo.generator import script
from discipline.queries import discipline_facts
from league.models import (
    Attachment,
    AuditEntry,
    Game,
    GameReport,
    League,
    Membership,
    Person,
    RecomputeRequest,
    ReportState,
    Role,
    Season,
    User,
)
from league.queries import reports as report_queries
from league.queries.access import demo_users
from league.services.audit import verify_chain
from league.services.settling import disputed_fields
from rulings.services import recompute_pending


@pytest.fixture(scope="module")
def said(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """What the command printed; the demo is there for all tests of this file and gone afterwards."""
    with django_db_blocker.unblock(), transaction.atomic(), override_settings(DEMO=True):
        output = io.StringIO()
        call_command("create_demo", stdout=output)
        yield output.getvalue()
        transaction.set_rollback(True)


@pytest.fixture
def season(said: str) -> Season:
    return Season.objects.select_related("league", "rulebook").order_by("-starts")[0]


def _game(season: Season, key: str) -> Game:
    return Game.objects.select_related("home", "away", "season", "division").get(season=season, key=key)


def test_it_says_who_can_sign_in(said: str) -> None:
    addresses = re.findall(r"\S+@\S+", said)
    assert addresses == list(User.objects.order_by("pk").values_list("email", flat=True))
    assert {address.partition("@")[2] for address in addresses} == {"d9.example"}
    assert settings.DEMO_PASSWORD in said
    assert {"admin@d9.example", "director@d9.example", "statistician@d9.example", "parent@d9.example"} <= {*addresses}


def test_everybody_signs_in_with_the_one_password(said: str) -> None:
    for email in ("admin@d9.example", "coach.ba-elk-narrows@d9.example", "parent@d9.example"):
        response = Client().post(
            reverse("league:sign_in"), {"username": email, "password": settings.DEMO_PASSWORD}, REMOTE_ADDR="192.0.2.7"
        )
        assert response.status_code == 302, email


def test_every_role_is_held_and_both_coaches_of_the_game_that_is_due_are_offered(season: Season) -> None:
    held = Counter(Membership.objects.values_list("role", flat=True))
    assert set(held) == set(Role.values)
    assert held[Role.TEAM_REPRESENTATIVE] > 20
    due = _game(season, "ba-6a")  # or its second leg, of the same two
    offered = [user.email for user in demo_users(timezone.now())]
    assert f"coach.{due.home.key}@d9.example" in offered
    assert f"coach.{due.away.key}@d9.example" in offered
    assert not Membership.objects.filter(user__email="parent@d9.example").exists()
    assert offered[-1] == "parent@d9.example"


def test_a_game_is_due_at_any_hour_of_the_day(season: Season) -> None:
    """One of the two games of the same two teams is over and its 24 hours are not, whenever one looks."""
    first, second = (_game(season, key) for key in ("ba-6a", "ba-7a"))
    assert set(first.team_ids) == set(second.team_ids)
    ends = [game.occupied_until for game in (first, second) if game.occupied_until]
    day = dt.timedelta(hours=24)
    assert dt.timedelta() < ends[1] - ends[0] < day
    assert any(end <= timezone.now() < end + day for end in ends)


def test_games_are_in_every_state_of_reporting(season: Season) -> None:
    states = {key: _game(season, key).report_state for key in script.LIVE}
    assert set(states.values()) == set(ReportState.values)
    assert states["ba-6a"] == states["bb-6b"] == "unreported"
    assert states["bb-6a"] == states["bb-6c"] == "provisional"
    assert states["ba-6c"] == states["pa-6a"] == "disputed"
    assert states["ba-6b"] == states["pa-6b"] == states["12ub-6a"] == states["mite-6a"] == "verified"
    assert _game(season, "12ub-6c").outcome == "no-show"
    kinds = set(GameReport.objects.values_list("kind", flat=True))
    assert kinds == {"team", "settlement", "correction"}
    assert GameReport.objects.filter(late=True).count() == 1


def test_disputes_differ_in_goals_and_in_penalties(season: Season) -> None:
    assert [item.field for item in disputed_fields(_game(season, "ba-6c"))] == ["home.goals.3"]
    assert [item.field for item in disputed_fields(_game(season, "pa-6a"))] == ["home.penalties.minor"]


def test_late_games_wait_and_fresh_ones_have_hours_left(season: Season) -> None:
    def deadline(key: str) -> dt.datetime:
        game = _game(season, key)
        found = report_queries.deadline(game, report_queries.book_of(game))
        assert found is not None
        return found

    now = timezone.now()
    assert deadline("bb-6b") < now
    assert deadline("12ub-6b") < now
    assert max(deadline("ba-6a"), deadline("ba-7a")) > now


def test_a_score_sheet_is_attached_to_the_disputed_game(season: Season) -> None:
    attachment = Attachment.objects.get()
    assert attachment.game.key == "pa-6a"
    assert attachment.content_type == "image/png"
    assert 1000 < attachment.size < 100_000


def test_everything_is_worked_out(season: Season) -> None:
    assert not RecomputeRequest.objects.exists()
    divisions = season.divisions.all()
    assert all(division.standings.rows for division in divisions if division.key != "mite")
    played = sum(row["played"] for row in divisions.get(key="ba").standings.rows)
    assert played > 36


def test_one_coin_was_flipped_and_another_is_needed(season: Season) -> None:
    flip = season.divisions.get(key="10ub").coin_flips.get()
    assert (flip.official, flip.witness) == ("Bao Halvorsen", "Ingrid Castellanos")
    assert season.divisions.get(key="10ub").standings.coin_flip_needed == []
    assert len(season.divisions.get(key="sa").standings.coin_flip_needed) == 1


def test_last_season_is_final_and_its_suspension_came_along(season: Season) -> None:
    before = Season.objects.exclude(pk=season.pk).get()
    for division in before.divisions.all():
        final = division.final_tables.get()
        assert final.reopened_at is None
        assert [row["rank"] for row in final.rows] == [1, 2, 3, 4, 5, 6]
    (carried,) = discipline_facts(season)["carried"]
    fighter = Person.objects.get(league=season.league, key=carried.person)
    assert set(fighter.roster_spots.values_list("team__season", flat=True)) == {season.pk, before.pk}


def test_the_audit_trail_is_whole(season: Season) -> None:
    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"import-season", "report-game", "settle-report", "correct-result", "set-outcome", "freeze-table"} <= actions
    assert verify_chain(season.league).broken is None


def test_a_second_time_nothing_is_added(said: str) -> None:
    def counts() -> list[int]:
        return [model.objects.count() for model in (League, Season, Game, GameReport, User, Membership, AuditEntry)]

    before, output = counts(), io.StringIO()
    call_command("create_demo", stdout=output)
    assert counts() == before
    assert "there already" in output.getvalue()
    assert recompute_pending() == 0


@pytest.mark.parametrize(
    ("email", "name", "shown"),
    [
        ("", "league:season", "Bantam A"),
        ("", "league:games", "Elk Narrows"),
        ("", "standings:season", "Elk Narrows"),
        ("statistician@d9.example", "discipline:season", "Alder Falls"),
        ("coach.ba-elk-narrows@d9.example", "league:season", "Grayling Bay"),
    ],
)
def test_pages_have_something_to_show(season: Season, email: str, name: str, shown: str) -> None:
    client = Client()
    if email:
        client.force_login(User.objects.get(email=email), backend="django.contrib.auth.backends.ModelBackend")
    address = reverse(name, kwargs={"league": season.league.slug, "season": season.slug})
    response = client.get(address, REMOTE_ADDR="192.0.2.7")
    assert response.status_code == 200
    assert shown in response.content.decode()


def test_the_public_reads_no_players_name(season: Season) -> None:
    names = list(Person.objects.filter(league=season.league, born__isnull=False).values_list("name", flat=True))
    assert len(names) > 800
    for name in ("league:season", "league:games", "standings:season"):
        address = reverse(name, kwargs={"league": season.league.slug, "season": season.slug})
        page = Client().get(address, REMOTE_ADDR="192.0.2.7").content.decode()
        assert [each for each in names if each in page] == []
