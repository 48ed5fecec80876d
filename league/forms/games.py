"""Checks what administrators type about a game: its teams, its rink, and when it is on the season's clock."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.local_times import SkippedTime, comes_twice, moment_of
from league.forms.fields import DayField
from league.models import Game, GameKind, Season, Team, Venue


class TimeInput(forms.TimeInput):
    """The browser's own picker of a time of day; shows and sends 19:30."""

    input_type = "time"

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__(attrs, format="%H:%M")


class GameForm(forms.Form):
    """A game: who plays, when and where. Without a day and a time it waits for a date."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=GameKind, initial=GameKind.LEAGUE)
    home = forms.ModelChoiceField(Team.objects.none(), label=gettext_lazy("Home"), empty_label=gettext_lazy("Choose"))
    away = forms.ModelChoiceField(Team.objects.none(), label=gettext_lazy("Away"), empty_label=gettext_lazy("Choose"))
    day = DayField(
        label=gettext_lazy("Day"), required=False, help_text=gettext_lazy("Left empty while the game has no date.")
    )
    start = forms.TimeField(label=gettext_lazy("Start"), required=False, widget=TimeInput)
    end = forms.TimeField(
        label=gettext_lazy("End"),
        required=False,
        widget=TimeInput,
        help_text=gettext_lazy("Left empty, the rule book's length of a game holds the rink."),
    )
    second = forms.BooleanField(
        label=gettext_lazy("The clock shows this start twice: the later one is meant"), required=False
    )
    venue = forms.ModelChoiceField(
        Venue.objects.none(), label=gettext_lazy("Rink"), required=False, empty_label=gettext_lazy("Not known yet")
    )
    stage = forms.CharField(
        label=gettext_lazy("Stage of the playoffs"),
        required=False,
        max_length=100,
        help_text=gettext_lazy("Such as round-robin, semi-final or championship."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        required=False,
        max_length=2000,
        help_text=gettext_lazy("Stays in the audit trail."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = ZoneInfo(season.timezone)
        teams = Team.objects.filter(season=season).select_related("division")
        for name in ("home", "away"):
            field: Any = self.fields[name]
            field.queryset = teams
            field.label_from_instance = lambda team: f"{team}, {team.division}"
        venue: Any = self.fields["venue"]
        venue.queryset = Venue.objects.filter(league=season.league_id).order_by("name", "pk")

    def clean(self) -> dict[str, Any]:
        """Turn day and times into moments: `starts` and `ends`, in UTC, or None."""
        cleaned = super().clean() or self.cleaned_data
        cleaned["starts"] = cleaned["ends"] = None
        day, start, end = (cleaned.get(name) for name in ("day", "start", "end"))
        if "day" in self.errors or "start" in self.errors:
            return cleaned
        if (day is None) != (start is None):
            self.add_error("start" if day else "day", _("A day and a time belong together."))
        elif day is None and end:
            self.add_error("end", _("A game without a date has no end."))
        elif day is not None and start is not None:
            cleaned["starts"] = self._moment("start", day, start, second=cleaned.get("second", False))
            if end is not None:
                cleaned["ends"] = self._moment("end", day + dt.timedelta(days=end <= start), end, second=True)
        if cleaned["starts"] and cleaned["ends"] and cleaned["ends"] <= cleaned["starts"]:
            self.add_error("end", _("The game ends before it starts."))
        return cleaned

    def _moment(self, name: str, day: dt.date, time: dt.time, *, second: bool) -> dt.datetime | None:
        try:
            return moment_of(day, time, self.zone, second=second and comes_twice(day, time, self.zone))
        except (SkippedTime, OverflowError) as wrong:
            self.add_error(name, str(wrong))
            return None

    @property
    def twice(self) -> bool:
        """Whether the clock shows the start twice, so that somebody has to say which is meant."""
        day, start = (self.cleaned_data.get(name) for name in ("day", "start")) if self.is_bound else (None, None)
        if day is None or start is None:
            given = self.initial.get("day"), self.initial.get("start")
            day, start = given if all(given) else (None, None)
        return day is not None and start is not None and comes_twice(day, start, self.zone)

    @staticmethod
    def values_of(game: Game) -> dict[str, Any]:
        """What the form shows of a game, on the clock of its season."""
        zone = ZoneInfo(game.season.timezone)
        starts = game.starts.astimezone(zone) if game.starts else None
        ends = game.ends.astimezone(zone) if game.ends else None
        values: dict[str, Any] = {name: getattr(game, name) for name in ("kind", "home", "away", "venue", "stage")}
        return values | {
            "day": starts.date() if starts else None,
            "start": starts.time() if starts else None,
            "end": ends.time() if ends else None,
            "second": bool(starts and starts.fold),
            "version": game.version,
        }
