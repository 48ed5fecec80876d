"""Takes a game's result from the statistician: a report of both teams, where the score alone may be known, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as lazy

from league.core.report_about import About
from league.core.reports import SIDES, ReportContent, Side, SideReport
from league.forms.report import OVERTIME, ReportForm


class ResultForm(ReportForm):
    """A result with its sheet. Whoever stands on the sheet stays on it, on the roster or not."""

    reason = forms.CharField(
        label=lazy("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=lazy("Both teams and the audit trail keep it."),
    )

    def __init__(self, *args: Any, about: About, content: ReportContent, reason_needed: bool, **kwargs: Any) -> None:
        super().__init__(*args, about=about, content=content, sides_dressed=SIDES, **kwargs)
        del self.fields["sheets"]
        self.fields["reason"].required = reason_needed
        for side in SIDES:
            del self.fields[f"{side}_fair_play"], self.fields[f"{side}_minutes"]
            dressed: Any = self.fields[f"{side}_dressed"]
            listed = {person for person, _label in dressed.choices}
            others = [person for person in content.side(side).dressed or () if person not in listed]
            dressed.choices = [*dressed.choices, *((person, about.called(person)) for person in others)]

    def clean(self) -> dict[str, Any]:
        """Let both scores stand without periods; otherwise ask for the goals that are missing."""
        data: dict[str, Any] = super(ReportForm, self).clean() or {}
        return data if self._only_scores(data) else super().clean()

    def _only_scores(self, data: dict[str, Any]) -> bool:
        goals = [f"{side}_goals_{number}" for side in SIDES for number in range(1, OVERTIME + 1)]
        totals = [data.get(f"{side}_total") for side in SIDES]
        return all(data.get(name) is None for name in goals) and None not in totals

    def _side(self, side: Side) -> SideReport:
        """One team's part; a total beside goals by period says nothing of its own."""
        self.cleaned_data.setdefault(f"{side}_fair_play", "")
        found = super()._side(side)
        if self._only_scores(self.cleaned_data):
            return replace(found, goals=())
        return replace(found, total=None)
