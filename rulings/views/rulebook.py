"""Pages of `rulings`: changing a season's rule book, with what that would change shown first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.facts import Facts
from league.permissions import Action
from league.queries.clock import today
from league.rulebook.book import MissingSection
from league.services.errors import Refused
from league.services.rulebooks import pin_version
from league.views.place import PageRequest, page
from league.views.setup.frame import season_frame
from rulings.amendment import preview
from rulings.core.changes import Changed, Changes
from rulings.forms import RuleBookForm


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def change_rulebook(request: PageRequest) -> HttpResponse:
    """Choose a version; see what it would change in tables and suspensions; confirm it with a reason."""
    season = request.place.season
    assert season is not None
    form = RuleBookForm(request.POST or None, season=season, initial={"effective_from": today(season)})
    context: dict[str, Any] = {"form": form, "history": season.rulebook_history.select_related("rulebook", "by")}
    if request.method == "POST" and form.is_valid():
        if form.was_seen() and "confirm" in request.POST and _pinned(request, form, context):
            messages.success(request, _("The season is played by %(book)s.") % {"book": form.cleaned_data["version"]})
            return redirect(request.path)
        _show_preview(request, form, context)
    frame = season_frame(request, _("Rule book of the season"))
    return render(request, "rulings/change_rulebook.html", context | frame)


def _pinned(request: PageRequest, form: RuleBookForm, context: dict[str, Any]) -> bool:
    assert request.place.season is not None
    chosen = {name: form.cleaned_data[name] for name in ("version", "effective_from", "reason")}
    try:
        pin_version(season=request.place.season, now=timezone.now(), actor=request.user, **chosen)
    except Refused as refused:
        context["found"] = refused.findings
        return False
    return True


def _show_preview(request: PageRequest, form: RuleBookForm, context: dict[str, Any]) -> None:
    """Put what would change into the page, and note in the form what was shown."""
    season = request.place.season
    assert season is not None
    version, day = form.cleaned_data["version"], form.cleaned_data["effective_from"]
    try:
        found, facts = preview(season, version, day, as_of=today(season))
    except MissingSection as missing:
        form.add_error("version", str(missing))
        return
    form.data = dict(form.data.items()) | {"seen": form.what_is_asked()}
    context |= {"previewed": True, "changes": _named(found, facts)}


def _named(found: Changes, facts: Facts) -> dict[str, list[dict[str, Any]]]:
    """The changes with names for readers instead of ids."""
    division = {item.id: item.name or item.id for item in facts.divisions}
    team = {item.id: item.name or item.id for item in facts.teams}
    person = {item.id: item.name or item.id for item in facts.people}
    return {
        "rows": [
            {"division": division.get(row.division), "team": team.get(row.team), "values": _told(row.values)}
            for row in found.rows
        ],
        "suspensions": [
            {"person": person.get(item.person), "team": team.get(item.team), "values": _told(item.values)}
            for item in found.suspensions
        ],
    }


def _told(values: tuple[Changed, ...]) -> list[dict[str, Any]]:
    return [{"field": item.field.replace("_", " "), "old": item.old, "new": item.new} for item in values]
