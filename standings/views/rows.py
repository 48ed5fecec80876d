"""Decides how a table's rows are shown: figures beside the team's name, with footnotes for what isn't plain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.models import Season, Team

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

# Column, its short head, its full name, and whether a phone has room for it.
COLUMNS = (
    ("played", lazy("GP"), lazy("Games played"), True),
    ("wins", lazy("W"), lazy("Wins"), False),
    ("losses", lazy("L"), lazy("Losses"), False),
    ("ties", lazy("T"), lazy("Ties"), False),
    ("overtime_wins", lazy("OTW"), lazy("Wins in overtime, counted in wins too"), False),
    ("overtime_losses", lazy("OTL"), lazy("Losses in overtime, counted in losses too"), False),
    ("shootout_wins", lazy("SOW"), lazy("Wins in a shootout, counted in wins too"), False),
    ("shootout_losses", lazy("SOL"), lazy("Losses in a shootout, counted in losses too"), False),
    ("fair_play", lazy("FP"), lazy("Fair Play points"), False),
    ("adjustment", lazy("Adj"), lazy("Adjustment by a ruling"), False),
    ("points", lazy("Pts"), lazy("Points"), True),
    ("available", lazy("Avail"), lazy("Points available in the games played"), False),
    ("percentage", lazy("Pct"), lazy("Share of the available points"), True),
    ("goals_for", lazy("GF"), lazy("Goals for"), False),
    ("goals_against", lazy("GA"), lazy("Goals against"), False),
    ("penalty_minutes", lazy("PIM"), lazy("Penalty minutes as assessed"), False),
)
ONLY_WHERE_USED = frozenset(
    {"overtime_wins", "overtime_losses", "shootout_wins", "shootout_losses", "adjustment"},
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures."""

    name: str
    head: _StrPromise
    title: _StrPromise
    narrow: bool

    @property
    def classes(self) -> str:
        """How its cells are laid out."""
        return "num" if self.narrow else "num wide"


@dataclass(frozen=True, slots=True)
class Note:
    """What stands below the table for a mark beside a team."""

    mark: int
    team: str
    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A team's line as readers see it."""

    rank: int
    tied: bool
    name: str
    team: Team | None
    url: str
    why_url: str
    cells: tuple[tuple[str, str], ...]  # classes and figure
    points: int
    share: str  # of the available points
    played: int
    provisional: int
    withdrawn: bool
    out_of_playoffs: bool
    own: bool
    marks: tuple[int, ...]

    @property
    def link(self) -> SafeString:
        """The team's name, leading to its page where it has one."""
        return format_html('<a href="{}">{}</a>', self.url, self.name) if self.url else escape(self.name)

    @property
    def plain(self) -> bool:
        """Whether nothing is to be said beside the name, as for most of a table."""
        return not (self.marks or self.own or self.withdrawn or self.out_of_playoffs or self.provisional)

    @property
    def figures(self) -> SafeString:
        """The cells as they are laid out: a table of forty teams has hundreds, so they are escaped in one go."""
        plain = escape("\n".join(f"{classes}\t{figure}" for classes, figure in self.cells))
        cells = (cell.split("\t") for cell in plain.split("\n"))
        return mark_safe("".join(f'<td class="{classes}">{figure}</td>' for classes, figure in cells))


@dataclass(frozen=True, slots=True)
class Table:
    """A table ready to be shown."""

    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    notes: tuple[Note, ...]
    provisional: int = 0
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def uneven(self) -> bool:
        """Whether teams have played unequal numbers of games, so that points alone don't tell the order."""
        return len({row.played for row in self.rows if not row.withdrawn}) > 1


