"""Decides everything that follows for people: suspensions, who may not dress, what somebody must look at."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from discipline.core.affiliates import PermanentAffiliate, for_good
from discipline.core.attendance import CONFIRMING, present, recorded
from discipline.core.circumstances import Circumstances
from discipline.core.counting import Counts
from discipline.core.documents import DisciplineRulings, Ineligible, Review, Suspension
from discipline.core.early_warnings import early_warnings
from discipline.core.ejections import ejections
from discipline.core.fines import fines, forfeits_for_fines, off_the_ice, to_be_set
from discipline.core.gates.book_games import Affiliation
from discipline.core.gates.guests import affiliation_counts
from discipline.core.gates.lineups import lineup_faults
from discipline.core.gates.source import SOURCES
from discipline.core.incidents import BookOn, end_of_day, record
from discipline.core.judging import judged
from discipline.core.laying import Laid
from discipline.core.notices import notices
from discipline.core.other_reasons import other_reasons
from discipline.core.owing import Progress, Reason
from discipline.core.proposed_forfeits import proposed_forfeits
from discipline.core.sentencing import Sentenced
from discipline.core.team_bars import team_bars
from discipline.core.wording import counted
from league.core.facts import NEVER, Facts, Game
from league.core.results import Result
from league.rulebook.book import RuleBook


def discipline(
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    as_of: dt.date,
    book_on: BookOn | None = None,
) -> DisciplineRulings:
    """Rule on discipline at the end of `as_of` (District 9: 4.4, 4.4.second).

    `facts` hold what was known then; `results` say what became of each game; `book_on` gives the
    book in force on a day where it changed during the season. A pure function: a correction is
    ruled on by ruling again. Works on any part of a season that holds all games of the teams and
    all records of the people concerned.
    """
    in_force = book_on or (lambda day: book)
    circumstances = Circumstances(facts)
    found = record(facts, in_force, circumstances)
    tally: dict[str, Counts] = {}
    own = judged(facts, found, book, in_force, circumstances, tally)
    laid = Laid(facts, book, results, as_of, own, other_reasons(facts, book, results, as_of, SOURCES))
    progress, suspending = laid.progress, [made for made in laid.sentences if made.suspends]
    suspensions = [_suspension(made, progress.get(made.case.key), as_of) for made in suspending]
    raised = fines(facts, book, results, laid.sentences, laid.kept_out)
    kept_out = _with_unpaid(laid.kept_out, off_the_ice(facts, book, results, raised, as_of), facts)
    used = set(recorded(facts))
    ineligible = tuple(item for item in kept_out if _shown(item, facts, results, used))
    return DisciplineRulings(
        suspensions=tuple(sorted(suspensions, key=lambda item: (item.given or dt.date.min, item.person))),
        ineligible=ineligible,
        lineup_faults=lineup_faults(facts, book, results),
        reviews=_reviews(laid.sentences, ineligible, _warned(facts, book, progress.values()), facts, results),
        forfeits=tuple(
            _once_a_game(
                laid.uses.forfeits(),
                proposed_forfeits(facts, book, results),
                forfeits_for_fines(facts, book, results, raised, as_of),
            )
        ),
        bars=tuple(_bars(laid, facts, book)),
        sentences=tuple(laid.sentences),
        warnings=early_warnings(found.acts, tally, book),
        fines=raised,
        notices=(*notices(facts, book, found.matters, laid.sentences), *to_be_set(raised)),
        ejections=ejections(facts, book, circumstances),
        kept_out={(item.game, item.team, item.person): item for item in kept_out},
        games=frozenset(facts.game),
        to_come=_to_come(facts, results),
    )


def _with_unpaid(
    kept_out: Iterable[Ineligible], unpaid: Mapping[tuple[str, str, str], Reason], facts: Facts
) -> tuple[Ineligible, ...]:
    """Everybody kept out, and those whose team has an unpaid fine; told last."""
    found = {(item.game, item.team, item.person): item for item in kept_out}
    for place, reason in unpaid.items():
        game, team, person = place
        item = found.get(place) or Ineligible(game, team, person, (), facts.game[game].starts or NEVER)
        found[place] = replace(item, reasons=(*item.reasons, reason))
    return tuple(sorted(found.values(), key=lambda item: (item.moment, item.team, item.person, item.game)))


def _once_a_game(*proposals: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """What is proposed, each game once, by the first reason."""
    found: dict[str, Mapping[str, Any]] = {}
    for item in chain(*proposals):
        found.setdefault(item["game"], item)
    yield from found.values()


def _bars(laid: Laid, facts: Facts, book: RuleBook) -> Iterator[Mapping[str, Any]]:
    """What teams are out of, each team and thing once, by team."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for bar in (*laid.uses.bars(), *team_bars(facts, book)):
        found.setdefault((bar["team"], bar["what"]), bar)
    yield from (found[place] for place in sorted(found))


