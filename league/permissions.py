"""Decides who may do what, in one table: every page and every service asks here, and unlisted means no.

A user's grants at a place follow from the memberships that are in force there; the public has one
grant, everybody signed in another. An action is allowed to whoever holds one of its grants. Operators
of the installation hold nothing by being that: a league's roles are given by the league.

How a role reaches a place:
- in its own league only, and where it was given for one season, in that season only;
- a representative's at places of their team: its own pages, games it plays in, its division, and
  pages of the season that name no team (such a page shows per team what `of_teams` lets through);
- a president's the same for the teams of the association;
- the other roles' everywhere in the league or season.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from league.core.vocabulary import YOUTH_LEVELS
from league.models import Membership, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from league.models import Association, Division, Game, League, Season, Team, User


class Grant(StrEnum):
    """What somebody is at a place."""

    PUBLIC = "public"
    SIGNED_IN = "signed-in"
    ADMINISTRATOR = "administrator"
    STATISTICIAN = "statistician"
    DIRECTOR = "director"
    TEAM_REPRESENTATIVE = "team-representative"  # of a team of this place, or of any where it names none
    OFFICIAL = "official"
    ASSOCIATION_PRESIDENT = "association-president"  # of a team's association here


OFFICERS = frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN, Grant.DIRECTOR})
MEMBERS = OFFICERS | {Grant.TEAM_REPRESENTATIVE, Grant.OFFICIAL, Grant.ASSOCIATION_PRESIDENT}


class Action(StrEnum):
    """What can be done at a place."""

    READ_PUBLIC = "read public pages"
    READ_UNPUBLISHED = "read an unpublished season"
    READ_NAMES = "read the names of a team's people"
    READ_SUSPENSIONS = "read a team's suspensions with their reasons"
    READ_ELIGIBILITY = "read that somebody may not play"
    READ_WARNINGS = "read who of a team is one penalty from a consequence"
    READ_EVENING = "read who may not play in all games of a day, and print their sheets"
    READ_REPORTS = "read a game's reports and files"
    REPORT_GAME = "report a game"
    RECORD_SHOOTOUT = "enter a shootout shot by shot"
    SETTLE_REPORTS = "settle, correct and enter results"
    RECORD_COIN_FLIP = "record a coin flip"
    FREEZE_TABLE = "make a table final and reopen it"
    SEED_PLAYOFFS = "seed the playoffs"
    REALIGN_TEAMS = "set the points of a moved team"
    TRY_RULES = "see what another rule book would make of the tables"
    DECIDE_DISCIPLINE = "decide suspensions"
    FILE_INCIDENTS = "file incident reports and read one's own"
    READ_INCIDENTS = "read every incident report"
    READ_YEAR = "read the year's report of suspensions"
    APPEAL = "ask for hearings, appeal and protest for a team"
    READ_ASSIGNMENTS = "read who officiates which game"
    ASSIGN_OFFICIALS = "assign officials to games"
    SET_UP = "set up leagues, seasons, teams and rosters"
    MANAGE_ROSTER = "keep a team's roster"
    MERGE_PEOPLE = "make two records of one person one"
    GRANT_ROLES = "invite people and end roles"
    READ_AUDIT = "read the audit trail"
    READ_MOVES = "read requests to move games"
    ASK_FOR_MOVE = "ask to move a game, and answer"
    DECIDE_MOVE = "approve, refuse and waive moves of games"
    READ_DRAFTS = "read schedules that are being made"
    HAND_IN_GAMES = "hand in a team's home games"
    MAKE_SCHEDULE = "make and publish schedules"
    READ_ACCOUNTS = "read what teams, associations and people owe"
    PAY_BY_CARD = "pay by card what one's teams, associations and people owe"
    KEEP_ACCOUNTS = "record payments, credits and corrections"
    SET_AMOUNTS = "set amounts that the rule book leaves to the league"
    USE_ACCOUNT = "use one's own account"


ALLOWED: Mapping[Action, frozenset[Grant]] = {
    Action.READ_PUBLIC: frozenset({Grant.PUBLIC}),
    Action.READ_UNPUBLISHED: MEMBERS,
    Action.READ_NAMES: MEMBERS,
    Action.READ_SUSPENSIONS: MEMBERS - {Grant.OFFICIAL},
    Action.READ_ELIGIBILITY: MEMBERS,
    Action.READ_WARNINGS: frozenset({Grant.TEAM_REPRESENTATIVE}),
    Action.READ_EVENING: OFFICERS | {Grant.OFFICIAL},
    Action.READ_REPORTS: OFFICERS | {Grant.TEAM_REPRESENTATIVE},
    Action.REPORT_GAME: frozenset({Grant.TEAM_REPRESENTATIVE}),
    Action.RECORD_SHOOTOUT: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN, Grant.TEAM_REPRESENTATIVE}),
    Action.SETTLE_REPORTS: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN}),
    Action.RECORD_COIN_FLIP: OFFICERS,
    Action.FREEZE_TABLE: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN}),
    Action.SEED_PLAYOFFS: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN}),
    Action.REALIGN_TEAMS: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN}),
    Action.TRY_RULES: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN}),
    Action.DECIDE_DISCIPLINE: frozenset({Grant.DIRECTOR}),
    Action.FILE_INCIDENTS: frozenset({Grant.OFFICIAL, Grant.DIRECTOR}),
    Action.READ_INCIDENTS: frozenset({Grant.DIRECTOR}),
    Action.READ_YEAR: OFFICERS,
    Action.APPEAL: frozenset({Grant.TEAM_REPRESENTATIVE}),
    Action.READ_ASSIGNMENTS: OFFICERS | {Grant.OFFICIAL},
    Action.ASSIGN_OFFICIALS: OFFICERS,
    Action.SET_UP: frozenset({Grant.ADMINISTRATOR}),
    Action.MANAGE_ROSTER: frozenset({Grant.ADMINISTRATOR}),
    Action.MERGE_PEOPLE: frozenset({Grant.ADMINISTRATOR, Grant.DIRECTOR}),
    Action.GRANT_ROLES: frozenset({Grant.ADMINISTRATOR}),
    Action.READ_AUDIT: frozenset({Grant.ADMINISTRATOR}),
    Action.READ_MOVES: OFFICERS | {Grant.TEAM_REPRESENTATIVE},
    Action.ASK_FOR_MOVE: frozenset({Grant.TEAM_REPRESENTATIVE}),
    Action.DECIDE_MOVE: frozenset({Grant.DIRECTOR}),
    Action.READ_DRAFTS: OFFICERS | {Grant.TEAM_REPRESENTATIVE, Grant.ASSOCIATION_PRESIDENT},
    Action.HAND_IN_GAMES: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN, Grant.TEAM_REPRESENTATIVE}),
    Action.MAKE_SCHEDULE: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN}),
    Action.READ_ACCOUNTS: OFFICERS | {Grant.TEAM_REPRESENTATIVE, Grant.ASSOCIATION_PRESIDENT},
    Action.PAY_BY_CARD: frozenset({Grant.TEAM_REPRESENTATIVE, Grant.ASSOCIATION_PRESIDENT}),
    Action.KEEP_ACCOUNTS: frozenset({Grant.ADMINISTRATOR, Grant.STATISTICIAN}),
    Action.SET_AMOUNTS: frozenset({Grant.ADMINISTRATOR}),
    Action.USE_ACCOUNT: frozenset({Grant.SIGNED_IN}),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where something happens: a league and whatever narrower of it is concerned."""

    league: League | None = None
    season: Season | None = None
    division: Division | None = None
    team: Team | None = None
    game: Game | None = None
    association: Association | None = None

    @property
    def team_ids(self) -> frozenset[int]:
        """Ids of the teams concerned: one, a game's two, or none in particular."""
        if self.team is not None:
            return frozenset({self.team.pk})
        return frozenset(self.game.team_ids) if self.game is not None else frozenset()

    @property
    def youth(self) -> bool:
        """Whether minors play here; a place without a division counts as youth."""
        division = self.division or (self.team.division if self.team else None)
        if division is None and self.game is not None:
            division = self.game.division
        return division is None or division.level in YOUTH_LEVELS

    @property
    def names_public(self) -> bool:
        """Whether anybody may read names here: an adult league's own choice, never for youth."""
        return not self.youth and self.league is not None and self.league.names_public


