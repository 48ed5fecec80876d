"""Checks what the statistician types to have games placed: the ice, what stays, the wishes and the time."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class IceForm(forms.Form):
    """The season's ice as a list, a slot a line."""

    ice = forms.CharField(
        label=_("Ice"),
        required=False,
        strip=False,
        max_length=400_000,
        widget=forms.Textarea(attrs={"rows": 8, "class": "font-monospace", "spellcheck": "false"}),
        help_text=_("A slot a line: Rink; 12/06/2014 1:00 PM; 12/06/2014 2:30 PM; Association (or without)."),
    )


class PlacingForm(forms.Form):
    """What is asked for. A weight of 0 leaves a wish out."""

    keep = forms.ChoiceField(
        label=_("Games that are set already"),
        choices=[("set", _("stay where they are")), ("pinned", _("may move, unless they are pinned"))],
        initial="set",
    )
    seconds = forms.IntegerField(label=_("Time limit in seconds"), min_value=5, max_value=180, initial=60)
    rest = forms.IntegerField(label=_("A day of rest between games"), min_value=0, max_value=100, initial=10)
    three_away = forms.IntegerField(label=_("No three away games in a row"), min_value=0, max_value=100, initial=15)
    busy_week = forms.IntegerField(label=_("No more than two games a week"), min_value=0, max_value=100, initial=5)

    def wishes(self) -> dict[str, Any]:
        """Everything but the time."""
        return {name: value for name, value in self.cleaned_data.items() if name != "seconds"}
