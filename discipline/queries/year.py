"""Decides what the year's report counts: suspensions by offence, level, team, official and month, without a name."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from discipline import queries
from discipline.models import IncidentReport, Suspension
from league.models import Penalty, Season


@dataclass(frozen=True, slots=True)
class Line:
    """One suspension as the report knows it: nobody's name but the official's who reported it."""

    given: dt.date | None
    level: str
    division: str
    team: str
    offence: str
    penalty_class: str
    games: int | None
    status: str
    official: str

    @property
    def month(self) -> str:
        """The month in which it was given, as 2014-11; empty where that isn't known."""
        return f"{self.given:%Y-%m}" if self.given else ""


@dataclass(frozen=True, slots=True)
class Bar:
    """A value with how many suspensions and games it stands for; `share` is that of the longest bar, in percent."""

    value: str
    suspensions: int
    games: int
    share: int


def lines(season: Season) -> list[Line]:
    """Every suspension of the season that stands, by its day. Three queries."""
    rows = list(queries.suspensions(season).exclude(status="dismissed").order_by("given", "pk"))
    games = {row.game_id for row in rows if row.game_id}
    penalties: dict[tuple[int, int, str], Penalty] = {}
    for penalty in Penalty.objects.filter(game__in=games, person__isnull=False).order_by("position", "pk"):
        penalties.setdefault((penalty.game_id, penalty.person_id or 0, penalty.incident_key), penalty)
    authors: dict[tuple[int, str], str] = {}
    reports = IncidentReport.objects.filter(game__in=games, filed_at__isnull=False).select_related("author")
    for report in reports.defer("draft").order_by("-filed_at"):
        authors.update({(report.game_id, key): str(report.author) for key in report.penalties})
    return [_line(row, penalties.get((row.game_id or 0, row.person_id, row.incident)), authors) for row in rows]


def _line(row: Suspension, penalty: Penalty | None, authors: dict[tuple[int, str], str]) -> Line:
    division = row.team.division if row.team else None
    return Line(
        given=row.given,
        level=division.level if division else "",
        division=division.name if division else "",
        team=row.team.name if row.team else "",
        offence=penalty.offence if penalty else "",
        penalty_class=penalty.penalty_class if penalty else "",
        games=row.data["games"],
        status=row.status,
        official=authors.get((penalty.game_id, penalty.key), "") if penalty else "",
    )


def bars(found: Iterable[Line], by: Callable[[Line], str], *, in_order: bool = False) -> list[Bar]:
    """The lines by a value, the most suspensions first; with `in_order` by the value itself, as months are."""
    suspensions: dict[str, int] = defaultdict(int)
    games: dict[str, int] = defaultdict(int)
    for line in found:
        suspensions[by(line)] += 1
        games[by(line)] += line.games or 0
    most = max(suspensions.values(), default=1)
    made = [Bar(value, number, games[value], round(100 * number / most)) for value, number in suspensions.items()]
    return sorted(made, key=lambda bar: bar.value if in_order else (-bar.suspensions, bar.value))
