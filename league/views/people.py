"""Decides how an administrator gives and ends the roles of a league, or of one season of it.

The same pages stand at a league and at a season: an administrator of one season reaches the roles of
that season only.
"""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league import tasks
from league.forms.access import EndRoleForm, InviteForm
from league.models import Invitation, Membership
from league.permissions import Action, Place
from league.queries.access import memberships, waiting_invitations
from league.services import access as service
from league.services.errors import Refused
from league.views.place import PageRequest, page

_PER_PAGE = 50


@page(Action.GRANT_ROLES)
@require_safe
def people(request: PageRequest) -> HttpResponse:
    """List who holds which role, and who is invited; with `ended`, which roles have ended."""
    place, ended, text = request.place, "ended" in request.GET, request.GET.get("q", "")[:200]
    assert place.league is not None
    rows = memberships(place.league, place.season, ended=ended, text=text)
    here = at(place, "people")
    context = {
        "page": Paginator(rows, _PER_PAGE).get_page(request.GET.get("page")),
        "invitations": [] if ended else waiting_invitations(place.league, place.season),
        "now": timezone.now(),
        "ended": ended,
        "q": text,
        "here": here,
        "invite_url": at(place, "invite"),
        "league_url": _league_url(request),
        "audit_url": at(place, "audit"),
        "breadcrumbs": trail(place, (_("People and roles"), "")),
    }
    return render(request, "league/people.html", context)


def _league_url(request: PageRequest) -> str:
    """From a season to the roles of the whole league, for those who may give them."""
    place = request.place
    whole = Place(league=place.league)
    return at(whole, "people") if place.season and request.access.may(Action.GRANT_ROLES, whole) else ""


@page(Action.GRANT_ROLES)
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: PageRequest) -> HttpResponse:
    """Offer a role to one or many addresses; all their faults are shown at once."""
    form = InviteForm(request.POST or None, initial=request.GET.dict(), place=request.place)
    found = []
    if request.method == "POST" and form.is_valid():
        emails = form.cleaned_data["emails"]
        try:
            service.invite(offer=form.offer(), emails=emails, actor=request.user, now=timezone.now())
        except Refused as refused:
            found = list(refused.findings)
        else:
            tasks.nudge(tasks.send_invitations)
            sent = ngettext("%(n)s invitation is on its way.", "%(n)s invitations are on their way.", len(emails))
            messages.success(request, sent % {"n": len(emails)})
            return redirect(at(request.place, "people"))
    context = {
        "form": form,
        "found": [*form.found, *found],
        "cancel": at(request.place, "people"),
        "breadcrumbs": trail(request.place, (_("People and roles"), at(request.place, "people")), (_("Invite"), "")),
    }
    return render(request, "league/invite.html", context)


@page(Action.GRANT_ROLES)
@require_POST
def resend(request: PageRequest, invitation: int) -> HttpResponse:
    """Mail an invitation again, with a new link."""
    item = _invitation(request.place, invitation)
    try:
        service.resend(invitation=item, actor=request.user, now=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        tasks.nudge(tasks.send_invitations)
        messages.success(request, _("The invitation to %(email)s is on its way again.") % {"email": item.email})
    return redirect(at(request.place, "people"))


@page(Action.GRANT_ROLES)
@require_POST
def withdraw(request: PageRequest, invitation: int) -> HttpResponse:
    """Take an invitation back."""
    item = _invitation(request.place, invitation)
    try:
        service.withdraw(invitation=item, actor=request.user, now=timezone.now())
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("The invitation to %(email)s is withdrawn.") % {"email": item.email})
    return redirect(at(request.place, "people"))


@page(Action.GRANT_ROLES)
@require_http_methods(["GET", "HEAD", "POST"])
def end_role(request: PageRequest, membership: int) -> HttpResponse:
    """End a role, with a reason."""
    place = request.place
    rows = Membership.objects.filter(**_within(place)).select_related("user", "league", "season", "team", "association")
    item = rows.filter(pk=membership, ended_at__isnull=True).first()
    if item is None:
        raise Http404(_("There is no such role here, or it has ended."))
    form = EndRoleForm(request.POST or None)
    found = []
    if request.method == "POST" and form.is_valid():
        try:
            service.end_role(
                membership=item, reason=form.cleaned_data["reason"], actor=request.user, now=timezone.now()
            )
        except Refused as refused:
            found = list(refused.findings)
        else:
            messages.success(request, _("The role of %(who)s has ended.") % {"who": item.user})
            return redirect(_after_end(request, item))
    context = {
        "item": item,
        "form": form,
        "found": found,
        "cancel": at(place, "people"),
        "breadcrumbs": trail(place, (_("People and roles"), at(place, "people")), (_("End a role"), "")),
    }
    return render(request, "league/end_role.html", context)


def _after_end(request: PageRequest, ended: Membership) -> str:
    """The list, unless somebody has just ended the role by which they see it."""
    return "/" if ended.user_id == request.user.pk else at(request.place, "people")


def _invitation(place: Place, pk: int) -> Invitation:
    item = Invitation.objects.filter(**_within(place)).select_related("league", "season").filter(pk=pk).first()
    if item is None:
        raise Http404(_("There is no such invitation here."))
    return item


def _within(place: Place) -> dict[str, Any]:
    """What belongs to a place: everything of a league, or of one season only."""
    return {"league": place.league} | ({"season": place.season} if place.season is not None else {})


def at(place: Place, view: str) -> str:
    """The address of one of these pages at a league or a season."""
    assert place.league is not None
    names = {"league": place.league.slug} | ({"season": place.season.slug} if place.season is not None else {})
    return reverse(f"league:{view}", kwargs=names)


def trail(place: Place, *last: tuple[str, str]) -> list[tuple[str, str]]:
    """Breadcrumbs from the league down."""
    assert place.league is not None
    crumbs = [(str(place.league), reverse("league:league", kwargs={"league": place.league.slug}))]
    if place.season is not None:
        names = {"league": place.league.slug, "season": place.season.slug}
        crumbs.append((place.season.name, reverse("league:season", kwargs=names)))
    return [*crumbs, *last]
