"""Takes the statistician's word on a dispute: for each differing field whose report holds, or what else, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.agreement import own_values
from league.core.findings import Finding
from league.core.report_checks import MOST
from league.core.reports import Difference, Side
from league.face.report_words import VISITORS_FIRST, field_label, value_label
from league.services.settling import Choice

OWN = "own"
LONGEST_REASON = 1000


@dataclass(frozen=True, slots=True)
class Field:
    """One differing field as the page shows it: what it is, and its three inputs (`value` may be missing)."""

    name: str
    label: str
    holds: Any
    value: Any
    reason: Any


class ReasonForm(forms.Form):
    """A reason, as every change by the statistician needs one."""

    reason = forms.CharField(
        label=lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=lazy("Both teams and the audit trail keep it."),
    )


class DisputeForm(forms.Form):
    """Each differing field with its choices; one reason may serve for all.

    Asks for nothing itself: `add_findings` puts what the service finds to the fields.
    """

    reason = forms.CharField(
        label=lazy("Reason"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=lazy("Holds for every field that has none of its own. Both teams and the audit trail keep it."),
    )

    def __init__(
        self,
        *args: Any,
        differing: Iterable[Difference],
        teams: Mapping[Side, str],
        called: Callable[[str], str] = str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.differing = tuple(differing)
        self.teams = teams
        for item in self.differing:
            self._add(item, called)

    def _add(self, item: Difference, called: Callable[[str], str]) -> None:
        words, name = own_values(item), _name(item.field)
        said = {"home": item.left, "away": item.right}
        choices: list[tuple[str, str]] = [
            (side, f"{self.teams[side]}: {value_label(item.field, said[side], self.teams, called)}")
            for side in VISITORS_FIRST
        ]
        if words is not None:
            choices.append((OWN, _("Neither")))
            self.fields[f"{name}_value"] = self._value(item, words)
        self.fields[f"{name}_holds"] = forms.ChoiceField(
            label=field_label(item.field, self.teams), required=False, choices=choices, widget=forms.RadioSelect
        )
        self.fields[f"{name}_reason"] = forms.CharField(
            label=_("Reason for this one"), required=False, max_length=LONGEST_REASON
        )

    def _value(self, item: Difference, words: tuple[str, ...]) -> forms.Field:
        """An input for what neither said: one of a few words, or a number."""
        if words:
            choices = [("", _("Choose")), *((word, value_label(item.field, word, self.teams)) for word in words)]
            return forms.ChoiceField(label=_("Namely"), required=False, choices=choices)
        widget = forms.NumberInput(attrs={"inputmode": "numeric", "min": 0, "max": MOST, "class": "narrow"})
        return forms.IntegerField(label=_("Namely"), required=False, min_value=0, max_value=MOST, widget=widget)

    def rows(self) -> list[Field]:
        """The differing fields for the page, in the order of the report form."""
        return [
            Field(
                name=item.field,
                label=field_label(item.field, self.teams),
                holds=self[f"{_name(item.field)}_holds"],
                value=self[f"{_name(item.field)}_value"] if f"{_name(item.field)}_value" in self.fields else None,
                reason=self[f"{_name(item.field)}_reason"],
            )
            for item in self.differing
        ]

    def choices(self) -> dict[str, Choice]:
        """What was chosen, by field; only fields with a choice. Call it once the form is valid."""
        data = self.cleaned_data
        found = {}
        for item in self.differing:
            name = _name(item.field)
            holds, value = data.get(f"{name}_holds"), data.get(f"{name}_value")
            if holds:
                reason = data[f"{name}_reason"].strip() or data["reason"].strip()
                found[item.field] = Choice(cast(Any, holds), reason, "" if value is None else str(value))
        return found

    def add_findings(self, findings: Iterable[Finding]) -> list[Finding]:
        """Put findings to the fields that they are about; returns the others."""
        inputs = {"report.choice": "holds", "report.value": "value", "report.reason": "reason"}
        left = []
        for finding in findings:
            name = f"{_name(finding.where)}_{inputs.get(finding.code, '')}"
            if name in self.fields:
                self.add_error(name, finding.message)
            else:
                left.append(finding)
        return left


def _name(field: str) -> str:
    """A field's path as part of the names of its inputs."""
    return field.replace(".", "-")
