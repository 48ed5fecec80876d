"""Shows how far each role reaches: its league, its season, its team, its association, while it is in force."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.models import Membership, Role, Season, Team, User
from league.permissions import ALLOWED, Access, Action, Grant, Place
from tests import factories

pytestmark = pytest.mark.django_db

NOTHING = {Grant.PUBLIC, Grant.SIGNED_IN}


@dataclass
class World:
    """A season with two divisions and three teams; two of them in associations."""

    season: Season
    lynx: Team
    otters: Team
    far: Team

    @property
    def here(self) -> Place:
        return Place(league=self.season.league, season=self.season)

    def of(self, team: Team) -> Place:
        return Place(league=self.season.league, season=self.season, division=team.division, team=team)


@pytest.fixture
def world() -> World:
    season = factories.season()
    division, other = factories.division(season=season), factories.division(season=season, name="Peewee B")
    return World(
        season,
        factories.team(division=division, name="Lynx", association=factories.association(season=season)),
        factories.team(division=division, name="Otters", association=factories.association(season=season)),
        factories.team(division=other, name="Terns"),
    )


def representative(world: World, *teams: Team) -> User:
    user = factories.user()
    for team in teams:
        factories.member(Role.TEAM_REPRESENTATIVE, world.season.league, team=team, user=user)
    return user


def test_every_action_is_in_the_table() -> None:
    assert set(ALLOWED) == set(Action)


def test_the_public_and_a_stranger_hold_nothing(world: World) -> None:
    assert Access(AnonymousUser()).grants(world.here) == {Grant.PUBLIC}
    assert Access(factories.user()).grants(world.here) == NOTHING


def test_an_operator_holds_nothing_by_being_that(world: World) -> None:
    operator = User.objects.create_superuser("operator@example.org", "hunter-of-pucks")
    assert Access(operator).grants(world.here) == NOTHING
    assert not Access(operator).may(Action.READ_NAMES, world.of(world.lynx))


@pytest.mark.parametrize("role", [Role.ADMINISTRATOR, Role.STATISTICIAN, Role.DIRECTOR, Role.OFFICIAL])
def test_a_role_of_the_league_reaches_all_its_places_and_no_other_league(world: World, role: Role) -> None:
    other = factories.season()
    access = Access(factories.member(role, world.season.league))
    for place in (Place(league=world.season.league), world.here, world.of(world.lynx), world.of(world.far)):
        assert access.grants(place) == {*NOTHING, Grant(role.value)}
    assert access.grants(Place(league=other.league, season=other)) == NOTHING


def test_roles_in_two_leagues_stay_apart(world: World) -> None:
    other = factories.season()
    user = factories.member(Role.STATISTICIAN, world.season.league)
    factories.member(Role.DIRECTOR, other.league, user=user)
    access = Access(user)
    assert access.grants(world.here) == {*NOTHING, Grant.STATISTICIAN}
    assert access.grants(Place(league=other.league, season=other)) == {*NOTHING, Grant.DIRECTOR}


def test_a_role_of_one_season_reaches_neither_the_league_nor_another_season(world: World) -> None:
    later = factories.season(league=world.season.league)
    access = Access(factories.member(Role.ADMINISTRATOR, world.season.league, season=world.season))
    assert access.may(Action.GRANT_ROLES, world.here)
    assert not access.may(Action.GRANT_ROLES, Place(league=world.season.league))
    assert not access.may(Action.GRANT_ROLES, Place(league=later.league, season=later))


def test_an_ended_role_is_none(world: World) -> None:
    user = factories.member(Role.DIRECTOR, world.season.league)
    Membership.objects.filter(user=user).update(ended_at=timezone.now())
    assert Access(user).grants(world.here) == NOTHING


def test_a_representative_reaches_what_is_of_the_team(world: World) -> None:
    access = Access(representative(world, world.lynx))
    against_otters = factories.game(home=world.otters, away=world.lynx)
    of_others = factories.game(home=world.otters, away=factories.team(division=world.otters.division))
    mine = {*NOTHING, Grant.TEAM_REPRESENTATIVE}

    def at_game(game: object, team: Team | None = None) -> Place:
        return Place(league=world.season.league, season=world.season, game=game, team=team)  # type: ignore[arg-type]

    assert access.grants(world.here) == mine
    assert access.grants(world.of(world.lynx)) == mine
    assert access.grants(world.of(world.otters)) == NOTHING
    assert access.grants(at_game(against_otters)) == mine
    assert access.grants(at_game(against_otters, world.lynx)) == mine
    assert access.grants(at_game(against_otters, world.otters)) == NOTHING
    assert access.grants(at_game(of_others)) == NOTHING
    assert access.grants(Place(world.season.league, world.season, world.lynx.division)) == mine
    assert access.grants(Place(world.season.league, world.season, world.far.division)) == NOTHING
    assert access.grants(Place(world.season.league)) == NOTHING


def test_a_representative_of_two_teams_names_the_one_they_act_for(world: World) -> None:
    access = Access(representative(world, world.lynx, world.far))
    assert set(access.teams(world.season)) == {world.lynx, world.far}
    for team, allowed in ((world.lynx, True), (world.far, True), (world.otters, False)):
        assert access.may(Action.REPORT_GAME, world.of(team)) is allowed


def test_a_president_reaches_the_teams_of_the_association(world: World) -> None:
    president = factories.member(Role.ASSOCIATION_PRESIDENT, world.season.league, association=world.lynx.association)
    access = Access(president)
    game = factories.game(home=world.otters, away=world.lynx)
    assert access.may(Action.READ_SUSPENSIONS, world.of(world.lynx))
    assert not access.may(Action.READ_SUSPENSIONS, world.of(world.otters))
    assert not access.may(Action.READ_SUSPENSIONS, world.of(world.far))
    assert access.may(Action.READ_SUSPENSIONS, Place(world.season.league, world.season, game=game))
    assert not access.may(Action.REPORT_GAME, world.of(world.lynx))
    mine, other = (
        Place(world.season.league, world.season, association=team.association) for team in (world.lynx, world.otters)
    )
    assert (access.may(Action.READ_NAMES, mine), access.may(Action.READ_NAMES, other)) == (True, False)


def test_a_page_of_many_teams_shows_those_that_the_visitor_may_see(world: World) -> None:
    teams = [world.lynx, world.otters, world.far]
    shown = Access(representative(world, world.lynx)).of_teams(Action.READ_SUSPENSIONS, world.here, teams)
    assert shown == (world.lynx,)
    everything = Access(factories.member(Role.DIRECTOR, world.season.league))
    assert everything.of_teams(Action.READ_SUSPENSIONS, world.here, teams) == tuple(teams)


def test_an_unpublished_season_is_read_by_all_its_people_and_nobody_else(world: World) -> None:
    Season.objects.filter(pk=world.season.pk).update(published=False)
    world.season.refresh_from_db()
    access = Access(representative(world, world.lynx))
    assert access.may(Action.READ_PUBLIC, world.of(world.otters))
    assert access.may(Action.READ_PUBLIC, world.of(world.far))
    assert not Access(factories.user()).may(Action.READ_PUBLIC, world.here)
    assert not Access(AnonymousUser()).may(Action.READ_PUBLIC, world.here)


def test_names_are_public_only_where_an_adult_league_says_so(world: World) -> None:
    public = Access(AnonymousUser())
    adult = factories.division(season=world.season, name="Adult C", level="adult")
    team = factories.team(division=adult)
    assert not public.may(Action.READ_NAMES, world.of(team))
    world.season.league.names_public = True
    assert public.may(Action.READ_NAMES, world.of(team))
    assert not public.may(Action.READ_NAMES, world.of(world.lynx))
    assert not public.may(Action.READ_NAMES, world.here)


def test_a_refusal_says_whose_page_it_is(world: World) -> None:
    with pytest.raises(PermissionDenied, match=r"roles of the league .*: League administrator, Statistician\."):
        Access(factories.user()).require(Action.SETTLE_REPORTS, world.here)


def test_asking_costs_one_query_whatever_is_asked(world: World, django_assert_num_queries: object) -> None:
    user = representative(world, world.lynx, world.otters)
    teams = [world.lynx, world.otters, world.far]
    with django_assert_num_queries(1):  # type: ignore[operator]
        access = Access(user)
        for action in Action:
            access.of_teams(action, world.here, teams)
