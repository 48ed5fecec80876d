"""Makes an evening of NB Minor with a match penalty on its sheet, an official, a director, and what they type."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from league.models import Person, Role, User
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
