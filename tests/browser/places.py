"""Where every page of the product leads in the demo: the places that addresses name, and who sees most of each page."""

import datetime as dt
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from PIL import Image

from demo.services import create_demo
from discipline.models import (
    Case,
    Condition,
    Delivery,
    EveningLink,
    IncidentFile,
    IncidentReport,
    Notice,
    Review,
    Suspension,
)
from discipline.services.evening import open_evening
from discipline.services.incident_reports import file_report
from league.models import (
    Attachment,
    Checkout,
    Division,
    Game,
    Invitation,
    LedgerEntry,
    Membership,
    Role,
    RosterSpot,
    Season,
    Team,
    User,
    Venue,
)
from league.queries.clock import today
from league.services import access
from league.services.access import Offer
from league.services.attachments import File
from league.services.card_accounts import set_keys
from league.services.money import Told, enter
from rulings.services import recompute_pending
from scheduling.models import CalendarLink, RequestEvent, RescheduleRequest, Round
from scheduling.services.calendar_links import create_link
from scheduling.services.rounds import open_round
from tests.access import table
from tests.access.routes import Route, routes
from tests.access.world import PUBLIC, ROLES
from tests.due_process import issued, matters

EYES: Mapping[str, tuple[str, ...]] = {
    "discipline": ("director", "adm", "official", "team rep"),
    "": ("adm", "statist", "team rep", "director", "operator", PUBLIC),
}
"""Who sees most of the pages of an app: the first of these to whom the access table gives a page; of all other apps."""

STATES: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "league:game": tuple({"game": key} for key in ("ba-6a", "ba-6b", "ba-6c", "bb-6a", "12ub-6c", "mite-6a", "ba-8a")),
    "league:report": ({"game": "ba-6a"}, {"game": "mite-6b"}, {"game": "bb-6b"}),
    "league:dispute": ({"game": "ba-6c"}, {"game": "bb-6a"}),
    "league:correct": ({"game": "ba-6b"},),
    "league:outcome": ({"game": "ba-6a"}, {"game": "12ub-6c"}),
    "league:attachment": ({"game": "pa-6a"},),
    "rulings:set_up_game": ({"game": "ba-8a"},),
    "league:team": ({"team": "ba-elk-narrows"}, {"team": "mite-harrowgate"}),
    "scheduling:schedule": ({}, {"?": "by=rink"}),
    "standings:division": ({"division": "ba"}, {"division": "sa"}, {"division": "mite"}),
    "standings:why": ({"division": "10ub"}, {"division": "ba", "?": "team=ba-elk-narrows&other=ba-dunmarrow"}),
    "league:audit": ({"?": "what=settle-report"},),
    "discipline:season": ({}, {"?": "show=all"}),
    "standings:flip": ({"division": "sa"}, {"division": "ba"}),
}
"""The states in which a page is looked at: keys of the demo, and a query; where none is named, any of what there is."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One look at one page: its route, its address, what that names, and whose eyes see it (as in the access table).

    `first`: no look at this route came before.
    """

    route: Route
    address: str
    values: Mapping[str, Any]
    role: str
    first: bool


