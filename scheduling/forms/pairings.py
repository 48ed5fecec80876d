"""Checks what officers type to change the pairings of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Team


class PairingForm(forms.Form):
    """Who plays at home and who comes; `version` is the round as it was seen."""

    home = forms.ModelChoiceField(label=_("Home"), queryset=Team.objects.none())
    away = forms.ModelChoiceField(label=_("Visitor"), queryset=Team.objects.none())
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = Team.objects.filter(pk__in=[team.pk for team in teams]).order_by("position", "pk")
        for name in ("home", "away"):
            field: Any = self.fields[name]
            field.queryset = rows


class AgainForm(forms.Form):
    """How many games each team of a division plays, for pairings made anew."""

    games = forms.IntegerField(label=_("Games of each team"), min_value=1, max_value=100)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
