"""Takes an official's incident report from a form, and keeps what was typed however little it is yet."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from discipline.core.book_process import ABOUT_OFFICIAL, IncidentReports
from discipline.face import incident_words as words
from league.core.findings import Finding
from league.face.report_words import OFFENCE_CHOICES
from league.forms.fields import DayField
from league.forms.games import TimeInput
from league.forms.report import FilesField, SeveralFiles
from league.models import PenaltyClass

MOST_ROWS = 40
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_TALL = {"rows": 4}


def _line(label: Any, **kwargs: Any) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=200, **kwargs)


def _phone() -> forms.CharField:
    widget = forms.TextInput(attrs={"type": "tel", "autocomplete": "off"})
    return forms.CharField(label=lazy("Phone"), required=False, max_length=50, widget=widget)


def _text(label: Any, help_text: Any = "") -> forms.CharField:
    """Words without a limit."""
    return forms.CharField(label=label, required=False, help_text=help_text, widget=forms.Textarea(attrs=_TALL))


class IncidentForm(forms.Form):
    """The report itself; its penalties are `rows`. What is needed before it can go, the service says."""

    kind = forms.ChoiceField(label=lazy("What is it about?"), choices=words.KINDS.items(), required=False)
    date = DayField(label=lazy("Date"), required=False)
    time = forms.TimeField(label=lazy("Time"), required=False, widget=TimeInput)
    league = _line(lazy("League"))
    division = _line(lazy("Division"))
    game_number = _line(lazy("Game number"))
    home_team = _line(lazy("Home team"))
    home_coach = _line(lazy("Coach"))
    home_manager = _line(lazy("Manager"))
    visiting_team = _line(lazy("Visiting team"))
    visiting_coach = _line(lazy("Coach"))
    visiting_manager = _line(lazy("Manager"))
    referee = _line(lazy("Referee"))
    referee_phone = _phone()
    linesman_1 = _line(lazy("First linesman"))
    linesman_1_phone = _phone()
    linesman_2 = _line(lazy("Second linesman"))
    linesman_2_phone = _phone()
    injured = _line(lazy("Who was hurt?"))
    injury = _line(lazy("What injury?"))
    injury_details = _text(lazy("What happened, and what was done?"))
    before = _text(lazy("Before"), lazy("What led up to it."))
    incident = _text(lazy("The incident and the call"))
    after = _text(lazy("After"), lazy("What followed."))
    people = _text(lazy("People involved"))
    actions = _text(lazy("What they did"))
    intent = _text(lazy("Their intent, as it appeared"))
    witnesses = _text(lazy("Witnesses"))
    positions = _text(lazy("Where everybody stood"))
    attachments = FilesField(
        label=lazy("Files"),
        required=False,
        help_text=lazy("PDF, JPEG, PNG or HEIC, up to 15 MB each."),
        widget=SeveralFiles(attrs={"accept": ".pdf,.jpg,.jpeg,.png,.heic,application/pdf,image/*"}),
    )

    def __init__(
        self,
        *args: Any,
        rules: IncidentReports | None,
        rows: Collection[Mapping[str, Any]] = (),
        more: bool = False,
        **kwargs: Any,
    ):
        """Begin with these rows, and with an empty one where there is none or one more is wanted."""
        super().__init__(*args, **kwargs)
        asked = rules.abuse.asks if rules and rules.abuse else ()
        for name in set(ABOUT_OFFICIAL) - set(asked):
            del self.fields[name]
        self.rows = Rows(self.data if self.is_bound else None, prefix="rows", initial=list(rows))
        self.rows.extra = 1 if more or not rows else 0

    def is_valid(self) -> bool:
        """Whether the form and every row of it are."""
        return all([super().is_valid(), self.rows.is_valid()])

    def content(self) -> dict[str, Any]:
        """What a valid form says, as it is kept: {"fields": {...}, "rows": [...]}; files are kept apart."""
        data = self.cleaned_data
        fields = {name: _plain(data[name]) for name in self.fields if name != "attachments"}
        kept = [row for row in self.rows.forms if row.cleaned_data and not row.cleaned_data.get("DELETE")]
        rows = [{name: _plain(row.cleaned_data[name]) for name in row.fields if name != "DELETE"} for row in kept]
        return {"fields": fields, "rows": rows}

    def refused(self, findings: Iterable[Finding]) -> None:
        """Put what the service found beside the fields that it is about."""
        for finding in findings:
            field = finding.where if finding.where in self.fields else None
            text = _("This is needed before the report can go.") if finding.code == "report-lacks" else str(finding)
            clause = f" ({finding.clause})" if finding.clause else ""
            self.add_error(field or "attachments", f"{text}{clause}")


class RowForm(forms.Form):
    """One line of the penalty summary."""

    name = _line(lazy("Name"))
    number = forms.CharField(
        label=lazy("No."), required=False, max_length=4, widget=forms.TextInput(attrs={"inputmode": "numeric"})
    )
    side = forms.ChoiceField(label=lazy("Team"), required=False, choices=[("", "\N{EN DASH}"), *words.SIDES.items()])
    period = forms.CharField(label=lazy("Period"), required=False, max_length=4)
    left = forms.CharField(
        label=lazy("Time left"), required=False, max_length=8, widget=forms.TextInput(attrs={"placeholder": "08:00"})
    )
    penalty_class = forms.ChoiceField(
        label=lazy("Penalty"), required=False, choices=[("", lazy("Choose")), *PenaltyClass.choices]
    )
    offence = forms.ChoiceField(label=lazy("For"), choices=[("", "\N{EN DASH}"), *OFFENCE_CHOICES], required=False)
    rule = _line(lazy("Rule"))
    entered = forms.BooleanField(label=lazy("Entered on the sheet as it should be"), required=False, initial=True)
    injury = forms.BooleanField(label=lazy("Somebody was hurt"), required=False)
    penalty = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)

    def has_changed(self) -> bool:
        """A row with nothing but ticks is empty."""
        return bool(set(self.changed_data) - {"entered", "injury"})


Rows = forms.formset_factory(
    RowForm, extra=1, can_delete=True, max_num=MOST_ROWS, absolute_max=MOST_ROWS + 5, validate_max=True
)


def typed(data: Any) -> dict[str, Any]:
    """What a form that was sent says, word for word, to be kept as a draft; at most `MOST_ROWS` rows."""
    fields = {
        name: clean(data.get(name, "")) for name in IncidentForm.base_fields if name != "attachments" and name in data
    }
    total = data.get("rows-TOTAL_FORMS", "0")
    number = min(int(total), MOST_ROWS) if total.isascii() and total.isdecimal() and len(total) < 4 else 0
    rows = []
    for place in range(number):
        row: dict[str, Any] = {}
        for name, field in RowForm.base_fields.items():
            value = clean(data.get(f"rows-{place}-{name}", ""))
            row[name] = bool(value) if isinstance(field, forms.BooleanField) else value
        if not data.get(f"rows-{place}-DELETE") and any(
            value for name, value in row.items() if name not in ("entered", "injury")
        ):
            rows.append(row)
    return {"fields": fields, "rows": rows}


def clean(text: str) -> str:
    """The text without what no database holds."""
    return _UNSTORABLE.sub("", text)


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if hasattr(value, "isoformat"):
        return value.isoformat()[:10] if hasattr(value, "year") else f"{value:%H:%M}"
    return value if isinstance(value, bool) else (value or "")


class MessageForm(forms.Form):
    """A question to the report's author, or the answer."""

    text = forms.CharField(label=lazy("Your words"), widget=forms.Textarea(attrs=_TALL), max_length=10_000)
