"""Checks what officers type to open a round, and what teams type or upload of their home games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.rosters.grid import Grid, read_text
from league.core.rosters.workbook import read_file
from league.forms.fields import DayField
from league.models import Division
from scheduling.core.rounds.form import END, FORM, LOCATION, START, URL, FormGame, FormRow, rows_of

LONGEST_TEXT: Final = 300_000
_FIELDS: Final = (("start", START), ("end", END), ("rink", LOCATION), ("url", URL))


class RoundForm(forms.Form):
    """A round: its name, when people meet, when forms are due, and how many games each team of a division plays."""

    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("Such as Bantam and Peewee, October."))
    meeting = DayField(label=_("Scheduling meeting"), required=False)
    due = DayField(label=_("Forms are due"), required=False)

    def __init__(self, *args: Any, divisions: Sequence[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.divisions = divisions
        for division in divisions:
            self.fields[f"games-{division.pk}"] = forms.IntegerField(
                label=_("Games of each team in %(division)s") % {"division": division},
                required=False,
                min_value=0,
                max_value=100,
                help_text=_("Left empty, the division isn't in this round."),
            )

    def games(self) -> dict[Division, int]:
        """By division how many games its teams play."""
        found = {division: self.cleaned_data.get(f"games-{division.pk}") for division in self.divisions}
        return {division: number for division, number in found.items() if number}


class FilledForm(forms.Form):
    """A filled form as a file, or as the text of one that was shown before."""

    file = forms.FileField(label=_("Filled form"), required=False, help_text=_("XLSX or CSV, up to 3 MB."))
    text = forms.CharField(required=False, strip=False, max_length=LONGEST_TEXT, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Ask for a file."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not cleaned.get("file") and not cleaned.get("text"):
            self.add_error("file", _("Choose the filled form."))
        return cleaned

    def grid(self) -> Grid:
        """The cells of what was sent."""
        if self.cleaned_data["file"]:
            return read_file(self.cleaned_data["file"].read(FORM.bytes + 1), FORM)
        return read_text(self.cleaned_data["text"], FORM, "\t")

    @property
    def uploaded(self) -> bool:
        """Whether a file came along, which is shown before it is saved."""
        return bool(self.cleaned_data["file"])


def field_name(name: str, key: str) -> str:
    """The name of a field of the grid, such as `start-k2j4`."""
    return f"{name}-{key}"


def typed_rows(data: Any, games: Iterable[FormGame]) -> list[FormRow]:
    """What was typed into the grid, a row a home game, numbered from 1."""
    return [
        FormRow(
            number,
            {
                "Game_ID": game.key,
                **{column: str(data.get(field_name(name, game.key), ""))[:300] for name, column in _FIELDS},
            },
        )
        for number, game in enumerate(games, 1)
    ]


__all__ = ["FilledForm", "RoundForm", "field_name", "rows_of", "typed_rows"]