class Places:
    """The demo in the database, and what its addresses name."""

    def __init__(self, season: Season, frozen: Division) -> None:
        self.season = season
        self._frozen = frozen

    def game(self, key: str) -> Game:
        """A game of the season by its key."""
        return Game.objects.select_related("home", "away").get(season=self.season, key=key)

    def team(self, key: str) -> Team:
        """A team of the season by its key."""
        return Team.objects.get(season=self.season, key=key)

    @cached_property
    def calendar(self) -> str:
        """The secret of somebody's private calendar address."""
        held = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, season=self.season).order_by("pk")
        return create_link(user=held.select_related("user")[0].user, label="Telephone", now=timezone.now())[1]

    @cached_property
    def evening(self) -> str:
        """The secret of the code on today's printed sheets."""
        by, now = User.objects.get(email="official@d9.example"), timezone.now()
        return open_evening(season=self.season, day=today(self.season), rink=None, by=by, now=now)[1]

    @cached_property
    def paying(self) -> int:
        """The team that owes something and has begun to pay it by card."""
        return int(Checkout.objects.order_by("pk")[0].account.removeprefix("team:"))

    @cached_property
    def invitation(self) -> Invitation:
        """An invitation that waits for somebody."""
        return Invitation.objects.order_by("pk")[0]

    def user(self, role: str, values: Mapping[str, Any]) -> User | None:
        """Who has a role of the access table; a representative is one of the game or team at hand."""
        if role == PUBLIC:
            return None
        if role == "team rep":
            of = {"team": values["team"]} if "team" in values else {}
            if "suspension" in values:
                of = {"team": Suspension.objects.get(pk=values["suspension"]).team_id}
            held = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, season=self.season, **of)
            return held.select_related("user").order_by("pk")[0].user
        names = {"adm": "admin", "statist": "statistician", "stranger": "parent"}
        return User.objects.get(email=f"{names.get(role, role)}@d9.example")

    def visits(self) -> Iterator[Visit]:
        """Every page that answers somebody, in its states, as seen by whoever sees most of it and by the public."""
        rows = table.read(table.FILE.read_text())
        for route in routes():
            cells = rows[route.label, "GET"]
            given = {role for role, cell in zip(ROLES, cells, strict=True) if cell == "200"}
            if route.name == "league:invitation":  # the access table asks without a key
                given.add(PUBLIC)
            eyes = EYES.get(route.name.partition(":")[0], EYES[""])
            seeing = [role for role in eyes if role in given][:1]
            assert seeing or not given, f"{route.label}: nobody of {eyes} sees it"
            first = True
            for role in dict.fromkeys([*seeing, *([PUBLIC] if PUBLIC in given else [])]):
                for state in STATES.get(route.name, ({},)):
                    values = self.values(route, state)
                    address = route.address(**values) + self._query(route, state)
                    # whoever pays does it for a team that the path doesn't name
                    at_hand = values | ({"team": self.paying} if route.name == "league:money_pay" else {})
                    yield Visit(route, address, at_hand, role, first)
                    first = False

    def _query(self, route: Route, state: Mapping[str, str]) -> str:
        if route.name == "league:money_pay":
            return f"?account=team:{self.paying}"
        if route.name == "league:invitation":
            return f"?key={access.token_of(self.invitation)}"
        if route.name == "scheduling:private_feed":
            return f"?key={self.calendar}"
        return f"?{state['?']}" if "?" in state else ""

    def values(self, route: Route, state: Mapping[str, str]) -> dict[str, Any]:
        """A value for each part of an address. A part that isn't known here has to be added to `_part`."""
        return {part: self._part(part, route, state) for part in route.parts}

    def _part(self, part: str, route: Route, state: Mapping[str, str]) -> Any:
        season, league = self.season, self.season.league
        game = self.game(state.get("game", "ba-6a"))
        team = self.team(state["team"]) if "team" in state else game.home
        match part:
            case "league":
                return league.slug
            case "season":
                return self._frozen.season.slug if route.name == "standings:reopen" else season.slug
            case "division" if route.name == "standings:reopen":
                return self._frozen.pk
            case "division":
                return Division.objects.get(season=season, key=state.get("division", "ba")).pk
            case "game":
                return game.pk
            case "team":
                return _suspended(season) if route.name == "discipline:team" else team.pk
            case "other":
                return Team.objects.filter(division=team.division).exclude(pk=team.pk).order_by("pk")[0].pk
            case "spot":
                return RosterSpot.objects.filter(team=team).order_by("pk")[0].pk
            case "record":
                return self._record(route, team)
            case "membership":
                at = season if "season" in route.parts else None
                return Membership.objects.filter(league=league, season=at).order_by("pk")[0].pk
            case "invitation":
                return self.invitation.pk
            case "attachment":
                return Attachment.objects.filter(game=game).order_by("pk")[0].pk
            case "suspension":
                return _standing(season).order_by("pk")[0].pk
            case "review":
                return Review.objects.filter(season=season).order_by("pk")[0].pk
            case "assignment":
                return 0
            case "round":
                return Round.objects.filter(season=season).order_by("pk")[0].pk
            case "rink":
                return Venue.objects.filter(league=league).order_by("pk")[0].pk
            case "link":
                return CalendarLink.objects.order_by("pk")[0].pk if self.calendar else 0
            case "incident":
                return IncidentReport.objects.order_by("pk")[0].pk
            case "file":
                return IncidentFile.objects.order_by("pk")[0].pk
            case "checkout":
                return Checkout.objects.order_by("pk")[0].pk
            case "move":
                return RescheduleRequest.objects.filter(season=season).order_by("pk")[0].pk
            case "entry":
                return LedgerEntry.objects.filter(season=season).order_by("pk")[0].pk
            case "association":
                return season.associations.order_by("pk")[0].pk
            case "person":
                return RosterSpot.objects.filter(team=team).order_by("pk")[0].person_id
            case "condition":
                return Condition.objects.order_by("pk")[0].pk
            case "case":
                return Case.objects.filter(kind="conduct").order_by("pk")[0].pk
            case "notice":
                return Notice.objects.order_by("pk")[0].pk
            case "delivery":
                return Delivery.objects.order_by("pk")[0].pk
            case "evening":
                return EveningLink.objects.order_by("pk")[0].pk if self.evening else 0
            case "token":
                return self.evening
            case "receipt":
                return Delivery.objects.order_by("pk")[0].receipt
            case "book":
                return season.rulebook.slug
            case "version" | "old" | "new":
                return season.rulebook.version
        raise AssertionError(f"tests/browser/places.py has to say what <{part}> of {route.path} is")

    def _record(self, route: Route, team: Team) -> int:
        rows: Mapping[str, Any] = {
            "rinks": Venue.objects.filter(league=self.season.league),
            "divisions": Division.objects.filter(season=self.season),
            "associations": self.season.associations,
            "teams": Team.objects.filter(pk=team.pk),
        }
        pk: int = next(rows[name] for name in rows if f"/{name}/" in route.path).order_by("pk")[0].pk
        return pk


