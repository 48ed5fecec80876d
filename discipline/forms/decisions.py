"""Decides what the director can enter about a suspension or a review; whether it may be so, the services say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from discipline.models import Ground, Suspension
from discipline.queries import due_process
from league.core.findings import Finding

CONFIRM, LENGTH, DISMISS = "confirm", "length", "dismiss"


class DecisionForm(forms.Form):
    """A decision on one suspension: confirm, set a length, or dismiss; always its day, nearly always a reason."""

    answer = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    games = forms.IntegerField(
        label=_("Games in all"),
        required=False,
        min_value=0,
        max_value=999,
        help_text=_("The new total, those of the rule book included."),
    )
    until = forms.DateField(
        label=_("Last suspended day"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    indefinite = forms.BooleanField(label=_("Without an end, until decided again"), required=False)
    ground = forms.TypedChoiceField(
        label=_("Ground for more than the minimum"), required=False, empty_value=None, widget=forms.RadioSelect
    )
    counts_missed = forms.TypedChoiceField(
        label=_("Do games missed while waiting count?"),
        choices=[("", _("Not said")), ("yes", _("Yes")), ("no", _("No"))],
        coerce=lambda value: value == "yes",
        empty_value=None,
        required=False,
    )
    date = forms.DateField(
        label=_("Day of the decision"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, widget=forms.Textarea(attrs={"rows": 3}), max_length=2000
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, suspension: Suspension, **kwargs: Any) -> None:
        """Offer what fits: what waits for a decision can't be confirmed, only such has missed games to speak of."""
        super().__init__(*args, **kwargs)
        self.pending = bool(suspension.data["pending"])
        answers = [
            (LENGTH, _("Set the length")),
            (DISMISS, _("Dismiss: nothing is to be served")),
        ]
        if not self.pending:
            answers.insert(0, (CONFIRM, _("Confirm the rule book's length")))
            self.fields.pop("counts_missed")
        grounds = due_process.grounds_of(suspension)
        if grounds:
            field = self.fields["ground"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [
                (
                    rule.ground,
                    (_("%(ground)s (%(clause)s): the record shows it") if shown else "%(ground)s (%(clause)s)") % told,
                )
                for rule, shown in grounds
                for told in [{"ground": Ground(rule.ground).label, "clause": rule.clause}]
            ]
        else:
            self.fields.pop("ground")
        answer = self.fields["answer"]
        assert isinstance(answer, forms.ChoiceField)
        answer.choices = answers

    def decided(self) -> dict[str, Any]:
        """What `services.decide` takes."""
        data = self.cleaned_data
        length = data["answer"] == LENGTH
        return {
            "confirmed": data["answer"] == CONFIRM,
            "dismissed": data["answer"] == DISMISS,
            "games": data["games"] if length else None,
            "until": data["until"] if length else None,
            "indefinite": bool(data["indefinite"]) if length else False,
            "counts_missed": data.get("counts_missed") if length else None,
            "day": data["date"],
            "reason": data["reason"],
            "ground": data.get("ground") if length else None,
            "seen": data["seen"],
        }

    def refused(self, findings: tuple[Finding, ...]) -> None:
        """Put what the service found beside the fields that it is about."""
        for finding in findings:
            field = finding.where if finding.where in self.fields else None
            clause = f" ({finding.clause})" if finding.clause else ""
            self.add_error(
                field, f"{str(finding)[:1].upper()}{str(finding)[1:]}{clause}" if field is None else _said(finding)
            )


def _said(finding: Finding) -> str:
    clause = f" ({finding.clause})" if finding.clause else ""
    text = f"{finding.message[:1].upper()}{finding.message[1:]}{clause}."
    return f"{text} {finding.remedy[:1].upper()}{finding.remedy[1:]}." if finding.remedy else text


class ReviewForm(forms.Form):
    """What came of a review."""

    reason = forms.CharField(label=_("What came of it"), max_length=2000)
