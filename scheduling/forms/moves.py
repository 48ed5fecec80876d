"""Takes a request to move a game, an answer to one, and the league's decision."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.local_times import SkippedTime, comes_twice, moment_of
from league.forms.fields import DayField
from league.forms.games import TimeInput
from league.forms.report import FilesField, SeveralFiles
from league.models import Season
from scheduling.models import RequestDecision, RequestReason


class DatedForm(forms.Form):
    """A form with a day and a time of day in the season's zone, given as one moment (UTC) in `new_start`."""

    day = DayField(label=lazy("New day"))
    time = forms.TimeField(label=lazy("New time"), widget=TimeInput)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        self.zone = ZoneInfo(season.timezone)
        super().__init__(*args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Turn day and time into a moment."""
        data: dict[str, Any] = super().clean() or {}
        data["new_start"] = None
        day, time = data.get("day"), data.get("time")
        if isinstance(day, dt.date) and isinstance(time, dt.time):
            try:
                data["new_start"] = moment_of(day, time, self.zone, second=comes_twice(day, time, self.zone))
            except (SkippedTime, OverflowError) as wrong:
                self.add_error("time", str(wrong))
        return data


class AskForm(DatedForm):
    """A request to move a game."""

    reason = forms.ChoiceField(label=lazy("Why"), choices=RequestReason, initial=RequestReason.OTHER)
    text = forms.CharField(
        label=lazy("What the other team and the league should know"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    evidence = FilesField(
        label=lazy("Evidence"),
        required=False,
        help_text=lazy("For weather or illness: PDF, JPEG, PNG or HEIC, up to 15 MB each."),
        widget=SeveralFiles(attrs={"accept": ".pdf,.jpg,.jpeg,.png,.heic,application/pdf,image/*"}),
    )
    shown_fee = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=0, max_value=10**9)


class AnswerForm(forms.Form):
    """A few words with an answer."""

    text = forms.CharField(
        label=lazy("A few words"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )


class ProposeForm(DatedForm):
    """Another date instead."""

    text = forms.CharField(
        label=lazy("A few words"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )


class DecideForm(forms.Form):
    """The league's decision, with its reason."""

    decision = forms.ChoiceField(label=lazy("Decision"), widget=forms.RadioSelect)
    reason = forms.CharField(label=lazy("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, agreed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        told = {
            RequestDecision.APPROVED: _("Approve: the game moves, the fee is charged"),
            RequestDecision.WAIVED: _("Approve without the fee"),
            RequestDecision.REFUSED: _("Refuse: the game stays where it is"),
        }
        field: Any = self.fields["decision"]
        field.choices = [(value, label) for value, label in told.items() if agreed or value == RequestDecision.REFUSED]
