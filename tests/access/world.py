"""Makes the league in which every address leads somewhere, and one visitor of each role."""

import datetime as dt
import hashlib
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.utils import timezone
from PIL import Image

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
from discipline.services.incident_reports import file_report
from league.core.tokens import hash_of
from league.models import (
    Association,
    Attachment,
    AttachmentContent,
    ChargeAmount,
    Checkout,
    Division,
    Game,
    GameReport,
    Invitation,
    LedgerEntry,
    Membership,
    Person,
    Role,
    RuleBookVersion,
    Season,
    Team,
    User,
    Venue,
)
from league.queries.clock import today
from league.services import access, recompute
from league.services.access import Offer
from league.services.attachments import File
from league.services.card_accounts import set_keys
from league.services.money import Told, enter
from league.services.rulebooks import publish_shipped
from rulings.services import recompute_pending
from scheduling.models import Assignment, CalendarLink, RequestEvent, RescheduleRequest, Round
from scheduling.services.rounds import open_round
from tests import factories
from tests.access.routes import Route
from tests.due_process import issued, matters

PUBLIC = "public"
ROLES = (
    *(PUBLIC, "stranger", "other adm", "adm", "statist", "director", "team rep", "other rep", "official", "president"),
    "operator",
)
"""The columns of the table."""


@dataclass
class World:
    """The records that addresses name, and the visitors by the names of the table's columns."""

    season: Season
    division: Division
    team: Team
    other: Team
    game: Game
    played: Game
    visitors: dict[str, User | None]
    _sessions: dict[str, str] = field(default_factory=dict)

    @property
    def administrator(self) -> User:
        """The league's administrator."""
        return self.visitors["adm"]  # type: ignore[return-value]

    @property
    def director(self) -> User:
        """The league's director."""
        return self.visitors["director"]  # type: ignore[return-value]

    def client(self, role: str, **settings: Any) -> Client:
        """A browser in which the visitor of a role is signed in, as it was before any other request."""
        client, user = Client(**settings), self.visitors[role]
        if user is not None:
            if role not in self._sessions:
                client.force_login(user)
                self._sessions[role] = client.cookies.output(header="", sep=";")
            client.cookies.load(self._sessions[role])
        return client

    def query(self, route: Route) -> str:
        """What an address needs in its query to lead somewhere."""
        return QUERIES[route.name](self) if route.name in QUERIES else ""

    def values(self, route: Route) -> dict[str, object]:
        """A value for each part of an address. A part that isn't known here has to be added to `PARTS`."""
        unknown = [part for part in route.parts if part not in PARTS]
        assert not unknown, f"tests/access/world.py has to say what <{unknown[0]}> of {route.path} is"
        return {part: PARTS[part](self, route) for part in route.parts}


def world() -> World:
    """A season of District 9 with a reported game, a fight in another one, and everything that follows."""
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    season = factories.season(rulebook=book, slug="2014-15", league=factories.league(slug="d9", name="District 9"))
    division = factories.division(season=season)
    town, other_town = (factories.association(season=season, name=name) for name in ("North Fork", "Mill Lake"))
    lynx = factories.team(division=division, name="Lynx", association=town)
    otters = factories.team(division=division, name="Otters", association=other_town)
    terns = factories.team(division=division, name="Terns", association=other_town)
    for team in (lynx, otters, terns):
        for number in (1, 2):
            factories.player(team, number=number)
    factories.venue(league=season.league)
    made = World(
        season=season,
        division=division,
        team=lynx,
        other=terns,
        game=factories.game(home=lynx, away=otters),
        played=factories.game(home=lynx, away=otters, score=(3, 2)),
        visitors=_visitors(season, lynx, terns),
    )
    _report(made)
    _fight(made)
    _money(made)
    _move(made)
    _incident(made)
    row = Suspension.objects.select_related("season__league").order_by("pk")[0]
    issued(row, made.director)
    matters(row, made.director)
    _roles(made)
    _calendar(made)
    _official(made)
    _round(made)
    _evening(made)
    return made