class Access:
    """One user's grants. Loads the memberships once, on the first question that needs them."""

    def __init__(self, user: User | AnonymousUser) -> None:
        self.user = user
        self._memberships: tuple[Membership, ...] | None = None

    @property
    def memberships(self) -> tuple[Membership, ...]:
        """The memberships in force, of all leagues. One query, for signed-in users only."""
        if self._memberships is None:
            if self.user.is_authenticated:
                in_force = Membership.objects.filter(user_id=self.user.pk, ended_at__isnull=True)
                self._memberships = tuple(in_force.select_related("team__division", "association"))
            else:
                self._memberships = ()
        return self._memberships

    def grants(self, place: Place) -> frozenset[Grant]:
        """Everything that the user is at `place`."""
        grants = {Grant.PUBLIC}
        if self.user.is_authenticated:
            grants.add(Grant.SIGNED_IN)
        if place.league is not None:  # nobody holds a role outside of leagues: no need to look
            grants.update(Grant(item.role) for item in self.memberships if _holds(item, place))
        return frozenset(grants)

    def may(self, action: Action, place: Place | None = None) -> bool:
        """Whether the user may do `action` at `place`."""
        place = place or Place()
        if action is Action.READ_PUBLIC and place.season is not None and not place.season.published:
            action = Action.READ_UNPUBLISHED
        if action is Action.READ_UNPUBLISHED:
            place = Place(league=place.league, season=place.season)  # whoever is in the season reads all of it
        if action is Action.READ_NAMES and place.names_public:
            return True
        return bool(ALLOWED[action] & self.grants(place))

    def require(self, action: Action, place: Place | None = None) -> None:
        """Raise PermissionDenied with a sentence unless the user may."""
        if not self.may(action, place):
            raise PermissionDenied(_refusal(action))

    def teams(self, season: Season) -> tuple[Team, ...]:
        """The teams that the user represents in `season`; whoever acts for one of several names it."""
        return tuple(
            item.team
            for item in self.memberships
            if item.role == Role.TEAM_REPRESENTATIVE and item.season_id == season.pk and item.team is not None
        )

    def of_teams(self, action: Action, place: Place, teams: Iterable[Team]) -> tuple[Team, ...]:
        """Those of `teams`, of the season of `place`, for which the user may do `action`.

        Asks the database nothing, if the teams come with their divisions.
        """
        return tuple(
            team for team in teams if self.may(action, replace(place, division=team.division, game=None, team=team))
        )


def _refusal(action: Action) -> str:
    roles = [str(role.label) for role in Role if Grant(role.value) in ALLOWED[action]]
    if not roles:
        return _("You are not allowed to do this.")
    return _("This is for these roles of the league or of the team concerned: %(roles)s.") % {"roles": ", ".join(roles)}


def _holds(item: Membership, place: Place) -> bool:
    """Whether a membership is in force at `place`."""
    if place.league is None or item.league_id != place.league.pk:
        return False
    if item.season_id is not None and (place.season is None or item.season_id != place.season.pk):
        return False
    if item.role == Role.TEAM_REPRESENTATIVE:
        return _represents(item, place)
    if item.role == Role.ASSOCIATION_PRESIDENT:
        return _presides(item, place)
    return True


def _represents(item: Membership, place: Place) -> bool:
    if place.association is not None:
        return False
    if place.team_ids:
        return item.team_id in place.team_ids
    return place.division is None or (item.team is not None and item.team.division_id == place.division.pk)


def _presides(item: Membership, place: Place) -> bool:
    if place.association is not None:
        return item.association_id == place.association.pk
    teams = [place.team] if place.team else [place.game.home, place.game.away] if place.game else []
    return not teams or item.association_id in {team.association_id for team in teams if team is not None} - {None}
