"""Decides what a game report says, and where two reports of one game differ.

A report names the sides "home" and "away"; people are ids of the facts. Penalties are given one by
one or as numbers by category; both can be compared.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Side = Literal["home", "away"]
SIDES: tuple[Side, Side] = ("home", "away")

CATEGORIES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "minor": (("minor", "other"),),
    "bench-minor": (("bench-minor", "other"),),
    "major": (("major", "other"),),
    "misconduct": (("misconduct", "other"),),
    "game-misconduct": (("game-misconduct", "other"),),
    "gross-misconduct": (("gross-misconduct", "other"),),
    "match": (("match", "other"),),
    "penalty-shot": (("penalty-shot", "other"),),
    # written on the sheet as two penalties
    "checking-from-behind": (("minor", "checking-from-behind"), ("misconduct", "checking-from-behind")),
    "no-mouth-guard": (("misconduct", "no-mouth-guard"),),
}
"""What can be reported by number: each category with the penalties (class, offence) that one of it is."""
_OF_ONE_OFFENCE = {name: parts for name, parts in CATEGORIES.items() if parts[0][1] != "other"}


@dataclass(frozen=True, slots=True)
class ReportedPenalty:
    """One penalty as reported. `left` and `minutes` in seconds; None: not said."""

    penalty_class: str
    offence: str = "other"
    person: str | None = None
    period: str | None = None
    left: int | None = None
    seconds: int | None = None
    stands_for: str = "minor"
    served_by: str | None = None
    flags: tuple[str, ...] = ()
    incident: str = ""  # penalties of one act share it; empty: its own
    note: str = ""


@dataclass(frozen=True, slots=True)
class SideReport:
    """What a report says about one side.

    `goals` are those of each period, a fourth is overtime; where they are missing, `total` is the
    score. `counts` are penalties by category; `penalties`, where given, go before them. `minutes`,
    `fair_play` and a `total` beside goals are the reporter's own words, never what counts.
    `dressed` None: nothing said.
    """

    goals: tuple[int, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    penalties: tuple[ReportedPenalty, ...] = ()
    conduct: tuple[str, ...] = ()
    dressed: tuple[str, ...] | None = None
    total: int | None = None
    minutes: int | None = None
    fair_play: bool | None = None

    @property
    def score(self) -> int:
        """Goals in all; a shootout's deciding goal isn't among them."""
        return sum(self.goals) if self.goals else self.total or 0


@dataclass(frozen=True, slots=True)
class ReportContent:
    """A whole report of one game."""

    home: SideReport = SideReport()
    away: SideReport = SideReport()
    decided_in: str = "regulation"
    shootout_winner: Side | None = None

    def side(self, side: Side) -> SideReport:
        """What it says about one side."""
        return self.home if side == "home" else self.away

    @property
    def winner(self) -> Side | None:
        """The side that won; None for a tie."""
        if self.home.score != self.away.score:
            return "home" if self.home.score > self.away.score else "away"
        return self.shootout_winner


@dataclass(frozen=True, slots=True)
class Difference:
    """One field in which two reports differ; `field` is its path, `left` and `right` what each says."""

    field: str
    left: str
    right: str


def people_named(content: ReportContent) -> frozenset[str]:
    """Everybody whom a report names."""
    sides = (content.home, content.away)
    penalties = [item for side in sides for item in side.penalties]
    named = {person for item in penalties for person in (item.person, item.served_by) if person}
    return frozenset(named.union(*(side.dressed or () for side in sides)))


def with_people(content: ReportContent, ids: Mapping[str, str]) -> ReportContent:
    """The report with the people of `ids` under the ids that they have now."""
    if not ids:
        return content
    return replace(content, home=_side_with(content.home, ids), away=_side_with(content.away, ids))


def _side_with(side: SideReport, ids: Mapping[str, str]) -> SideReport:
    penalties = tuple(
        replace(
            item,
            person=ids.get(item.person or "", item.person),
            served_by=ids.get(item.served_by or "", item.served_by),
        )
        for item in side.penalties
    )
    dressed = side.dressed
    if dressed is not None:
        dressed = tuple(dict.fromkeys(ids.get(person, person) for person in dressed))
    return replace(side, penalties=penalties, dressed=dressed)


def category_counts(side: SideReport) -> Mapping[str, int]:
    """Penalties by category, from those given one by one where there are any; zeros left out."""
    return {name: len(acts) for name, acts in by_category(side).items() if acts}


def by_category(side: SideReport) -> Mapping[str, tuple[tuple[ReportedPenalty, ...], ...]]:
    """Each category with what is in it, one entry an act: the one penalty, or the parts that belong together."""
    found: dict[str, list[tuple[ReportedPenalty, ...]]] = {}
    if not side.penalties:
        for name in sorted(side.counts, key=list(CATEGORIES).index):
            found[name] = [_act(name, one) for one in range(side.counts[name])]
        return {name: tuple(acts) for name, acts in found.items()}
    left = list(side.penalties)
    for name, (first, *others) in _OF_ONE_OFFENCE.items():
        for item in [item for item in left if _pair(item) == first]:
            left.remove(item)
            found.setdefault(name, []).append((item, *_other_parts(item, others, left)))
    for item in left:
        found.setdefault(item.penalty_class, []).append((item,))
    return {name: tuple(acts) for name, acts in found.items()}


def _other_parts(
    item: ReportedPenalty, others: Iterable[tuple[str, str]], left: list[ReportedPenalty]
) -> Iterable[ReportedPenalty]:
    """The other parts of the act that `item` begins, taken out of what is left; one may be missing."""
    for part in others:
        mates = [mate for mate in left if _pair(mate) == part and mate.person == item.person]
        mates.sort(key=lambda mate: mate.incident != item.incident)
        for mate in mates[:1]:
            left.remove(mate)
            yield mate


def _pair(item: ReportedPenalty) -> tuple[str, str]:
    return item.penalty_class, item.offence


def _act(name: str, place: int) -> tuple[ReportedPenalty, ...]:
    """One act of a category about which nothing more is known."""
    together = f"{name}-{place + 1}" if len(CATEGORIES[name]) > 1 else ""
    return tuple(ReportedPenalty(*pair, incident=together) for pair in CATEGORIES[name])


def one_by_one(side: SideReport) -> tuple[ReportedPenalty, ...]:
    """The penalties as a score sheet lists them, those given by number without names."""
    if side.penalties:
        return side.penalties
    return tuple(item for acts in by_category(side).values() for act in acts for item in act)


def differences(left: ReportContent, right: ReportContent) -> tuple[Difference, ...]:
    """Every field in which two reports of one game differ, in the order of the form.

    Goals period by period (the score, where one gives no periods), how it was decided, penalties by
    category, conduct and Fair Play points. Where both give penalties one by one, who got them is
    compared too. What one of the two leaves open (a Fair Play point, a lineup, names) is no
    difference, nor are their own totals.
    """
    found = list(_goal_differences(left, right))
    found += _unequal("decided_in", left.decided_in, right.decided_in)
    found += _unequal("shootout_winner", left.shootout_winner or "nobody", right.shootout_winner or "nobody")
    for side in SIDES:
        ours, theirs = left.side(side), right.side(side)
        found += _penalty_differences(side, ours, theirs)
        for kind in sorted({*ours.conduct, *theirs.conduct}):
            found += _unequal(f"{side}.conduct.{kind}", _yes(kind in ours.conduct), _yes(kind in theirs.conduct))
        if None not in (ours.fair_play, theirs.fair_play):
            found += _unequal(f"{side}.fair_play", _yes(ours.fair_play), _yes(theirs.fair_play))
    return tuple(found)


def _goal_differences(left: ReportContent, right: ReportContent) -> Iterable[Difference]:
    by_period = all(any(content.side(side).goals for side in SIDES) for content in (left, right))
    for side in SIDES:
        ours, theirs = left.side(side), right.side(side)
        if not by_period:
            yield from _unequal(f"{side}.score", str(ours.score), str(theirs.score))
            continue
        for index in range(max(len(ours.goals), len(theirs.goals))):
            first = str(ours.goals[index]) if index < len(ours.goals) else "0"
            second = str(theirs.goals[index]) if index < len(theirs.goals) else "0"
            yield from _unequal(f"{side}.goals.{index + 1}", first, second)


def _penalty_differences(side: Side, ours: SideReport, theirs: SideReport) -> Iterable[Difference]:
    """Categories with other numbers, and where both list their penalties, with other people or offences."""
    first, second = by_category(ours), by_category(theirs)
    for name in dict.fromkeys([*CATEGORIES, *first, *second]):
        field, left, right = f"{side}.penalties.{name}", first.get(name, ()), second.get(name, ())
        if len(left) != len(right):
            yield Difference(field, str(len(left)), str(len(right)))
        elif ours.penalties and theirs.penalties:
            yield from _unequal(field, _offenders(left), _offenders(right))


def _offenders(acts: Iterable[tuple[ReportedPenalty, ...]]) -> str:
    """Who got what, in an order of its own, for comparing."""
    items = (item for act in acts for item in act)
    return ", ".join(sorted(f"{item.person or 'bench'} {item.penalty_class} {item.offence}" for item in items))


def _unequal(field: str, left: str, right: str) -> list[Difference]:
    return [] if left == right else [Difference(field, left, right)]


def _yes(value: bool | None) -> str:
    return "yes" if value else "no"


def as_json(content: ReportContent) -> dict[str, Any]:
    """The report as plain JSON values, for keeping; `from_json` reads it back unchanged."""
    return {
        "decided_in": content.decided_in,
        "shootout_winner": content.shootout_winner,
        **{side: _side_as_json(content.side(side)) for side in SIDES},
    }


def from_json(data: Mapping[str, Any]) -> ReportContent:
    """The report kept as `data`."""
    return ReportContent(
        home=_side_from_json(data["home"]),
        away=_side_from_json(data["away"]),
        decided_in=data["decided_in"],
        shootout_winner=data["shootout_winner"],
    )


def _side_as_json(side: SideReport) -> dict[str, Any]:
    return {
        "goals": list(side.goals),
        "counts": dict(side.counts),
        "penalties": [
            {name: _plain(getattr(item, name)) for name in ReportedPenalty.__slots__} for item in side.penalties
        ],
        "conduct": list(side.conduct),
        "dressed": None if side.dressed is None else list(side.dressed),
        "total": side.total,
        "minutes": side.minutes,
        "fair_play": side.fair_play,
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _side_from_json(data: Mapping[str, Any]) -> SideReport:
    return SideReport(
        goals=tuple(data["goals"]),
        counts=dict(data["counts"]),
        penalties=tuple(ReportedPenalty(**{**item, "flags": tuple(item["flags"])}) for item in data["penalties"]),
        conduct=tuple(data["conduct"]),
        dressed=None if data["dressed"] is None else tuple(data["dressed"]),
        total=data["total"],
        minutes=data["minutes"],
        fair_play=data["fair_play"],
    )
