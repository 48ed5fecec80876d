"""Decides what the one gate answers: may this person take part in this game, and if not, why, and when again.

It reads what the workers left (`Ineligibility`, `Suspension`), as the do-not-dress list does, so that the two
can't disagree. Lineups, game reports, imports, assignments of officials and printed sheets all ask here.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from discipline.core.gates.conditions import ConditionBar
from discipline.models import Ineligibility, Suspension
from discipline.queries.conditions import kept_out_of_hockey
from league.models import Game, Person, Season, Team
from league.queries.rulebooks import book_for
from scheduling.core.officiating import Officiating

WAITING = ("pending", "indefinite", "expelled")
"""Statuses in which nobody can say when the person is back."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The gate's answer.

    `back_in` is the first later game of the team that is open to the person, as far as the schedule goes;
    `back_on` the first day after a time that lasts beyond it; `waits` says that somebody still has to decide,
    and may lengthen it.
    """

    allowed: bool
    why: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    back_in: Game | None = None
    back_on: dt.date | None = None
    waits: bool = False


ALLOWED = Answer(allowed=True)


def may_take_part(*, game: Game, person: Person, team: Team | None = None) -> Answer:
    """Whether `person` may be on the bench of `team` in `game`; without a team, whether they may officiate it.

    At most four queries; one for somebody who may.
    """
    if team is None:
        return may_officiate(season=game.season, people=[person.pk], day=_day(game)).get(person.pk, ALLOWED)
    rows = Ineligibility.objects.filter(game=game, person=person, team=team)
    return _answers(list(rows.select_related("game")), game.season).get((game.pk, team.pk, person.pk), ALLOWED)


def barred_from(games: Collection[Game]) -> dict[tuple[int, int, int], Answer]:
    """Everybody who may not take part in these games of one season, by game, team and person. Four queries at most."""
    if not games:
        return {}
    rows = Ineligibility.objects.filter(game__in=[game.pk for game in games]).select_related("game")
    return _answers(list(rows.order_by("game__starts", "team", "person", "pk")), next(iter(games)).season)


def may_officiate(*, season: Season, people: Collection[int], day: dt.date | None) -> dict[int, Answer]:
    """Those of these people who may not officiate on a day, by the book in force then; the others are left out.

    NB minor: app.a, app.a.ii. Two queries at most, none by a book that lets everybody officiate.
    """
    book = book_for(season, day or season.starts or dt.date.min)
    rules = book.get(Officiating)
    if rules is None:
        return {}
    bars = {rule.kind: rule.clause for rule in book.all(ConditionBar) if not rule.bonds}
    barred = kept_out_of_hockey(season, people, bars, day) if bars and day else set()
    found: dict[int, list[Suspension]] = defaultdict(list)
    for row in Suspension.objects.filter(season=season, person__in=people, active=True).order_by("given", "pk"):
        found[row.person_id].append(row)
    sentence = f"A suspension is open, and nobody suspended officiates ({rules.suspended_clause})."
    clauses = tuple(dict.fromkeys(bars.values()))
    told = f"Kept out of hockey, and nobody who is officiates ({', '.join(clauses)})."
    return {person: Answer(allowed=False, why=(told,), clauses=clauses, waits=True) for person in barred} | {
        person: Answer(
            allowed=False,
            why=(sentence,),
            clauses=(rules.suspended_clause,),
            back_on=_day_after(rows),
            waits=any(row.status in WAITING for row in rows),
        )
        for person, rows in found.items()
    }


def barred(game: Game) -> dict[str, str]:
    """The people (by key) who may not take part in the game, and why: what every lineup asks. One query."""
    found = Ineligibility.objects.filter(game=game).select_related("person")
    return {row.person.key: " ".join(row.why) for row in found}


def suspended_people(season: Season, people: Collection[int]) -> set[int]:
    """Those of these people whose suspension is open: proposed, being served or without an end. One query."""
    found = Suspension.objects.filter(season=season, person__in=people, active=True)
    return set(found.order_by().values_list("person", flat=True).distinct())


def first_open(games: Iterable[Game], kept_out: Collection[int], after: Game | None = None) -> Game | None:
    """The first of `games`, in order, from which somebody isn't kept; `after`: only later ones count."""
    later = (game for game in games if after is None or _later(game, after))
    return next((game for game in later if game.pk not in kept_out), None)


def _answers(rows: list[Ineligibility], season: Season) -> dict[tuple[int, int, int], Answer]:
    """The answers that these rows give, with the return of each."""
    if not rows:
        return {}
    people, teams = {row.person_id for row in rows}, {row.team_id for row in rows}
    kept_out = _kept_out(people, teams)
    coming = _to_come(season, teams)
    waiting = set(
        Suspension.objects.filter(season=season, person__in=people, active=True, status__in=WAITING)
        .order_by()
        .values_list("person", flat=True)
    )
    found = {}
    for row in rows:
        back = first_open(coming[row.team_id], kept_out[row.person_id, row.team_id], row.game)
        found[row.game_id, row.team_id, row.person_id] = Answer(
            allowed=False,
            why=tuple(dict.fromkeys(row.why)),
            clauses=tuple(row.clauses),
            back_in=back,
            back_on=row.until + dt.timedelta(days=1) if back is None and row.until else None,
            waits=row.person_id in waiting,
        )
    return found


def _kept_out(people: Collection[int], teams: Collection[int]) -> Mapping[tuple[int, int], set[int]]:
    """The games to come from which these people are kept, by person and team."""
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    rows = Ineligibility.objects.filter(person__in=people, team__in=teams, game__outcome="scheduled").order_by()
    for person, team, game in rows.values_list("person", "team", "game"):
        found[person, team].add(game)
    return found


def _to_come(season: Season, teams: Collection[int]) -> Mapping[int, list[Game]]:
    """The games to come, by team, in order."""
    from discipline.queries import to_come

    found: dict[int, list[Game]] = defaultdict(list)
    for game in to_come(season, teams):
        for team in game.team_ids:
            found[team].append(game)
    return found


def _day_after(rows: Iterable[Suspension]) -> dt.date | None:
    """The day after the last suspended one, where only times are to be served."""
    days = [day for row in rows if (day := row.data.get("until")) and not row.remaining and row.status not in WAITING]
    return max(map(dt.date.fromisoformat, days)) + dt.timedelta(days=1) if len(days) == len(list(rows)) else None


def _day(game: Game) -> dt.date | None:
    return game.starts.astimezone(ZoneInfo(game.season.timezone)).date() if game.starts else None


def _later(game: Game, after: Game) -> bool:
    return game.starts is not None and after.starts is not None and (game.starts, game.pk) > (after.starts, after.pk)
