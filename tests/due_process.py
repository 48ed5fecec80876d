"""Makes an evening of NB Minor with a match penalty on its sheet, an official, a director, and what they type."""

import datetime as dt
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone

from discipline.models import Appeal, Condition, Decision, Ineligibility, Notice, Suspension
from discipline.services.cases import case_for, open_case
from discipline.services.notices import issue
from league.models import Game, Person, Role, User
from league.services.rulebooks import publish_shipped
from tests import factories
from tests.reporting import Evening, evening

NAME = "Zebulon Quartermain"
SECRET = "He swung his stick at the linesman's knee."
"""What only the author and the directors may ever read."""


@dataclass(frozen=True)
class Process:
    """The evening with whoever takes part in due process; h1 has a match penalty, key `p1`."""

    evening: Evening
    official: User
    director: User

    @property
    def season(self) -> Any:
        return self.evening.season

    @property
    def game(self) -> Any:
        return self.evening.game

    @property
    def player(self) -> Person:
        return self.evening.players["h1"]

    def address(self, view: str, **more: Any) -> str:
        kwargs = {"league": self.season.league.slug, "season": self.season.slug}
        return reverse(f"discipline:{view}", kwargs=kwargs | more)


def process(book: str = "nb-minor-discipline", **fields: Any) -> Process:
    """An evening under that book; `fields` go to the game."""
    made = evening(**fields)
    made.season.rulebook = next(version for version in publish_shipped() if version.slug == book)
    made.season.save()
    Person.objects.filter(pk=made.players["h1"].pk).update(name=NAME)
    made.players["h1"].refresh_from_db()
    factories.penalty(
        made.game, made.players["h1"], key="p1", penalty_class="match", offence="slashing", period="2", left="08:10"
    )
    return Process(
        made,
        factories.member(Role.OFFICIAL, made.season.league, user=factories.user(name="Bao Halvorsen")),
        factories.member(Role.DIRECTOR, made.season.league),
    )


def content(**fields: Any) -> dict[str, Any]:
    """A report that lacks nothing, of the match penalty; fields can be given."""
    given = {"date": "2014-11-08", "time": "13:00", "home_team": "Owatonna", "visiting_team": "Faribault"}
    row = {
        "name": NAME,
        "number": "1",
        "side": "home",
        "penalty_class": "match",
        "offence": "slashing",
        "penalty": "p1",
    }
    return {"fields": given | {"incident": SECRET} | fields, "rows": [row]}


def typed(**fields: Any) -> dict[str, str]:
    """The same as a form sends it."""
    said = content(**fields)
    row = {f"rows-0-{name}": value for name, value in said["rows"][0].items()}
    return {**said["fields"], **row, "rows-TOTAL_FORMS": "1", "rows-INITIAL_FORMS": "0", "action": "file"}


HOUR = dt.timedelta(hours=1)


def suspended(made: Process, key: str = "h1", **data: Any) -> Suspension:
    """A suspension of three games for the match penalty, as the workers would leave it; three games are to come.

    `data` goes into the ruling.
    """
    person = made.evening.players[key]
    game, zone = made.game, made.season.timezone
    day = game.starts.astimezone(ZoneInfo(zone)).date()
    for week in (1, 2, 3, 4):
        if not Game.objects.filter(key=f"next-{week}").exists():
            starts = game.starts + 168 * week * HOUR
            factories.game(home=made.evening.home, away=made.evening.away, key=f"next-{week}", starts=starts)
    ruling = {
        "games": 3,
        "until": None,
        "indefinite": False,
        "minimum_games": None,
        "rest_of_season": False,
        "expelled": False,
        "pending": False,
        "offence_number": 1,
        "parts": [{"clause": "4.8", "games": 3}],
        "served_in": [],
        "remaining": 3,
        "appealable": True,
        "director_may_increase": True,
        "hearing_required": False,
        "clauses": ["4.8"],
        "why": ["Match for slashing: suspended for 3 games (4.8)."],
    } | data
    team = made.evening.home if key[0] == "h" else made.evening.away
    row = Suspension.objects.create(
        season=made.season,
        person=person,
        team=team,
        incident="p1" if key == "h1" else f"p-{key}",
        game=game,
        given=day,
        status="pending" if ruling["pending"] else "serving",
        remaining=ruling["remaining"],
        active=True,
        data=ruling,
        made_at=game.starts,
    )
    for week in (1, 2, 3):
        Ineligibility.objects.create(
            season=made.season,
            game=Game.objects.get(key=f"next-{week}"),
            team=team,
            person=person,
            made_at=game.starts,
        )
    return row


def decided(made: Process, row: Suspension, **more: Any) -> Decision:
    """The director's decision: the book's length is confirmed, unless said otherwise."""
    values = {"confirmed": True, "reason": "the sheet and the report agree"} | more
    return Decision.objects.create(
        season=made.season, on=row.incident, person=row.person, date=row.given, decided_by=made.director, **values
    )


def issued(row: Suspension, by: User) -> Notice:
    """A notice of a suspension under a book that asks for nothing before it."""
    Decision.objects.create(season=row.season, on=row.incident, person=row.person, date=row.given, confirmed=True)
    return issue(suspension=row, actor=by, language="en", now=timezone.now())


def matters(row: Suspension, by: User) -> None:
    """An open appeal of a suspension, a warning, and a case that no sheet brought."""
    now, season = timezone.now(), row.season
    Appeal.objects.create(case=case_for(row, by, now), filed_at=now, filed_by=by, grounds="It wasn't him.")
    Condition.objects.create(
        season=season, person=row.person, kind="warning", starts=now.date(), reason="Twice in a week.", set_by=by
    )
    open_case(season=season, actor=by, kind="conduct", game=None, team=None, about="A parent shouted.", now=now)
