"""The page that shows what another rule book would make of a season's tables and of last season's final ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.findings import Finding
from league.models import RuleBookVersion, Season
from league.permissions import Action, Place
from league.queries.clock import today
from league.queries.rulebooks import newest_version, read_version, version_in_force
from league.rulebook.book import MissingSection, RuleBook
from league.rulebook.loader import look_into
from league.views.place import PageRequest, page
from standings import queries
from standings.forms import RuleTryForm
from standings.views.compared import Compared, compared, summary
from standings.views.table import trail


@dataclass(frozen=True, slots=True)
class DivisionCompared:
    """A division's table by the season's book and by the one that is tried."""

    name: str
    final: bool
    found: Compared
    summary: str


@dataclass(frozen=True, slots=True)
class SeasonCompared:
    """All of a season's tables compared; `fault` says why they can't be."""

    season: Season
    book: str
    divisions: Sequence[DivisionCompared] = ()
    fault: str = ""


@page(Action.TRY_RULES)
@require_http_methods(["GET", "HEAD", "POST"])
def rule_change(request: PageRequest) -> HttpResponseBase:
    """Take a rule book and show the tables that it would make. With `?edit=` a version's text is put into the form.

    Nothing is saved. Constant queries.
    """
    season = request.place.season
    assert season is not None
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = RuleTryForm(*sent, initial=_initial(request))
    here = reverse("standings:rule_change", kwargs={"league": season.league.slug, "season": season.slug})
    context: dict[str, Any] = {
        "form": form,
        "versions": RuleBookVersion.objects.defer("text").order_by("slug", "-pk"),
        "here": here,
        "book": season.rulebook,
        "breadcrumbs": trail(request, (_("A rule change"), "")),
    }
    if request.method == "POST" and form.is_valid():
        book, context["findings"] = _book(form)
        if book is not None:
            context |= {"tried": book, "seasons": _compared(request, season, book)}
    return render(request, "standings/rule_change.html", context)


def _initial(request: PageRequest) -> dict[str, Any]:
    """The text of the version that is to be edited."""
    asked = request.GET.get("edit", "")
    if not (asked.isascii() and asked.isdigit() and len(asked) < 10):
        return {}
    version = RuleBookVersion.objects.filter(pk=int(asked)).first()
    return {"text": version.text} if version else {}


def _book(form: RuleTryForm) -> tuple[RuleBook | None, tuple[Finding, ...]]:
    """The book to try and everything there is to say about it; None where something refuses it."""
    text = form.cleaned_data["text"]
    if not text.strip():
        return read_version(form.cleaned_data["version"]), ()
    examined = look_into(text, name=_("your text"), parents=_newest)
    return examined.book, examined.findings


def _newest(slug: str) -> RuleBook | None:
    version = newest_version(slug)
    return read_version(version) if version else None


def _compared(request: PageRequest, season: Season, book: RuleBook) -> list[SeasonCompared]:
    """The season at hand and, where the league had one that the reader may see, the one before."""
    before = queries.season_before(season)
    if before is not None and not request.access.may(Action.READ_PUBLIC, Place(league=before.league, season=before)):
        before = None
    return [_season(one, book) for one in (season, before) if one is not None]


def _season(season: Season, book: RuleBook) -> SeasonCompared:
    day = today(season)
    version = version_in_force(season, day)
    title = f"{version.title}, {_('version')} {version.version}"
    facts = queries.season_table_facts(season)
    try:
        now = _rows(queries.rule_tables(facts, read_version(version), day))
        then = _rows(queries.rule_tables(facts, book, day))
    except MissingSection as missing:
        return SeasonCompared(season, title, fault=str(missing))
    frozen = queries.frozen_rows(season)
    names = {team.id: team.name or team.id for team in facts.teams}
    divisions = []
    for division in facts.divisions:
        before = frozen.get(division.id) or now.get(division.id, [])
        after = then.get(division.id, [])
        if before or after:
            found = compared(before, after, names)
            told = summary(found) if after else _("This book makes no table of it.")
            divisions.append(DivisionCompared(division.name or division.id, division.id in frozen, found, told))
    return SeasonCompared(season, title, divisions)


def _rows(tables: Sequence[Any]) -> Mapping[str, list[dict[str, Any]]]:
    return {table.division: table.document()["rows"] for table in tables}
