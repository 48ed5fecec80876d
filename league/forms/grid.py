"""Takes one game of an evening by its figures: goals by period or the score, penalties by number, Fair Play events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.findings import Finding
from league.core.report_checks import MOST, PERIODS
from league.core.reports import CATEGORIES, ReportContent, Side, SideReport
from league.core.vocabulary import CONDUCT_KINDS
from league.face.report_words import CATEGORY, CONDUCT, VISITORS_FIRST, field_label
from league.models import Game

OVERTIME = PERIODS + 1
HEADS = {
    "minor": lazy("Min"),
    "bench-minor": lazy("Bch"),
    "major": lazy("Maj"),
    "misconduct": lazy("Mis"),
    "game-misconduct": lazy("GM"),
    "gross-misconduct": lazy("Grs"),
    "match": lazy("Mat"),
    "penalty-shot": lazy("PS"),
    "checking-from-behind": lazy("CFB"),
    "no-mouth-guard": lazy("NMG"),
}
"""The categories as the heads of narrow columns."""


class Figure(forms.IntegerField):
    """A small number, typed into a narrow field in which the arrow keys stay free to move about."""

    widget = forms.TextInput

    def __init__(self, label: str, *, head: Any, full: Any = "") -> None:
        self.head, self.full = head, full or head
        super().__init__(label=label, required=False, min_value=0, max_value=MOST)
        self.error_messages["invalid"] = _("Write a number.")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Digits for phones; named by its own label, for the head of its column isn't beside it."""
        return {
            "inputmode": "numeric", "autocomplete": "off", "maxlength": 3, "class": "form-control figure-input",
            "aria-label": self.label,
        }  # fmt: skip


class GridForm(forms.Form):
    """One game's figures; each form of a page has the game's id as prefix. `content()` gives the report."""

    shootout_winner = forms.ChoiceField(label=lazy("Shootout won by"), required=False)
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=2**31 - 1)
    token = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def __init__(self, data: Any = None, *, game: Game, keeps_score: bool, token: str = "") -> None:
        self.game, self.keeps_score = game, keeps_score
        self.teams: dict[Side, str] = {"away": game.away.name, "home": game.home.name}
        super().__init__(data, prefix=f"g{game.pk}", initial={"version": game.version, "token": token})
        winners: Any = self.fields["shootout_winner"]
        winners.widget.attrs["class"] = "form-select"
        winners.choices = [("", _("No shootout")), *((side, self.teams[side]) for side in VISITORS_FIRST)]
        if not keeps_score:
            del self.fields["shootout_winner"]
        for side in VISITORS_FIRST:
            self._add_side(side)

    def _add_side(self, side: Side) -> None:
        if self.keeps_score:
            for number in range(1, OVERTIME + 1):
                head = _("OT") if number == OVERTIME else str(number)
                self._add(f"{side}_goals_{number}", f"{side}.goals.{number}", head)
            self._add(f"{side}_total", f"{side}.total", _("Tot"))
        for name in CATEGORIES:
            self._add(f"{side}_count_{name}", f"{side}.penalties.{name}", HEADS[name], CATEGORY[name])
        for kind in CONDUCT_KINDS:
            label = f"{CONDUCT.get(kind, kind)} ({self.teams[side]})"
            box = forms.CheckboxInput(attrs={"class": "form-check-input"})
            self.fields[f"{side}_conduct_{kind}"] = forms.BooleanField(label=label, required=False, widget=box)

    def _add(self, name: str, path: str, head: Any, full: Any = "") -> None:
        self.fields[name] = Figure(field_label(path, self.teams), head=head, full=full)

    @property
    def filled(self) -> bool:
        """Whether anything was entered at all."""
        if not self.is_bound:
            return False
        names = [name for name in self.fields if name not in ("version", "token")]
        return any(self[name].value() not in (None, "", False) for name in names)

    def clean(self) -> dict[str, Any]:
        """Ask for what is missing: the goals of all periods, or else the score, of both teams."""
        data: dict[str, Any] = super().clean() or {}
        if self.keeps_score:
            by_period = any(data.get(name) is not None for name in self._goals())
            for side in VISITORS_FIRST:
                wanted = [f"{side}_goals_{n}" for n in range(1, OVERTIME)] if by_period else [f"{side}_total"]
                for name in wanted:
                    if data.get(name) is None and name not in self.errors:
                        self.add_error(name, _("How many? 0 for none."))
        return data

    def _goals(self) -> list[str]:
        return [f"{side}_goals_{number}" for side in VISITORS_FIRST for number in range(1, OVERTIME + 1)]

    def content(self) -> ReportContent:
        """The report as entered. Call it once the form is valid."""
        winner = self.cleaned_data.get("shootout_winner") or None
        home, away = self._side("home"), self._side("away")
        decided_in = "shootout" if winner else "regulation"
        if not winner and len(home.goals) > PERIODS and home.score != away.score:
            decided_in = "overtime"
        return ReportContent(home=home, away=away, decided_in=decided_in, shootout_winner=winner)

    def _side(self, side: Side) -> SideReport:
        data = self.cleaned_data
        periods = range(1, OVERTIME + 1)
        if all(data.get(f"{one}_goals_{OVERTIME}") is None for one in VISITORS_FIRST):
            periods = range(1, OVERTIME)
        by_period = self.keeps_score and any(data.get(name) is not None for name in self._goals())
        return SideReport(
            goals=tuple(data.get(f"{side}_goals_{number}") or 0 for number in periods) if by_period else (),
            counts={name: number for name in CATEGORIES if (number := data.get(f"{side}_count_{name}"))},
            conduct=tuple(kind for kind in CONDUCT_KINDS if data.get(f"{side}_conduct_{kind}")),
            total=data.get(f"{side}_total"),
        )

    def lines(self) -> list[dict[str, Any]]:
        """Both teams' lines for the page: figures in columns, events as boxes to tick."""
        return [
            {
                "team": self.teams[side],
                "figures": [
                    self[name]
                    for name, field in self.fields.items()
                    if name.startswith(side) and isinstance(field, Figure)
                ],
                "events": [self[f"{side}_conduct_{kind}"] for kind in CONDUCT_KINDS],
            }
            for side in VISITORS_FIRST
        ]

    def complaints(self) -> list[Finding]:
        """Everything that this form has against what was entered, by the words of its fields."""
        return [
            Finding("grid.field", str(error), where=str(self.fields[name].label) if name in self.fields else "")
            for name, errors in self.errors.items()
            for error in errors
        ]


def named(findings: Iterable[Finding], form: GridForm) -> list[Finding]:
    """A service's findings, with their places called as on the page."""
    return [replace(item, where=field_label(item.where, form.teams)) for item in findings]
