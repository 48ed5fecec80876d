"""Two records of one person become one: the other searched, both side by side, what would change, a reason."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_http_methods

from discipline.core.documents import Suspension
from discipline.core.wording import day_text
from league.face.wording import with_games
from league.forms.fields import add_findings
from league.models import Person
from league.permissions import Action
from league.queries.people import MOST, records_of, second_records
from league.rulebook.book import MissingSection
from league.services.errors import Conflict, Refused
from league.views.people import trail
from league.views.place import PageRequest, page
from rulings.forms import MergeForm
from rulings.merging import InSeason, Merger, foresee_merger, merge_people

FIELDS = {
    "status": lazy("State"),
    "games": lazy("Games"),
    "until": lazy("Through"),
    "indefinite": lazy("Indefinite"),
    "rest_of_season": lazy("Rest of the season"),
    "expelled": lazy("Expelled"),
    "pending": lazy("Still to be decided"),
    "remaining": lazy("Games left"),
}


@page(Action.MERGE_PEOPLE)
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: PageRequest, person: int) -> HttpResponseBase:
    """Search the other record; see both and what would change; make them one with a reason."""
    kept = _person(request, person)
    if kept.merged_into_id is not None:
        return redirect(address(request, kept.merged_into_id))
    words = request.GET.get("q", "")
    context: dict[str, Any] = {
        "kept": kept,
        "words": words,
        "most": MOST,
        "breadcrumbs": trail(request.place, (_("Two records of one person"), "")),
    }
    if not request.GET.get("other"):
        context["found_people"] = records_of(second_records(kept, words))
        return render(request, "rulings/merge/search.html", context)
    absorbed = _person(request, request.GET["other"])
    form = MergeForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _merged(request, form, kept, absorbed):
        messages.success(request, _("The two are one record now: %(name)s.") % {"name": kept.name or kept.key})
        return redirect(address(request, kept.pk))
    context |= {"form": form, "absorbed": absorbed, "rows": _side_by_side(kept, absorbed)}
    context["other_way_round"] = f"{address(request, absorbed.pk)}?other={kept.pk}"
    try:
        merger = foresee_merger(kept=kept, absorbed=absorbed)
    except MissingSection as missing:
        context["missing"] = str(missing)
    else:
        context |= {"merger": merger, "seasons": [_told(item) for item in merger.seasons]}
        _note(form, merger)
    return render(request, "rulings/merge/merge.html", context)


def address(request: PageRequest, person: int) -> str:
    """The page on which another record is made one with this person's."""
    assert request.place.league is not None
    return reverse("rulings:merge_people", kwargs={"league": request.place.league.slug, "person": person})


def _person(request: PageRequest, pk: object) -> Person:
    """Somebody of the league. Raises Http404."""
    number = int(str(pk)) if str(pk).isascii() and str(pk).isdecimal() and len(str(pk)) < 19 else 0
    found = Person.objects.filter(pk=number, league=request.place.league).first()
    if found is None:
        raise Http404(_("There is no such page."))
    return found


def _merged(request: PageRequest, form: MergeForm, kept: Person, absorbed: Person) -> bool:
    """Whether it was done; if not, the form says why."""
    given = form.cleaned_data
    try:
        merge_people(kept=kept, absorbed=absorbed, reason=given["reason"], actor=request.user, seen=given["seen"])
    except Conflict as conflict:
        for finding in conflict.findings:
            form.add_error(None, str(finding))
        return False
    except Refused as refused:  # the reasons stand on the page itself, but what is about the form
        add_findings(form, [finding for finding in refused.findings if finding.where in form.fields])
        return False
    return True


def _note(form: MergeForm, merger: Merger) -> None:
    """Have the form carry what is shown now."""
    if form.is_bound:
        form.data = dict(form.data.items()) | {"seen": merger.digest}
    else:
        form.initial["seen"] = merger.digest


def _side_by_side(kept: Person, absorbed: Person) -> list[dict[str, Any]]:
    stays, goes = records_of([kept, absorbed])
    told = [
        (_("Name"), kept.name, absorbed.name),
        (_("Date of birth"), *(date_format(one.born) if one.born else "" for one in (kept, absorbed))),
        (_("Registration number"), kept.registration, absorbed.registration),
        (_("Teams"), "; ".join(stays.teams), "; ".join(goes.teams)),
        (_("Games dressed for"), stays.games, goes.games),
        (_("Penalties"), stays.penalties, goes.penalties),
        (_("Id in season files"), kept.key, absorbed.key),
    ]
    return [
        {"label": label, "kept": "" if left is None else left, "absorbed": "" if right is None else right}
        for label, left, right in told
    ]


def _told(item: InSeason) -> dict[str, Any]:
    """What changes in a season, in words; suspensions by the day on which they were given."""
    after = {row.incident: row for row in item.after}
    before = {row.incident: row for row in item.before}
    teams = {team.id: team.name or team.id for team in item.facts.teams}
    phrases = {}
    for game in item.facts.games:
        if game.day is not None:
            day = day_text(game.day)
            phrases[f"{game.id} on {day}"] = f"{' - '.join(teams[team] for team in game.teams)} on {day}"
    rows = []
    for change in item.changes:
        found: Suspension = after.get(change.incident) or before[change.incident]
        gone = change.incident not in after
        rows.append(
            {
                "given": found.given,
                "team": teams.get(found.team or "", found.team or ""),
                "gone": gone,
                "new": change.incident not in before,
                "values": [
                    {"field": FIELDS[value.field], "old": _plain(value.old), "new": _plain(value.new)}
                    for value in change.values
                    if not gone
                ],
                "why": with_games(found.why[0], phrases) if found.why else "",
                "clauses": found.clauses,
            }
        )
    return {"season": item.season, "rows": rows, "barred": item.barred, "same": not rows and len(set(item.barred)) == 1}


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value).replace("-", " ") if isinstance(value, str) else value
