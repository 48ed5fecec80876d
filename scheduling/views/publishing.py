"""The page that shows what publishing a round would do and whom it would tell, and then does it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.permissions import Action
from league.services.errors import Conflict, Refused
from league.views.place import PageRequest, page
from scheduling.core.imports.files import worst_first
from scheduling.core.rounds.difference import Step
from scheduling.queries.rounds import desk_of
from scheduling.services.publishing import Preview, preview, publish
from scheduling.tasks import send_round_mails
from scheduling.views.rounds import address, round_trail, the_round

SHOWN = 200
"""How many findings and games the page lists."""


@page(Action.MAKE_SCHEDULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def publish_round(request: PageRequest, round: int) -> HttpResponseBase:
    """What would be added and moved, what is missing, and who is told; confirmed as it was shown, done."""
    found = the_round(request.place.season, round)
    shown: Preview | None = None
    if request.method == "POST":
        try:
            version = publish(round=found, digest=request.POST.get("digest", ""), by=request.user, now=timezone.now())
        except Conflict as conflict:
            messages.warning(request, str(conflict))
            shown = conflict.theirs if isinstance(conflict.theirs, Preview) else None
        except Refused as no:
            messages.error(request, "; ".join(finding.message for finding in no.findings[:3]))
        else:
            send_round_mails.delay_on_commit()
            messages.success(request, _("Version %(n)s is published.") % {"n": version.number})
            return redirect(address(found, "scheduling:round"))
    desk = desk_of(found.season)
    shown = shown or preview(desk, found)
    context: dict[str, Any] = {
        "round": found,
        "preview": shown,
        "found": worst_first(shown.findings)[:SHOWN],
        "added": shown.of(Step.ADDED)[:SHOWN],
        "moved": [
            {"change": one, "rink": desk.rink_names.get(one.before.rink or 0, "") if one.before else ""}
            for one in shown.of(Step.MOVED)[:SHOWN]
        ],
        "more": max(0, len(shown.of(Step.ADDED)) - SHOWN),
        "left": len(shown.of(Step.LEFT)),
        "next": found.number + 1,
        "breadcrumbs": round_trail(found, (_("Publish"), "")),
    }
    return render(request, "scheduling/rounds/publish.html", context)
