"""Shows how apps add parts to the pages of `league`."""

import pytest

from league.face import panels
from league.face.panels import Panel


@pytest.fixture(autouse=True)
def _nobody_else(monkeypatch):
    monkeypatch.setattr(panels, "_providers", {"team": [], "game": []})
    monkeypatch.setattr(panels, "_versions", {"team": [], "game": []})


def test_parts_come_in_the_order_of_the_apps_and_without_those_that_have_nothing_to_say():
    panels.add("team", lambda request, context: Panel("first.html", {"of": context["team"]}))
    panels.add("team", lambda request, context: None)
    panels.add("team", lambda request, context: Panel("last.html"))
    found = panels.panels_of("team", None, {"team": "Otters"})
    assert [(panel.template, panel.values) for panel in found] == [("first.html", {"of": "Otters"}), ("last.html", {})]


def test_a_part_that_is_added_twice_is_shown_once():
    def part(request, context):
        return Panel("part.html")

    panels.add("game", part)
    panels.add("game", part)
    assert len(panels.panels_of("game", None, {})) == 1


def test_a_page_is_as_new_as_its_parts_that_say_how_new_they_are():
    panels.add("game", lambda request, context: None)
    panels.add("game", lambda request, context: Panel("first.html"), lambda request: "3.1")
    panels.add("game", lambda request, context: Panel("last.html"), lambda request: "7")
    assert panels.version_of("game", None) == "3.1.7"
    assert panels.version_of("team", None) == ""
