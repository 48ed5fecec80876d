"""Takes penalties one by one: a row each, of either team, with who, what, when."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.report_about import About
from league.core.report_sheet_checks import LONGEST_PERIOD
from league.core.reports import CATEGORIES, ReportContent, ReportedPenalty, Side
from league.face.report_words import OFFENCE_CHOICES, PENALTY, VISITORS_FIRST

MOST_ROWS = 120
_CLOCK = re.compile(r"(?P<minutes>\d{1,2})[:.](?P<seconds>[0-5]\d)", re.ASCII)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_KEPT = ("seconds", "stands_for", "served_by", "flags", "note")
"""What a penalty may have besides what a row shows; it is carried along unchanged."""

Choices = list[Any]


class PenaltyRow(forms.Form):
    """One act: a penalty, or the parts of it that are written together. `who` is the side, and the person if known."""

    who = forms.ChoiceField(label=lazy("Who"))
    what = forms.ChoiceField(label=lazy("Penalty"), choices=[("", lazy("Choose")), *PENALTY.items()])
    offence = forms.ChoiceField(label=lazy("For"), choices=OFFENCE_CHOICES, initial="other", required=False)
    period = forms.ChoiceField(
        label=lazy("Period"),
        required=False,
        choices=[("", "\N{EN DASH}"), *((name, name) for name in ("1", "2", "3", "OT", "OT2", "OT3"))],
    )
    left = forms.CharField(
        label=lazy("Time left"),
        required=False,
        max_length=5,
        widget=forms.TextInput(attrs={"placeholder": "08:00", "inputmode": "numeric", "autocomplete": "off"}),
    )
    same_act = forms.BooleanField(label=lazy("Same act as the row above"), required=False)
    kept = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2000)

    def __init__(self, *args: Any, who: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].choices = who  # type: ignore[attr-defined]

    def clean_left(self) -> int | None:
        """Seconds left in the period; None where nothing was typed."""
        typed = self.cleaned_data["left"].strip()
        if not typed:
            return None
        found = _CLOCK.fullmatch(typed)
        seconds = int(found["minutes"]) * 60 + int(found["seconds"]) if found else LONGEST_PERIOD + 1
        if seconds > LONGEST_PERIOD:
            raise forms.ValidationError(_("Write the time left as 08:00, 20:00 at most."))
        return seconds

    def clean_kept(self) -> dict[str, Any]:
        """What the penalty has besides, as it was. Raises ValidationError for what this form didn't make."""
        try:
            values = json.loads(self.cleaned_data["kept"] or "{}")
        except ValueError:
            values = None
        if not isinstance(values, dict) or not all(_plain(name, value) for name, value in values.items()):
            raise forms.ValidationError(_("Something of this penalty was lost. Take the row out and enter it again."))
        return values

    @property
    def side(self) -> Side:
        """The side that the row is about; of a valid row."""
        return "home" if self.cleaned_data["who"].startswith("home:") else "away"

    def penalties(self, act: str) -> tuple[ReportedPenalty, ...]:
        """The penalties that the row says, parts of the act called `act` where they belong together."""
        data = self.cleaned_data
        name, _slash, stands_for = data["what"].partition("/")
        parts = CATEGORIES.get(name, ((name, "other"),))
        kept = dict(data["kept"])
        if stands_for:
            kept["stands_for"] = stands_for
        kept["flags"] = tuple(kept.get("flags", ()))
        return tuple(
            ReportedPenalty(
                penalty_class=penalty_class,
                offence=(data["offence"] or "other") if offence == "other" else offence,
                person=data["who"].partition(":")[2] or None,
                period=data["period"] or None,
                left=data["left"],
                incident=act,
                **kept,
            )
            for penalty_class, offence in parts
        )


def _plain(name: str, value: Any) -> bool:
    """Whether the value is one that a penalty can have under that name."""
    if name not in _KEPT:
        return False
    if name == "seconds":
        return value is None or (isinstance(value, int) and not isinstance(value, bool))
    if name == "flags":
        return isinstance(value, list) and all(_storable(flag) for flag in value)
    return (value is None and name == "served_by") or _storable(value)


