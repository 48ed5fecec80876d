"""The year's report: suspensions by offence, level, team, official and month, as pictures, tables and CSV."""

from __future__ import annotations

import csv
import io

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from discipline.queries import year as queries
from discipline.queries.year import Bar, Line
from discipline.views.reading import trail
from league.face.report_words import offence_name
from league.permissions import Action
from league.views.place import PageRequest, page

_HEAD = ("given", "month", "level", "division", "team", "class", "offence", "games", "status", "official")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@page(Action.READ_YEAR)
def year(request: PageRequest) -> HttpResponseBase:
    """Show the season's suspensions counted five ways; names no player. Constant queries."""
    season = request.place.season
    assert season is not None
    found = queries.lines(season)
    charts = [
        ("offence", _("By offence"), queries.bars(found, lambda line: str(offence_name(line.offence or "other")))),
        ("level", _("By level"), queries.bars(found, lambda line: line.level or _("none"))),
        ("team", _("By team"), queries.bars(found, lambda line: line.team or _("none"))),
        ("official", _("By official who reported it"), queries.bars(found, lambda line: line.official or _("none"))),
        ("month", _("By month"), queries.bars(found, lambda line: line.month or _("none"), in_order=True)),
    ]
    context = {
        "number": len(found),
        "games": sum(line.games or 0 for line in found),
        "charts": [(key, title, _picture(bars), len(bars) * _STEP) for key, title, bars in charts],
        "breadcrumbs": trail(season, (_("The year"), "")),
    }
    return render(request, "discipline/year.html", context)


_STEP = 28
"""Height of a bar with its gap, in the picture's units."""


def _picture(bars: list[Bar]) -> list[tuple[Bar, int, int]]:
    """Each bar with its top and width in the picture; its label stands above it."""
    return [(bar, place * _STEP, max(2, bar.share * 3)) for place, bar in enumerate(bars)]


@page(Action.READ_YEAR)
@require_safe
def year_csv(request: PageRequest) -> HttpResponseBase:
    """The same, one suspension a line, for spreadsheets."""
    season = request.place.season
    assert season is not None
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(_HEAD)
    for line in queries.lines(season):
        writer.writerow([_harmless(value) for value in _values(line)])
    response = HttpResponse("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = str(content_disposition_header(True, f"suspensions-{season.slug}.csv"))
    response["Cache-Control"] = "private, no-store"
    return response


def _values(line: Line) -> tuple[str, ...]:
    return (
        line.given.isoformat() if line.given else "",
        line.month,
        line.level,
        line.division,
        line.team,
        line.penalty_class,
        line.offence,
        "" if line.games is None else str(line.games),
        line.status,
        line.official,
    )


def _harmless(value: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{value}" if value.startswith(_FORMULA) else value
