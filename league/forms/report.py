"""Takes a game report from a form: goals, penalties, conduct, Fair Play points, who dressed, files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.report_about import About
from league.core.report_checks import MOST, PERIODS
from league.core.reports import CATEGORIES, ReportContent, Side, SideReport
from league.core.vocabulary import CONDUCT_KINDS, TEAM_OFFICIAL_ROLES
from league.face.report_words import CATEGORY, CONDUCT, VISITORS_FIRST
from league.forms.penalties import PenaltyRows, penalties_of, people_choices, rows_of

OVERTIME = PERIODS + 1
KEPT, LOST = "yes", "no"
_CHECK = {"class": "form-check-input"}
_PLACE = re.compile(r"(?P<side>home|away)\.(?P<field>[a-z_]+)(?:[.\[](?P<part>[\w-]+)\]?.*)?")


class SeveralFiles(forms.ClearableFileInput):
    """An input for any number of files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files; what they are is looked at by their content, later."""

    widget = SeveralFiles

    def clean(self, data: Any, initial: Any = None) -> Any:
        """The files, none being none."""
        return [item for item in (data or []) if item]


class ReportForm(forms.Form):
    """A report of one game. `sides_dressed` are the teams whose bench it asks for.

    Numbers out of bounds and words of no list are refused here, what doesn't fit together by
    `league.core.report_checks`. `content()` gives the report once the form and `rows` are valid.
    """

    shootout_winner = forms.ChoiceField(label=lazy("Winner of the shootout"), required=False)
    sheets = FilesField(
        label=lazy("Score sheet"),
        required=False,
        help_text=lazy("PDF, JPEG, PNG or HEIC, up to 15 MB each."),
        widget=SeveralFiles(attrs={"accept": ".pdf,.jpg,.jpeg,.png,.heic,application/pdf,image/*"}),
    )

    def __init__(
        self,
        *args: Any,
        about: About,
        sides_dressed: Iterable[Side] = (),
        content: ReportContent | None = None,
        **kwargs: Any,
    ) -> None:
        self.about = about
        self.sides_dressed = tuple(sides_dressed)
        self.teams = {side: about.team_name(side) for side in VISITORS_FIRST}
        if content is not None:
            kwargs["initial"] = {**values_of(content), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        winners = [("", _("No shootout")), *((side, self.teams[side]) for side in VISITORS_FIRST)]
        self.fields["shootout_winner"].choices = winners  # type: ignore[attr-defined]
        if not about.keeps_score:
            del self.fields["shootout_winner"]
        for side in VISITORS_FIRST:
            self._add_side(side)
        self.rows = PenaltyRows(
            self.data if self.is_bound else None,
            prefix="penalties",
            initial=rows_of(content, about) if content is not None else None,
            form_kwargs={"who": people_choices(about, content)},
        )

    def _add_side(self, side: Side) -> None:
        about, team = self.about, self.teams[side]
        if about.keeps_score:
            for number in range(1, OVERTIME + 1):
                period = _("overtime") if number == OVERTIME else _("period %(n)s") % {"n": number}
                self._add_number(
                    f"{side}_goals_{number}", _("%(team)s, goals, %(period)s") % {"team": team, "period": period}
                )
            self._add_number(f"{side}_total", _("%(team)s, total on the sheet") % {"team": team})
        for name in CATEGORIES:
            self._add_number(f"{side}_count_{name}", f"{team}, {CATEGORY[name]}")
        self._add_number(f"{side}_minutes", _("%(team)s, minutes on the sheet") % {"team": team}, most=999)
        self.fields[f"{side}_conduct"] = forms.MultipleChoiceField(
            label=team,
            required=False,
            choices=[(kind, CONDUCT.get(kind, kind)) for kind in CONDUCT_KINDS],
            widget=forms.CheckboxSelectMultiple(attrs=_CHECK),
        )
        self.fields[f"{side}_fair_play"] = forms.ChoiceField(
            label=team,
            required=False,
            choices=[(KEPT, _("Kept")), (LOST, _("Lost")), ("", _("Work it out"))],
            widget=forms.RadioSelect(attrs=_CHECK),
        )
        if side in self.sides_dressed:
            self.fields[f"{side}_dressed"] = forms.MultipleChoiceField(
                label=team,
                required=False,
                choices=[(spot.person, _bench_label(spot, about)) for spot in _once(about.spots(side))],
                widget=forms.CheckboxSelectMultiple(attrs=_CHECK),
            )

    def _add_number(self, name: str, label: str, most: int = MOST) -> None:
        widget = forms.NumberInput(attrs={"inputmode": "numeric", "min": 0, "max": most, "autocomplete": "off"})
        self.fields[name] = forms.IntegerField(label=label, required=False, min_value=0, max_value=most, widget=widget)

    def is_valid(self) -> bool:
        """Whether the form and every row of penalties are."""
        return all([super().is_valid(), self.rows.is_valid()])

    def clean(self) -> dict[str, Any]:
        """Ask for goals that are missing."""
        data: dict[str, Any] = super().clean() or {}
        if self.about.keeps_score:
            for side in VISITORS_FIRST:
                for number in range(1, PERIODS + 1):
                    name = f"{side}_goals_{number}"
                    if data.get(name) is None and name not in self.errors:
                        self.add_error(name, _("How many? 0 for none."))
        return data

    def without_complaints(self) -> None:
        """Show what was typed and say nothing about it yet."""
        self._errors = ErrorDict()
        self.cleaned_data = {}
        for row in self.rows.forms:
            row._errors = ErrorDict()  # type: ignore[attr-defined]
            row.cleaned_data = {}

    def content(self) -> ReportContent:
        """The report as filled in. Call it once the form is valid."""
        sides = {side: self._side(side) for side in VISITORS_FIRST}
        winner = self.cleaned_data.get("shootout_winner") or None
        decided_in = "shootout" if winner else "regulation"
        home, away = sides["home"], sides["away"]
        if not winner and len(home.goals) > PERIODS and home.score != away.score:
            decided_in = "overtime"
        return ReportContent(home=home, away=away, decided_in=decided_in, shootout_winner=winner)

    def _side(self, side: Side) -> SideReport:
        data = self.cleaned_data
        goals = tuple(data.get(f"{side}_goals_{number}") or 0 for number in range(1, PERIODS + 1))
        if any(data.get(f"{one}_goals_{OVERTIME}") is not None for one in VISITORS_FIRST):
            goals = (*goals, data.get(f"{side}_goals_{OVERTIME}") or 0)
        said = {KEPT: True, LOST: False}
        return SideReport(
            goals=goals if self.about.keeps_score else (),
            counts={name: number for name in CATEGORIES if (number := data.get(f"{side}_count_{name}"))},
            penalties=penalties_of(self.rows, side),
            conduct=tuple(data[f"{side}_conduct"]),
            dressed=tuple(data.get(f"{side}_dressed") or ()) or None,
            total=data.get(f"{side}_total"),
            minutes=data.get(f"{side}_minutes"),
            fair_play=said.get(data[f"{side}_fair_play"]),
        )

    def field_of(self, where: str) -> str:
        """The name of the field that the place of a finding means, empty where there is none."""
        found = _PLACE.fullmatch(where)
        if found is None:
            return where if where in self.fields else ""
        name = {"penalties": "count"}.get(found["field"], found["field"])
        whole = f"{found['side']}_{name}"
        return next((one for one in (f"{whole}_{found['part']}", whole) if one in self.fields), "")


def _once(spots: Iterable[Any]) -> Iterable[Any]:
    """Each person's first place on the roster."""
    seen: set[str] = set()
    for spot in spots:
        if spot.person not in seen:
            seen.add(spot.person)
            yield spot


