"""Decides what the columns of a roster table are, by their headings: any order, capitals, accents."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.core.findings import Finding
from league.core.rosters.grid import Grid
from league.core.vocabulary import nearest

HEADINGS = {
    "team": ("team", "teamname", "club", "squad"),
    "number": ("number", "no", "nr", "num", "jersey", "jerseynumber", "jerseyno", "sweater", "sweaternumber", "uniform",
               "uniformnumber"),
    "name": ("name", "fullname", "player", "playername", "person", "participant", "firstandlastname"),
    "first_name": ("firstname", "first", "givenname", "forename"),
    "last_name": ("lastname", "last", "surname", "familyname"),
    "role": ("role", "position", "pos", "positions", "function", "type"),
    "born": ("born", "birthdate", "birthday", "dateofbirth", "dob", "birth"),
    "registration": ("registration", "registrationnumber", "registrationno", "registrationid", "reg", "regno",
                     "memberid", "membernumber", "membershipnumber", "usahockeynumber", "usahockeyid",
                     "usahockeyconfirmation", "confirmationnumber", "hockeycanadaid", "hcid", "hcr", "license",
                     "licence", "licensenumber", "licencenumber"),
    "line": ("line",),
    "status": ("status", "rosterstatus"),
    "starts": ("from", "start", "starts", "startdate", "since", "joined", "added"),
    "ends": ("to", "until", "end", "ends", "enddate", "released", "left"),
}  # fmt: skip
"""The columns that a roster has, with every heading that names one, as `plain` writes it."""

TITLES = {
    "team": "Team", "number": "Number", "name": "Name", "first_name": "First name", "last_name": "Last name",
    "role": "Position", "born": "Birth date", "registration": "Registration", "line": "Line", "status": "Status",
    "starts": "From", "ends": "To",
}  # fmt: skip
"""How findings call a column."""

_COLUMN_OF = {heading: column for column, headings in HEADINGS.items() for heading in headings}
_ROWS_BEFORE_HEADINGS = 10
_NAMES = {"name", "first_name", "last_name"}


@dataclass(frozen=True, slots=True)
class Header:
    """Which column stands where: `places` by column, from 0; `row` is the number of the heading row, from 1."""

    row: int = 0
    places: tuple[tuple[str, int], ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def columns(self) -> frozenset[str]:
        """The columns that the table has."""
        return frozenset(column for column, _ in self.places)

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """A row's cells by column; what a short row leaves out is empty."""
        return {column: row[place] if place < len(row) else "" for column, place in self.places}


def plain(text: str) -> str:
    """The text without capitals, accents, spaces and signs: "Nº", "No." and "no" are the same, "#" is "no"."""
    if text.strip().startswith("#"):
        text = text.replace("#", "no", 1) if text.strip() == "#" else text.replace("#", "", 1)
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def read_header(grid: Grid) -> Header:
    """Find the row of headings and say which column is which; lines of a title above it are passed over.

    Findings: no headings at all, no column of names, a column twice, columns that aren't read.
    """
    for number, row in enumerate(grid.rows[:_ROWS_BEFORE_HEADINGS], 1):
        known = {_COLUMN_OF[plain(cell)] for cell in row if plain(cell) in _COLUMN_OF}
        if len(known) > 1 or known & _NAMES:
            return _header(row, number)
    return Header(findings=(_no_headings(),) if grid.rows else ())


def _no_headings() -> Finding:
    return Finding(
        "no-headings",
        "no row names the columns",
        where="row 1",
        remedy="write a first row such as: Number, Name, Position, Birth date, Registration",
    )


def _header(row: Sequence[str], number: int) -> Header:
    places: dict[str, int] = {}
    findings: list[Finding] = []
    for place, heading in enumerate(row):
        column = _COLUMN_OF.get(plain(heading))
        where = f"row {number}, column {place + 1}"
        if column is None:
            if heading:
                findings.append(_not_read(heading, where))
        elif column in places:
            message = f'"{heading}" is {TITLES[column]}, and column {places[column] + 1} is that already'
            findings.append(Finding("column-twice", message, where=where, remedy="leave one of the two out"))
        else:
            places[column] = place
    findings += _missing(set(places), number)
    return Header(number, tuple(places.items()), tuple(findings))


def _not_read(heading: str, where: str) -> Finding:
    near = nearest(plain(heading), tuple(_COLUMN_OF))
    remedy = f"should it be {TITLES[_COLUMN_OF[near]]}?" if near else ""
    return Finding("column-not-read", f'the column "{heading}" isn\'t read', "info", where=where, remedy=remedy)


def _missing(columns: set[str], number: int) -> Iterable[Finding]:
    if "name" not in columns and not {"first_name", "last_name"} <= columns:
        yield Finding(
            "no-name",
            "no column holds the names",
            where=f"row {number}",
            remedy="name it Name, or two of them First name and Last name",
        )
    elif "name" in columns and columns & {"first_name", "last_name"}:
        yield Finding(
            "two-names",
            "names stand in the column Name and in First name or Last name",
            where=f"row {number}",
            remedy="leave one of the two ways out",
        )
