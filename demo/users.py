"""Decides who can sign in to the demo: one person a role, and the coaches of the games around today."""

import datetime as dt
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.contrib.auth.hashers import make_password

from league.models import Game, League, Role, RosterRole, RosterSpot, Season, Team, User
from league.services.access import Offer, grant

DOMAIN = "d9.example"

OFFICERS: Sequence[tuple[str, str, Role]] = (
    ("admin", "Maren Oyelaran", Role.ADMINISTRATOR),
    ("statistician", "Teodor Vasquez", Role.STATISTICIAN),
    ("director", "Ingrid Castellanos", Role.DIRECTOR),
    ("official", "Bao Halvorsen", Role.OFFICIAL),
)
PRESIDENT = ("president", "Wilhelmina Adeleke")
PARENT = ("parent", "Jonah Petersdotter")


class Users:
    """Makes users who all have the password of the demo; it is hashed once, since hashing is slow on purpose."""

    def __init__(self, league: League, season: Season, now: dt.datetime) -> None:
        self._league = league
        self._season = season
        self._now = now
        self._password = make_password(settings.DEMO_PASSWORD)

    def officers(self) -> Mapping[Role, User]:
        """The people of the league's own roles, each with it; side effects: users, memberships, audit entries."""
        found = {}
        for name, full_name, role in OFFICERS:
            found[role] = self._user(name, full_name)
            grant(offer=Offer(league=self._league, role=role), user=found[role], actor=None, now=self._now)
        return found

    def coaches(self, games: Sequence[Game]) -> Mapping[int, User]:
        """The representative of every team in these games, by the team's primary key, in the order of the games."""
        teams = {team.pk: team for game in games for team in (game.home, game.away)}
        spots = RosterSpot.objects.filter(team__in=teams, role=RosterRole.COACH).select_related("person")
        names = {spot.team_id: spot.person.name or "" for spot in spots}
        return {pk: self._coach(team, names[pk]) for pk, team in teams.items()}

    def president(self, team: Team) -> User:
        """The president of the team's association."""
        user = self._user(*PRESIDENT)
        offer = Offer(
            league=self._league,
            role=Role.ASSOCIATION_PRESIDENT,
            season=self._season,
            association=team.association,
        )
        grant(offer=offer, user=user, actor=None, now=self._now)
        return user

    def parent(self) -> User:
        """Somebody who signs in and has no role at all."""
        return self._user(*PARENT)

    def _coach(self, team: Team, name: str) -> User:
        user = self._user(f"coach.{team.key}", name)
        offer = Offer(league=self._league, role=Role.TEAM_REPRESENTATIVE, season=self._season, team=team)
        grant(offer=offer, user=user, actor=None, now=self._now)
        return user

    def _user(self, name: str, full_name: str) -> User:
        return User.objects.create(email=f"{name}@{DOMAIN}", name=full_name, password=self._password)
