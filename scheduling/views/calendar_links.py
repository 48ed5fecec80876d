"""The page of somebody's private calendar addresses: made, shown once, revoked."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from league.forms.fields import add_findings
from league.permissions import Action
from league.services.errors import Refused
from league.services.mail import absolute
from league.views.place import PageRequest, page
from scheduling.forms.calendar_links import LinkForm
from scheduling.models import CalendarLink
from scheduling.services.calendar_links import create_link, revoke_link


@page(Action.USE_ACCOUNT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calendars(request: PageRequest) -> HttpResponseBase:
    """One's addresses in force; a new one is shown in the answer to the form that made it, and never again."""
    form = LinkForm(request.POST if request.method == "POST" else None)
    address = ""
    if request.method == "POST" and form.is_valid():
        try:
            _link, token = create_link(user=request.user, label=form.cleaned_data["label"], now=timezone.now())
        except Refused as refused:
            add_findings(form, refused.findings)
        else:
            address = absolute(f"{reverse('scheduling:private_feed')}?key={token}")
            form = LinkForm()
    context = {
        "form": form,
        "links": CalendarLink.objects.filter(user=request.user, revoked_at__isnull=True),
        "address": address,
        "webcal": subscribable(address),
        "breadcrumbs": [(_("Start"), "/"), (_("Account"), reverse("league:account")), (_("Calendars"), "")],
    }
    return render(request, "scheduling/calendars.html", context)


@page(Action.USE_ACCOUNT)
@require_POST
def revoke_calendar(request: PageRequest, link: int) -> HttpResponse:
    """Close one of one's addresses."""
    found = CalendarLink.objects.filter(pk=link, user=request.user).first()
    if found is None:
        raise Http404(_("There is no such page."))
    revoke_link(link=found, by=request.user, now=timezone.now())
    messages.success(
        request, _("%(name)s is revoked: whoever has the address gets nothing any more.") % {"name": found}
    )
    return redirect("scheduling:calendars")


def subscribable(address: str) -> str:
    """The address as calendar programs open it: a subscription, and no file to take in once."""
    return "webcal://" + address.partition("://")[2] if address else ""
