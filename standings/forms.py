"""Decides what officers can enter about a table; whether it may be so, the services say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.findings import Finding


def put(form: forms.Form, findings: Sequence[Finding]) -> None:
    """Put what a service found beside the fields that it is about."""
    for finding in findings:
        clause = f" ({finding.clause})" if finding.clause else ""
        text = f"{finding.message[:1].upper()}{finding.message[1:]}{clause}."
        remedy = f" {finding.remedy[:1].upper()}{finding.remedy[1:]}." if finding.remedy else ""
        form.add_error(finding.where if finding.where in form.fields else None, text + remedy)


class ReopenForm(forms.Form):
    """Why a final table is opened again."""

    reason = forms.CharField(label=lazy("Reason"), widget=forms.Textarea(attrs={"rows": 3}), max_length=2000)


class FlipForm(forms.Form):
    """A coin flip among one set of level teams: a place for each, and who flipped and saw it."""

    date = forms.DateField(
        label=lazy("Day of the flip"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    official = forms.CharField(label=lazy("League official who flipped"), max_length=200)
    witness = forms.CharField(label=lazy("Director who saw it"), max_length=200)

    def __init__(self, *args: Any, teams: Mapping[str, str], **kwargs: Any) -> None:
        """`teams` are the level teams: key to name. For two the winner is asked for, for more every place."""
        super().__init__(*args, **kwargs)
        self.teams = dict(teams)
        choices = [("", _("Choose")), *self.teams.items()]
        places = [_("Winner")] if len(teams) == 2 else [_("Place %(n)s") % {"n": n} for n in range(1, len(teams) + 1)]
        self.places = [f"place_{number}" for number in range(1, len(places) + 1)]
        for name, label in zip(self.places, places, strict=True):
            self.fields[name] = forms.ChoiceField(label=label, choices=choices)
        self.order_fields([*self.places, "date", "official", "witness"])

    def order(self) -> list[str]:
        """The keys of the teams, the winner first."""
        order = [self.cleaned_data[name] for name in self.places]
        return order if len(self.teams) > 2 else [*order, *(key for key in self.teams if key not in order)]

    def place_rows(self) -> list[Any]:
        """The fields of the places, to be laid out."""
        return [self[name] for name in self.places]
