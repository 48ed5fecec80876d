"""Shows that pictures are words too, hold what they are given, take names as names, and carry no style."""

import re
from xml.etree import ElementTree

import pytest

from standings import drawing
from standings.drawing import Dot

RANKS = drawing.ranks("Rank <by> date", ["Nov 1", "Nov 8"], {"Otters": [1, 2], "Bears & Co": [2, 1], "Late": [None, 3]})
LEFT = drawing.points_left("Points", "left", "points", [Dot("Otters", 3, 8), Dot("<b>", 3, 8), Dot("Bears", 0, 2)])
GRID = drawing.grid("Grid", ["Otters", "Bears"], {(0, 1): ("good", "2-0-0"), (1, 0): ("bad", "0-2-0")})
EMPTY = drawing.points_left("Nothing", "left", "points", [])


@pytest.mark.parametrize("picture", [RANKS, LEFT, GRID, EMPTY, drawing.ranks("None", [], {})])
def test_a_picture_is_sound_named_and_without_style(picture):
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert not re.search(r"\bstyle=|<script|\bon\w+=", picture)


def texts(picture, kind):
    return [one.text for one in ElementTree.fromstring(picture).iter("text") if one.get("class") == kind]


def test_every_team_has_its_line_and_its_name():
    root = ElementTree.fromstring(RANKS)
    lines = [one.get("points") for one in root.iter("polyline")]
    assert lines == ["40,26 74,52", "40,52 74,26", "74,78"]
    assert texts(RANKS, "name") == ["Otters", "Bears & Co", "Late"]


def test_dots_on_one_spot_keep_their_names_apart():
    root = ElementTree.fromstring(LEFT)
    spots = [(one.get("x"), one.get("y")) for one in root.iter("text") if one.get("class") == "name"]
    assert len(set(spots)) == 3
    assert texts(LEFT, "name") == ["<b>", "Otters", "Bears"]


def test_the_grid_shows_each_pair_from_the_rows_side():
    assert texts(GRID, "figure") == ["2-0-0", "0-2-0"]
