"""Pages of a season's divisions, associations and teams and of a league's rinks: list, add several, change, remove."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.core.windows import usual_window
from league.face.levels import NAMES as LEVELS
from league.face.moments import written
from league.forms import setup as forms
from league.forms.fields import add_findings
from league.models import Season
from league.permissions import Action
from league.queries.facts import season_of
from league.queries.rulebooks import read_version
from league.services import setup_records as service
from league.services.editing import state_of
from league.services.errors import Conflict, Refused
from league.services.setup_records import Kind, Owner
from league.views.place import PageRequest, View, page
from league.views.setup.frame import address, league_frame, posted, season_frame

Described = list[tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Records:
    """The pages of one kind of record: what is shown of one, and how one is typed."""

    kind: Kind
    form: type[forms.RecordForm]
    title: Promise
    lede: Promise
    view: str
    """The name of the list's address; that of one record is the same without the last letter."""
    describe: Callable[[Any], Described]
    """What is shown of a record besides its name: labels and values."""
    related: tuple[str, ...] = ()
    initial: Callable[[Owner], dict[str, Any]] = lambda owner: {}

    def owner(self, request: PageRequest) -> Any:
        """The season or league to which the records of an address belong."""
        return getattr(request.place, self.kind.owner)

    def rows(self, request: PageRequest) -> Any:
        """The records of an address, with what is shown of them. One query."""
        rows = service.records(self.kind, self.owner(request))
        return rows.select_related(*self.related) if self.related else rows

    def typed(self, request: PageRequest, **given: Any) -> Any:
        """The form, offering what the season has."""
        owner = self.owner(request)
        season = owner if isinstance(owner, Season) else None
        return self.form(posted(request), season=season, **given)

    def frame(self, request: PageRequest, title: str, *above: tuple[str, str]) -> dict[str, Any]:
        """What the page shows around itself."""
        frame = season_frame if self.kind.owner == "season" else league_frame
        return frame(request, title, *above)

    def listing(self) -> View:
        """The page of all records, with a form that adds one or several."""

        @page(Action.SET_UP)
        @require_http_methods(["GET", "HEAD", "POST"])
        def listing(request: PageRequest) -> HttpResponseBase:
            owner = self.owner(request)
            form = self.typed(request, adding=True, initial=self.initial(owner))
            if request.method == "POST" and form.is_valid():
                try:
                    made = service.add_records(kind=self.kind, owner=owner, rows=form.rows())
                except Refused as refused:
                    _tell(form, refused)
                else:
                    added = ngettext("%(n)s is added.", "%(n)s are added.", len(made)) % {"n": len(made)}
                    messages.success(request, made[0].name + _(" is added.") if len(made) == 1 else added)
                    return redirect(request.path)
            rows = [
                {"record": record, "shown": self.describe(record), "url": f"{request.path}{record.pk}/"}
                for record in self.rows(request)
            ]
            context = {"form": form, "rows": rows, "lede": self.lede, "heads": self.describe(self.kind.model())}
            return render(request, "league/setup/records.html", context | self.frame(request, str(self.title)))

        return listing

    def one(self) -> View:
        """The page that changes one record."""

        @page(Action.SET_UP)
        @require_http_methods(["GET", "HEAD", "POST"])
        def one(request: PageRequest, record: int) -> HttpResponseBase:
            found = self._found(request, record)
            initial = forms.values_of(found, self.kind.fields) | {"seen": state_of(found, *self.kind.fields)}
            form = self.typed(request, adding=False, initial=initial)
            context: dict[str, Any] = {"form": form, "record": found, "lede": ""}
            if request.method == "POST" and form.is_valid():
                try:
                    saved = service.change_record(
                        kind=self.kind, record=found, values=form.values(), seen=form.cleaned_data["seen"]
                    )
                except Conflict as conflict:
                    context |= self._both(form, conflict)
                except Refused as refused:
                    _tell(form, refused)
                else:
                    messages.success(request, _("%(name)s is saved.") % {"name": saved.name})
                    return redirect(address(request.place, self.view))
            above = (str(self.title), address(request.place, self.view))
            frame = self.frame(request, found.name or found.key, above)
            return render(request, "league/setup/record.html", context | frame | {"back": above[1]})

        return one

    def _both(self, form: Any, conflict: Conflict) -> dict[str, Any]:
        """What somebody else left beside what was typed; saving again then saves what was typed."""
        theirs: Any = conflict.theirs
        form.carry(state_of(theirs, *self.kind.fields))
        typed = self.kind.model(**form.values())
        pairs = zip(self._whole(theirs), self._whole(typed), strict=True)
        fields = [{"label": label, "left": left, "right": right} for (label, left), (_label, right) in pairs]
        return {"conflict": fields, "found": conflict.findings}

    def _whole(self, record: Any) -> Described:
        return [(_("Name"), record.name), *self.describe(record)]

    def remove(self) -> View:
        """Removes a record that was added by mistake."""

        @page(Action.SET_UP)
        @require_POST
        def remove(request: PageRequest, record: int) -> HttpResponse:
            found = self._found(request, record)
            try:
                service.remove_record(kind=self.kind, record=found)
            except Refused as refused:
                messages.error(request, f"{found.name}: {refused}")
                return redirect(request.path.removesuffix("remove/"))
            messages.success(request, _("%(name)s is removed.") % {"name": found.name})
            return redirect(address(request.place, self.view))

        return remove

    def _found(self, request: PageRequest, pk: int) -> Any:
        found = self.rows(request).filter(pk=pk).first()
        if found is None:
            raise Http404(_("There is no such page."))
        return found