def table_of(
    content: Mapping[str, Any],
    teams: Iterable[Team],
    season: Season,
    own: frozenset[int] = frozenset(),
    query: str = "",
) -> Table:
    """The table that a snapshot's `content` holds, for teams from `queries.teams_in_table`.

    `season` comes with its league; `own` are the ids of the reader's teams, which are set off.
    `query` is what leads to the explanations of the same day.
    """
    rows = content["rows"]
    known = {team.key: team for team in teams}
    columns = _columns(rows)
    skipped = {item["team"]: item["clauses"] for seeding in content["seeding"] for item in seeding["skipped"]}
    notes: list[Note] = []
    addresses = team_addresses(season), team_addresses(season, "standings:place", query)
    names = {key: team.name or key for key, team in known.items()}
    beside = _Beside(names, skipped, own)
    shown = tuple(_row(row, known.get(row["team"]), columns, notes, beside, addresses) for row in rows)
    return Table(columns, shown, tuple(notes), sum(row.provisional for row in shown), names)


def team_addresses(season: Season, view: str = "league:team", query: str = "") -> Callable[[int], str]:
    """From a team's id to its page; looked up once, since the pages of one season's teams differ by the id only."""
    kwargs = {"league": season.league.slug, "season": season.slug, "team": 0}
    before, _number, after = reverse(view, kwargs=kwargs).rpartition("0")
    return lambda team: f"{before}{team}{after}{query}"


def _columns(rows: list[Mapping[str, Any]]) -> tuple[Column, ...]:
    """All columns but those in which no team of this table has a figure."""
    return tuple(
        Column(*column) for column in COLUMNS if column[0] not in ONLY_WHERE_USED or any(row[column[0]] for row in rows)
    )


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is said beside the figures: teams by name, the clauses by which some are left out, the reader's own."""

    names: Mapping[str, str]
    skipped: Mapping[str, list[str]]
    own: frozenset[int]

    def notes(self, row: Mapping[str, Any], team: Team | None) -> Iterable[tuple[str, tuple[str, ...]]]:
        """What isn't plain about a row, each with its clauses."""
        if not row["playoff_eligible"] and not row.get("withdrawn"):
            text = _("Keeps its place in the table and is left out of the playoffs.")
            yield text, tuple(self.skipped.get(row["team"], ()))
        for game in row.get("turned", ()):
            other = self.names.get(game["against"], game["against"])
            text = _("Lost the game against %(other)s afterwards: it counts as forfeited.") % {"other": other}
            yield text, tuple(game["clauses"])
        for item in getattr(team, "adjusted", ()):
            reason = item["reason"] or _("by a ruling")
            text = _("%(points)s points: %(reason)s") % {"points": f"{item['points']:+d}", "reason": reason}
            yield text, (item["clause"],) if item["clause"] else ()


def _row(
    row: Mapping[str, Any],
    team: Team | None,
    columns: tuple[Column, ...],
    notes: list[Note],
    beside: _Beside,
    addresses: tuple[Callable[[int], str], Callable[[int], str]],
) -> TableRow:
    name = (team.name if team else "") or row["team"]
    first = len(notes) + 1
    for text, clauses in beside.notes(row, team):
        notes.append(Note(len(notes) + 1, name, text, clauses))
    return TableRow(
        rank=row["rank"],
        tied=row["tied"],
        name=name,
        team=team,
        url=addresses[0](team.pk) if team else "",
        why_url=addresses[1](team.pk) if team else "",
        cells=tuple((column.classes, figure(column.name, row[column.name])) for column in columns),
        points=row["points"],
        share=figure("percentage", row["percentage"]),
        played=row["played"],
        provisional=row.get("provisional", 0),
        withdrawn=row.get("withdrawn", False),
        out_of_playoffs=not row["playoff_eligible"] and not row.get("withdrawn"),
        own=team is not None and team.pk in beside.own,
        marks=tuple(range(first, len(notes) + 1)),
    )


def figure(name: str, value: Any) -> str:
    """A figure as its column shows it."""
    if name == "adjustment":
        return f"{value:+d}" if value else "0"
    return f"{value:g}" if isinstance(value, float) else str(value)
