"""Decides how forms take days and lists, and how a service's findings come back to the fields that they are about."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.findings import Finding


class DayInput(forms.DateInput):
    """The browser's own date picker; shows and sends 2014-10-30."""

    input_type = "date"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%Y-%m-%d")


FIRST_DAY, LAST_DAY = dt.date(1900, 1, 1), dt.date(2199, 12, 31)


class DayField(forms.DateField):
    """A calendar day, of a year in which leagues play."""

    widget = DayInput
    default_validators = [MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)]


class DaysField(forms.CharField):
    """Several days, one a line or apart by commas, as 2014-12-25; gives them in order, each once."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("max_length", 5000)
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 2, "placeholder": "2026-12-25"}))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        """The days as lines."""
        return "\n".join(day.isoformat() for day in value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        """The days. Raises ValidationError with every text that is no day."""
        days: set[dt.date] = set()
        wrong = []
        for text in str(value or "").replace(",", " ").replace(";", " ").split():
            try:
                day = dt.date.fromisoformat(text)
            except ValueError:
                day = dt.date.min
            if FIRST_DAY <= day <= LAST_DAY:
                days.add(day)
            else:
                wrong.append(forms.ValidationError(_("“%(text)s” is no day such as 2026-12-25"), params={"text": text}))
        if wrong:
            raise forms.ValidationError(wrong[:10])
        return sorted(days)

    def validate(self, value: Any) -> None:
        """Nothing more than what reading has found."""

    def run_validators(self, value: Any) -> None:
        """Nothing more than what reading has found."""


class LinesField(forms.CharField):
    """Several texts, one a line; gives them without empty lines, spaces made single, tabs made semicolons."""

    def __init__(self, *, longest_line: int = 200, most: int = 200, **kwargs: Any) -> None:
        self.longest_line, self.most = longest_line, most
        kwargs.setdefault("max_length", 40_000)
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 3}))
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Any:
        """The lines. Raises ValidationError for too many of them, and for each that is too long."""
        text = super().clean(value)
        lines = [" ".join(line.replace("\t", "; ").split()) for line in text.splitlines() if line.strip()]
        if len(lines) > self.most:
            raise forms.ValidationError(_("%(most)s lines at most at one time."), params={"most": self.most})
        if long := [line for line in lines if len(line) > self.longest_line]:
            raise forms.ValidationError([_("“%(line)s…” is too long.") % {"line": line[:30]} for line in long[:10]])
        return lines


YES, NO, UNSET = "true", "false", ""


class YesNoField(forms.TypedChoiceField):
    """Yes, no, or not said: None."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [(UNSET, gettext_lazy("Not said")), (YES, gettext_lazy("Yes")), (NO, gettext_lazy("No"))]
        super().__init__(choices=choices, coerce=lambda text: text == YES, empty_value=None, required=False, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """The choice for a truth value."""
        return {True: YES, False: NO, None: UNSET}.get(value, value) if not isinstance(value, str) else value


class Editing(forms.Form):
    """A form that changes a record: carries along, as `seen`, what the record held when the form was shown."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def carry(self, state: str) -> None:
        """Have the form, already sent, carry along another state: what its person has seen by now."""
        self.data = self.data.copy() if hasattr(self.data, "copy") else dict(self.data)
        self.data[self.add_prefix("seen")] = state


def add_findings(form: forms.Form, findings: Iterable[Finding], fields: Mapping[str, str] | None = None) -> None:
    """Put a service's findings to the fields that they name, those of no field above the form.

    `fields` gives the form's own name of a field where it isn't the service's.
    """
    for finding in findings:
        message = finding.message[:1].upper() + finding.message[1:]
        text = f"{message}: {finding.remedy}." if finding.remedy else f"{message}."
        field = (fields or {}).get(finding.where, finding.where)
        form.add_error(field if field in form.fields else None, text)
