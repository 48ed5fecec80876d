"""Shows how a team's form is read: every fault with its row, column and reason."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from scheduling.core.rounds.form import COLUMNS, FormGame, FormRow, form_rows, read_form

ZONE = ZoneInfo("America/Chicago")
RINKS = {1: "Ice Hall", 2: "North Fork Arena"}
GAMES = (FormGame("g1", "Bantam A", "Otters", "Bears"), FormGame("g2", "Bantam A", "Otters", "Lynx"))


def row(number: int, start: str, end: str = "", rink: str = "Ice Hall", url: str = "", **more: str) -> FormRow:
    cells = {"Start_Date_Time": start, "End_Date_Time": end, "Location": rink, "Location_URL": url, "Game_ID": "g1"}
    return FormRow(number, cells | more)


def read(*rows: FormRow):
    return read_form(rows, GAMES, RINKS, zone=ZONE, clause="3.4")


@pytest.mark.clause("mn-district-9", "3.3")
def test_the_form_lists_the_home_games_with_what_is_set():
    starts = dt.datetime(2014, 12, 18, 19, 0, tzinfo=dt.UTC)
    rows = form_rows([FormGame("g1", "Bantam A", "Otters", "Bears", starts, None, 1)], RINKS, ZONE)
    assert rows == [
        list(COLUMNS),
        ["12/18/2014 1:00 PM", "", "Ice Hall", "", "", "", "Bantam A", "Otters", "Bears", "g1"],
    ]


@pytest.mark.clause("mn-district-9", "3.4")
@pytest.mark.parametrize("start", ["12/18/2014 1:00 PM", "12/18/2014 13:00"])
def test_both_clocks_are_read(start):
    found = read(row(2, start, "12/18/2014 2:30 PM"))
    assert found.findings == ()
    [setting] = found.settings
    assert (setting.key, setting.rink) == ("g1", 1)
    assert setting.starts == dt.datetime(2014, 12, 18, 19, 0, tzinfo=dt.UTC)
    assert setting.ends == dt.datetime(2014, 12, 18, 20, 30, tzinfo=dt.UTC)
    assert found.untouched == ("g2",)


@pytest.mark.clause("mn-district-9", "3.4")
@pytest.mark.parametrize(
    ("faulty", "code", "column"),
    [
        (row(3, "18/12/2014 1:00 PM"), "unreadable-time", "Start_Date_Time"),
        (row(3, ""), "unreadable-time", "Start_Date_Time"),
        (row(3, "12/18/2014 1:00 PM", "12/18/2014 12:00 PM"), "ends-before-start", "End_Date_Time"),
        (row(3, "12/18/2014 1:00 PM", Game_ID="other"), "not-a-home-game", "Game_ID"),
        (row(3, "12/18/2014 1:00 PM", Title="Big game"), "not-blank", "Title"),
        (row(3, "12/18/2014 1:00 PM", Visitor="Terns"), "changed-column", "Visitor"),
        (row(3, "12/18/2014 1:00 PM", rink="Icehall Arena"), "unknown-rink", "Location"),
        (row(3, "12/18/2014 1:00 PM", rink=""), "no-rink", "Location"),
        (row(3, "12/18/2014 1:00 PM", url="javascript:x"), "bad-address", "Location_URL"),
        (row(3, "03/08/2015 2:30 AM"), "no-such-time", "Start_Date_Time"),
    ],
)
def test_a_faulty_row_is_refused_with_its_row_and_column(faulty, code, column):
    found = read(faulty)
    assert [(item.code, item.where, item.clause) for item in found.findings] == [
        (code, f"row 3, column {column}", "3.4")
    ]
    assert found.settings == ()


@pytest.mark.clause("mn-district-9", "3.4")
def test_all_faults_are_told_at_once_and_the_sound_rows_stand():
    good = row(2, "12/18/2014 1:00 PM", Game_ID="g2")
    found = read(good, row(3, "tomorrow", rink="Nowhere", Title="x"), row(4, "12/20/2014 1:00 PM", Game_ID="zz"))
    assert [setting.row for setting in found.settings] == [2]
    assert sorted(found.faulty_rows) == [3, 4]
    assert len(found.findings) == 4


def test_a_game_in_two_rows_is_refused_and_a_blank_row_leaves_its_game():
    found = read(row(2, "12/18/2014 1:00 PM"), row(3, "12/19/2014 1:00 PM"), FormRow(4, {"Game_ID": "g2"}))
    assert [(item.code, item.where) for item in found.findings] == [("twice", "row 3, column Game_ID")]
    assert [setting.row for setting in found.settings] == [2]
    assert found.untouched == ("g2",)