def _bench_label(spot: Any, about: About) -> str:
    """Somebody of the own team: number, name, role, and why they may not dress."""
    number = f"{spot.number} " if spot.number is not None else ""
    role = f", {spot.role.replace('-', ' ')}" if spot.role in TEAM_OFFICIAL_ROLES or spot.role == "goalie" else ""
    barred = (
        _(" \N{EM DASH} may not dress: %(why)s") % {"why": about.barred[spot.person]}
        if spot.person in about.barred
        else ""
    )
    name = about.names.get(spot.person, "")
    return f"{number}{name}{role}{barred}".strip() or about.called(spot.person)


def everybody_who_may(about: About, side: Side) -> tuple[str, ...]:
    """The team's people who may dress: what the form starts from."""
    return tuple(spot.person for spot in _once(about.spots(side)) if spot.person not in about.barred)


def values_of(content: ReportContent) -> dict[str, Any]:
    """The form's values that say the same as a report."""
    values: dict[str, Any] = {"shootout_winner": content.shootout_winner or ""}
    for side in VISITORS_FIRST:
        report = content.side(side)
        values |= {f"{side}_goals_{place}": goals for place, goals in enumerate(report.goals, start=1)}
        values |= {f"{side}_count_{name}": number for name, number in _numbers(report).items()}
        values |= {f"{side}_total": report.total, f"{side}_minutes": report.minutes}
        values[f"{side}_conduct"] = list(report.conduct)
        values[f"{side}_fair_play"] = {True: KEPT, False: LOST, None: ""}[report.fair_play]
        if report.dressed is not None:
            values[f"{side}_dressed"] = list(report.dressed)
    return values


def _numbers(report: SideReport) -> Mapping[str, int]:
    return {} if report.penalties else report.counts
