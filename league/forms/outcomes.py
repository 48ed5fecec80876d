"""Takes what became of a game that wasn't played, or not to its end: the outcome, whose fault, what excuses it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.book import Results
from league.core.local_times import SkippedTime, comes_twice, moment_of
from league.core.report_about import About
from league.core.reports import Side
from league.forms.fields import DayField
from league.forms.games import TimeInput
from league.models import Excuse, Game, Outcome, Team
from league.services.outcomes import NOT_PLAYED


class Step(StrEnum):
    """What can be done besides recording an outcome."""

    UNDO = "undo"
    WITHDRAW = "withdraw"
    NOT_READY = "not-ready"
    POSTPONE = "postpone"
    DATE = "date"


_TOLD = {
    Outcome.FORFEIT: lazy("Forfeit: one team gave the game away"),
    Outcome.NO_SHOW: lazy("No-show: one team did not come"),
    Outcome.REFUSED: lazy("Refused: one team would not play"),
    Outcome.CANCELLED: lazy("Cancelled: called off before the game"),
    Outcome.DOUBLE_FORFEIT: lazy("Double forfeit: both teams lose"),
}


@dataclass(frozen=True, slots=True)
class NotReady:
    """From which moment on a team that can't field enough players forfeits: so many minutes after the start."""

    at: dt.datetime
    minutes: int
    clause: str

    def told(self) -> str:
        """The sentence that stays on record."""
        told = _("Not ready %(minutes)s minutes after the start (%(clause)s).")
        return told % {"minutes": self.minutes, "clause": self.clause}


