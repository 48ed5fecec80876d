"""Checks what people typed in `rulings`."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import RuleBookVersion, Season


class RuleBookForm(forms.Form):
    """Which version of which rule book a season is played by, from which day, and why."""

    version = forms.ModelChoiceField(RuleBookVersion.objects.none(), label=_("Rule book and version"), empty_label=None)
    effective_from = forms.DateField(
        label=_("In force from"),
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("What happened before this day is judged as before."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Needed once the season's first game has been played. It stays in the audit trail."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = RuleBookVersion.objects.defer("text").order_by("slug", "-pk")
        version: Any = self.fields["version"]
        version.queryset = choices
        version.label_from_instance = lambda book: f"{book.title}, {book.version}"
        version.initial = season.rulebook_id

    def what_is_asked(self) -> str:
        """Version and day as one text: what a preview was made for."""
        return f"{self.cleaned_data['version'].pk} {self.cleaned_data['effective_from']}"

    def was_seen(self) -> bool:
        """Whether what is asked is what the preview before showed."""
        return bool(self.cleaned_data["seen"] == self.what_is_asked())
