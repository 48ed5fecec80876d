"""Decides what whoever holds an invitation's link sees: whose league, which role, and how to accept it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.core.tokens import hash_of
from league.forms.accounts import NewAccountForm
from league.models import Invitation, Membership, User
from league.permissions import Action
from league.queries.access import has_account, invitation_of
from league.services import access as service
from league.services.errors import Refused
from league.views.place import PageRequest, page
from league.views.sign_in import landing

_BACKEND = "django.contrib.auth.backends.ModelBackend"


@page(Action.READ_PUBLIC)
@never_cache
@sensitive_post_parameters("password", "key")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: PageRequest) -> HttpResponse:
    """Accept an invitation: signed in, after signing in, or as a new user with a name and a password."""
    key = request.POST.get("key", request.GET.get("key", ""))
    offered = invitation_of(hash_of(key), timezone.now())
    if offered is None:
        return render(request, "league/invitation_ended.html", status=410)
    if request.access.user.is_authenticated:
        return _by_user(request, offered, key)
    if has_account(offered.email):
        return render(request, "league/invitation.html", _context(offered, key) | {"sign_in": _sign_in(key)})
    return _by_new_user(request, offered, key)


def _by_user(request: PageRequest, offered: Invitation, key: str) -> HttpResponse:
    found: tuple[object, ...] = ()
    if request.method == "POST":
        try:
            membership = service.accept(token=key, user=request.user, now=timezone.now())
        except Refused as refused:
            found = refused.findings
        else:
            return _welcome(request, membership, request.user)
    return render(request, "league/invitation.html", _context(offered, key) | {"found": found})


def _by_new_user(request: PageRequest, offered: Invitation, key: str) -> HttpResponse:
    form = NewAccountForm(request.POST or None, user=User(email=offered.email))
    found: tuple[object, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            membership = service.accept_as_new_user(token=key, now=timezone.now(), **form.cleaned_data)
        except Refused as refused:
            found = refused.findings
        else:
            login(request, membership.user, backend=_BACKEND)
            return _welcome(request, membership, membership.user)
    return render(request, "league/invitation.html", _context(offered, key) | {"form": form, "found": found})


def _context(offered: Invitation, key: str) -> dict[str, Any]:
    return {"invitation": offered, "key": key, "about": offered.team or offered.association}


def _welcome(request: PageRequest, membership: Membership, user: User) -> HttpResponse:
    messages.success(request, _("You have the role: %(role)s.") % {"role": membership.get_role_display()})
    return redirect(landing(user))


def _sign_in(key: str) -> str:
    """To the sign-in page, and back here after it."""
    back = f"{reverse('league:invitation')}?{urlencode({'key': key})}"
    return f"{reverse('league:sign_in')}?{urlencode({'next': back})}"
