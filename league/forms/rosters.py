"""Checks what administrators type and upload about rosters: a table, one person, one place, who somebody is."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.rosters.cells import HIGHEST_NUMBER, DateOrder
from league.core.rosters.entries import Entry, RosterTable, read_roster
from league.core.rosters.grid import Grid, read_text
from league.core.rosters.workbook import MOST_BYTES, read_file
from league.forms.fields import DayField, Editing
from league.models import Person, RosterRole, RosterSpot, RosterStatus, SeasonPerson

LONGEST_NAME = 200
LONGEST_TABLE = 1_000_000
_ANSWER = "who-"
_MOST_DIGITS = 5


class RosterChangeForm(forms.Form):
    """What every way of changing rosters carries: from when on, who is who, and what was shown."""

    day = DayField(
        label=_("Changes hold from"),
        required=False,
        help_text=_("What was before this day stays on record. Left empty, it is as if it had always been so."),
    )
    digest = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def answers(self) -> dict[int, str]:
        """By row, the answers to who somebody is."""
        found = {}
        for name, value in self.data.items():
            row = name.removeprefix(_ANSWER)
            if row != name and row.isascii() and row.isdecimal() and len(row) <= _MOST_DIGITS:
                found[int(row)] = str(value)[:20]
        return found

    def show(self, **values: str) -> None:
        """Have the form, already sent, carry other values."""
        data: Any = self.data
        self.data = data.copy()
        for name, value in values.items():
            self.data[name] = value  # type: ignore[index]


class RosterTableForm(RosterChangeForm):
    """A roster as a file or as pasted cells. The file is taken where both are given."""

    field_order = ("file", "text", "order", "day")
    file = forms.FileField(
        label=_("File"), required=False, help_text=_("XLSX, or CSV with commas, semicolons or tabs, up to 2 MB.")
    )
    text = forms.CharField(
        label=_("Or the cells, pasted from a spreadsheet"),
        required=False,
        strip=False,
        max_length=LONGEST_TABLE,
        widget=forms.Textarea(attrs={"rows": 8, "class": "font-monospace", "spellcheck": "false"}),
        help_text=_(
            "The first row names the columns, in any order: Number, Name (or First name and Last name),"
            " Position, Birth date, Registration, Line, Status, From, To, Team."
        ),
    )
    order = forms.ChoiceField(
        label=_("Dates such as 5/6/2004 have"),
        required=False,
        choices=[
            ("", _("no doubt in them")),
            (DateOrder.MONTH_FIRST, _("the month first")),
            (DateOrder.DAY_FIRST, _("the day first")),
        ],
    )

    def clean(self) -> dict[str, Any]:
        """Ask for a file or for cells."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not cleaned.get("file") and not (cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste the cells below."))
        return cleaned

    def grid(self) -> Grid:
        """The cells of what was sent. Afterwards the form shows them as text, to be mended in place."""
        upload = self.cleaned_data["file"]
        grid = read_file(upload.read(MOST_BYTES + 1)) if upload else read_text(self.cleaned_data["text"])
        if upload and grid.rows:
            self.show(text=grid.text)
        return grid

    def table(self, today: Any) -> RosterTable:
        """What was sent, read."""
        order = self.cleaned_data["order"]
        return read_roster(self.grid(), today=today, order=DateOrder(order) if order else None)


def _number() -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Number"),
        required=False,
        min_value=0,
        max_value=HIGHEST_NUMBER,
        widget=forms.NumberInput(attrs={"class": "narrow", "inputmode": "numeric"}),
    )


class PersonForm(RosterChangeForm):
    """One person to put on a roster."""

    field_order = ("name", "number", "role", "born", "registration", "line", "status", "day")
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, help_text=_("First name, last name."))
    number = _number()
    role = forms.ChoiceField(label=_("Position"), choices=RosterRole, initial=RosterRole.SKATER)
    born = DayField(label=_("Birth date"), required=False)
    registration = forms.CharField(label=_("Registration number"), max_length=100, required=False)
    line = forms.CharField(label=_("Line"), max_length=20, required=False)
    status = forms.ChoiceField(label=_("Status"), choices=RosterStatus, initial=RosterStatus.REGULAR)

    def table(self) -> RosterTable:
        """The person as a table of one row."""
        names = ("name", "number", "role", "born", "registration", "line", "status")
        return RosterTable((Entry(row=1, **{name: self.cleaned_data[name] for name in names}),))


class SpotForm(Editing):
    """A place on a roster to correct."""

    number = _number()
    role = forms.ChoiceField(label=_("Position"), choices=RosterRole)
    line = forms.CharField(label=_("Line"), max_length=20, required=False)
    status = forms.ChoiceField(label=_("Status"), choices=RosterStatus)
    starts = DayField(label=_("First day"), required=False)
    ends = DayField(
        label=_("Last day"), required=False, help_text=_("Of somebody who leaves the team; the past stays on record.")
    )

    def clean_line(self) -> str | None:
        """The line, None where there is none."""
        return self.cleaned_data["line"] or None

    @staticmethod
    def values_of(spot: RosterSpot) -> dict[str, Any]:
        """What the form shows of a place."""
        return {name: getattr(spot, name) for name in ("number", "role", "line", "status", "starts", "ends")}


class WhoForm(Editing):
    """Who somebody is, on all teams and in all seasons, and what holds for them in this one."""

    prefix = "person"
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    born = DayField(label=_("Birth date"), required=False)
    registration = forms.CharField(label=_("Registration number"), max_length=100, required=False)
    special_conditions = forms.BooleanField(label=_("Under special conditions, this season"), required=False)
    carded = forms.BooleanField(label=_("Carded player, this season"), required=False)

    @staticmethod
    def values_of(person: Person, in_season: SeasonPerson | None) -> dict[str, Any]:
        """What the form shows of a person."""
        values: dict[str, Any] = {name: getattr(person, name) for name in ("name", "born", "registration")}
        for name in ("special_conditions", "carded"):
            values[name] = bool(in_season and getattr(in_season, name))
        return values


def answer_name(row: int) -> str:
    """The name of the answer to who the person of a row is."""
    return f"{_ANSWER}{row}"
