"""Decides every team's adjustments: those that officers entered and those that a recorded infraction brings."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from league.core.facts import Adjustment, Facts, Infraction
from league.rulebook.book import RuleBook
from standings.core.book_points import Deduction, Points


class Adjusted(NamedTuple):
    """What a team's adjustments add up to, with their clauses and a sentence for each that the book brings."""

    points: int = 0
    clauses: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


def adjusted(facts: Facts, book: RuleBook) -> Mapping[str, Adjusted]:
    """Each team's adjustments, by team id (7-1.g.ii and 2-1.h.3 of the Alberta manual)."""
    found: dict[str, Adjusted] = {}
    for item in (*facts.adjustments, *deductions(facts, book)):
        points, clauses, why = found.get(item.team, Adjusted())
        added = (item.clause,) if item.clause else ()
        said = (f"{item.points:+d}: {item.reason} ({item.clause})",) if item.reason and added else ()
        found[item.team] = Adjusted(points + item.points, (*clauses, *added), (*why, *said))
    return found


def deductions(facts: Facts, book: RuleBook) -> tuple[Adjustment, ...]:
    """The points that recorded infractions take off, in the order of the file's infractions."""
    return tuple(item for rule in book.all(Deduction) for item in _of_rule(rule, facts, book.get(Points)))


def _of_rule(rule: Deduction, facts: Facts, points: Points | None) -> Iterable[Adjustment]:
    seen: set[tuple[str, str]] = set()
    kinds = points.kinds if points else ()
    for infraction in facts.standing_infractions:
        team = infraction.team
        if infraction.offence not in rule.offences or team is None or not _applies(rule, infraction, team, facts):
            continue
        game = facts.game.get(infraction.game) if infraction.game else None
        if game is not None and game.kind not in kinds:
            continue
        about = infraction.person if rule.once_a == "person" else infraction.game
        cause = (team, about or infraction.id)
        if cause in seen:
            continue
        seen.add(cause)
        day = game.day if game is not None and game.day is not None else infraction.date
        yield Adjustment(
            team, -rule.points, rule.clause, f"{infraction.offence.replace('-', ' ')} on {day.isoformat()}"
        )


def _applies(rule: Deduction, infraction: Infraction, team: str, facts: Facts) -> bool:
    if rule.half is not None and facts.season.half != rule.half:
        return False
    rank = facts.division[facts.team[team].division].rank
    if rule.below_rank is not None and (rank is None or rank <= rule.below_rank):
        return False
    game = facts.game.get(infraction.game) if infraction.game else None
    day = game.day if game is not None and game.day is not None else infraction.date
    return rule.after is None or day > _day_in_season(rule.after, facts)


def _day_in_season(text: str, facts: Facts) -> dt.date:
    """A day that comes every season, in this one: the first on or after the season's start, a month of grace before."""
    month, day = map(int, text.split("-"))
    starts = facts.season.starts or min((game.day for game in facts.games if game.day), default=dt.date.min)
    year = starts.year if (month, day) >= (max(1, starts.month - 1), 1) else starts.year + 1
    return dt.date(year, month, day)
