"""Decides what the columns of a schedule are, by their headings in English and French, and whose layout it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.core.findings import Finding
from league.core.rosters.columns import plain
from league.core.rosters.grid import Grid

HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "date": ("date", "day", "gamedate", "startdate", "eventdate", "datedumatch", "datedelapartie", "jour"),
    "time": ("time", "start", "starttime", "gametime", "eventstart", "heure", "debut", "heurededebut"),
    "starts": ("datetime", "startdatetime", "eventstartdatetime", "gamedatetime", "dateandtime", "dateheure",
               "dateetheure", "starts"),
    "end_date": ("enddate", "datedefin"),
    "ends_at": ("enddatetime", "eventenddatetime"),
    "end": ("end", "endtime", "eventend", "fin", "heuredefin"),
    "duration": ("duration", "durationminutes", "length", "minutes", "duree"),
    "home": ("home", "hometeam", "hometeamname", "equipelocale", "equipehote", "local", "locaux", "domicile",
             "equipedomicile", "equipeadomicile", "receveur"),
    "away": ("away", "awayteam", "awayteamname", "visitor", "visitors", "visiting", "visitingteam", "visitorteam",
             "visiteur", "visiteurs", "equipevisiteuse"),
    "team": ("team", "team1id", "team1", "team1name", "equipe"),
    "opponent": ("opponent", "team2id", "team2", "opponentname", "adversaire"),
    "opponent_name": ("team2name",),
    "team_is_home": ("team1ishome", "opponentstatus", "homeaway", "homeoraway"),
    "rink": ("location", "venue", "venuename", "rink", "arena", "facility", "site", "place", "resource", "fieldname",
             "park", "lieu", "patinoire", "arena1", "endroit", "surfacename", "eventlocation"),
    "sub_rink": ("field", "subvenue", "sublocation", "subsite", "sheet", "surface", "resourcearea", "glace",
                 "fieldnumber"),
    "division": ("division", "divisionname", "agegroup", "level", "gameage", "category", "categorie"),
    "number": ("gamenumber", "gameno", "game", "gameid", "gamenum", "number", "no", "id", "matchnumber",
               "numerodumatch", "numerodepartie", "externalid", "nodematch"),
    "event_number": ("eventid",),
    "kind": ("eventtype", "type", "typedevenement"),
    "game_kind": ("gametype", "eventsubtype", "gametypeabbreviation", "typedematch"),
    "stage": ("stage", "phase", "etape"),
    "status": ("status", "state", "gamestatus", "statut", "etat"),
}  # fmt: skip
"""The columns that a schedule has, with every heading that names one, as `plain` writes it."""

TITLES: Final = {
    "date": "Date",
    "time": "Start time",
    "starts": "Date and start time",
    "end": "End time",
    "ends_at": "End date and time",
    "end_date": "End date",
    "duration": "Length",
    "home": "Home team",
    "away": "Away team",
    "team": "Team",
    "opponent": "Opponent",
    "opponent_name": "Opponent's name",
    "team_is_home": "Home or away",
    "rink": "Rink",
    "sub_rink": "Sheet of ice",
    "division": "Division",
    "number": "Game number",
    "event_number": "Event number",
    "kind": "Kind of event",
    "game_kind": "Kind of game",
    "stage": "Stage",
    "status": "Status",
}
"""How pages and findings call a column."""

NOT_READ: Final = "-"
"""What somebody chooses for a column that is to be left out."""

LAYOUTS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("SportsEngine, schedule upload", frozenset({"eventtype", "team1id", "team1ishome", "team2id"})),
    ("SportsEngine, new events", frozenset({"eventtype", "durationminutes", "hometeam", "venue", "status"})),
    ("SportsEngine, season management", frozenset({"hometeamscore", "awayteamscore", "divisionname", "status"})),
    ("TeamSnap, organisation", frozenset({"arrivaltime", "shortlabel", "hometeam", "awayteam"})),
    ("TeamSnap, team", frozenset({"arrivaltime", "opponent"})),
    ("BenchApp", frozenset({"type", "gametype", "home", "away", "duration"})),
    ("Spordle Play", frozenset({"gamedate", "visitingteam", "fieldname", "gamenumber"})),
    ("GameChanger", frozenset({"hometeam", "awayteam", "field", "gametype", "gamenumber"})),
    ("Assignr", frozenset({"venue", "agegroup", "hometeam", "awayteam"})),
    ("DaySmart", frozenset({"eventstart", "eventend", "hometeamid", "awayteamid"})),
    ("Easy Team Manager", frozenset({"eventdate", "opponentstatus"})),
    ("referees' list", frozenset({"gamenum", "gamedate", "crewsize"})),
    ("NHL schedule", frozenset({"gamedatetime", "hometeamname", "venuename", "gametypeabbreviation"})),
)
"""Layouts by headings that only they have together, the first that fits is named."""

_COLUMN_OF: Final = {heading: column for column, headings in HEADINGS.items() for heading in headings}
_OF_LAYOUT: Final[Mapping[str, Mapping[str, str]]] = {
    "DaySmart": {"eventstart": "starts", "eventend": "ends_at", "hometeamid": "home", "awayteamid": "away",
                 "eventtype": "kind", "resource": "rink", "resourcearea": "sub_rink"},
    "NHL schedule": {"gamedatetime": "starts", "hometeamname": "home", "awayteamname": "away", "venuename": "rink",
                     "gametype": "game_kind", "gameid": "number", "gamedate": NOT_READ},
    "TeamSnap, organisation": {"division": "division"},
}  # fmt: skip
_FRENCH: Final = frozenset({
    "heure", "equipelocale", "equipevisiteuse", "visiteur", "visiteurs", "lieu", "patinoire", "domicile", "statut",
    "duree", "datedumatch", "local", "locaux", "equipe", "adversaire", "categorie", "glace", "numerodumatch", "jour",
})  # fmt: skip
_ROWS_BEFORE_HEADINGS: Final = 10


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its place from 0, its heading, what it is ("" while nobody says), a sample of its cells."""

    place: int
    heading: str
    meaning: str
    sample: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """The columns of a table. `row` is the number of the heading row from 1, 0 where there is none."""

    row: int = 0
    columns: tuple[Column, ...] = ()
    layout: str = ""
    language: str = ""
    findings: tuple[Finding, ...] = ()

    @property
    def meanings(self) -> frozenset[str]:
        """The columns that the table has."""
        return frozenset(column.meaning for column in self.columns if column.meaning)

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """A row's cells by meaning; what a short row leaves out is empty.

        Of two columns of one meaning the first that holds something counts.
        """
        found: dict[str, str] = {}
        for column in self.columns:
            if column.meaning and not found.get(column.meaning):
                found[column.meaning] = row[column.place] if column.place < len(row) else ""
        return found


