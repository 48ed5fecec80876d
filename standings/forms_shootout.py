"""Decides how a shootout is typed in: who began, then round by round who shot and whether it was a goal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.facts import RosterSpot
from league.core.report_about import About
from league.core.reports import SIDES, Side
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from standings.core.book import Overtime
from standings.core.book_playoffs import Attempts
from standings.core.shootout import Attempt
from standings.models import Shootout
from standings.shootouts import Entered

MOST_ROUNDS = 60
MORE_ROUNDS = 3
GOAL, NO_GOAL = "goal", "no"


class ShootoutForm(forms.Form):
    """A shootout of `rounds` rounds at most; a round that stays empty wasn't shot."""

    began = forms.ChoiceField(label=lazy("Who shot first?"), widget=forms.RadioSelect)
    overtime = forms.ChoiceField(label=lazy("Overtime before it"), required=False)

    def __init__(
        self, *args: Any, about: About, entry: Overtime, attempts: Attempts, given: Entered | None = None, **kwargs: Any
    ) -> None:
        """`given`: what is on record already."""
        self.about, self.attempts = about, attempts
        self.keys: Mapping[Side, str] = dict(zip(SIDES, about.game.teams, strict=True))
        initial = _initial(given, self.keys) if given else {}
        if attempts.first != "home-chooses":
            initial.setdefault("began", attempts.first)
        super().__init__(*args, **kwargs | {"initial": initial})
        self.rounds = self._number_of_rounds(given)
        self._fields_of_the_game(entry)
        for side in SIDES:
            skaters = [(spot.person, _called(spot, about)) for spot in self._shooters(side)]
            goalies = [(spot.person, _called(spot, about)) for spot in self._goalies(side)]
            team = about.team_name(side)
            self.fields[f"{side}_goalie"] = _choice(_("Goalie of %(team)s") % {"team": team}, goalies)
            rounds = [(str(number), str(number)) for number in range(2, self.rounds + 1)]
            self.fields[f"{side}_relief"] = _choice(_("Goalie of %(team)s who came in later") % {"team": team}, goalies)
            self.fields[f"{side}_since"] = _choice(_("In goal for %(team)s from round") % {"team": team}, rounds)
            for number in range(1, self.rounds + 1):
                at = {"team": team, "n": number}
                who, end = f"{side}_{number}_who", f"{side}_{number}_end"
                self.fields[who] = _choice(_("Shooter of %(team)s, round %(n)s") % at, skaters)
                self.fields[end] = _choice(
                    _("Shot of %(team)s, round %(n)s") % at, [(GOAL, _("Goal")), (NO_GOAL, _("No goal"))]
                )

    def _fields_of_the_game(self, entry: Overtime) -> None:
        teams = [(side, self.about.team_name(side)) for side in SIDES]
        self.fields["began"].choices = teams  # type: ignore[attr-defined]
        if not entry.seconds:
            del self.fields["overtime"]
            return
        choices = [("", _("Not said")), *Shootout.OvertimePlayed.choices]
        if not entry.may_be_skipped:
            choices = [item for item in choices if item[0] != Shootout.OvertimePlayed.SKIPPED]
        self.fields["overtime"].choices = choices  # type: ignore[attr-defined]

    def _number_of_rounds(self, given: Entered | None) -> int:
        """As many as the book gives, and one to go on with where it goes on until somebody misses."""
        shot = (len(given.attempts) + 1) // 2 if given else 0
        rounds = max(self.attempts.shooters, shot) + self.attempts.sudden_death
        typed = self.data.get("rounds", "")
        if typed.isascii() and typed.isdecimal() and len(typed) < 4:
            rounds = max(rounds, int(typed))
        if self.data.get("action") == "more":
            rounds += MORE_ROUNDS
        return min(rounds, MOST_ROUNDS)

    def _shooters(self, side: Side) -> Iterable[RosterSpot]:
        return _once(
            spot for spot in self.about.spots(side) if spot.role not in {*TEAM_OFFICIAL_ROLES, "representative"}
        )

    def _goalies(self, side: Side) -> Iterable[RosterSpot]:
        spots = list(self._shooters(side))
        return sorted(spots, key=lambda spot: spot.role != "goalie")

    def clean(self) -> dict[str, Any]:
        """Ask for what is missing between the shots, all of it at once."""
        data: dict[str, Any] = super().clean() or {}
        first, second = self.in_turn()
        ended = {
            (side, number): data.get(f"{side}_{number}_end") for side in SIDES for number in range(1, self.rounds + 1)
        }
        last = max((number for (_side, number), end in ended.items() if end), default=0)
        for side in SIDES:
            self._check_relief(side, data, last)
        for number in range(1, self.rounds + 1):
            for side in (first, second):
                name = f"{side}_{number}_end"
                if ended[side, number] or name in self.errors:
                    continue
                left_out = number < last or (number == last and side == first)
                if data.get(f"{side}_{number}_who") or left_out:
                    self.add_error(name, _("Was it a goal?"))
        return data

    def _check_relief(self, side: Side, data: dict[str, Any], last: int) -> None:
        """A change of goalie has both goalies and a round that was shot."""
        relief, since = data.get(f"{side}_relief"), data.get(f"{side}_since")
        if relief and not since:
            self.add_error(f"{side}_since", _("From which round on?"))
        elif since and not relief:
            self.add_error(f"{side}_relief", _("Who came in?"))
        elif relief and not data.get(f"{side}_goalie"):
            self.add_error(f"{side}_goalie", _("Who was in goal before?"))
        elif relief and relief == data.get(f"{side}_goalie"):
            self.add_error(f"{side}_relief", _("That is who began in goal."))
        elif since and int(since) > last:
            self.add_error(f"{side}_since", _("No shot is entered in that round."))

    def in_turn(self) -> tuple[Side, Side]:
        """The sides in the order in which they shoot, as far as it is known."""
        return ("away", "home") if self["began"].value() == "away" else ("home", "away")

    def entered(self) -> Entered:
        """What a valid form says."""
        data = self.cleaned_data
        attempts = [
            Attempt(self.keys[side], data[f"{side}_{number}_who"] or None, data[f"{side}_{number}_end"] == GOAL)
            for number in range(1, self.rounds + 1)
            for side in self.in_turn()
            if data[f"{side}_{number}_end"]
        ]
        goalies = {self.keys[side]: data[f"{side}_goalie"] or None for side in SIDES}
        reliefs = {
            self.keys[side]: (int(data[f"{side}_since"]), data[f"{side}_relief"])
            for side in SIDES
            if data[f"{side}_relief"]
        }
        return Entered(tuple(attempts), data.get("overtime") or "", goalies, reliefs)

    def rows(self) -> list[dict[str, Any]]:
        """The rounds with their fields, to be laid out."""
        return [
            {
                "number": number,
                "sudden_death": number > self.attempts.shooters,
                "shots": [
                    {
                        "team": self.about.team_name(side),
                        "who": self[f"{side}_{number}_who"],
                        "end": self[f"{side}_{number}_end"],
                        "line": self._line(number),
                    }
                    for side in self.in_turn()
                ],
            }
            for number in range(1, self.rounds + 1)
        ]

    def goalie_rows(self) -> list[Any]:
        """The fields of the goalies, to be laid out."""
        return [self[f"{side}_{name}"] for side in SIDES for name in ("goalie", "relief", "since")]

    def _line(self, number: int) -> str:
        """The line whose turn it is in a round, where the book has lines shoot in turn."""
        lines = self.attempts.lines
        return lines[(number - 1) % len(lines)] if lines else ""


