"""Decides what a game looks like when a report of it holds, and what report its sheet amounts to."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count

from league.core.facts import ConductEvent, Game, LineupSpot, Penalty
from league.core.reports import SIDES, ReportContent, ReportedPenalty, Side, SideReport, one_by_one

Ids = Callable[[], str]


def numbered_ids(game: Game) -> Ids:
    """Ids for penalties that exist only in memory: numbers that the sheet doesn't use."""
    taken = {penalty.id for penalty in game.penalties}
    numbers = (str(number) for number in count(1))
    return lambda: next(number for number in numbers if number not in taken)


def team_of(game: Game, side: Side) -> str:
    """The team on that side."""
    return game.home if side == "home" else game.away


def as_played(game: Game, content: ReportContent, new_id: Ids) -> Game:
    """The game with the result and sheet of the report.

    Penalties that were there before keep their id, incident and clock, so that decisions on them
    stand; others get ids from `new_id`. A lineup about which the report says nothing stays.
    """
    home, away = padded(content)
    return replace(
        game,
        outcome="played",
        at_fault=(),
        notice=None,
        excused=None,
        home_periods=home,
        away_periods=away,
        home_goals=content.home.score,
        away_goals=content.away.score,
        decided_in=content.decided_in,
        winner=team_of(game, content.winner) if content.winner else None,
        conduct=tuple(
            ConductEvent(team_of(game, side), kind)
            for side in SIDES
            for kind in dict.fromkeys(content.side(side).conduct)
        ),
        fair_play=game.fair_play if game.outcome == "played" else {},
        home_lineup=_lineup(game.home_lineup, content.home),
        away_lineup=_lineup(game.away_lineup, content.away),
        penalties=tuple(_penalties(game, content, new_id)),
    )


def padded(content: ReportContent) -> tuple[tuple[int, ...] | None, tuple[int, ...] | None]:
    """Goals by period of both sides, equally long; None for both where neither gives any."""
    periods = max(len(content.home.goals), len(content.away.goals))
    if not periods:
        return None, None
    home, away = ((*goals, *(0,) * (periods - len(goals))) for goals in (content.home.goals, content.away.goals))
    return home, away


def _lineup(before: tuple[LineupSpot, ...], side: SideReport) -> tuple[LineupSpot, ...]:
    if side.dressed is None:
        return before
    spots = {spot.person: spot for spot in before}
    return tuple(spots.get(person, LineupSpot(person)) for person in dict.fromkeys(side.dressed))


def _penalties(game: Game, content: ReportContent, new_id: Ids) -> Iterator[Penalty]:
    for side in SIDES:
        team = team_of(game, side)
        before = [penalty for penalty in game.penalties if penalty.team == team]
        incidents: dict[str, str] = {}  # the report's name of an act to the sheet's
        items = one_by_one(content.side(side))
        for item, old in zip(items, _the_same(items, before), strict=True):
            id = old.id if old else new_id()
            incident = incidents.setdefault(item.incident, old.incident if old else id) if item.incident else id
            yield Penalty(
                id=id,
                team=team,
                penalty_class=item.penalty_class,
                person=item.person,
                offence=item.offence,
                incident=incident,
                seconds=item.seconds,
                clock=old.clock if old else "stop",
                stands_for=item.stands_for,
                served_by=item.served_by,
                note=item.note,
                period=int(item.period) if item.period and item.period.isdecimal() else item.period,
                left=item.left,
                flags=frozenset(item.flags),
            )


def _the_same(items: Iterable[ReportedPenalty], before: list[Penalty]) -> list[Penalty | None]:
    """For each reported penalty the one of the sheet that it is: equal throughout, else in who, class and offence."""
    items, left = list(items), list(before)
    found: list[Penalty | None] = [None] * len(items)
    for alike in (_alike, _of_the_same_act):
        for place, item in enumerate(items):
            if found[place] is None:
                found[place] = next((old for old in left if alike(item, old)), None)
                if (old := found[place]) is not None:
                    left.remove(old)
    return found


def _of_the_same_act(item: ReportedPenalty, old: Penalty) -> bool:
    return (item.person, item.penalty_class, item.offence) == (old.person, old.penalty_class, old.offence)


def _alike(item: ReportedPenalty, old: Penalty) -> bool:
    return replace(item, incident="") == replace(_reported(old), incident="")


def content_of(game: Game) -> ReportContent:
    """The report that the game's result and sheet amount to; `as_played` makes the same game of it again."""
    shared = {
        incident
        for incident in (penalty.incident for penalty in game.penalties)
        if any(penalty.id != incident for penalty in game.penalties if penalty.incident == incident)
    }
    sides = {side: _side(game, side, shared) for side in SIDES}
    level = game.home_goals == game.away_goals
    return ReportContent(
        home=sides["home"],
        away=sides["away"],
        decided_in=game.decided_in,
        shootout_winner=("home" if game.winner == game.home else "away") if level and game.winner else None,
    )


def _side(game: Game, side: Side, shared: set[str]) -> SideReport:
    team = team_of(game, side)
    periods, goals = (game.home_periods, game.home_goals) if side == "home" else (game.away_periods, game.away_goals)
    lineup = game.lineup(team)
    return SideReport(
        goals=periods or (),
        total=None if periods else goals,
        penalties=tuple(_reported(penalty, shared) for penalty in game.penalties if penalty.team == team),
        conduct=tuple(event.kind for event in game.conduct if event.team == team),
        dressed=tuple(spot.person for spot in lineup) if lineup else None,
    )


def _reported(penalty: Penalty, shared: Iterable[str] = ()) -> ReportedPenalty:
    return ReportedPenalty(
        penalty_class=penalty.penalty_class,
        offence=penalty.offence,
        person=penalty.person,
        period=None if penalty.period is None else str(penalty.period),
        left=penalty.left,
        seconds=penalty.seconds,
        stands_for=penalty.stands_for,
        served_by=penalty.served_by,
        flags=tuple(sorted(penalty.flags)),
        incident=penalty.incident if penalty.incident in shared else "",
        note=penalty.note,
    )
