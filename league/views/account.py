"""Decides what somebody sees and changes about themselves: name, language, password, roles."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.forms.accounts import AccountForm, ChangePasswordForm, NewPasswordForm
from league.permissions import Action
from league.queries.access import roles_of
from league.services import sign_in as service
from league.views.place import PageRequest, page
from league.views.sign_in import came_by_link, forget_link, speak


@page(Action.USE_ACCOUNT)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: PageRequest) -> HttpResponse:
    """Show and change one's name and language; list one's roles."""
    user = request.user
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        service.change_account(user=user, **form.cleaned_data)
        messages.success(request, _("Saved."))
        response = redirect("league:account")
        speak(response, user.language)
        return response
    context = {"form": form, "roles": roles_of(user), "breadcrumbs": [(_("Start"), "/"), (_("Account"), "")]}
    return render(request, "league/account.html", context)


@page(Action.USE_ACCOUNT)
@never_cache
@sensitive_post_parameters("password", "current")
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: PageRequest) -> HttpResponse:
    """Set a password: with the present one, or just after coming in by a mailed link."""
    by_link = came_by_link(request)
    kind = NewPasswordForm if by_link else ChangePasswordForm if request.user.has_usable_password() else None
    form = kind(request.POST or None, user=request.user) if kind is not None else None
    if form is not None and request.method == "POST" and form.is_valid():
        service.set_password(user=request.user, password=form.cleaned_data["password"])
        update_session_auth_hash(request, request.user)
        forget_link(request)
        messages.success(request, _("Your new password holds from now on. Other devices are signed out."))
        return redirect("league:account")
    context = {
        "form": form,
        "by_link": by_link,
        "breadcrumbs": [(_("Start"), "/"), (_("Account"), "/account/"), (_("Password"), "")],
    }
    return render(request, "league/password.html", context)
