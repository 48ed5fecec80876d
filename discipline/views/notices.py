"""Notices of suspension: what one would say, issuing it, the notice on the screen and on paper, its deliveries."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from discipline.face import notice_words
from discipline.forms.due_process import DeliveryForm, ExplainedForm, NoticeForm, put
from discipline.models import Delivery, Notice, Suspension
from discipline.services import cases
from discipline.services import notices as services
from discipline.services.notice_content import content_of
from discipline.tasks import send_notices
from discipline.views.desk import item_of
from discipline.views.lists import own_suspension
from discipline.views.reading import address, trail
from league.permissions import OFFICERS, Action
from league.queries.clock import today
from league.services.errors import Refused
from league.tasks import nudge
from league.views.place import PageRequest, page


@page(Action.DECIDE_DISCIPLINE)
def prepare_notice(request: PageRequest, suspension: int) -> HttpResponseBase:
    """Show what the notice would say and what it lacks; POST issues it."""
    row = own_suspension(request, suspension)
    season, now = row.season, timezone.now()
    wanted = request.GET.get("language", "en")
    language = wanted if wanted in notice_words.LANGUAGES else "en"
    form = NoticeForm(request.POST if request.method == "POST" else None, initial={"language": language})
    if request.method == "POST" and form.is_valid():
        try:
            notice = services.issue(suspension=row, actor=request.user, language=form.cleaned_data["language"], now=now)
        except Refused as refused:
            put(form, refused.findings)
        else:
            nudge(send_notices)
            messages.success(request, _("Notice %(number)s is issued and on its way.") % {"number": notice})
            return redirect(address("discipline:notice", season, notice=notice.pk))
    item = item_of(row)
    last = Notice.objects.filter(
        case__person=row.person, case__incident=row.incident, case__game=row.game, superseded_by__isnull=True
    ).first()
    content = content_of(item, number=services.next_number(row), language=language, now=now, supersedes=last)
    context = {
        "suspension": row,
        "form": form,
        "content": content,
        "language": language,
        "languages": notice_words.LANGUAGES.items(),
        "lacking": services.refusals(item),
        "recipients": [(word.replace("-", " "), name, email) for word, name, email in services.recipients(row)],
        "last": last,
        "breadcrumbs": trail(
            season,
            (_("Desk"), address("discipline:desk", season)),
            (row.person.name or row.person.key, address("discipline:case", season, suspension=row.pk)),
            (_("Notice"), ""),
        ),
    }
    return render(request, "discipline/notices/prepare.html", context)


@page(Action.READ_SUSPENSIONS)
def notice(request: PageRequest, notice: int) -> HttpResponseBase:
    """A notice as it went out; the director also sees its deliveries. 404 to whoever may not read the suspension."""
    found = _own(request, notice)
    season = found.season
    decides = request.access.may(Action.DECIDE_DISCIPLINE, request.place)
    later = Notice.objects.filter(supersedes=found).first()
    context = {
        "notice": found,
        "later": later,
        "deliveries": list(found.deliveries.all()) if decides else None,
        "incomplete": services.incomplete(found.deliveries.all()) if decides else False,
        "suspension": _suspension(found),
        "breadcrumbs": trail(season, (str(found), "")),
    }
    return render(request, "discipline/notices/notice.html", context)


@page(Action.READ_SUSPENSIONS)
@require_safe
def notice_paper(request: PageRequest, notice: int) -> HttpResponseBase:
    """The notice as PDF, to be looked at in the browser."""
    found = _own(request, notice)
    response = HttpResponse(bytes(found.paper.data), content_type="application/pdf")
    response["Content-Disposition"] = str(content_disposition_header(False, f"{found}.pdf"))
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response


def _suspension(notice: Notice) -> Suspension | None:
    """The ruling that the notice is about, while it stands."""
    case = notice.case
    found = Suspension.objects.filter(season=case.season_id, person=case.person_id, incident=case.incident)
    return found.filter(game=case.game_id).first()


def _own(request: PageRequest, pk: int) -> Notice:
    """The notice, if the visitor may read its suspension. Raises Http404."""
    season = request.place.season
    assert season is not None
    found = Notice.objects.filter(pk=pk, season=season).select_related("case", "issued_by", "supersedes__season")
    notice = found.first()
    if notice is None:
        raise Http404(_("There is no such page."))
    notice.season = season
    if not request.access.grants(request.place) & OFFICERS:
        row = _suspension(notice)
        if row is None:
            raise Http404(_("There is no such page."))
        own_suspension(request, row.pk)
    return notice


@page(Action.DECIDE_DISCIPLINE)
@require_http_methods(["GET", "HEAD", "POST"])
def delivery(request: PageRequest, notice: int, delivery: int) -> HttpResponseBase:
    """Note that a notice came back, or send it to the right address."""
    found = _own(request, notice)
    row = Delivery.objects.filter(notice=found, pk=delivery).first()
    if row is None:
        raise Http404(_("There is no such page."))
    form = DeliveryForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        services.note_bounce(delivery=row, actor=request.user, now=timezone.now(), **form.cleaned_data)
        nudge(send_notices)
        messages.success(request, _("Noted."))
        return redirect(address("discipline:notice", found.season, notice=found.pk))
    crumbs = trail(
        found.season, (str(found), address("discipline:notice", found.season, notice=found.pk)), (_("Delivery"), "")
    )
    context = {"notice": found, "delivery": row, "form": form, "breadcrumbs": crumbs}
    return render(request, "discipline/notices/delivery.html", context)


@page(Action.READ_PUBLIC)
@require_http_methods(["GET", "HEAD", "POST"])
def receipt(request: PageRequest, receipt: str) -> HttpResponseBase:
    """Let a recipient confirm that a notice has come, by what only their mail holds; names nobody."""
    found = Delivery.objects.filter(receipt=receipt).select_related("notice__season__league").first()
    if found is None:
        raise Http404(_("There is no such page."))
    if request.method == "POST":
        services.confirm_receipt(receipt=receipt, now=timezone.now())
        found.refresh_from_db()
    context = {"delivery": found, "notice": found.notice, "league": None}
    return render(request, "discipline/notices/receipt.html", context)


@page(Action.APPEAL)
@require_POST
def explained(request: PageRequest, suspension: int) -> HttpResponseBase:
    """Let a team's representative note on which day the suspension was explained to the person."""
    row = own_suspension(request, suspension)
    if row.team_id not in {team.pk for team in request.access.teams(row.season)}:
        raise Http404(_("There is no such page."))
    form = ExplainedForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Give the day on which you explained it."))
    else:
        try:
            cases.note_explained(
                suspension=row,
                actor=request.user,
                on=form.cleaned_data["on"],
                now=timezone.now(),
                today=today(row.season),
            )
        except Refused as refused:
            for finding in refused.findings:
                messages.error(request, str(finding))
        else:
            messages.success(request, _("Noted. The director sees it."))
    return redirect(address("discipline:suspension", row.season, suspension=row.pk))
