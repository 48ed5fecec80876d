"""Decides what the gate says about a season that isn't saved yet: who may not take part, why, and when again."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from discipline.core.eligibility import may_take_part
from rulings.compose import Rulings


@dataclass(frozen=True, slots=True)
class KeptOut:
    """Somebody who may not take part: in which game first, with which team, and when again; None: nobody can say.

    `used` says that the person was in the lineup of that game all the same.
    """

    person: str
    team: str
    day: dt.date | None
    used: bool
    why: tuple[str, ...]
    clauses: tuple[str, ...]
    back: dt.date | None


def kept_out(rulings: Rulings) -> tuple[KeptOut, ...]:
    """Everybody whom the gate keeps out of a game to come, each once a team, and every use that it would have refused.

    Uses first, then by day, team and name. A pure function of the rulings.
    """
    facts, ruled = rulings.facts, rulings.discipline
    found: dict[tuple[str, str, str], KeptOut] = {}
    for item in ruled.ineligible:
        used = rulings.results[item.game].status != "open"
        place = (item.person, item.team, item.game if used else "")
        if place in found:
            continue
        back = may_take_part(ruled, item.person, item.team, item.game).may_return
        person, team = facts.person.get(item.person), facts.team.get(item.team)
        found[place] = KeptOut(
            (person.name if person else "") or item.person,
            (team.name if team else "") or item.team,
            facts.game[item.game].day,
            used,
            tuple(dict.fromkeys(reason.why for reason in item.reasons)),
            item.clauses,
            facts.game[back].day if isinstance(back, str) else back,
        )
    return tuple(sorted(found.values(), key=lambda one: (not one.used, one.day or dt.date.max, one.team, one.person)))