def _visitors(season: Season, team: Team, other: Team) -> dict[str, User | None]:
    league = season.league
    people = {
        PUBLIC: None,
        "stranger": factories.user(),
        "other adm": factories.member(Role.ADMINISTRATOR, factories.season().league),
        "adm": factories.member(Role.ADMINISTRATOR, league),
        "statist": factories.member(Role.STATISTICIAN, league),
        "director": factories.member(Role.DIRECTOR, league),
        "team rep": factories.member(Role.TEAM_REPRESENTATIVE, league, team=team),
        "other rep": factories.member(Role.TEAM_REPRESENTATIVE, league, team=other),
        "official": factories.member(Role.OFFICIAL, league),
        "president": factories.member(Role.ASSOCIATION_PRESIDENT, league, association=team.association),
        "operator": User.objects.create_superuser("operator@example.org", factories.PASSWORD),
    }
    assert tuple(people) == ROLES
    return people


def _money(made: World) -> None:
    """The team owes something, and an amount waits to be set."""
    told = Told(made.season, f"team:{made.team.pk}", 5000, dt.date(2014, 11, 1), made.administrator, reason="ice time")
    enter(told=told, kind="charge")
    ChargeAmount.objects.create(season=made.season, charge_kind="forfeit", currency="USD", waiting=1)
    set_keys(
        league=made.season.league, secret_key="sk_test_1", webhook_secret="whsec_1", by=made.administrator,
        now=timezone.now(),
    )  # fmt: skip
    Checkout.objects.create(
        season=made.season, account=f"team:{made.team.pk}", lines=[["", 5000]], cents=5000, currency="USD",
        token="begun", created_by=made.visitors["team rep"],
    )  # fmt: skip


def _move(made: World) -> None:
    """Another game's team asks to move it."""
    game = factories.game(home=made.team, away=made.game.away, division=made.division)
    move = RescheduleRequest.objects.create(
        season=made.season,
        game=game,
        by=made.team,
        received=dt.date(2014, 11, 1),
        new_start=dt.datetime(2015, 1, 10, 19, tzinfo=dt.UTC),
        original_start=game.starts,
        submitted_by=made.visitors["team rep"],
        awaits=game.away,
    )
    RequestEvent.objects.create(
        request=move, step="sent", team=made.team, at=timezone.now(), text="No ice.", new_start=move.new_start
    )


def _report(made: World) -> None:
    report = factories.report(made.played, made.team, submitted_by=made.visitors["team rep"])
    data = b"%PDF-1.7\n%%EOF\n"
    attachment = Attachment.objects.create(
        game=made.played,
        report=report,
        uploaded_by=made.visitors["team rep"],
        file_name="sheet.pdf",
        content_type="application/pdf",
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
    )
    AttachmentContent.objects.create(attachment=attachment, data=data)


def _fight(made: World) -> None:
    """Somebody of the team fights, and the workers rule on it."""
    fighter = Person.objects.filter(roster_spots__team=made.team).order_by("pk")[0]
    factories.penalty(made.played, fighter, penalty_class="major", offence="fighting")
    people = Person.objects.filter(roster_spots__team__season=made.season).values_list("pk", flat=True)
    teams = Team.objects.filter(season=made.season).values_list("pk", flat=True)
    recompute.request(season=made.season, divisions=[made.division.pk], teams=teams, people=people)
    recompute_pending()
    if not Review.objects.filter(season=made.season).exists():
        Review.objects.create(
            season=made.season, kind="hearing", person=fighter, team=made.team, made_at=timezone.now()
        )


def _incident(made: World) -> None:
    """The official has filed a report of the fight, with a picture."""
    picture = io.BytesIO()
    Image.new("RGB", (2, 2)).save(picture, "PNG")
    fields = {"date": "2014-11-08", "time": "13:00", "home_team": "Lynx", "visiting_team": "Otters"}
    file_report(
        game=made.played,
        author=made.visitors["official"],  # type: ignore[arg-type]
        content={"fields": fields | {"incident": "They fought."}, "rows": []},
        token="filed",
        now=timezone.now(),
        files=[File("rink.png", picture.getvalue())],
    )