def _storable(value: Any) -> bool:
    """Whether it is a text that the database can hold: JSON can spell NUL and halves of surrogate pairs."""
    return isinstance(value, str) and _UNSTORABLE.search(value) is None


PenaltyRows = forms.formset_factory(
    PenaltyRow,
    extra=3,
    max_num=MOST_ROWS,
    absolute_max=MOST_ROWS + 10,
    validate_max=True,
    can_delete=True,
)


def penalties_of(rows: Any, side: Side) -> tuple[ReportedPenalty, ...]:
    """The penalties that valid rows say about one side, in their order."""
    found: list[ReportedPenalty] = []
    act = ""
    filled = [row for row in rows.forms if row.cleaned_data.get("what") and not row.cleaned_data.get("DELETE")]
    for place, row in enumerate(filled):
        if not (row.cleaned_data["same_act"] and place and filled[place - 1].side == row.side):
            act = str(place + 1)
        if row.side == side:
            found += row.penalties(act)
    return _joined(found)


def _joined(found: list[ReportedPenalty]) -> tuple[ReportedPenalty, ...]:
    """Acts of one penalty need no name."""
    acts = [item.incident for item in found]
    return tuple(item if acts.count(item.incident) > 1 else replace(item, incident="") for item in found)


def people_choices(about: About, content: ReportContent | None) -> Choices:
    """Both teams' people by number, named where the reader may see it, and the bench of each."""
    groups: Choices = [("", _("Choose"))]
    for side in VISITORS_FIRST:
        spots = {spot.person: spot for spot in reversed(about.spots(side))}
        listed = [(f"{side}:{person}", _label(spot, about)) for person, spot in reversed(spots.items())]
        others = {item.person for item in content.side(side).penalties if item.person} if content else set()
        listed += [(f"{side}:{person}", about.called(person)) for person in sorted(others - spots.keys())]
        bench = (f"{side}:", _("%(team)s: bench, or not known") % {"team": about.team_name(side)})
        groups.append((about.team_name(side), [*listed, bench]))
    return groups


def _label(spot: Any, about: About) -> str:
    name = about.names.get(spot.person)
    if name is None:
        return about.called(spot.person)
    return f"{spot.number} {name}" if spot.number is not None else f"{name}, {spot.role.replace('-', ' ')}"


def rows_of(content: ReportContent, about: About) -> list[dict[str, Any]]:
    """The rows that say the same as the penalties which a report gives one by one."""
    rows: list[dict[str, Any]] = []
    for side in VISITORS_FIRST:
        before = ""
        for items in _rows(content.side(side).penalties):
            first = items[0]
            rows.append(
                {
                    "who": f"{side}:{first.person or ''}",
                    "what": _what(items),
                    "offence": first.offence,
                    "period": first.period or "",
                    "left": "" if first.left is None else f"{first.left // 60:02d}:{first.left % 60:02d}",
                    "same_act": bool(first.incident) and first.incident == before,
                    "kept": _kept(first),
                }
            )
            before = first.incident
    return rows


def _rows(items: Iterable[ReportedPenalty]) -> Iterable[tuple[ReportedPenalty, ...]]:
    """Penalties as rows: the parts of one category in one, where nothing but the class tells them apart."""
    left = list(items)
    while left:
        first = left.pop(0)
        parts = next((parts for parts in CATEGORIES.values() if parts[0] == (first.penalty_class, first.offence)), ())
        row = [first]
        for penalty_class, offence in parts[1:]:
            mate = replace(first, penalty_class=penalty_class, offence=offence)
            if mate.incident and mate in left:
                left.remove(mate)
                row.append(mate)
        yield tuple(row)


def _what(items: tuple[ReportedPenalty, ...]) -> str:
    pairs = tuple((item.penalty_class, item.offence) for item in items)
    for name, parts in CATEGORIES.items():
        if parts == pairs and parts[0][1] != "other":
            return name
    first = items[0]
    replaced = f"{first.penalty_class}/{first.stands_for}"
    return replaced if replaced in PENALTY else first.penalty_class


def _kept(item: ReportedPenalty) -> str:
    plain = ReportedPenalty(item.penalty_class)
    values = {name: getattr(item, name) for name in _KEPT if getattr(item, name) != getattr(plain, name)}
    return json.dumps(values) if values else ""
