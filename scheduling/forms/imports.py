"""Checks what administrators upload, paste and choose to have a schedule read: the file, its dates, columns, names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.rosters.grid import SEPARATOR_NAMES
from league.models import Season, Team
from league.seasonfile.times import time_zone
from scheduling.core.imports.columns import TITLES, read_header
from scheduling.core.imports.dates import Order
from scheduling.core.imports.entries import ScheduleTable, read_schedule
from scheduling.core.imports.files import ENCODINGS, SCHEDULE, Source, read_bytes, read_pasted

LONGEST_TABLE: Final = 2_000_000
ZONES: Final = (
    "America/St_Johns", "America/Halifax", "America/Moncton", "America/New_York", "America/Toronto", "America/Chicago",
    "America/Winnipeg", "America/Regina", "America/Denver", "America/Edmonton", "America/Phoenix",
    "America/Los_Angeles", "America/Vancouver", "America/Anchorage", "UTC",
)  # fmt: skip
_COLUMN, _TEAM, _RINK = "column-", "team-", "rink-"
_MOST_COLUMNS = 40
_ENCODING_NAMES = {
    "utf-8": "UTF-8", "cp1252": "Windows (Western)", "mac_roman": "Mac", "cp850": "DOS", "cp1250": "Windows (Central)",
    "utf-16": "UTF-16",
}  # fmt: skip


class ScheduleFileForm(forms.Form):
    """A schedule as a file or as pasted cells, and how it is to be read. The file is taken where both are given."""

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("XLSX, or CSV with commas, semicolons or tabs, up to 3 MB.")
    )
    text = forms.CharField(
        label=_("Or the cells, pasted from a spreadsheet"),
        required=False,
        strip=False,
        max_length=LONGEST_TABLE,
        widget=forms.Textarea(attrs={"rows": 8, "class": "font-monospace", "spellcheck": "false"}),
        help_text=_("A first row names the columns, in English or French: Date, Time, Home team, Away team, Rink."),
    )
    order = forms.ChoiceField(
        label=_("Dates such as 5/6/2014 have"),
        required=False,
        choices=[
            ("", _("no doubt in them")),
            (Order.MONTH_FIRST, _("the month first")),
            (Order.DAY_FIRST, _("the day first")),
            (Order.YEAR_FIRST, _("the year first")),
        ],
    )
    zone = forms.ChoiceField(label=_("Times are on the clock of"), required=False)
    encoding = forms.ChoiceField(
        label=_("Letters of the file"),
        required=False,
        choices=[("", _("as recognised")), *((name, _ENCODING_NAMES[name]) for name in ENCODINGS)],
        help_text=_("If accents look wrong, choose another and upload the file again."),
    )
    separator = forms.ChoiceField(
        label=_("Cells are apart by"),
        required=False,
        choices=[("", _("as recognised")), *((sign, name) for sign, name in SEPARATOR_NAMES.items() if sign != "\t")],
    )
    own_team = forms.ModelChoiceField(
        Team.objects.none(),
        label=_("Whose schedule it is"),
        required=False,
        empty_label=_("The file names both teams"),
        help_text=_("For a team's own list that names the opponent only."),
    )
    without_faulty = forms.BooleanField(label=_("Save the other rows although some have faults"), required=False)
    digest = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        zone: Any = self.fields["zone"]
        names = dict.fromkeys([season.timezone, *ZONES])
        zone.choices = [(name, name.replace("_", " ")) for name in names]
        own: Any = self.fields["own_team"]
        own.queryset = Team.objects.filter(season=season).select_related("division").order_by("name", "pk")
        own.label_from_instance = lambda team: f"{team}, {team.division}"

    def clean(self) -> dict[str, Any]:
        """Ask for a file or for cells."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not cleaned.get("file") and not (cleaned.get("text") or "").strip():
            self.add_error("file", _("Choose a file, or paste the cells below."))
        return cleaned

    @property
    def uploaded(self) -> bool:
        """Whether a file came along, which is looked at before it is saved."""
        return bool(self.cleaned_data["file"])

    def source(self) -> Source:
        """The cells of what was sent. Afterwards the form shows those of a file as text, to be mended in place."""
        values = self.cleaned_data
        if values["file"] is None:
            return read_pasted(values["text"], separator=values["separator"])
        source = read_bytes(
            values["file"].read(SCHEDULE.bytes + 1), encoding=values["encoding"], separator=values["separator"]
        )
        if source.grid.rows:
            self.show(text=source.grid.text, separator="")
        return source

    def table(self, source: Source) -> ScheduleTable:
        """What was sent, read as the form says."""
        values = self.cleaned_data
        zone = time_zone(values["zone"]) or ZoneInfo(self.season.timezone)
        return read_schedule(
            source.grid,
            read_header(source.grid, {} if self.uploaded else self.columns()),
            zone=zone,
            order=Order(values["order"]) if values["order"] else None,
            own_team=values["own_team"].name if values["own_team"] else "",
        )

    def columns(self) -> dict[int, str]:
        """By place, what somebody says that a column is; those left as recognised aren't in it."""
        found = {}
        for place in range(_MOST_COLUMNS):
            value = self.data.get(f"{_COLUMN}{place}", "")
            if value == "-" or value in TITLES:
                found[place] = value
        return found

    def answers(self) -> dict[tuple[str, str], str]:
        """By kind and plain name, whom a name means."""
        found = {}
        for name, value in self.data.items():
            for prefix, what in ((_TEAM, "team"), (_RINK, "rink")):
                if name.startswith(prefix) and value:
                    found[what, name.removeprefix(prefix)[:300]] = str(value)[:20]
        return found

    def show(self, **values: str) -> None:
        """Have the form, already sent, carry other values."""
        data: Any = self.data
        self.data = data.copy()
        for name, value in values.items():
            self.data[name] = value  # type: ignore[index]


def column_name(place: int) -> str:
    """The name of the choice of what a column is."""
    return f"{_COLUMN}{place}"


def answer_name(what: str, key: str) -> str:
    """The name of the answer to whom a name means."""
    return f"{_TEAM if what == 'team' else _RINK}{key}"


def meanings() -> Iterable[tuple[str, str]]:
    """What a column can be, with its title."""
    return TITLES.items()