def _tell(form: Any, refused: Refused) -> None:
    """Findings about a name belong to the lines of a form that adds several."""
    add_findings(form, refused.findings, fields={"name": "names"} if form.adding else {})


def _offered_window(owner: Any) -> dict[str, Any]:
    """The days that the season's rule book usually gives league games."""
    window = usual_window(read_version(owner.rulebook), season_of(owner))
    return {"window_start": window[0], "window_end": window[1]} if window else {}


def _division(record: Any) -> Described:
    return [
        (_("Level"), LEVELS.get(record.level, record.level)),
        (_("Checking"), {True: _("Yes"), False: _("No")}.get(record.checking, "")),
        (_("League games"), _days(record.window_start, record.window_end)),
        (_("Rank"), record.rank or ""),
    ]


def _days(first: Any, last: Any) -> str:
    if not (first or last):
        return ""
    return format_html(_("{} to {}"), written(first, style="day"), written(last, style="date"))


def _team(record: Any) -> Described:
    return [
        (_("Division"), record.division if record.division_id else ""),
        (_("Association"), record.association or ""),
        (_("Colours"), record.colours),
        (_("Not on"), format_html_join(", ", "{}", ((written(day, style="day"),) for day in record.omit))),
        (_("Special conditions"), _("Yes") if record.special_conditions else ""),
    ]


DIVISIONS = Records(
    kind=service.DIVISIONS,
    form=forms.DivisionForm,
    title=gettext_lazy("Divisions"),
    lede=gettext_lazy("Teams of one level that play for one table. The days offered are those usual by the rule book."),
    view="league:set_up_divisions",
    describe=_division,
    initial=_offered_window,
)
ASSOCIATIONS = Records(
    kind=service.ASSOCIATIONS,
    form=forms.AssociationForm,
    title=gettext_lazy("Associations"),
    lede=gettext_lazy("The clubs and towns that enter teams, each with a president who gets its notices."),
    view="league:set_up_associations",
    describe=lambda record: [],
)
TEAMS = Records(
    kind=service.TEAMS,
    form=forms.TeamForm,
    title=gettext_lazy("Teams"),
    lede=gettext_lazy("Add all teams of a division at once, one a line."),
    view="league:set_up_teams",
    describe=_team,
    related=("division", "association"),
)
RINKS = Records(
    kind=service.RINKS,
    form=forms.RinkForm,
    title=gettext_lazy("Rinks"),
    lede=gettext_lazy("Rinks belong to the league and stay from season to season. No two games share one at a time."),
    view="league:set_up_rinks",
    describe=lambda record: [(_("Address"), record.address), (_("Web page"), record.url)],
)