def _incident(season: Season, now: dt.datetime) -> None:
    """A report of a played game, filed with a picture."""
    picture = io.BytesIO()
    Image.new("RGB", (2, 2)).save(picture, "PNG")
    game = Game.objects.select_related("season__league", "season__rulebook", "home", "away").get(
        season=season, key="ba-6b"
    )
    fields = {"date": "2014-11-08", "time": "13:00", "home_team": game.home.name, "visiting_team": game.away.name}
    file_report(
        game=game,
        author=User.objects.get(email="official@d9.example"),
        content={"fields": fields | {"incident": "They fought.", "before": "A late hit."}, "rows": []},
        token="filed",
        now=now,
        files=[File("rink.png", picture.getvalue())],
    )


def _suspended(season: Season) -> int:
    """A team with somebody on its do-not-dress list."""
    pk: int = _standing(season).order_by("pk")[0].team_id
    return pk


def _standing(season: Season) -> QuerySet[Suspension]:
    """Suspensions that stand, of teams that somebody represents."""
    represented = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, season=season).values("team")
    return Suspension.objects.filter(season=season, active=True, team__in=represented)


def _move(season: Season) -> None:
    """A team asks to move a game that is to come, and a charge stands in the ledger."""
    game = Game.objects.get(season=season, key="ba-8a")
    assert game.starts is not None
    held = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, team=game.home).order_by("pk")[0]
    move = RescheduleRequest.objects.create(
        season=season, game=game, by=game.home, received=timezone.localdate(),
        new_start=game.starts + dt.timedelta(days=1), original_start=game.starts, submitted_by=held.user,
        awaits=game.away,
    )  # fmt: skip
    RequestEvent.objects.create(
        request=move, step="sent", team=game.home, by=held.user, at=timezone.now(), text="The rink is closed.",
        new_start=move.new_start, fee_cents=5000,
    )  # fmt: skip
    told = Told(season, f"team:{game.home_id}", 5000, timezone.localdate(), held.user, reason="ice time")
    enter(told=told, kind="charge")
    set_keys(
        league=season.league, secret_key="sk_test_1", webhook_secret="whsec_1", by=held.user, now=timezone.now()
    )  # fmt: skip
    Checkout.objects.create(
        season=season, account=f"team:{game.home_id}", lines=[["", 5000]], cents=5000, currency="USD", token="begun",
        created_by=held.user, flag="80.00 came in where 50.00 was asked for",
    )  # fmt: skip


def _round(season: Season, by: User) -> None:
    """A scheduling round of one division, from which nobody has handed in anything."""
    division = Division.objects.get(season=season, key="ba")
    open_round(season=season, name="Second half", meeting=None, due=None, games={division: 2}, by=by)


def demo() -> Places:
    """Make the demo of today, worked out, with an invitation and an operator on top."""
    now = timezone.now()
    made = create_demo(seed=9, today=timezone.localdate(now), now=now - dt.timedelta(seconds=1))
    while recompute_pending():
        pass
    season, before = made.seasons
    administrator = User.objects.get(email="admin@d9.example")
    offer = Offer(league=season.league, role=Role.OFFICIAL, season=season)
    access.invite(offer=offer, emails=["invited@example.org"], actor=administrator, now=now)
    User.objects.create_superuser("operator@d9.example", "pass")
    _incident(season, now)
    rows = _standing(season).select_related("season__league")
    director = User.objects.get(email="director@d9.example")
    issued(rows.order_by("pk")[0], director)
    matters(rows.order_by("pk")[0], director)
    _move(season)
    _round(season, administrator)
    frozen = Division.objects.select_related("season").filter(season=before).order_by("pk")[0]
    rink = Venue.objects.filter(league=season.league).order_by("pk")[0]
    Venue.objects.filter(pk=rink.pk).update(address="1 Rink Road\nNorth Fork", url="https://rink.example")
    return Places(Season.objects.select_related("league", "rulebook").get(pk=season.pk), frozen)