def _suspension(made: Sentenced, progress: Progress | None, as_of: dt.date) -> Suspension:
    case = made.case
    clauses = [made.clause, *made.part_clauses, *made.more_clauses]
    why = list(made.why)
    if progress is not None:
        clauses += progress.clauses
        why += [*progress.trail, *_still_to_come(made, progress)]
    if case.dismissed:
        why.append("Dismissed: nothing is to be served.")
    return Suspension(
        person=case.person,
        team=case.team,
        incident=case.incident,
        given=case.given,
        moment=case.moment,
        games=made.games,
        until=made.until,
        indefinite=made.indefinite,
        rest_of_season=made.rest_of_season,
        expelled=made.expelled,
        minimum_games=made.minimum_games,
        pending=made.pending and not case.dismissed,
        offence_number=made.number,
        parts=made.parts,
        served=progress.served if progress else (),
        remaining=progress.remaining if progress else None if made.games is None else 0,
        status=_status(made, progress, as_of),
        director_may_increase=made.director_may_increase,
        appealable=made.appealable,
        hearing_required=made.hearing is not None,
        clauses=tuple(dict.fromkeys(clauses)),
        why=tuple(why),
        game=case.game,
    )


def _status(made: Sentenced, progress: Progress | None, as_of: dt.date) -> str:
    if made.case.dismissed or progress is None:
        return "dismissed"
    if progress.ended:
        return "served"
    if made.pending:
        return "pending"
    if made.expelled:
        return "expelled"
    if made.indefinite:
        return "indefinite"
    if made.rest_of_season:
        return "rest-of-season"
    in_time = made.until is not None and as_of <= made.until
    return "serving" if progress.remaining or in_time else "served"


def _still_to_come(made: Sentenced, progress: Progress) -> Iterator[str]:
    if made.pending and (made.holds or made.games is None):
        yield f"Out of every game until it is decided ({made.open_clause})."
    elif progress.next_rule is not None and progress.remaining:
        left = f"{counted(progress.remaining, 'game')} left of {progress.remaining + len(progress.served)}"
        yield f"{left}: the next {progress.next_rule.label} ({progress.next_rule.clause})."


def _shown(
    item: Ineligible, facts: Facts, results: Mapping[str, Result], used: Collection[tuple[str, str, str]]
) -> bool:
    """Whether the list names it: a game to come, or one that the person took part in all the same."""
    if results[item.game].status == "open" or (item.game, item.person, item.team) in used:
        return True
    return (item.person, item.team) in set(present(facts.game[item.game]))


def _reviews(
    sentences: Iterable[Sentenced],
    ineligible: Iterable[Ineligible],
    warned: Iterable[Review],
    facts: Facts,
    results: Mapping[str, Result],
) -> tuple[Review, ...]:
    reviews = []
    for made in sentences:
        case = made.case
        if made.pending and made.hearing is not None and not case.dismissed:
            clauses = tuple(dict.fromkeys((made.hearing.clause, made.clause)))
            reviews.append(Review(made.hearing.kind, case.person, case.team, case.incident, None, clauses, case.moment))
        if not case.dismissed:
            reviews += [
                Review(item.kind, case.person, case.team, case.incident, None, item.clauses, case.moment)
                for item in made.opens
            ]
    for item in ineligible:
        if results[item.game].status == "played" and not _settled(item, facts):
            incident = item.reasons[0].incident
            reviews.append(
                Review("ineligible-player-used", item.person, item.team, incident, item.game, item.clauses, item.moment)
            )
    reviews += warned
    return tuple(sorted(reviews, key=lambda review: (review.moment, review.team or "", review.person)))


def _warned(facts: Facts, book: RuleBook, progress: Iterable[Progress]) -> Iterator[Review]:
    """Warnings about affiliates: the first invitation without consent, and a suspension that makes one permanent."""
    if affiliation := book.get(Affiliation):
        for record, number in affiliation_counts(facts, affiliation):
            if number <= affiliation.warnings and record.person is not None:
                at = facts.game[record.game].starts if record.game else None
                moment = at or end_of_day(facts.season, record.date)
                yield Review("warning", record.person, record.team, record.id, None, (affiliation.clause,), moment)
    if permanent := book.get(PermanentAffiliate):
        for item, _ in for_good(permanent, facts, progress):
            case = item.sentenced.case
            yield Review("warning", case.person, case.team, case.incident, None, (permanent.clause,), case.moment)


def _settled(item: Ineligible, facts: Facts) -> bool:
    return any(
        infraction.offence in CONFIRMING
        and infraction.team == item.team
        and infraction.game == item.game
        and infraction.person in (None, item.person)
        for infraction in facts.infractions
    )


def _to_come(facts: Facts, results: Mapping[str, Result]) -> Mapping[str, tuple[str, ...]]:
    def open_and_dated(game: Game) -> bool:
        return game.starts is not None and results[game.id].status == "open"

    return {team: tuple(game.id for game in games if open_and_dated(game)) for team, games in facts.games_of.items()}
