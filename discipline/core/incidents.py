"""Decides which penalties and infractions make one case, under which row of the book and which number."""

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from discipline.core.book import Offence, Unruled
from discipline.core.cases import Case, Clock, Decisions, OpenMatter, Record, has_length
from discipline.core.numbering import numbered
from league.core.facts import CarriedSuspension, Facts, Game, Infraction, Penalty, Season
from league.rulebook.book import RuleBook

BookOn = Callable[[dt.date], RuleBook]
OVERTIME = 100  # comes after every period of regulation
DAWN = dt.datetime.min.replace(tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class _Act:
    """The penalties of one person in one incident of one game."""

    person: str
    team: str
    incident: str
    penalties: tuple[Penalty, ...]
    clock: Clock
    row: Offence | None

    def fitting(self, game: Game) -> tuple[Penalty, ...]:
        return tuple(item for item in self.penalties if self.row is not None and fits(self.row, item, game))

    @property
    def names(self) -> frozenset[str]:
        return frozenset({self.incident, *(penalty.id for penalty in self.penalties)})


def record(facts: Facts, book_on: BookOn) -> Record:
    """Sort a season's sheets, infractions and carried suspensions into cases and open matters.

    `book_on` gives the book in force on a day: an offence is judged by the one in force when it happened.
    """
    decisions = Decisions(facts.decisions)
    cases: list[tuple[Clock, Case]] = []
    matters: list[OpenMatter] = []
    for game in facts.games_in_order:
        book = book_on(given_on(facts.season, game) or facts.season.starts or dt.date.min)
        matters += _nobodys(facts.season, game, book)
        people = _people_of_interest(game, book, decisions)
        for acts in _acts_by_person(game, people, book.all(Offence)):
            for clock, found in _of_game(facts.season, game, acts, decisions, book.get(Unruled)):
                if isinstance(found, Case):
                    cases.append((clock, found))
                else:
                    matters.append(found)
    for infraction in facts.infractions:
        case = _off_the_sheet(facts, infraction, decisions)
        if isinstance(case, Case):
            cases.append(((True, 0, 0), case))
        elif case is not None:
            matters.append(case)
    for place, item in enumerate(facts.carried):
        cases.append(((False, 0, 0), _carried(facts.season, place, item, decisions)))
    cases.sort(key=lambda item: (item[1].moment, item[0]))
    return Record(numbered(facts, [case for _, case in cases]), tuple(matters))


def fits(row: Offence, penalty: Penalty, game: Game) -> bool:
    """Whether a penalty of this game falls under the row (4.4: a major for fighting, in these kinds of game)."""
    return penalty.offence in row.offences and penalty.penalty_class in row.classes and game.kind in row.game_kinds


def given_on(season: Season, game: Game) -> dt.date | None:
    """The day of an infraction in the game; None when the game has neither a date nor a report."""
    return game.day or (season.day(game.reported) if game.reported else None)


def end_of_day(season: Season, day: dt.date) -> dt.datetime:
    """The last moment of a day in the season's zone: what has only a date is not before that day's games."""
    midnight = dt.datetime.combine(day + dt.timedelta(days=1), dt.time.min, season.zone)
    return midnight.astimezone(dt.UTC) - dt.timedelta(microseconds=1)


def _people_of_interest(game: Game, book: RuleBook, decisions: Decisions) -> frozenset[str]:
    """Those with a penalty of a class that the book knows or with a decision: most of a sheet concerns nobody here."""
    unruled = book.get(Unruled)
    classes = {name for row in book.all(Offence) for name in row.classes} | set(unruled.classes if unruled else ())
    return frozenset(
        penalty.person
        for penalty in game.penalties
        if penalty.person is not None
        and (penalty.penalty_class in classes or decisions.there_are({penalty.id, penalty.incident}))
    )


def _acts_by_person(game: Game, people: frozenset[str], rows: tuple[Offence, ...]) -> Iterator[list[_Act]]:
    found: dict[str, dict[str, list[tuple[Clock, Penalty]]]] = {}
    for place, penalty in enumerate(game.penalties):
        if penalty.person in people and penalty.person is not None:
            incidents = found.setdefault(penalty.person, {})
            incidents.setdefault(penalty.incident or penalty.id, []).append((clock_of(penalty, place), penalty))
    for person, incidents in found.items():
        acts = []
        for incident, timed in incidents.items():
            timed.sort(key=lambda item: item[0])
            penalties = tuple(penalty for _, penalty in timed)
            row = next((row for row in rows if any(fits(row, penalty, game) for penalty in penalties)), None)
            acts.append(_Act(person, penalties[0].team, incident, penalties, timed[0][0], row))
        yield sorted(acts, key=lambda act: act.clock)


def clock_of(penalty: Penalty, place: int) -> Clock:
    """When in a game: by period and time left, overtime after the third; without a time, in the sheet's order."""
    period = penalty.period
    if period is None:
        return (True, 0, place)
    number = period if isinstance(period, int) else OVERTIME + int(period.removeprefix("OT") or 1)
    return (False, number, -penalty.left) if penalty.left is not None else (False, number, 1 + place)


def _of_game(
    season: Season, game: Game, acts: list[_Act], decisions: Decisions, unruled: Unruled | None
) -> Iterator[tuple[Clock, Case | OpenMatter]]:
    """The cases of one person in one game, and what is left for the director."""
    part_of_a_row: set[str] = set()
    for row in dict.fromkeys(act.row for act in acts if act.row is not None):
        with_it = [act for act in acts if act.row is None and _absorbed(act, row)]
        part_of_a_row |= {act.incident for act in with_it}
        dismissed = [act for act in acts if act.row == row and _struck(act, game, decisions)]
        standing = [act for act in acts if act.row == row and act not in dismissed]
        groups = [standing] if row.one_a_game and standing else [[act] for act in standing]
        for group in groups:
            more = with_it if group is groups[0] else []
            names = frozenset().union(*(act.names for act in (*group, *more)))
            said = decisions.standing(names, group[0].person)
            yield group[0].clock, replace(_case(season, game, group[0]), decisions=said)
        for act in dismissed:
            yield act.clock, replace(_case(season, game, act), dismissed=True)
    for act in acts:
        if act.incident not in part_of_a_row:
            yield from _beside_the_rows(season, game, act, decisions, unruled)


def _beside_the_rows(
    season: Season, game: Game, act: _Act, decisions: Decisions, unruled: Unruled | None
) -> Iterator[tuple[Clock, Case | OpenMatter]]:
    """What no row of the book covers: a case where a decision gives a length, else told where the book asks for it."""
    left = _unruled_penalties(act, unruled)
    said = decisions.standing(act.names, act.person)
    if decisions.dismissed(act.names, act.person):
        return
    if any(has_length(decision) for decision in said):
        if act.row is None:
            yield act.clock, replace(_case(season, game, act), decisions=said)
    elif left and unruled is not None:
        what = " and ".join(_called(penalty) for penalty in left)
        day = given_on(season, game)
        yield act.clock, OpenMatter(act.person, act.team, act.incident, game.id, day, what, unruled.clause)


def _nobodys(season: Season, game: Game, book: RuleBook) -> Iterator[OpenMatter]:
    """Penalties that somebody has to answer for, on a sheet that doesn't say who."""
    rows, unruled = book.all(Offence), book.get(Unruled)
    for penalty in game.penalties:
        row = next((row for row in rows if fits(row, penalty, game)), None)
        told = unruled is not None and penalty.penalty_class in unruled.classes
        if penalty.person is None and (row is not None or told):
            clause = row.clause if row else unruled.clause if unruled else None
            day, what = given_on(season, game), f"{_called(penalty)} without a name"
            yield OpenMatter(None, penalty.team, penalty.incident or penalty.id, game.id, day, what, clause)


def _absorbed(act: _Act, row: Offence) -> bool:
    return all(item.penalty_class in row.absorbs and item.offence in row.offences for item in act.penalties)


def _struck(act: _Act, game: Game, decisions: Decisions) -> bool:
    return all(decisions.dismissed({act.incident, item.id}, act.person) for item in act.fitting(game))


def _unruled_penalties(act: _Act, unruled: Unruled | None) -> tuple[Penalty, ...]:
    if unruled is None:
        return ()
    covered = (*act.row.classes, *act.row.absorbs) if act.row else ()
    return tuple(item for item in act.penalties if item.penalty_class in unruled.classes
                 and item.penalty_class not in covered)  # fmt: skip


def _case(season: Season, game: Game, act: _Act) -> Case:
    moment = game.starts or game.reported or DAWN
    main = (act.fitting(game) or act.penalties)[0]
    day = given_on(season, game)
    return Case(act.person, act.team, act.incident, moment, day, _called(main), game.id, row=act.row)


def _off_the_sheet(facts: Facts, item: Infraction, decisions: Decisions) -> Case | OpenMatter | None:
    said = decisions.about({item.id}, item.person)
    if said and said[-1].dismissed:
        return None
    standing = decisions.standing({item.id}, item.person)
    person = item.person or next((decision.person for decision in standing if decision.person), None)
    what = item.offence.replace("-", " ")
    if person is None or not any(has_length(decision) for decision in standing):
        return OpenMatter(item.person, item.team, item.id, item.game, item.date, what, None)
    game = facts.game.get(item.game) if item.game else None
    moment = game.starts if game and game.starts else end_of_day(facts.season, item.date)
    return Case(person, item.team, item.id, moment, item.date, what, item.game, decisions=standing)


def _carried(season: Season, place: int, item: CarriedSuspension, decisions: Decisions) -> Case:
    incident = f"carried:{place}"
    moment = end_of_day(season, item.given) if item.given else DAWN
    return Case(
        item.person,
        item.team,
        incident,
        moment,
        item.given,
        "suspension of an earlier season",
        carried=item,
        decisions=decisions.standing({incident}, item.person),
        dismissed=decisions.dismissed({incident}, item.person),
    )


def _called(penalty: Penalty) -> str:
    offence = "" if penalty.offence == "other" else f"{penalty.offence} "
    return f"{offence}{penalty.penalty_class}".replace("-", " ")
