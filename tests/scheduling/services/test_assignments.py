"""Checks who is let in to officiate a game: nobody suspended where the book says so, nobody in two places."""

import datetime as dt

import pytest
from django.utils import timezone

from discipline.models import Suspension
from league.models import AuditEntry, Game, Outcome, Person, Season, User
from league.services.errors import Refused
from league.services.rulebooks import publish_shipped
from scheduling.models import Assignment, OfficialRole
from scheduling.services.assignments import assign, assign_somebody_new, release
from tests import factories

pytestmark = pytest.mark.django_db

NOW = timezone.now()
START = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)


def season_of(book: str) -> Season:
    version = next(version for version in publish_shipped() if version.slug == book)
    return factories.season(rulebook=version)


def game_of(season: Season, *, minutes: int = 0) -> Game:
    division = factories.division(season=season)
    return factories.game(division=division, starts=START + dt.timedelta(minutes=minutes))


@pytest.fixture
def director() -> User:
    return factories.user()


def refused(game: Game, person: Person, by: User) -> list[tuple[str, str | None]]:
    before = Assignment.objects.count()
    with pytest.raises(Refused) as raised:
        assign(game=game, person=person, role=OfficialRole.REFEREE, by=by, now=NOW)
    assert Assignment.objects.count() == before
    return [(finding.code, finding.clause) for finding in raised.value.findings]


def suspended(season: Season, person: Person, *, active: bool = True) -> None:
    status = "serving" if active else "served"
    Suspension.objects.create(
        season=season, person=person, incident="i", status=status, active=active, data={}, made_at=NOW
    )


def test_an_official_is_assigned_and_released_on_record(director: User) -> None:
    game = game_of(season_of("mn-district-9"))
    person = factories.person(league=game.season.league)
    made = assign(game=game, person=person, role=OfficialRole.LINESMAN, by=director, now=NOW)
    assert (made.game, made.person, made.role, made.assigned_by) == (game, person, "linesman", director)
    release(assignment=made, by=director)
    release(assignment=made, by=director)
    assert not Assignment.objects.exists()
    actions = AuditEntry.objects.filter(league=game.season.league).order_by("number").values_list("action", flat=True)
    assert list(actions) == ["assign-official", "release-official"]


@pytest.mark.clause("nb-minor-discipline", "app.a.ii")
def test_nobody_with_an_open_suspension_officiates_where_the_book_says_so(director: User) -> None:
    season = season_of("nb-minor-discipline")
    game = game_of(season)
    person, served = (factories.person(league=season.league) for _ in range(2))
    suspended(season, person)
    suspended(season, served, active=False)
    assert refused(game, person, director) == [("suspended", "app.a.ii")]
    assign(game=game, person=served, role=OfficialRole.REFEREE, by=director, now=NOW)


def test_a_book_that_says_nothing_of_it_lets_them(director: User) -> None:
    season = season_of("mn-district-9")
    person = factories.person(league=season.league)
    suspended(season, person)
    assign(game=game_of(season), person=person, role=OfficialRole.REFEREE, by=director, now=NOW)


def test_nobody_officiates_two_games_at_a_time_nor_while_their_team_plays(director: User) -> None:
    season = season_of("mn-district-9")
    game, overlapping, later = game_of(season), game_of(season, minutes=30), game_of(season, minutes=75)
    person, player = factories.person(league=season.league), factories.player(overlapping.home)
    assign(game=game, person=person, role=OfficialRole.REFEREE, by=director, now=NOW)
    assert refused(overlapping, person, director) == [("clash", None)]
    assert refused(game, player, director) == [("clash", None)]
    assert refused(overlapping, player, director) == [("clash", None)]
    assign(game=later, person=person, role=OfficialRole.REFEREE, by=director, now=NOW)


def test_everything_against_it_is_said_at_once(director: User) -> None:
    season = season_of("nb-minor-discipline")
    game = game_of(season)
    person = factories.person(league=season.league)
    assign(game=game, person=person, role=OfficialRole.REFEREE, by=director, now=NOW)
    suspended(season, person)
    Game.objects.filter(pk=game.pk).update(outcome=Outcome.CANCELLED)
    game.refresh_from_db()
    assert [code for code, _clause in refused(game, person, director)] == ["over", "twice", "suspended"]
    assert refused(game, factories.person(), director)[0] == ("other-league", None)


def test_somebody_new_is_put_on_record_with_the_assignment_or_not_at_all(director: User) -> None:
    game = game_of(season_of("mn-district-9"))
    made = assign_somebody_new(game=game, name="Alva Birke", role=OfficialRole.REFEREE, by=director, now=NOW)
    assert made.person.name == "Alva Birke"
    Game.objects.filter(pk=game.pk).update(outcome=Outcome.CANCELLED)
    game.refresh_from_db()
    with pytest.raises(Refused):
        assign_somebody_new(game=game, name="Bo Castell", role=OfficialRole.REFEREE, by=director, now=NOW)
    assert not Person.objects.filter(name="Bo Castell").exists()
