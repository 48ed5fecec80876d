"""Takes what the director marks, notes, calls and consults in a case, and where notices go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from discipline.core.book_due_process import RECIPIENTS
from discipline.face import notice_words
from discipline.models import EntryKind
from league.core.findings import Finding
from league.forms.fields import DayField


def put(form: forms.Form, findings: Iterable[Finding]) -> None:
    """Put what a service found beside the fields that it is about."""
    for finding in findings:
        field = finding.where if finding.where in form.fields else None
        clause = f" ({finding.clause})" if finding.clause else ""
        remedy = f" {finding.remedy[:1].upper()}{finding.remedy[1:]}." if finding.remedy else ""
        form.add_error(field, f"{finding.message[:1].upper()}{finding.message[1:]}{clause}.{remedy}")


class MarkForm(forms.Form):
    """What the director says of a case."""

    serious = forms.BooleanField(label=lazy("The case is serious"), required=False)
    other_district = forms.BooleanField(label=lazy("Another district is concerned"), required=False)


class EntryForm(forms.Form):
    """A line for the case's file. `whom` offers those whom the book names."""

    kind = forms.ChoiceField(label=lazy("What"), choices=EntryKind)
    whom = forms.ChoiceField(label=lazy("Whom the rule book names"), required=False)
    name = forms.CharField(label=lazy("With whom"), required=False, max_length=200)
    on = DayField(label=lazy("Day"))
    text = forms.CharField(
        label=lazy("Words"), required=False, max_length=10_000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, whom: Iterable[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("Nobody in particular")), *((one, one.replace("-", " ").capitalize()) for one in whom)]
        self.fields["whom"].choices = choices  # type: ignore[attr-defined]


class NoticeForm(forms.Form):
    """The language of a notice."""

    language = forms.ChoiceField(label=lazy("Language"), choices=list(notice_words.LANGUAGES.items()), initial="en")


class DeliveryForm(forms.Form):
    """What became of a delivery."""

    email = forms.EmailField(label=lazy("Send it to"), required=False)
    note = forms.CharField(label=lazy("What happened"), required=False, max_length=500)

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        data: dict[str, Any] = super().clean() or {}
        if not data.get("email") and not data.get("note") and not self.errors:
            self.add_error("note", _("Say what happened, or give an address."))
        return data


class OfficesForm(forms.Form):
    """The addresses of the offices that notices go to: a name and an e-mail for each."""

    OFFICES = RECIPIENTS[2:]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in self.OFFICES:
            called = kind.replace("-", " ").capitalize()
            self.fields[f"{kind}-name"] = forms.CharField(
                label=_("%(office)s, name") % {"office": called}, required=False, max_length=200
            )
            self.fields[f"{kind}-email"] = forms.EmailField(
                label=_("%(office)s, e-mail") % {"office": called}, required=False
            )

    def offices(self) -> dict[str, tuple[str, str]]:
        """Name and address by office, of a valid form."""
        data = self.cleaned_data
        return {kind: (data[f"{kind}-name"], data[f"{kind}-email"]) for kind in self.OFFICES}


class ExplainedForm(forms.Form):
    """On which day a suspension was explained to the person."""

    on = forms.DateField(label=lazy("Explained on"), widget=forms.DateInput(attrs={"type": "date"}))
