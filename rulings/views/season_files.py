"""Pages that take a whole season in as a file, after showing what is in it, and give one out."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.core.findings import Finding
from league.models import League, RuleBookVersion, Source
from league.permissions import Action
from league.queries.rulebooks import newest_version
from league.rulebook.book import MissingSection
from league.seasonfile import SeasonFileFaults, write
from league.services.audit import acting
from league.views.place import PageRequest, page
from league.views.setup.frame import address, league_frame, posted, the_season
from rulings.compose import rule_facts
from rulings.eligibility import kept_out
from rulings.exporting import season_file
from rulings.forms import SeasonFileForm
from rulings.importing import import_season
from rulings.reading import Opened, open_season_file

_SALT = "rulings.season-file"
_KEPT_FOR = 24 * 3600
"""Seconds for which a file that was looked at can be confirmed."""
_MOST_FAULTS = 200
_MOST_KEPT_OUT = 100


@page(Action.SET_UP)
@require_safe
def export_season(request: PageRequest) -> HttpResponse:
    """The season as its file."""
    season = the_season(request)
    text = json.dumps(write(season_file(season)), ensure_ascii=False, indent=1)
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{season.league.slug}-season-{season.pk}.json"'
    return answer


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def import_file(request: PageRequest) -> HttpResponseBase:
    """Take in a season file: first everything that is wrong with it or what is in it, then, confirmed, the season.

    Between the two the file travels in the page itself, signed, so that nothing is kept here.
    """
    league = request.place.league
    assert league is not None
    form = SeasonFileForm(posted(request), request.FILES or None)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        try:
            text = form.text(lambda kept: str(signing.loads(kept, salt=_SALT, max_age=_KEPT_FOR)))
            opened = open_season_file(text)
            version = _version(opened)
            if "confirm" in request.POST and not form.cleaned_data["file"]:
                return _imported(request, form, league, opened, version)
            context |= _summary(opened, version)
            form.keep(signing.dumps(_as_text(text), salt=_SALT, compress=True))
        except SeasonFileFaults as faults:
            context |= {"found": faults.findings[:_MOST_FAULTS], "all_faults": len(faults.findings)}
        except signing.BadSignature:
            form.add_error("file", _("The file that was shown is no longer at hand. Choose it again."))
    return render(request, "rulings/import_season.html", context | league_frame(request, _("Take in a season file")))


def _as_text(text: str | bytes) -> str:
    return text.decode("utf-8-sig") if isinstance(text, bytes) else text


def _version(opened: Opened) -> RuleBookVersion:
    version = newest_version(opened.book.slug)
    if version is None:
        message = _("the rule book %(slug)s isn't published here yet") % {"slug": opened.book.slug}
        remedy = _("an operator publishes it with manage.py publish_rulebooks")
        raise SeasonFileFaults([Finding("not-published", message, where="rulebook", remedy=remedy)])
    return version


def _imported(
    request: PageRequest, form: SeasonFileForm, league: League, opened: Opened, version: RuleBookVersion
) -> HttpResponse:
    with acting(source=Source.IMPORT):
        season, new = import_season(
            file=opened.file,
            version=version,
            league=league,
            slug=form.cleaned_data["slug"] or None,
            published=form.cleaned_data["published"],
        )
    told = _("%(season)s is loaded.") if new else _("%(season)s was there already; nothing was changed.")
    messages.success(request, told % {"season": season.name})
    return redirect(address(request.place, "league:set_up", season=season.slug))


def _summary(opened: Opened, version: RuleBookVersion) -> dict[str, Any]:
    facts = opened.file.facts
    counts = [
        (_("Divisions"), len(facts.divisions)),
        (_("Teams"), len(facts.teams)),
        (_("People"), len(facts.people)),
        (_("Games"), len(facts.games)),
        (_("Played"), sum(game.outcome != "scheduled" for game in facts.games)),
        (_("Penalties"), sum(len(game.penalties) for game in facts.games)),
    ]
    try:
        found = kept_out(rule_facts(facts, opened.book))
    except MissingSection:  # the book says too little to rule on anything
        found = ()
    return {
        "counts": counts,
        "facts": facts.season,
        "version": version,
        "kept_out": found[:_MOST_KEPT_OUT],
        "all_kept_out": len(found),
    }
