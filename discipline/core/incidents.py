"""Decides which penalties, infractions and carried suspensions make one case, and what is left for the director."""

import datetime as dt
from collections.abc import Callable, Iterator

from discipline.core.acts import acts_of, clock_of
from discipline.core.book import Offence, Unruled
from discipline.core.book_additions import Liability, ReviewTrigger
from discipline.core.book_filters import Filter
from discipline.core.book_ineligible import IneligibleUse
from discipline.core.cases import Case, Charge, Clock, Decisions, OpenMatter, Record, has_length
from discipline.core.charging import Charged, charged, fitting_rows
from discipline.core.circumstances import Circumstances, Line
from discipline.core.gates.book_games import Affiliation
from discipline.core.numbering import numbered
from discipline.core.proposed_forfeits import ProposedForfeit
from discipline.core.team_bars import TeamBar, TeamSuspension
from discipline.core.wording import called
from league.core.facts import CarriedSuspension, Facts, Game, Infraction, Penalty, Season
from league.rulebook.book import RuleBook

BookOn = Callable[[dt.date], RuleBook]
DAWN = dt.datetime.min.replace(tzinfo=dt.UTC)


def record(facts: Facts, book_on: BookOn, circumstances: Circumstances | None = None) -> Record:
    """Sort a season's sheets, infractions and carried suspensions into acts and open matters.

    `book_on` gives the book in force on a day: an offence is judged by the one in force when it happened.
    """
    circumstances = circumstances or Circumstances(facts)
    decisions = Decisions(facts.decisions)
    acts: list[Case] = []
    matters: list[OpenMatter] = []
    for game in facts.games_in_order:
        if not game.penalties:
            continue
        day = given_on(facts.season, game)
        book = book_on(day or facts.season.starts or dt.date.min)
        acts += _teams(game, day, book, circumstances, decisions)
        matters += _nobodys(game, day, book, circumstances)
        for of_person in acts_of(game, day, book, circumstances, decisions):
            found = charged(of_person, book, circumstances)
            acts += (_of_game(game, day, item, decisions) for item in found)
            matters += _left_over(game, day, found, decisions, book.get(Unruled))
    for infraction in facts.infractions:
        book = book_on(infraction.date)
        found_case = _off_the_sheet(facts, infraction, decisions, book, circumstances)
        acts.append(found_case)
        matters += _infraction_left_over(infraction, found_case, book)
    for place, item in enumerate(facts.carried):
        acts.append(_carried(facts.season, place, item, decisions))
    acts.sort(key=lambda act: (act.moment, act.clock))
    return Record(numbered(facts, acts, circumstances, book_on), tuple(matters))


def given_on(season: Season, game: Game) -> dt.date | None:
    """The day of an infraction in the game; None when the game has neither a date nor a report."""
    return game.day or (season.day(game.reported) if game.reported else None)


def end_of_day(season: Season, day: dt.date) -> dt.datetime:
    """The last moment of a day in the season's zone: what has only a date is not before that day's games."""
    midnight = dt.datetime.combine(day + dt.timedelta(days=1), dt.time.min, season.zone)
    return midnight.astimezone(dt.UTC) - dt.timedelta(microseconds=1)


def _of_game(game: Game, day: dt.date | None, item: Charged, decisions: Decisions) -> Case:
    act = item.act
    names = frozenset().union(act.names, *(other.names for other in item.also))
    lines = (*act.lines, *(line for other in item.also for line in other.lines))
    main = item.charges[0].lines[0] if item.charges else act.lines[0]
    return Case(
        act.person,
        act.team,
        act.incident,
        game.starts or game.reported or DAWN,
        day,
        called(main.penalty),
        game.id,
        lines=lines,
        charges=tuple(item.charges),
        decisions=() if act.struck else decisions.standing(names, act.person),
        dismissed=act.struck,
        part_of=item.part_of,
        clock=act.clock,
    )


def _left_over(
    game: Game, day: dt.date | None, found: list[Charged], decisions: Decisions, unruled: Unruled | None
) -> Iterator[OpenMatter]:
    """What no row of the book covers and nobody has decided, where the book asks for a look at it."""
    if unruled is None:
        return
    for item in found:
        act = item.act
        left = [line.penalty for line in item.rest if line.penalty.penalty_class in unruled.classes]
        decided = any(has_length(decision) for decision in decisions.standing(act.names, act.person))
        if left and not act.struck and not decided and not item.part_of:
            what = " and ".join(called(penalty) for penalty in left)
            yield OpenMatter(act.person, act.team, act.incident, game.id, day, what, unruled.clause)