class OutcomeForm(forms.Form):
    """What became of a game. `done()` says what is to be done, `values()` what the service takes."""

    outcome = forms.ChoiceField(label=lazy("What happened"), widget=forms.RadioSelect)
    at_fault = forms.ChoiceField(label=lazy("Team at fault"), required=False, widget=forms.RadioSelect)
    notice_day = DayField(label=lazy("Notice given on"), required=False)
    notice_time = forms.TimeField(label=lazy("at"), required=False, widget=TimeInput)
    excused = forms.ChoiceField(label=lazy("Excused by"), required=False)
    fair_play = forms.BooleanField(
        label=lazy("The director gives the team that was left waiting its Fair Play point"), required=False
    )
    keep_sheet = forms.BooleanField(label=lazy("The game had begun: its penalties and lineups stay"), required=False)
    day = DayField(label=lazy("New day"), required=False)
    time = forms.TimeField(label=lazy("New time"), required=False, widget=TimeInput)
    reason = forms.CharField(
        label=lazy("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=lazy("Both teams and the audit trail keep it."),
    )

    def __init__(self, *args: Any, game: Game, about: About, now: dt.datetime, **kwargs: Any) -> None:
        self.game, self.zone, self.now = game, ZoneInfo(game.season.timezone), now
        kwargs["initial"] = _initial(game, self.zone) | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        rules = about.book.get(Results)
        self.not_ready = _not_ready(game, rules)
        self._choices("outcome", _possible(game, self.not_ready))
        teams: dict[Side, Team] = {"away": game.away, "home": game.home}
        self._choices("at_fault", [("", _("Nobody, or both")), *((side, team.name) for side, team in teams.items())])
        excusable = rules is not None and bool(rules.excusable)
        self._choices("excused", [("", _("Nothing")), *Excuse.choices])
        for name, offered in (
            ("excused", excusable),
            ("fair_play", rules is not None and rules.forfeit_fair_play_clause is not None),
            ("keep_sheet", bool(about.game.penalties or about.game.home_lineup or about.game.away_lineup)),
            ("day", game.starts is None),
            ("time", game.starts is None),
        ):
            if not offered:
                del self.fields[name]
        if rules is not None and rules.notice_hours is not None:
            told = _("Less than %(hours)s hours before the start is a no-show. No notice at all: give the start.")
            self.fields["notice_time"].help_text = told % {"hours": rules.notice_hours}

    def _choices(self, name: str, choices: list[Any]) -> None:
        field: Any = self.fields[name]
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Turn day and time of the notice, and of a new date, into moments (UTC)."""
        data: dict[str, Any] = super().clean() or {}
        data["notice"] = self._moment("notice_day", "notice_time") if data.get("outcome") == Outcome.CANCELLED else None
        data["starts"] = self._moment("day", "time") if data.get("outcome") == Step.DATE else None
        if data.get("outcome") == Step.DATE and data["starts"] is None and "day" not in self.errors:
            self.add_error("day", _("On which day, and at what time?"))
        if data.get("outcome") == Step.NOT_READY and self.not_ready:
            self._after_the_minutes(self.not_ready, data)
        return data

    def _after_the_minutes(self, found: NotReady, data: dict[str, Any]) -> None:
        """Nobody forfeits before the book's minutes are over; what is kept as the reason begins with them."""
        if self.now < found.at:
            told = _("Nobody has forfeited yet: a team has until %(time)s to be ready (%(clause)s).")
            left = {"time": f"{found.at.astimezone(self.zone):%H:%M}", "clause": found.clause}
            self.add_error("outcome", told % left)
        elif "reason" in data:
            data["reason"] = f"{found.told()} {data['reason']}"

    def _moment(self, day: str, time: str) -> dt.datetime | None:
        date, clock = self.cleaned_data.get(day), self.cleaned_data.get(time)
        if (date is None) != (clock is None) and not {day, time} & set(self.errors):
            self.add_error(time if date else day, _("A day and a time belong together."))
        if date is None or clock is None:
            return None
        try:
            return moment_of(date, clock, self.zone, second=comes_twice(date, clock, self.zone))
        except (SkippedTime, OverflowError) as wrong:
            self.add_error(time, str(wrong))
            return None

    def done(self) -> str:
        """What is to be done: an outcome or a `Step`. Of a valid form."""
        return str(self.cleaned_data["outcome"])

    def values(self) -> dict[str, Any]:
        """What `set_outcome` takes of a valid form, besides who, when and why."""
        data = self.cleaned_data
        teams = {"home": self.game.home, "away": self.game.away}
        blamed = teams.get(data.get("at_fault", ""))
        waiting = self.game.away if blamed == self.game.home else self.game.home
        return {
            "outcome": Outcome.FORFEIT.value if data["outcome"] == Step.NOT_READY else data["outcome"],
            "at_fault": [blamed] if blamed else [],
            "notice": data["notice"],
            "excused": data.get("excused") or None,
            "fair_play": {waiting: True} if blamed and data.get("fair_play") else {},
            "keep_sheet": bool(data.get("keep_sheet")),
        }

    def what(self) -> dict[str, Any]:
        """All of it in plain values, without the reason."""
        values = self.values()
        teams = [team.pk for team in values["at_fault"]]
        points = [team.pk for team in values["fair_play"]]
        return values | {"at_fault": teams, "fair_play": points, "starts": self.cleaned_data["starts"]}


def _not_ready(game: Game, rules: Results | None) -> NotReady | None:
    """From when on the book has a team forfeit that isn't ready for this game, where it says so."""
    if rules is None or rules.ready_minutes is None or game.starts is None:
        return None
    at = game.starts + dt.timedelta(minutes=rules.ready_minutes)
    return NotReady(at, rules.ready_minutes, rules.ready_clause or "")


def _possible(game: Game, not_ready: NotReady | None) -> list[Any]:
    """What can become of the game as it is."""
    found: list[Any] = [(value.value, label) for value, label in _TOLD.items()]
    if not_ready:
        time = f"{not_ready.at.astimezone(ZoneInfo(game.season.timezone)):%H:%M}"
        label = _("Forfeit: one team could not field enough players %(minutes)s minutes after the start, at %(time)s")
        told = label % {"minutes": not_ready.minutes, "time": time}
        found.insert(1, (Step.NOT_READY, f"{told} ({not_ready.clause})"))
    if game.outcome == Outcome.SCHEDULED:
        if game.starts is None:
            found.insert(0, (Step.DATE, _("On a date again")))
        else:
            found.append((Step.POSTPONE, _("Postponed, without a new date")))
    elif game.outcome == Outcome.PLAYED:
        found.append((Step.WITHDRAW, _("Not played after all, or reported for the wrong game: take the result away")))
    elif game.outcome in NOT_PLAYED:
        found.insert(0, (Step.UNDO, _("Take back: %(outcome)s") % {"outcome": game.get_outcome_display()}))
    return found


def _initial(game: Game, zone: ZoneInfo) -> dict[str, Any]:
    """The outcome as it is recorded."""
    notice = game.notice.astimezone(zone) if game.notice else None
    one = game.at_fault[0] if len(game.at_fault) == 1 else None
    return {
        "outcome": game.outcome if game.outcome in NOT_PLAYED else "",
        "at_fault": {game.home_id: "home", game.away_id: "away"}.get(one or 0, ""),
        "notice_day": notice.date() if notice else None,
        "notice_time": notice.time() if notice else None,
        "excused": game.excused or "",
        "fair_play": any(game.fair_play_decisions.values()),
    }
