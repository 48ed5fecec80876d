"""Decides how somebody comes in: by password, or by a link that was mailed to them; and out again."""

import datetime as dt
import logging
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from league import tasks
from league.forms.accounts import LinkForm, SignInForm
from league.models import Role, Season, User
from league.permissions import Access, Action
from league.project.client_address import client_address
from league.queries.access import demo_users
from league.queries.clock import running
from league.services import sign_in as service
from league.views.place import PageRequest, page

logger = logging.getLogger(__name__)

_BACKEND = "django.contrib.auth.backends.ModelBackend"
_LINK_AT = "link_at"


@page(Action.READ_PUBLIC)
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: PageRequest) -> HttpResponse:
    """Sign in by e-mail and password. In the demo its users are offered, each with a button."""
    if request.user.is_authenticated and request.method != "POST":
        return HttpResponseRedirect(wanted(request) or landing(request.user))
    form = SignInForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        return enter(request, form.get_user())
    return render(request, "league/sign_in.html", _shown(request, form))


def _shown(request: HttpRequest, form: SignInForm) -> dict[str, Any]:
    return {
        "form": form,
        "next": wanted(request),
        "demo_users": demo_users(timezone.now()) if settings.DEMO else [],
        "demo_password": settings.DEMO_PASSWORD if settings.DEMO else "",
    }


def enter(request: HttpRequest, user: User) -> HttpResponseRedirect:
    """Begin a session of `user` under a new key, and go where they wanted to, or to what is theirs."""
    login(request, user, backend=_BACKEND)
    response = HttpResponseRedirect(wanted(request) or landing(user))
    speak(response, user.language)
    return response


def speak(response: HttpResponse, language: str) -> None:
    """Have the pages come in a language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=int(dt.timedelta(days=365).total_seconds()),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def wanted(request: HttpRequest) -> str:
    """The page of this site that `next` names; an empty text for none, or for one elsewhere."""
    url = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe and url.startswith("/") else ""


def landing(user: User) -> str:
    """Where somebody's work is: a representative's due reports, a statistician's desk, the season, or the start."""
    held = Access(user).memberships
    if len({item.league_id for item in held}) != 1:
        return "/"
    seasons = Season.objects.select_related("league").filter(league=held[0].league_id)
    if all(item.season_id for item in held):
        seasons = seasons.filter(pk__in=[item.season_id for item in held])
    season = running(seasons)
    if season is None:
        return "/"
    roles = {item.role for item in held if item.season_id in {None, season.pk}}
    view = "league:season"
    if Role.STATISTICIAN in roles:
        view = "league:desk"
    elif Role.TEAM_REPRESENTATIVE in roles:
        view = "league:due"
    return reverse(view, kwargs={"league": season.league.slug, "season": season.slug})


@page(Action.READ_PUBLIC)
@require_POST
def sign_out(request: PageRequest) -> HttpResponse:
    """End the session."""
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("/")


@page(Action.READ_PUBLIC)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: PageRequest) -> HttpResponse:
    """Ask for a link by mail. The answer is the same whether the address is known or not."""
    form = LinkForm(
        request.POST or None, initial={"email": request.user.email if request.user.is_authenticated else ""}
    )
    then = wanted(request)
    if request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        again = service.request_link(email=email, address=client_address(request) or None, now=timezone.now())
        if again is not None:
            return too_many(request, again)
        if not tasks.nudge(tasks.send_link, email, then):
            _send_at_once(email, then)
        return redirect(f"{request.path}?sent=1")
    minutes = int(settings.SESAME_MAX_AGE.total_seconds() // 60)
    context = {"form": form, "next": then, "sent": "sent" in request.GET, "minutes": minutes, "demo": settings.DEMO}
    return render(request, "league/link.html", context)


def _send_at_once(email: str, then: str) -> None:
    """Mail the link without a worker. The answer stays the same where the mail server is away too."""
    try:
        service.send_link(email=email, then=then)
    except OSError:
        logger.warning("A sign-in link could not be mailed.", exc_info=True)


@page(Action.READ_PUBLIC)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link_arrived(request: PageRequest) -> HttpResponse:
    """Come in by a mailed link. Opening it shows a button, so that programs that read mails don't use it up."""
    if request.method != "POST":
        return render(request, "league/link_arrived.html", {"key": request.GET.get("key", ""), "next": wanted(request)})
    user = service.use_link(key=request.POST.get("key", ""), now=timezone.now())
    if user is None:
        again = f"{reverse('league:link')}?{urlencode({'next': wanted(request)})}"
        return render(request, "league/link_ended.html", {"again": again}, status=410)
    response = enter(request, user)
    request.session[_LINK_AT] = timezone.now().timestamp()
    return response


def came_by_link(request: HttpRequest) -> bool:
    """Whether this session began by a mailed link only just now: then a new password needs no old one."""
    at = request.session.get(_LINK_AT, 0)
    return bool(timezone.now().timestamp() - at < settings.SESAME_MAX_AGE.total_seconds())


def forget_link(request: HttpRequest) -> None:
    """Ask for the present password again from now on."""
    request.session.pop(_LINK_AT, None)


def locked_out(request: HttpRequest, response: HttpResponse, credentials: dict[str, Any] | None) -> HttpResponse:
    """Answer whoever failed too often, after django-axes refused: when to try again, and another way in."""
    attempt = AccessAttempt.objects.filter(
        username=(credentials or {}).get("username"), ip_address=client_address(request)
    ).first()
    last = attempt.attempt_time if attempt is not None else timezone.now()
    return too_many(request, last + settings.AXES_COOLOFF_TIME)


def too_many(request: HttpRequest, again: dt.datetime) -> HttpResponse:
    """Say calmly from when on one may try again."""
    seconds = max(1, int((again - timezone.now()).total_seconds()))
    context = {"again": again, "minutes": -(-seconds // 60)}
    response = render(request, "league/too_many.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response