def place_called(where: str, form: ShootoutForm) -> str:
    """What the place of a finding is called on the page: "Round 2, Otters"."""
    if where.startswith("attempts[") and where.endswith("]") and where[9:-1].isdecimal():
        number = int(where[9:-1])
        side = form.in_turn()[number % 2]
        return _("Round %(n)s, %(team)s") % {"n": number // 2 + 1, "team": form.about.team_name(side)}
    return {"attempts": _("Shots"), "overtime": _("Overtime"), "result": _("Result")}.get(where, where)


def _choice(label: str, choices: Iterable[tuple[str, str]]) -> forms.ChoiceField:
    widget = forms.Select(attrs={"class": "form-select", "aria-label": label})
    return forms.ChoiceField(label=label, required=False, choices=[("", "\N{EN DASH}"), *choices], widget=widget)


def _once(spots: Iterable[RosterSpot]) -> Iterable[RosterSpot]:
    found: dict[str, RosterSpot] = {}
    for spot in spots:
        found.setdefault(spot.person, spot)
    return found.values()


def _called(spot: RosterSpot, about: About) -> str:
    """Number, name and line, as far as they are known and the reader may see them."""
    name = about.names.get(spot.person, "")
    label = f"{spot.number} {name}".strip() if name and spot.number is not None else about.called(spot.person)
    return f"{label}, {spot.line}" if spot.line else label


def _initial(given: Entered, keys: Mapping[Side, str]) -> dict[str, Any]:
    sides = {key: side for side, key in keys.items()}
    initial: dict[str, Any] = {"overtime": given.overtime}
    if given.attempts:
        initial["began"] = sides[given.attempts[0].team]
    for team, goalie in (given.goalies or {}).items():
        initial[f"{sides[team]}_goalie"] = goalie or ""
    for team, (since, relief) in given.reliefs.items():
        initial |= {f"{sides[team]}_relief": relief, f"{sides[team]}_since": str(since)}
    shot = dict.fromkeys(keys.values(), 0)
    for item in given.attempts:
        shot[item.team] += 1
        name = f"{sides[item.team]}_{shot[item.team]}"
        initial[f"{name}_who"] = item.person or ""
        initial[f"{name}_end"] = GOAL if item.scored else NO_GOAL
    return initial
