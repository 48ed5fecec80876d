"""Decides what officers can enter about a table; whether it may be so, the services say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.facts import Game
from league.core.findings import Finding
from league.models import RuleBookVersion
from standings.core.supposing import End


def put(form: forms.Form, findings: Sequence[Finding]) -> None:
    """Put what a service found beside the fields that it is about."""
    for finding in findings:
        clause = f" ({finding.clause})" if finding.clause else ""
        text = f"{finding.message[:1].upper()}{finding.message[1:]}{clause}."
        remedy = f" {finding.remedy[:1].upper()}{finding.remedy[1:]}." if finding.remedy else ""
        form.add_error(finding.where if finding.where in form.fields else None, text + remedy)


class ReopenForm(forms.Form):
    """Why a final table is opened again."""

    reason = forms.CharField(label=lazy("Reason"), widget=forms.Textarea(attrs={"rows": 3}), max_length=2000)


class WithdrawForm(forms.Form):
    """Why a recorded decision is withdrawn."""

    why = forms.CharField(label=lazy("Why is it withdrawn?"), widget=forms.Textarea(attrs={"rows": 2}), max_length=2000)


class SeedForm(forms.Form):
    """How many go on where the book leaves it open, and why they are seeded again or why this number."""

    number = forms.TypedChoiceField(label=lazy("How many go on"), coerce=int)
    reason = forms.CharField(
        label=lazy("Why are they seeded again?"), widget=forms.Textarea(attrs={"rows": 3}), max_length=2000
    )

    def __init__(
        self, *args: Any, again: bool, choices: Sequence[int] = (), proposed: int | None = None, **kwargs: Any
    ) -> None:
        """`again`: whether they were seeded before; `choices`: how many may go on, one of them `proposed`."""
        super().__init__(*args, **kwargs)
        if choices:
            number: Any = self.fields["number"]
            suggested = _("%(n)s, as the rule book proposes")
            number.choices = [(n, suggested % {"n": n} if n == proposed else n) for n in choices]
            number.initial = proposed
        else:
            del self.fields["number"]
        if not again and choices:
            self.fields["reason"].required = False
            self.fields["reason"].label = _("Why this number? Needed for another than the proposed")
        elif not again:
            del self.fields["reason"]


class RealignForm(forms.Form):
    """Whether an officer stands for an average about which the rules are silent."""

    confirmed = forms.BooleanField(
        label=lazy("The average shall be taken like this, though the rules are silent at this size"), required=False
    )


class FlipForm(forms.Form):
    """A coin flip or play-in among one set of level teams: a place for each, who decided and who saw it."""

    date = forms.DateField(
        label=lazy("Day of the flip"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    official = forms.CharField(label=lazy("League official who flipped"), max_length=200)
    witness = forms.CharField(label=lazy("Director who saw it"), max_length=200)

    reason = forms.CharField(
        label=lazy("How the play-in came out"), widget=forms.Textarea(attrs={"rows": 3}), max_length=2000
    )

    def __init__(
        self, *args: Any, teams: Mapping[str, str], played_in: bool = False, witnessed: bool = True, **kwargs: Any
    ) -> None:
        """`teams` are the level teams: key to name. For two the winner is asked for, for more every place.

        `played_in`: a play-in parts them, not a coin. `witnessed`: the book asks who saw it.
        """
        super().__init__(*args, **kwargs)
        if played_in:
            self.fields["official"].label = _("League official who decided")
            self.fields["date"].label = _("Day of the play-in")
        else:
            del self.fields["reason"]
        self.fields["witness"].required = witnessed
        self.teams = dict(teams)
        choices = [("", _("Choose")), *self.teams.items()]
        places = [_("Winner")] if len(teams) == 2 else [_("Place %(n)s") % {"n": n} for n in range(1, len(teams) + 1)]
        self.places = [f"place_{number}" for number in range(1, len(places) + 1)]
        for name, label in zip(self.places, places, strict=True):
            self.fields[name] = forms.ChoiceField(label=label, choices=choices)
        self.order_fields([*self.places, "date", "official", "witness", "reason"])

    def order(self) -> list[str]:
        """The keys of the teams, the winner first."""
        order = [self.cleaned_data[name] for name in self.places]
        return order if len(self.teams) > 2 else [*order, *(key for key in self.teams if key not in order)]

    def place_rows(self) -> list[Any]:
        """The fields of the places, to be laid out."""
        return [self[name] for name in self.places]


class WhatIfForm(forms.Form):
    """Scores to try for games to come: two figures a game and, where the goals are level or not, how it ended."""

    ENDS = (
        ("", lazy("regulation")),
        ("overtime", lazy("overtime")),
        ("shootout-home", lazy("shootout, home wins")),
        ("shootout-away", lazy("shootout, away wins")),
    )

    def __init__(self, *args: Any, games: Sequence[tuple[int, Game, Mapping[str, str]]], **kwargs: Any) -> None:
        """`games` are id, facts and the names of teams by key."""
        super().__init__(*args, **kwargs)
        self.games = {pk: game for pk, game, _names in games}
        self.names = games[0][2] if games else {}
        for pk, game, names in games:
            home, away = names.get(game.home, game.home), names.get(game.away, game.away)
            against = {"home": home, "away": away}
            for side, label in (
                ("home", _("Goals of %(home)s against %(away)s") % against),
                ("away", _("Goals of %(away)s at %(home)s") % against),
            ):
                self.fields[f"{side}_{pk}"] = forms.IntegerField(
                    label=label,
                    required=False,
                    min_value=0,
                    max_value=99,
                    widget=forms.NumberInput(
                        attrs={
                            "class": "figure-input form-control",
                            "inputmode": "numeric",
                            "min": 0,
                            "max": 99,
                            "aria-label": label,
                        }
                    ),
                )
            ended = _("How %(home)s against %(away)s ends") % against
            self.fields[f"end_{pk}"] = forms.ChoiceField(
                label=ended,
                required=False,
                choices=self.ENDS,
                widget=forms.Select(attrs={"class": "form-select", "aria-label": ended}),
            )

    def rows(self) -> list[dict[str, Any]]:
        """The games with their fields, to be laid out."""
        sides = ("home", "away", "end")
        return [
            {"game": game, "home_name": self._name(game.home), "away_name": self._name(game.away)}
            | {side: self[f"{side}_{pk}"] for side in sides}
            for pk, game in self.games.items()
        ]

    def _name(self, team: str) -> str:
        return self.names.get(team, team)

    def clean(self) -> dict[str, Any]:
        """Ask for both figures of a game, for level goals before a shootout, for a winner in overtime."""
        cleaned = super().clean() or self.cleaned_data
        for pk in self.games:
            home, away, end = (cleaned.get(f"{side}_{pk}") for side in ("home", "away", "end"))
            if any(f"{side}_{pk}" in self.errors for side in ("home", "away", "end")):
                continue
            if (home is None) != (away is None):
                self.add_error(f"{'home' if home is None else 'away'}_{pk}", _("Give both teams' goals, or neither's."))
            elif home is not None and str(end).startswith("shootout") and home != away:
                self.add_error(
                    f"end_{pk}", _("A shootout follows level goals: its deciding goal is in neither figure.")
                )
            elif home is not None and end == "overtime" and home == away:
                self.add_error(f"end_{pk}", _("Overtime that decides a game leaves one team ahead."))
        return cleaned

    def ends(self) -> dict[str, End]:
        """How the games that were filled in are supposed to end, by the id of the facts."""
        found: dict[str, End] = {}
        for pk, game in self.games.items():
            home, away = self.cleaned_data.get(f"home_{pk}"), self.cleaned_data.get(f"away_{pk}")
            if home is None or away is None:
                continue
            decided, _sep, side = str(self.cleaned_data.get(f"end_{pk}") or "regulation").partition("-")
            winner = {"home": game.home, "away": game.away}.get(side)
            found[game.id] = End(home, away, decided, winner)
        return found


MOST_CHARACTERS = 400_000
"""The longest rule book that is tried."""


class RuleTryForm(forms.Form):
    """Which rule book to try on a season's tables: a version, a text, or a file, which becomes the text."""

    version = forms.ModelChoiceField(
        RuleBookVersion.objects.none(), label=lazy("Rule book and version"), required=False, empty_label=lazy("Choose")
    )
    text = forms.CharField(
        label=lazy("Or a text of your own"),
        required=False,
        strip=False,
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "class": "code"}),
        help_text=lazy("A rule book as TOML. It goes before the version above, and isn't kept."),
    )
    file = forms.FileField(label=lazy("Or a file"), required=False, help_text=lazy("TOML; it takes the text's place."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        version: Any = self.fields["version"]
        version.queryset = RuleBookVersion.objects.defer("text").order_by("slug", "-pk")
        version.label_from_instance = lambda book: f"{book.title}, {_('version')} {book.version}"

    def clean(self) -> dict[str, Any]:
        """Ask for one of the three, and read the file into the text."""
        cleaned = super().clean() or self.cleaned_data
        file = cleaned.get("file")
        if file is not None:
            self._read(file, cleaned)
        if not self.errors and not cleaned.get("version") and not (cleaned.get("text") or "").strip():
            self.add_error(None, _("Choose a version, or give a text or a file."))
        return cleaned

    def _read(self, file: Any, cleaned: dict[str, Any]) -> None:
        if file.size > MOST_CHARACTERS * 4:
            self.add_error("file", _("The file is too large for a rule book."))
            return
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            self.add_error("file", _("The file isn't text in UTF-8."))
            return
        if len(text) > MOST_CHARACTERS or "\x00" in text:
            self.add_error("file", _("The file isn't a rule book."))
            return
        cleaned["text"] = text
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data["text"] = text
        self.data = data
