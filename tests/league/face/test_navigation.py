"""Shows what the main navigation offers to whom."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory

from league.face.navigation import Item, Place, navigation
from league.permissions import Action

BOOK = SimpleNamespace(slug="mn-district-9", version="2014-15")
LEAGUE = SimpleNamespace(slug="d9", __str__=lambda: "District 9")


@dataclass
class Season:
    league: Any = field(default_factory=lambda: LEAGUE)
    slug: str = "2014-15"
    name: str = "2014-15"
    rulebook: Any = field(default_factory=lambda: BOOK)


@dataclass
class Access:
    """Grants what it is told."""

    actions: set[Action] = field(default_factory=set)

    def may(self, action: Action, place: object) -> bool:
        return action in self.actions


PLACES = (
    Place("Report", lambda season: "/report/" if season else "", Action.REPORT_GAME),  # type: ignore[arg-type]
    Place("Standings", lambda season: "/standings/" if season else ""),  # type: ignore[arg-type]
    Place("Rule book", lambda season: "/rulebooks/"),  # type: ignore[arg-type]
)


@pytest.fixture(autouse=True)
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.face.navigation.PLACES", PLACES)


def labels(**context: Any) -> list[str]:
    return [item.label for item in navigation(context)["items"]]


def test_the_public_is_offered_the_public_pages_of_a_season() -> None:
    assert labels(league=LEAGUE, season=Season(), access=Access()) == ["Standings", "Rule book"]


def test_a_role_adds_its_pages() -> None:
    assert labels(league=LEAGUE, season=Season(), access=Access({Action.REPORT_GAME})) == [
        "Report",
        "Standings",
        "Rule book",
    ]


def test_without_request_league_and_season_what_belongs_to_none_is_left() -> None:
    assert labels() == ["Rule book"]


def test_the_place_that_one_is_at_is_current() -> None:
    request = RequestFactory().get("/standings/bantam-a/")
    items = navigation({"request": request, "league": LEAGUE, "season": Season()})["items"]
    assert items == [Item("Standings", "/standings/", current=True), Item("Rule book", "/rulebooks/")]
