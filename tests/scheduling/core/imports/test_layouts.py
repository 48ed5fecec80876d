"""Checks that the files which other programs write are read as they mean it: header, separator, dates, times, teams."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from scheduling.core.imports.columns import read_header
from scheduling.core.imports.entries import ScheduleTable, read_schedule
from scheduling.core.imports.files import read_bytes

CHICAGO = ZoneInfo("America/Chicago")
DEC_13 = dt.datetime(2014, 12, 13, 13, 0, tzinfo=CHICAGO)

SPORTSENGINE_UPLOAD = (
    "Start_Date,Start_Time,End_Date,End_Time,Title,Description,Location,Location_URL,Location_Details,All_Day_Event,"
    "Event_Type,Tags,Team1_ID,Team1_Division_ID,Team1_Is_Home,Team2_ID,Team2_Division_ID,Team2_Name,Custom_Opponent,"
    "Event_ID,Game_ID,Affects_Standings,Points_Win,Points_Loss,Points_Tie,Points_OT_Win,Points_OT_Loss,"
    "Division_Override"
)

FILES = {
    "SportsEngine, schedule upload": [
        f"{SPORTSENGINE_UPLOAD}\n12/13/2014,13:00,12/13/2014,14:15,,,Ice Hall,,,0,Game,,Otters,,1,Lynx,,,0,,,1,,,,,,\n",
        f"{SPORTSENGINE_UPLOAD}\n12/13/2014,13:00,12/13/2014,14:15,,,Ice Hall,,,0,Game,,Lynx,,0,Otters,,,0,,,1,,,,,,\n",
        "start_date,start_time,end_date,end_time,event_type,team1_id,team1_is_home,team2_id,location\n"
        "12/13/2014,13:00,12/13/2014,14:15,Game,Otters,1,Lynx,Ice Hall\n",
    ],
    "SportsEngine, new events": [
        "Event Type,Event Name (Events Only),Description (Events Only),Date,Start Time,End Time,Duration (minutes),"
        "All Day Event (Events Only),Home Team,Away Team,Teams (Events Only),Venue,Status\n"
        "Game,,,12/13/2014,13:00,14:15,75,,Otters,Lynx,,Ice Hall,Scheduled\n"
    ],
    "SportsEngine, season management": [
        "Date,Time,Duration,Home Team,Home Team Score,Away Team,Away Team Score,Division Name,Location,Status\n"
        "12/13/2014,01:00 PM,75,Otters,,Lynx,,Bantam A,Ice Hall,Scheduled\n"
    ],
    "TeamSnap, organisation": [
        "Date,Start time,End time,Arrival Time,Short label,Event type,Division,Home Team,Away Team,Location\n"
        "12/13/2014,1:00:00 PM,2:15:00 PM,30,,Game,Bantam A,Otters,Lynx,Ice Hall\n"
        "12/14/2014,1:00:00 PM,2:15:00 PM,30,,Practice,Bantam A,Otters,,Ice Hall\n"
    ],
    "BenchApp": [
        "Type,Game Type,Title,Home,Away,Date,Time,Duration,Location\n"
        "GAME,REGULAR,,Otters,Lynx,13/12/2014,1:00 PM,1:15,Ice Hall\n",
        "Type,Game Type,Title (Optional)Home,Away,Date,Time,Duration,Location (Optional)\n"
        "GAME,REGULAR,,Otters,Lynx,13/12/2014,1:00 PM,1:15,Ice Hall\n",
        "Type,Game Type,Title,Home,Away,Date,Time,Duration,Location,Notes\n"
        'GAME,REGULAR,,Otters,Lynx,"Sat, Dec 13, 2014",1:00 PM,1:15,Ice Hall,\n',
    ],
    "Spordle Play": [
        "Game date;Start time;End time;Home team;Home team number;Visiting team;Visiting team number;Field name;Stage;"
        "Game number\n2014-12-13;13:00;14:15;Otters;1;Lynx;2;Ice Hall;;101\n"
    ],
    "GameChanger": [
        "Date,Time,Home Team,Away Team,Location,Field,Game Type,Game Number\n"
        "2014-12-13,1:00 PM,Otters,Lynx,Ice Hall,,Regular,101\n"
    ],
    "Assignr": [
        "Date,Start Time,Venue,Age Group,Home Team,Away Team\n13-Dec-2014,1:00pm,Ice Hall,Bantam,Otters,Lynx\n",
    ],
    "DaySmart": [
        "Event Type,Event Sub Type,Event Description,Event Start,Event End,Home Team ID,Away Team ID,Resource,"
        "Resource Area,Customer\nGame,regular,,12/13/2014 01:00 PM,12/13/2014 02:15 PM,Otters,Lynx,Ice Hall,,\n"
    ],
    "Easy Team Manager": [
        "eventDate\teventLocation\teventArrive\teventStart\teventEnd\topponent\topponentStatus\teventTypeID\n"
        "12/13/2014\tIce Hall\t12:30 PM\t1:00 PM\t2:15 PM\tLynx\t1\t\n"
    ],
    "referees' list": [
        "GameNum,GameDate,GameTime,GameAge,GameLevel,Gender,Location,HomeTeam,AwayTeam,GameDescription,CrewSize,"
        "CrewDescription,Notes\n101,12/13/2014,01:00 PM,Bantam,A,M,Ice Hall,Otters,Lynx,,3,,\n"
    ],
    "NHL schedule": [
        "game_id,game_type_abbreviation,game_date_time,home_team_name,away_team_name,venue_name,game_date\n"
        "101,R,2014-12-13T19:00:00Z,Otters,Lynx,Ice Hall,2014-12-14\n"
    ],
    "": [
        "Date,Heure,Équipe locale,Visiteur,Aréna\n13 décembre 2014,13h00,Otters,Lynx,Ice Hall\n",
        "League schedule\n\nDate/Time,Home,Visitor,Rink\n2014-12-13 13:00,Otters,Lynx,Ice Hall\n",
        "Date,Time,Home Team,Away Team,Location,Sublocation\n2014/12/13,13:00,Otters,Lynx,Ice Hall,\n",
        "Day;Start;Opponent;Location\nSat 12/13/2014;1 pm;vs. Lynx;Ice Hall\n",
        "sep=;\nDate;Time;Home;Away;Rink\n12/13/2014;13:00;Otters;Lynx;Ice Hall\n",
    ],
}


def read(text: str | bytes, **more: object) -> ScheduleTable:
    source = read_bytes(text.encode() if isinstance(text, str) else text)
    values: dict[str, object] = {"zone": CHICAGO, "own_team": "Otters"} | more
    return read_schedule(source.grid, read_header(source.grid), **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(("layout", "text"), [(layout, text) for layout, texts in FILES.items() for text in texts])
def test_a_foreign_file_is_read_as_it_means_it(layout: str, text: str) -> None:
    table = read(text)
    assert [str(finding) for finding in table.findings if finding.severity == "refuse"] == []
    assert table.header.layout == layout
    (entry,) = table.entries
    assert (entry.home, entry.away, entry.rink, entry.starts) == ("Otters", "Lynx", "Ice Hall", DEC_13)
    if entry.ends is not None:
        assert entry.ends - DEC_13 == dt.timedelta(minutes=75)


def test_a_practice_is_left_out() -> None:
    table = read(FILES["TeamSnap, organisation"][0])
    assert table.left_out == (3,)


def test_a_file_without_headings_asks_what_its_columns_are() -> None:
    text = "Otters,Lynx,12/13/2014,13:00,12/13/2014,14:15,Ice Hall\n"
    assert {finding.code for finding in read(text).findings} == {"no-headings"}
    source = read_bytes(text.encode())
    chosen = {0: "home", 1: "away", 2: "date", 3: "time", 5: "end", 6: "rink"}
    table = read_schedule(source.grid, read_header(source.grid, chosen), zone=CHICAGO)
    assert [entry.starts for entry in table.entries] == [DEC_13]


def test_what_columns_are_can_be_corrected() -> None:
    source = read_bytes(b"Date,Time,Home,Away,Arena name\n12/13/2014,13:00,Lynx,Otters,Ice Hall\n")
    table = read_schedule(source.grid, read_header(source.grid, {2: "away", 3: "home", 4: "rink"}), zone=CHICAGO)
    (entry,) = table.entries
    assert (entry.home, entry.away, entry.rink) == ("Otters", "Lynx", "Ice Hall")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "mac_roman"])
def test_accents_survive_the_encodings_of_spreadsheets(encoding: str) -> None:
    text = "Date;Heure;Équipe locale;Équipe visiteuse;Aréna\n" + "".join(
        f"2014-12-{day:02d};19:30;Élans de Rivière-du-Loup;Éperviers de Trois-Rivières;Aréna Côté à l'été\n"
        for day in range(1, 20)
    )
    source = read_bytes(text.encode(encoding))
    table = read_schedule(source.grid, read_header(source.grid), zone=CHICAGO)
    assert table.header.language == "fr"
    assert {entry.home for entry in table.entries} == {"Élans de Rivière-du-Loup"}
    assert source.separator == ";"


def test_times_that_are_not_known_leave_the_game_without_a_date() -> None:
    table = read("Date,Time,Home,Away,Rink\n12/13/2014,TBD,Otters,Lynx,TBD\n12/14/2014,13:00,Lynx,Otters,Ice Hall\n")
    assert [(entry.starts is None, entry.rink) for entry in table.entries] == [(True, ""), (False, "Ice Hall")]
    assert [finding.severity for finding in table.findings] == ["warn"]


def test_a_time_that_the_clock_skips_or_shows_twice_is_told() -> None:
    table = read("Date,Time,Home,Away\n2015-03-08,02:30,Otters,Lynx\n2014-11-02,01:30,Otters,Lynx\n")
    assert [(finding.code, finding.severity, finding.where) for finding in table.findings] == [
        ("no-such-time", "refuse", "row 2, Start time"),
        ("twice", "warn", "row 3, Start time"),
    ]
    assert table.faulty == (2,)


def test_a_game_past_midnight_ends_the_next_day() -> None:
    table = read("Date,Time,End time,Home,Away\n2014-12-13,23:15,00:30,Otters,Lynx\n")
    (entry,) = table.entries
    assert entry.starts is not None
    assert entry.ends is not None
    assert entry.ends - entry.starts == dt.timedelta(minutes=75)


def test_the_faults_of_all_rows_are_told_at_once() -> None:
    table = read("Date,Time,Home,Away\n2014-13-01,25:00,,Otters\n,,,\nnever,noon,Otters,Lynx\n")
    assert [(finding.code, finding.where) for finding in table.findings] == [
        ("no-team", "row 2, Home team"),
        ("not-a-date", "row 2, Date"),
        ("not-a-time", "row 2, Start time"),
        ("not-a-date", "row 4, Date"),
        ("not-a-time", "row 4, Start time"),
    ]


def test_a_row_without_an_away_team_is_taken_for_a_practice_and_told() -> None:
    table = read("Date,Time,Home,Away\n2014-12-13,13:00,Otters,\n")
    assert table.left_out == (2,)
    assert [(finding.code, finding.severity) for finding in table.findings] == [("no-away", "warn")]


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    rows = "".join(f"2014-12-13,13:00,T{number},Lynx\n" for number in range(250))
    read(f"Date,Time,Home,Away\n{rows}", progress=lambda done, of: told.append((done, of)))
    assert told == [(100, 250), (200, 250), (250, 250)]
