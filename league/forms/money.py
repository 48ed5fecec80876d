"""Takes what is recorded by hand: a payment, a charge, a correction, an amount that the book leaves open."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.money import amount as written
from league.core.money import cents
from league.forms.fields import DayField
from league.models import ChargeAmount, EntryKind


class AmountField(forms.CharField):
    """An amount such as 50 or 50.00; gives integer cents."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 15)
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Any:
        """The cents. Raises ValidationError for what is no amount, or is below zero."""
        text = super().clean(value).strip().removeprefix("$").replace(",", "")
        if not text:
            return None
        try:
            found = cents(text)
        except ValueError:
            found = -1
        if found < 0:
            raise forms.ValidationError(_("This is no amount such as 50.00."))
        return found


class RecordForm(forms.Form):
    """Money that came in, or an entry that no ruling gives."""

    kind = forms.ChoiceField(
        label=lazy("What"),
        choices=[
            (EntryKind.PAYMENT, lazy("A payment to the league")),
            (EntryKind.CHARGE, lazy("A charge")),
            (EntryKind.BOND, lazy("A bond")),
            (EntryKind.CREDIT, lazy("A credit")),
        ],
        initial=EntryKind.PAYMENT,
        widget=forms.RadioSelect,
    )
    account = forms.ChoiceField(label=lazy("Whose account"))
    amount = AmountField(label=lazy("Amount"))
    date = DayField(label=lazy("Date"))
    method = forms.ChoiceField(label=lazy("How it was paid"), required=False)
    purpose = forms.ChoiceField(label=lazy("For"), required=False)
    reference = forms.CharField(
        label=lazy("Reference"), required=False, max_length=200, help_text=lazy("Such as the number of the cheque.")
    )
    due = DayField(label=lazy("Due (charges and bonds)"), required=False)
    clauses = forms.CharField(
        label=lazy("Clauses (charges, bonds and credits)"),
        required=False,
        max_length=200,
        help_text=lazy("As the rule book numbers them, apart by commas."),
    )
    reason = forms.CharField(
        label=lazy("Reason"), required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 2})
    )
    token = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(
        self,
        *args: Any,
        accounts: list[tuple[str, str]],
        purposes: list[tuple[str, str]],
        methods: list[tuple[str, Any]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (
            ("account", [("", _("Choose")), *accounts]),
            ("purpose", [("", _("Nothing in particular: what is due first")), *dict(purposes).items()]),
            ("method", methods),
        ):
            field: Any = self.fields[name]
            field.choices = choices

    def clean(self) -> dict[str, Any]:
        """A payment says how it was paid; clauses become a list."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("kind") == EntryKind.PAYMENT and not data.get("method") and "method" not in self.errors:
            self.add_error("method", _("How was it paid?"))
        data["clauses"] = [part.strip() for part in (data.get("clauses") or "").split(",") if part.strip()]
        return data


class CorrectionForm(forms.Form):
    """What is done about an entry, and why."""

    step = forms.ChoiceField(label=lazy("What is to be done"), widget=forms.RadioSelect)
    amount = AmountField(label=lazy("Amount to pay back"), required=False)
    reason = forms.CharField(label=lazy("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, steps: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["step"]
        field.choices = steps
        if "pay-back" not in dict(steps):
            del self.fields["amount"]


class AmountForm(forms.Form):
    """An amount that the rule book leaves to the league."""

    amount = AmountField(label=lazy("Amount"), help_text=lazy("0 charges nothing."))
    reason = forms.CharField(label=lazy("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, amount: ChargeAmount, **kwargs: Any) -> None:
        self.row = amount
        initial = {"amount": written(amount.cents), "reason": amount.reason} if amount.cents is not None else {}
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)


class CardKeysForm(forms.Form):
    """A league's keys at the card provider; what was typed is never sent back to the page."""

    secret_key = forms.CharField(
        label=lazy("Secret key"),
        max_length=300,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=lazy("Begins with sk_live_ (real money) or sk_test_ (to try it); a restricted key, rk_, does too."),
    )
    webhook_secret = forms.CharField(
        label=lazy("Signing secret of the endpoint"),
        max_length=300,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text=lazy("Begins with whsec_; the provider shows it where the endpoint below was added."),
    )
