"""Decides how the audit trail of a league or a season is read: by whom, what, when, with before and after."""

from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.forms.access import AuditFilterForm
from league.permissions import Action
from league.queries.access import newest_season
from league.queries.audit import changes, entries
from league.views.people import at, trail
from league.views.place import PageRequest, page

_PER_PAGE = 50


@page(Action.READ_AUDIT)
@require_safe
def audit(request: PageRequest) -> HttpResponse:
    """Show what was changed, the newest first; a league's days are those of its newest season's zone."""
    place = request.place
    assert place.league is not None
    zone_of = place.season or newest_season(place.league.pk)
    zone = ZoneInfo(zone_of.timezone if zone_of is not None else "UTC")
    form = AuditFilterForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    rows = Paginator(entries(place.league, place.season, **asked, zone=zone), _PER_PAGE)
    shown = rows.get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": shown,
        "entries": [(entry, list(changes(entry))) for entry in shown],
        "zone_of": zone_of,
        "here": at(place, "audit"),
        "filtered": any(asked.values()),
        "breadcrumbs": trail(place, (_("Audit trail"), "")),
    }
    return render(request, "league/audit.html", context)
