"""How the fields and values of a game report are called on pages: "Goals, 3rd period (Owatonna)"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.reports import CATEGORIES, SIDES, ReportContent, Side, category_counts, differences
from league.core.vocabulary import OFFENCES

Word = str | Promise
VISITORS_FIRST: Final[tuple[Side, Side]] = ("away", "home")
"""The order of the league's layout: the home team stands below."""

PERIODS: Final[Mapping[int, Word]] = {
    1: lazy("1st period"),
    2: lazy("2nd period"),
    3: lazy("3rd period"),
    4: lazy("overtime"),
}
CATEGORY: Final[Mapping[str, Word]] = {
    "minor": lazy("Minors"),
    "bench-minor": lazy("Bench minors"),
    "major": lazy("Majors"),
    "misconduct": lazy("Misconducts"),
    "game-misconduct": lazy("Game misconducts"),
    "gross-misconduct": lazy("Gross misconducts"),
    "match": lazy("Match penalties"),
    "penalty-shot": lazy("Penalty shots"),
    "checking-from-behind": lazy("Checking from behind"),
    "no-mouth-guard": lazy("No mouth guard"),
    "game-ejection": lazy("Game ejections"),
}
PENALTY: Final[Mapping[str, Word]] = {
    "minor": lazy("Minor"),
    "bench-minor": lazy("Bench minor"),
    "major": lazy("Major"),
    "misconduct": lazy("Misconduct"),
    "game-misconduct": lazy("Game misconduct"),
    "gross-misconduct": lazy("Gross misconduct"),
    "match": lazy("Match"),
    "game-ejection": lazy("Game ejection"),
    "penalty-shot": lazy("Penalty shot instead of a minor"),
    "penalty-shot/major": lazy("Penalty shot instead of a major"),
    "checking-from-behind": lazy("Checking from behind: minor and misconduct"),
    "no-mouth-guard": lazy("No mouth guard: misconduct"),
}
"""What one row of a report can be; the last two say their offence too."""
CONDUCT: Final[Mapping[str, Word]] = {
    "spectators-removed": lazy("Spectators were sent out of the building"),
    "off-ice-official-removed": lazy("An off-ice official of the team was sent away"),
}
DECIDED_IN: Final[Mapping[str, Word]] = {
    "regulation": lazy("Regulation time"),
    "overtime": lazy("Overtime"),
    "shootout": lazy("Shootout"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A field of two versions side by side."""

    label: str
    left: str
    right: str


def offence_name(offence: str) -> str:
    """An offence in words."""
    return offence.replace("-", " ").capitalize()


OFFENCE_CHOICES: Final = [
    ("other", lazy("Not said")),
    *((name, offence_name(name)) for name in sorted(OFFENCES) if name != "other"),
]


def field_label(field: str, teams: Mapping[Side, str]) -> str:
    """What a field of `differences`, or the place of a finding, is called; the field itself where unknown."""
    match field.split("."):
        case ["decided_in"]:
            return _("Decided in")
        case ["shootout_winner"]:
            return _("Winner of the shootout")
        case [("home" | "away") as side, *path]:
            return f"{_of_side(path, field)} ({teams[side]})"
    return field


def _of_side(path: list[str], field: str) -> str:
    match path:
        case ["goals", number] if number.isdecimal() and int(number) in PERIODS:
            return _("Goals, %(period)s") % {"period": PERIODS[int(number)]}
        case ["score"] | ["total"]:
            return _("Total of goals")
        case ["penalties"]:
            return _("Penalties")
        case ["penalties", name]:
            return str(CATEGORY.get(name, name))
        case ["conduct", kind]:
            return str(CONDUCT.get(kind, kind))
        case ["fair_play"]:
            return _("Fair Play point")
        case ["minutes"]:
            return _("Penalty minutes")
        case ["dressed"]:
            return _("Who dressed")
        case [item] if item.startswith("penalties["):
            return _("Penalty %(number)s") % {"number": item[10:].rstrip("]")}
    return field


def value_label(field: str, value: str, teams: Mapping[Side, str], called: Callable[[str], str] = str) -> str:
    """What a value of such a field is called; `called` gives people's names."""
    match field.split("."):
        case ["decided_in"]:
            return str(DECIDED_IN.get(value, value))
        case ["shootout_winner"]:
            return _("Nobody") if value == "nobody" else teams["home" if value == "home" else "away"]
        case [_side, "fair_play"]:
            return {"yes": _("Kept"), "no": _("Lost")}.get(value, value)
        case [_side, "conduct", _kind]:
            return _("Yes") if value == "yes" else _("No")
        case [_side, "penalties", _name] if not value.isdecimal():
            return ", ".join(_offender(words, called) for words in value.split(", ") if words)
    return value


def _offender(words: str, called: Callable[[str], str]) -> str:
    """`who class offence`, as the core writes it, with people and offences in words."""
    who, penalty_class, offence = words.rsplit(" ", 2)
    name = _("Bench") if who == "bench" else called(who)
    told = str(PENALTY.get(penalty_class, penalty_class)).lower()
    return f"{name}: {told}" if offence == "other" else f"{name}: {told}, {offence.replace('-', ' ')}"


def compared(
    left: ReportContent, right: ReportContent, teams: Mapping[Side, str], called: Callable[[str], str] = str
) -> list[Row]:
    """Two reports for the `comparison` component: goals, decision, penalties, conduct and points of both teams.

    Exactly the fields of `differences` differ; figures that both leave at nothing aren't listed.
    """
    differing = {item.field: (item.left, item.right) for item in differences(left, right)}
    shown = {
        field: values
        for field, *values in _fields(left, right)
        if field in differing or (values[0] == values[1] and values[0] not in ("0", "no", "nobody", ""))
    }
    return [
        Row(field_label(field, teams), *(value_label(field, value, teams, called) for value in values))
        for field, values in {**shown, **differing}.items()
    ]


def _fields(left: ReportContent, right: ReportContent) -> Iterable[tuple[str, str, str]]:
    """Every field of two reports with what each says, in the order of the form."""
    by_period = all(any(report.side(side).goals for side in SIDES) for report in (left, right))
    for side in VISITORS_FIRST:
        ours, theirs = left.side(side), right.side(side)
        if not by_period:
            yield f"{side}.score", str(ours.score), str(theirs.score)
            continue
        for place in range(max(len(ours.goals), len(theirs.goals))):
            yield f"{side}.goals.{place + 1}", _goals(ours.goals, place), _goals(theirs.goals, place)
    yield "decided_in", left.decided_in, right.decided_in
    yield "shootout_winner", left.shootout_winner or "nobody", right.shootout_winner or "nobody"
    for side in VISITORS_FIRST:
        ours, theirs = left.side(side), right.side(side)
        first, second = category_counts(ours), category_counts(theirs)
        for name in dict.fromkeys([*CATEGORIES, *first, *second]):
            yield f"{side}.penalties.{name}", str(first.get(name, 0)), str(second.get(name, 0))
        for kind in CONDUCT:
            yield f"{side}.conduct.{kind}", _yes(kind in ours.conduct), _yes(kind in theirs.conduct)
        yield f"{side}.fair_play", _yes(ours.fair_play), _yes(theirs.fair_play)


def _goals(goals: tuple[int, ...], place: int) -> str:
    return str(goals[place]) if place < len(goals) else "0"


def _yes(value: bool | None) -> str:
    return "" if value is None else "yes" if value else "no"