def _nobodys(game: Game, day: dt.date | None, book: RuleBook, circumstances: Circumstances) -> Iterator[OpenMatter]:
    """Penalties that somebody has to answer for, on a sheet that doesn't say who."""
    unruled = book.get(Unruled)
    for penalty in game.penalties:
        if penalty.person is not None or _teams_own(Line(penalty, game, day), book, circumstances):
            continue
        rows = fitting_rows(Line(penalty, game, day), book, circumstances)
        told = unruled is not None and penalty.penalty_class in unruled.classes
        if rows or told:
            clause = rows[0][0].clause if rows else unruled.clause if unruled else None
            what = f"{called(penalty)} without a name"
            yield OpenMatter(None, penalty.team, penalty.incident or penalty.id, game.id, day, what, clause)


def _teams_own(line: Line, book: RuleBook, circumstances: Circumstances) -> tuple[Charge, ...]:
    """The charges of a penalty without a name for which somebody answers just because nobody is named."""
    answered = {row for rule in book.all(Liability) if rule.unless_named for row in rule.rows}
    rows = fitting_rows(line, book, circumstances) if answered else []
    return tuple(Charge(group, (line,)) for group in rows if any(row.id in answered for row in group))


def _teams(
    game: Game, day: dt.date | None, book: RuleBook, circumstances: Circumstances, decisions: Decisions
) -> Iterator[Case]:
    """Penalties without a name for which somebody of the team answers, as acts that no person did."""
    for place, penalty in enumerate(game.penalties):
        line = Line(penalty, game, day)
        charges = _teams_own(line, book, circumstances) if penalty.person is None else ()
        if charges:
            incident = penalty.incident or penalty.id
            said = decisions.about({incident, penalty.id}, None)
            yield Case(
                "",
                penalty.team,
                incident,
                game.starts or game.reported or DAWN,
                day,
                called(penalty),
                game.id,
                lines=(line,),
                charges=charges,
                decisions=decisions.standing({incident, penalty.id}, None),
                dismissed=bool(said) and said[-1].dismissed and said[-1].person is None,
                clock=clock_of(penalty, place),
            )


def _off_the_sheet(
    facts: Facts, item: Infraction, decisions: Decisions, book: RuleBook, circumstances: Circumstances
) -> Case:
    """An infraction as an act: under a row of the book, or with the length that a decision gives it."""
    standing = decisions.standing({item.id}, item.person)
    person = item.person or next((decision.person for decision in standing if decision.person), None)
    said = decisions.about({item.id}, person)
    game = facts.game.get(item.game) if item.game else None
    penalty = Penalty(item.id, item.team or "", "", person, item.offence, item.id)
    line = Line(penalty, game, item.date)
    charges = tuple(Charge(rows, (line,)) for rows in fitting_rows(line, book, circumstances))
    clock: Clock = (True, 0, 0)
    return Case(
        person or "",
        item.team,
        item.id,
        game.starts if game and game.starts else end_of_day(facts.season, item.date),
        item.date,
        item.offence.replace("-", " "),
        item.game,
        lines=(line,),
        charges=charges,
        decisions=standing,
        dismissed=bool(said) and said[-1].dismissed,
        clock=clock,
    )


def _infraction_left_over(item: Infraction, act: Case, book: RuleBook) -> Iterator[OpenMatter]:
    """An infraction that nothing follows from, unless another section of the book says what does."""
    if act.dismissed or (act.person and act.length is not None):
        return
    if act.charges:
        answered = any(act.charges[0].rows[0].id in rule.rows for rule in book.all(Liability))
        of_team = any(item.offence in rule.offences for rule in book.all(TeamSuspension))
        use = book.get(IneligibleUse)
        if act.person or answered or of_team or (use is not None and item.offence in use.infractions):
            return
    elif item.offence in dealt_with(book):
        return
    clause = act.charges[0].rows[0].clause if act.charges else None
    yield OpenMatter(item.person, item.team, item.id, item.game, item.date, act.what, clause)


def dealt_with(book: RuleBook) -> frozenset[str]:
    """Infractions off the sheet that a section of the book says what follows from, be it nothing for the person."""
    found: set[str] = set()
    filters: tuple[Filter, ...] = (*book.all(Offence), *book.all(Liability), *book.all(ReviewTrigger))
    for which in filters:
        found.update(() if which.classes else which.offences)
    of_teams: tuple[TeamBar | TeamSuspension | ProposedForfeit, ...]
    of_teams = (*book.all(TeamBar), *book.all(TeamSuspension), *book.all(ProposedForfeit))
    for rule in of_teams:
        found.update(rule.offences)
    use, affiliation = book.get(IneligibleUse), book.get(Affiliation)
    found.update(use.infractions if use else ())
    found.update([affiliation.offence] if affiliation else ())
    return frozenset(found)


def _carried(season: Season, place: int, item: CarriedSuspension, decisions: Decisions) -> Case:
    incident = f"carried:{place}"
    return Case(
        item.person,
        item.team,
        incident,
        end_of_day(season, item.given) if item.given else DAWN,
        item.given,
        "suspension of an earlier season",
        carried=item,
        decisions=decisions.standing({incident}, item.person),
        dismissed=decisions.dismissed({incident}, item.person),
        clock=(False, 0, 0),
    )
