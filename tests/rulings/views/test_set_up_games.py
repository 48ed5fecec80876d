"""Games are set, moved and postponed by hand; the rule book and the calendar are asked first."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import AuditEntry, Division, Game, RecomputeRequest, Role, Season, Team
from league.services.errors import Refused
from league.services.rulebooks import publish_shipped
from league.services.setup_games import add_game
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(db: None) -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    return factories.season(rulebook=book, slug="2014-15")


@pytest.fixture
def division(season: Season) -> Division:
    return factories.division(season=season)


@pytest.fixture
def teams(division: Division) -> list[Team]:
    return factories.teams(3, division=division)


@pytest.fixture
def client(season: Season) -> Iterator[Client]:
    made = Client()
    made.force_login(factories.member(Role.ADMINISTRATOR, season.league))
    return made


def page(season: Season, *parts: object) -> str:
    return "/".join(["", "leagues", season.league.slug, season.slug, "setup", "games", *map(str, parts), ""])


def typed(teams: list[Team], **more: object) -> dict[str, object]:
    return {
        "kind": "league", "home": teams[0].pk, "away": teams[1].pk, "day": "2014-11-08", "start": "13:00",
    } | more  # fmt: skip


def test_a_game_is_set_on_the_seasons_clock_for_as_long_as_the_book_says(
    client: Client, season: Season, teams: list[Team]
) -> None:
    client.post(page(season, "new"), typed(teams))
    game = Game.objects.get()
    assert game.starts == dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)
    assert game.ends is None
    assert game.occupied_until is not None
    assert game.occupied_until - game.starts >= dt.timedelta(minutes=60)
    assert (game.division, game.booked_at) == (teams[0].division, None)
    assert AuditEntry.objects.get(action="add-game").season == season
    wanted = set(RecomputeRequest.objects.values_list("kind", "target_id"))
    assert wanted == {("division", game.division_id), ("team", game.home_id), ("team", game.away_id)}


@pytest.mark.clause("mn-district-9", "3.6")
def test_a_day_outside_the_divisions_window_is_refused_with_the_clause(
    client: Client, season: Season, teams: list[Team]
) -> None:
    answer = client.post(page(season, "new"), typed(teams, day="2015-02-20"))
    assert [finding.clause for finding in answer.context["found"]] == ["3.6"]
    assert not Game.objects.exists()
    client.post(page(season, "new"), typed(teams, day="2015-02-20", kind="exhibition"))
    assert Game.objects.count() == 1


@pytest.mark.clause("mn-district-9", "3.7")
def test_teams_of_one_association_play_early(client: Client, season: Season, teams: list[Team]) -> None:
    town = factories.association(season=season)
    Team.objects.filter(pk__in=[team.pk for team in teams]).update(association=town)
    answer = client.post(page(season, "new"), typed(teams, day="2015-01-25"))
    assert [finding.clause for finding in answer.context["found"]] == ["3.7"]


def test_a_team_and_a_rink_are_not_booked_twice(client: Client, season: Season, teams: list[Team]) -> None:
    rink = factories.venue(league=season.league, name="Ice Hall", key="k1")
    client.post(page(season, "new"), typed(teams, venue=rink.pk))
    lynx, owls = (factories.team(division=teams[0].division, name=name, key=name) for name in ("Lynx X", "Owls X"))
    answer = client.post(page(season, "new"), typed([lynx, owls], start="13:30", venue=rink.pk))
    (finding,) = answer.context["found"]
    assert finding.message.startswith("Ice Hall: taken from 13:00 to ")
    assert "(" not in finding.message
    team = client.post(page(season, "new"), typed([teams[0], lynx], start="13:30"))
    assert team.context["found"][0].message.startswith(f"{teams[0].name}: taken from 13:00")
    assert Game.objects.count() == 1


def test_the_database_has_the_last_word_as_a_finding(season: Season, teams: list[Team]) -> None:
    starts = dt.datetime(2014, 11, 8, 19, tzinfo=dt.UTC)
    values = {
        "kind": "league", "home": teams[0], "away": teams[1], "starts": starts, "ends": None, "venue": None,
        "occupied_until": starts + dt.timedelta(hours=1),
    }  # fmt: skip
    add_game(season=season, values=values, now=starts)
    with pytest.raises(Refused) as refused:
        add_game(season=season, values=values | {"away": teams[2]}, now=starts)
    assert [finding.code for finding in refused.value.findings] == ["team-taken"]
    assert Game.objects.count() == 1


def test_a_skipped_hour_does_not_exist_and_a_repeated_one_is_asked_about(
    client: Client, season: Season, teams: list[Team]
) -> None:
    skipped = client.post(page(season, "new"), typed(teams, day="2015-03-08", start="02:30", kind="exhibition"))
    assert "the clocks go forward over it" in skipped.text
    first = client.post(page(season, "new"), typed(teams, day="2014-11-02", start="01:30", kind="exhibition", away=""))
    assert "The clock shows this start twice" in first.text
    client.post(page(season, "new"), typed(teams, day="2014-11-02", start="01:30", kind="exhibition", second="on"))
    game = Game.objects.get()
    assert game.starts == dt.datetime(2014, 11, 2, 7, 30, tzinfo=dt.UTC)
    assert client.get(page(season, game.pk)).context["form"].initial["second"] is True


def test_a_game_is_moved_postponed_and_keeps_when_it_was_booked(
    client: Client, season: Season, teams: list[Team]
) -> None:
    game = factories.game(home=teams[0], away=teams[1], booked=dt.date(2014, 10, 26))
    change = typed(teams, day="2014-12-06", version="0", reason="ice broken")
    client.post(page(season, game.pk), change)
    game.refresh_from_db()
    assert (game.starts, game.version) == (dt.datetime(2014, 12, 6, 19, tzinfo=dt.UTC), 1)
    assert AuditEntry.objects.get(action="move-game").reason == "ice broken"
    client.post(page(season, game.pk), change | {"version": "1", "postpone": "yes"})
    game.refresh_from_db()
    assert (game.starts, game.occupied_until, game.booked) == (None, None, dt.date(2014, 10, 26))
    assert AuditEntry.objects.filter(action="postpone-game").count() == 1


def test_the_second_of_two_who_move_a_game_sees_both(client: Client, season: Season, teams: list[Team]) -> None:
    game = factories.game(home=teams[0], away=teams[1])
    client.post(page(season, game.pk), typed(teams, day="2014-12-06", version="0"))
    answer = client.post(page(season, game.pk), typed(teams, day="2014-12-07", version="0"))
    assert "Somebody else changed this meanwhile" in answer.text
    again = answer.context["form"]["version"].value()
    client.post(page(season, game.pk), typed(teams, day="2014-12-07", version=again))
    game.refresh_from_db()
    assert game.starts == dt.datetime(2014, 12, 7, 19, tzinfo=dt.UTC)


def test_a_played_game_stays_where_it_is(client: Client, season: Season, teams: list[Team]) -> None:
    game = factories.game(home=teams[0], away=teams[1], score=(3, 2))
    answer = client.post(page(season, game.pk), typed(teams, day="2014-12-06", version="0"))
    assert "This game has a result" in answer.text
    client.post(page(season, game.pk, "remove"), {"version": "0"})
    assert Game.objects.filter(pk=game.pk, outcome="played").exists()


def test_a_game_set_by_mistake_is_taken_out(client: Client, season: Season, teams: list[Team]) -> None:
    game = factories.game(home=teams[0], away=teams[1])
    for wrong in ("7", "", "x", "9" * 5000):
        assert client.post(page(season, game.pk, "remove"), {"version": wrong}).status_code == 302
        assert Game.objects.exists()
    client.post(page(season, game.pk, "remove"), {"version": "0"})
    assert not Game.objects.exists()
    assert AuditEntry.objects.get(action="remove-game").target_id == str(game.pk)


@pytest.mark.parametrize(
    ("wrong", "fields"),
    [
        ({"away": ""}, {"away"}),
        ({"start": ""}, {"start"}),
        ({"day": ""}, {"day"}),
        ({"day": "", "start": "", "end": "15:00"}, {"end"}),
        ({"day": "9999-12-31", "start": "23:59", "end": "00:10"}, {"day"}),
        ({"day": "nonsense", "start": "25:00", "kind": "x", "venue": "9" * 40}, {"day", "start", "kind", "venue"}),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    client: Client, season: Season, teams: list[Team], wrong: dict[str, str], fields: set[str]
) -> None:
    answer = client.post(page(season, "new"), typed(teams, **wrong))
    assert answer.status_code == 200
    assert set(answer.context["form"].errors) <= fields
    assert answer.context["form"].errors
    assert not Game.objects.exists()


def test_a_league_game_is_within_one_division_and_between_two_teams(
    client: Client, season: Season, teams: list[Team]
) -> None:
    guest = factories.team(division=factories.division(season=season, name="Peewee B", level="peewee"))
    for away in (guest.pk, teams[0].pk):
        answer = client.post(page(season, "new"), typed(teams, away=away))
        assert set(answer.context["form"].errors) == {"away"}


def test_the_whole_schedule_is_checked(client: Client, season: Season, teams: list[Team]) -> None:
    assert "Nothing is wrong" in client.get(page(season, "check")).text
    factories.game(home=teams[0], away=teams[1], starts=dt.datetime(2015, 2, 20, 19, tzinfo=dt.UTC))
    (finding,) = client.get(page(season, "check")).context["found"]
    assert (finding.clause, finding.where) == ("3.6", f"Feb 20: {teams[0]} - {teams[1]}")


def test_the_list_takes_the_same_queries_for_few_and_many(
    client: Client, season: Season, teams: list[Team], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    factories.game(home=teams[0], away=teams[1])
    client.get(page(season))
    with django_assert_num_queries(8):
        client.get(page(season))
    for _ in range(15):
        factories.game(home=teams[0], away=teams[1], venue=factories.venue(league=season.league))
    with django_assert_num_queries(8):
        assert len(client.get(page(season), {"division": teams[0].division_id}).context["page"]) == 16
