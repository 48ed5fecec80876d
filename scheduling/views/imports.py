"""The page that takes in a schedule from a file: what was recognised, what would happen, then done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.core.rosters.grid import SEPARATOR_NAMES
from league.permissions import Action
from league.services.errors import Conflict, Refused
from league.views.place import PageRequest, page
from league.views.setup.frame import address, posted, season_frame, the_season
from scheduling.core.imports.columns import TITLES
from scheduling.core.imports.entries import ScheduleTable
from scheduling.core.imports.files import Source, worst_first
from scheduling.core.imports.names import NEW, NONE, Question
from scheduling.core.imports.plan import OnRecord, Outcome, Plan, PlannedRow, name_key, plan_schedule
from scheduling.forms.imports import ScheduleFileForm, answer_name, column_name, meanings
from scheduling.queries.imports import on_record
from scheduling.services.imports import import_schedule

SHOWN: Final = 200
"""How many rows and findings the page lists; those that need somebody come first."""

WORDS: Final = {
    Outcome.NEW: ("info", lazy("New game")),
    Outcome.CHANGED: ("warn", lazy("Changes")),
    Outcome.UNCHANGED: ("unchanged", lazy("Unchanged")),
    Outcome.LEFT_OUT: ("unchanged", lazy("Left out")),
    Outcome.QUESTION: ("question", lazy("Who is it?")),
    Outcome.FAULTY: ("faulty", lazy("At fault")),
}
_FIRST = (Outcome.FAULTY, Outcome.QUESTION, Outcome.CHANGED, Outcome.NEW, Outcome.LEFT_OUT, Outcome.UNCHANGED)


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def import_games(request: PageRequest) -> HttpResponseBase:
    """Take in a schedule: first what it would do, then, confirmed as it was shown, done."""
    season = the_season(request)
    form = ScheduleFileForm(posted(request), request.FILES or None, season=season)
    back = address(request.place, "rulings:set_up_games")
    context: dict[str, Any] = {"form": form, "back": back}
    if request.method == "POST" and form.is_valid():
        source = form.source()
        table, record = form.table(source), on_record(season)
        answers, skip = form.answers(), form.cleaned_data["without_faulty"]
        plan = plan_schedule(table, record, answers=answers, without_faulty=skip)
        if "confirm" in request.POST and not form.uploaded:
            done, plan = _save(request, form, table, plan)
            if done:
                messages.success(request, _summary(plan))
                return redirect(back)
        form.show(digest=plan.digest)
        context |= _dry_run(form, source, table, record, plan)
    frame = season_frame(request, _("Import a schedule"), (_("Games"), back))
    return render(request, "scheduling/import.html", context | frame)


def _save(request: PageRequest, form: ScheduleFileForm, table: ScheduleTable, plan: Plan) -> tuple[bool, Plan]:
    """Whether it was carried out, and the plan that was or that now stands."""
    try:
        return True, import_schedule(
            season=the_season(request),
            table=table,
            answers=form.answers(),
            without_faulty=form.cleaned_data["without_faulty"],
            digest=form.cleaned_data["digest"],
            now=timezone.now(),
        )
    except Conflict as conflict:
        now: Any = conflict.theirs
        if isinstance(now, Plan):
            messages.warning(request, _("Something has changed since this was shown. Look at it again."))
            return False, now
        messages.error(request, str(conflict))
    except Refused as refused:
        if plan.ready:  # otherwise its findings are those of the plan, shown with it
            messages.error(request, str(refused))
    return False, plan


def _dry_run(
    form: ScheduleFileForm, source: Source, table: ScheduleTable, record: OnRecord, plan: Plan
) -> dict[str, Any]:
    findings = worst_first(plan.findings)
    order = {outcome: place for place, outcome in enumerate(_FIRST)}
    rows = sorted(plan.rows, key=lambda row: (order[row.outcome], row.entry.row))[:SHOWN]
    teams = {team.id: team.name for team in record.teams}
    rinks = {rink.id: rink.name for rink in record.rinks}
    return {
        "plan": plan,
        "recognised": list(_recognised(source, table, form)),
        "columns": [
            {"column": column, "field": column_name(column.place), "title": TITLES.get(column.meaning, "")}
            for column in table.header.columns
        ],
        "meanings": list(meanings()),
        "questions": [_asked(question, form, record) for question in plan.questions],
        "counts": [(*WORDS[outcome], plan.count(outcome)) for outcome in _FIRST if plan.count(outcome)],
        "plan_findings": findings[:SHOWN],
        "more_findings": max(0, len(findings) - SHOWN),
        "rows": [_shown(row, teams, rinks) for row in rows],
        "more_rows": max(0, len(plan.rows) - SHOWN),
        "examples": table.examples if table.in_doubt else (),
        "changing": len(plan.changing),
    }


def _recognised(source: Source, table: ScheduleTable, form: ScheduleFileForm) -> Iterable[tuple[str, str]]:
    """What the file was taken for, in words."""
    if table.header.layout:
        yield _("Layout"), table.header.layout
    if table.header.language:
        yield _("Headings"), {"en": _("English"), "fr": _("French")}[table.header.language]
    if source.encoding:
        yield _("Letters"), dict(form.fields["encoding"].choices).get(source.encoding, source.encoding)  # type: ignore[attr-defined]
    if source.separator:
        yield _("Cells apart by"), SEPARATOR_NAMES.get(source.separator, source.separator)
    if table.order:
        yield _("Dates"), dict(form.fields["order"].choices)[table.order]  # type: ignore[attr-defined]
    yield _("Clock"), (form.cleaned_data["zone"] or form.season.timezone).replace("_", " ")


def _asked(question: Question, form: ScheduleFileForm, record: OnRecord) -> dict[str, Any]:
    """A name with whom it can mean; the likeliest first, and chosen beforehand where it is near."""
    key = name_key(question.written)
    field = answer_name(question.what, key)
    chosen = form.data.get(field, "") or (str(question.suggested[0].id) if question.sure else "")
    if question.what == "team":
        everybody = [(str(team.id), f"{team.name}, {team.division_name}") for team in record.teams]
    else:
        everybody = [(str(rink.id), rink.name) for rink in record.rinks]
    near = {str(one.id) for one in question.suggested}
    names = dict(everybody)
    return {
        "question": question,
        "field": field,
        "chosen": chosen,
        "near": [(str(one.id), names[str(one.id)]) for one in question.suggested],
        "others": [choice for choice in everybody if choice[0] not in near],
        "extra": [(NEW, _("Add it as a new rink")), (NONE, _("No rink"))] if question.what == "rink" else [],
    }


def _shown(row: PlannedRow, teams: dict[int, str], rinks: dict[int, str]) -> dict[str, Any]:
    badge, label = WORDS[row.outcome]
    entry = row.entry
    rink = rinks.get(row.rink, "") if isinstance(row.rink, int) else ""
    return {
        "row": row,
        "badge": badge,
        "label": label,
        "home": teams.get(row.home, entry.home),
        "away": teams.get(row.away, entry.away),
        "rink": rink or entry.rink,
    }


def _summary(plan: Plan) -> str:
    added, moved = plan.count(Outcome.NEW), plan.count(Outcome.CHANGED)
    if not added and not moved:
        return _("The schedule says all that already: nothing was changed.")
    parts = [ngettext("%(n)s game is set", "%(n)s games are set", added) % {"n": added}] if added else []
    parts += [ngettext("%(n)s is moved", "%(n)s are moved", moved) % {"n": moved}] if moved else []
    return ", ".join(parts) + "."