def _roles(made: World) -> None:
    """A role that can be ended, and an invitation that waits; both of the season, by the administrator."""
    factories.member(Role.DIRECTOR, made.season.league, season=made.season)
    offer = Offer(league=made.season.league, role=Role.OFFICIAL, season=made.season)
    now = timezone.now() - dt.timedelta(hours=1)
    access.invite(offer=offer, emails=["invited@example.org"], actor=made.administrator, now=now)


def _calendar(made: World) -> None:
    """A private calendar address of the team's representative."""
    representative = made.visitors["team rep"]
    assert representative is not None
    CalendarLink.objects.create(user=representative, label="Telephone", token_hash=hash_of(TOKEN))


def _evening(made: World) -> None:
    """The code on today's sheets."""
    EveningLink.objects.create(
        season=made.season,
        day=today(made.season),
        token_hash=hash_of(TOKEN),
        created_at=timezone.now(),
        created_by=made.director,
    )


def _official(made: World) -> None:
    """Somebody officiates the game to come."""
    Assignment.objects.create(game=made.game, person=factories.person(league=made.season.league))


def _round(made: World) -> None:
    """A round in which the three teams' games are paired and none is set."""
    open_round(
        season=made.season, name="October", meeting=None, due=None, games={made.division: 2}, by=made.administrator
    )


TOKEN = "the-secret-of-a-calendar"


Value = Callable[[World, Route], object]


def _first(model: Any, **where: Any) -> Value:
    return lambda made, route: model.objects.filter(**where).order_by("pk").values_list("pk", flat=True)[0]


def _book(column: str) -> Value:
    return lambda made, route: getattr(RuleBookVersion.objects.get(pk=made.season.rulebook_id), column)


def _record(made: World, route: Route) -> object:
    """What the setup pages of a kind of record change."""
    owned = {
        "rinks": Venue.objects.filter(league=made.season.league),
        "divisions": Division.objects.filter(pk=made.division.pk),
        "associations": Association.objects.filter(season=made.season),
        "teams": Team.objects.filter(pk=made.team.pk),
    }
    return next(rows for name, rows in owned.items() if f"/{name}/" in route.path).values_list("pk", flat=True)[0]


PARTS: dict[str, Value] = {
    "league": lambda made, route: made.season.league.slug,
    "season": lambda made, route: made.season.slug,
    "division": lambda made, route: made.division.pk,
    "team": lambda made, route: made.team.pk,
    "other": lambda made, route: made.other.pk,
    "game": lambda made, route: made.played.pk if "attachment" in route.parts else made.game.pk,
    "association": lambda made, route: made.team.association_id,
    "record": _record,
    "spot": lambda made, route: made.team.roster.values_list("pk", flat=True)[0],
    "entry": _first(LedgerEntry),
    "checkout": _first(Checkout),
    "move": _first(RescheduleRequest),
    "round": _first(Round),
    "person": _first(Person),
    "evening": _first(EveningLink),
    "token": lambda made, route: TOKEN,
    "venue": _first(Venue),
    "membership": _first(Membership, season__isnull=False, role=Role.DIRECTOR),
    "invitation": _first(Invitation),
    "report": _first(GameReport),
    "attachment": _first(Attachment),
    "suspension": _first(Suspension),
    "review": _first(Review),
    "incident": _first(IncidentReport),
    "file": _first(IncidentFile),
    "notice": _first(Notice),
    "condition": _first(Condition),
    "case": _first(Case, kind="conduct"),
    "delivery": _first(Delivery),
    "receipt": lambda made, route: Delivery.objects.order_by("pk")[0].receipt,
    "book": _book("slug"),
    "version": _book("version"),
    "rink": _first(Venue),
    "link": _first(CalendarLink),
    "assignment": _first(Assignment),
    "old": _book("version"),
    "new": _book("version"),
}
"""What stands for each part of an address."""

QUERIES: dict[str, Callable[[World], str]] = {
    "scheduling:private_feed": lambda made: f"?key={TOKEN}",
    "rulings:merge_people": lambda made: f"?other={Person.objects.order_by('pk')[1].pk}",
    "league:money_pay": lambda made: f"?account=team:{made.team.pk}",
    "league:invitation": lambda made: f"?key={access.token_of(Invitation.objects.get())}",
}
"""What belongs into the query of an address, by its name."""