def heading(text: str) -> str:
    """A heading as it is looked up: without what stands in brackets, capitals, accents, spaces and signs."""
    return plain(text.partition("(")[0]) or plain(text)


def read_header(grid: Grid, chosen: Mapping[int, str] | None = None) -> Header:
    """Find the row of headings and say which column is which; `chosen` says it by place, before all else.

    Findings: no headings and nothing chosen, a column twice, what is missing for a game.
    """
    if not grid.rows:
        return Header()
    number = _heading_row(grid)
    row = _unglued(grid, number) if number else ()
    width = max(len(one) for one in grid.rows[:50])
    words = [plain(cell) for cell in row]
    layout = next((name for name, needed in LAYOUTS if needed <= {*words, *(heading(cell) for cell in row)}), "")
    own = _OF_LAYOUT.get(layout, {})
    columns, findings = [], []
    taken: dict[str, int] = {}
    for place in range(width):
        text = row[place] if place < len(row) else ""
        meaning = own.get(heading(text)) or _COLUMN_OF.get(plain(text)) or _COLUMN_OF.get(heading(text), "")
        meaning = (chosen or {}).get(place, meaning)
        meaning = "" if meaning == NOT_READ else meaning
        if meaning in taken and chosen and place in chosen:
            message = (
                f'"{text or place + 1}" is {TITLES.get(meaning, meaning)}, and column {taken[meaning] + 1} is that too'
            )
            remedy = "where the first is empty the second counts"
            findings.append(Finding("column-twice", message, "info", where="columns", remedy=remedy))
        elif meaning:
            taken.setdefault(meaning, place)
        columns.append(Column(place, text, meaning, _sample(grid, number, place)))
    found = Header(number, tuple(columns), layout, _language(words), ())
    return Header(found.row, found.columns, layout, found.language, (*findings, *_missing(found)))


def _heading_row(grid: Grid) -> int:
    """The number of the first row of which two cells name columns, 0 for a table without headings."""
    for number, row in enumerate(grid.rows[:_ROWS_BEFORE_HEADINGS], 1):
        known = {_COLUMN_OF.get(plain(cell)) or _COLUMN_OF.get(heading(cell)) for cell in row if cell} - {None}
        if len(known) > 1:
            return number
    return 0


def _unglued(grid: Grid, number: int) -> tuple[str, ...]:
    """The headings; where the rows have one cell more, two that a forgotten separator glued together are parted."""
    row = grid.rows[number - 1]
    widths = [len(one) for one in grid.rows[number : number + 50] if one]
    if widths and max(set(widths), key=widths.count) == len(row) + 1:
        for place, text in enumerate(row):
            first, bracket, second = text.partition(")")
            if bracket and plain(second) in _COLUMN_OF:
                return (*row[:place], first + bracket, second, *row[place + 1 :])
    return row


def _sample(grid: Grid, number: int, place: int) -> str:
    return next((row[place] for row in grid.rows[number:] if place < len(row) and row[place]), "")


def _language(words: Sequence[str]) -> str:
    known = [word for word in words if word in _COLUMN_OF]
    if not known:
        return ""
    return "fr" if any(word in _FRENCH for word in known) else "en"


def _missing(header: Header) -> list[Finding]:
    found = []
    if header.row == 0 and not header.meanings:
        remedy = (
            "say below what each column is, or write a first row such as: Date, Start time, Home team, Away team, Rink"
        )
        return [Finding("no-headings", "no row names the columns", where="row 1", remedy=remedy)]
    has = header.meanings
    if not has & {"date", "starts"}:
        found.append(_absent("no-date", "no column holds the dates", "Date"))
    if not {"home", "away"} <= has and not {"team", "opponent"} <= has and "opponent" not in has:
        found.append(_absent("no-teams", "no columns hold the two teams", "Home team and Away team"))
    return found


def _absent(code: str, message: str, title: str) -> Finding:
    return Finding(code, message, where="columns", remedy=f"say below which column is {title}")
