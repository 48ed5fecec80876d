"""Decides what fines rulings bring, when each is due, and which teams an unpaid one keeps off the ice."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from discipline.core.documents import Ineligible
from discipline.core.gates.appearances import holds
from discipline.core.gates.book_people import Carded
from discipline.core.gates.teams import carded_uses
from discipline.core.owing import Reason, was_played
from discipline.core.sentencing import Fine, Sentenced
from league.core.charges import LEAGUE, Charge, Raised, settled
from league.core.facts import NEVER, Facts, Game
from league.core.money import amount
from league.core.results import Result
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register

SUSPENDED = "suspended"
UNPAID = "unpaid-fine"
FINE = "fine"


class Fines(Section):
    """`[fines]`: when a fine is due, and what an unpaid one does."""

    key: ClassVar[str] = "fines"
    clauses: tuple[str, ...]
    """By these a person's fine is due with the first game in which the person may play again."""
    at_once_kinds: tuple[str, ...] = ()
    """From these kinds of game it is due with the team's very next game."""
    team_clause: str
    """By this clause a team with a fine that is past due stays off the ice until it is paid."""
    forfeit_clauses: tuple[str, ...] = ()
    """A team's fine by one of these that isn't paid by the game it is due with loses the team that game as well."""
    playoff_clauses: tuple[str, ...] = ()
    """By these every fine is paid before the team's playoffs, one that never fell due among them."""

    def explain(self) -> Iterable[str]:
        """Say when fines are due and what follows."""
        yield f"A fine is due with the next game in which the person may play ({', '.join(self.clauses)})."
        if self.at_once_kinds:
            yield f"From a {' or '.join(self.at_once_kinds)} game: with the team's very next game."
        yield f"The team of an overdue fine doesn't play until it is paid ({self.team_clause})."
        if self.forfeit_clauses:
            yield f"Unpaid by then, that game is proposed as forfeited ({', '.join(self.forfeit_clauses)})."
        if self.playoff_clauses:
            yield f"No team plays playoffs with an unpaid fine ({', '.join(self.playoff_clauses)})."


def fines(
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    sentences: Iterable[Sentenced],
    kept_out: Sequence[Ineligible],
) -> tuple[Raised, ...]:
    """Every fine of the rulings, and of confirmed use of carded players, in no order yet.

    A doubled fine is one charge. One whose amount the book doesn't give is still to be set, and
    never falls due by itself until it is.
    """
    suspended = {
        (item.game, item.team, item.person)
        for item in kept_out
        if any(reason.kind == SUSPENDED for reason in item.reasons)
    }
    rules = book.get(Fines)
    found = [_raised(facts, book, results, made, fine, rules, suspended) for made, fine in _standing(sentences)]
    carded = book.get(Carded)
    for item in carded_uses(facts, carded) if carded else ():
        game = facts.game.get(item.game or "")
        moment = game.starts if game and game.starts else NEVER
        team = item.team or ""
        due = _next_game(facts, results, team, moment)
        assert carded is not None
        found.append(_charge(book, Fine((carded.use.clause,), carded.use.fine, True), team, None, moment, due, item.id))
    return tuple(found)


def _standing(sentences: Iterable[Sentenced]) -> Iterator[tuple[Sentenced, Fine]]:
    """The fines that stand; a team pays once for what several of its people did together (Alberta men's 6-8.e)."""
    paid = set()
    for made in sentences:
        case = made.case
        for fine in made.fines if not case.dismissed else ():
            cause = (case.team, fine.clauses[0], case.game or case.given)
            if fine.cents == 0 or (fine.of_team and (case.team is None or cause in paid)):
                continue
            if fine.of_team:
                paid.add(cause)
            yield made, fine


def off_the_ice(
    facts: Facts, book: RuleBook, results: Mapping[str, Result], raised: Sequence[Raised], as_of: dt.date
) -> Mapping[tuple[str, str, str], Reason]:
    """Everybody of a team with an unpaid fine, in its games to come (Alberta men's 8-1.b, 7-3.b, 8-2.f.3).

    From the day after the fine was due, by what is paid on the day asked about; never projected.
    """
    rules = book.get(Fines)
    if rules is None:
        return {}
    charges = settled([item.charge for item in raised], facts.payments)
    reasons: dict[str, dict[bool, Reason]] = {}
    starts = facts.season.playoffs_start
    for item, charge in zip(raised, charges, strict=True):
        if charge.paid or charge.cents is None or item.team is None:
            continue
        of_team = reasons.setdefault(item.team, {})
        name = f"{amount(charge.cents)} {charge.currency} of {charge.payer.partition(':')[2]} for {charge.purpose}"
        if charge.due is not None and as_of > charge.due:
            why = f"{item.team} owes {name} since {charge.due.isoformat()} ({rules.team_clause})."
            of_team.setdefault(False, Reason(None, (rules.team_clause, *charge.clauses), why, kind=UNPAID))
        earlier = starts is not None and item.order[0] != NEVER and facts.season.day(item.order[0]) < starts
        if earlier and starts is not None and as_of >= starts and rules.playoff_clauses:
            why = f"{item.team} owes {name}, and all is paid before the playoffs ({', '.join(rules.playoff_clauses)})."
            of_team.setdefault(True, Reason(None, (*rules.playoff_clauses, *charge.clauses), why, kind=UNPAID))
    found = {}
    for spot in facts.roster:
        for game in facts.games_of.get(spot.team, ()):
            reason = _reason(reasons.get(spot.team, {}), game)
            if reason and game.day and holds(spot, game.day) and results[game.id].status == "open":
                found[(game.id, spot.team, spot.person)] = reason
    return found


def forfeits_for_fines(
    facts: Facts, book: RuleBook, results: Mapping[str, Result], raised: Sequence[Raised], as_of: dt.date
) -> Iterator[dict[str, Any]]:
    """The games that a team's unpaid fine gives to the opponent, once somebody confirms it (Alberta men's 7-1.g.iii).

    A payment of the day itself is in time. A fine whose amount is still to be set forfeits nothing.
    """
    rules = book.get(Fines)
    owed = [item for item in raised if rules and not set(rules.forfeit_clauses).isdisjoint(item.charge.clauses)]
    for item in owed:
        charge = item.charge
        if charge.due is None or charge.cents is None or item.team is None or charge.due > as_of:
            continue
        [paid] = settled([charge], [one for one in facts.payments if one.date <= charge.due])
        games = facts.games_of.get(item.team, ())
        game = next((one for one in games if one.day == charge.due and one.starts and one.starts > item.order[0]), None)
        if paid.paid or game is None or results[game.id].status not in ("open", "played"):
            continue
        name = f"{amount(charge.cents)} {charge.currency}"
        clauses = [clause for clause in charge.clauses if rules and clause in rules.forfeit_clauses]
        winner = game.opponent(item.team)
        why = f"{item.team} hadn't paid {name} by {game.id} ({clauses[0]}): a win for {winner} is proposed"
        yield {"game": game.id, "winner": winner, "proposed": True, "clauses": clauses, "why": [why]}


def _reason(of_team: Mapping[bool, Reason], game: Game) -> Reason | None:
    return of_team.get(False) or (of_team.get(True) if game.kind == "playoff" else None)


def _raised(
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    made: Sentenced,
    fine: Fine,
    rules: Fines | None,
    suspended: Collection[tuple[str, str, str]],
) -> Raised:
    case = made.case
    team = case.team or ""
    game = facts.game.get(case.game or "")
    at_once = fine.of_team or (rules is not None and game is not None and game.kind in rules.at_once_kinds)
    person = None if at_once else case.person
    due = _next_game(facts, results, team, case.moment, person, suspended) if fine.cents is not None else None
    return _charge(book, fine, team, None if fine.of_team else case.person, case.moment, due, case.incident)


def _charge(
    book: RuleBook,
    fine: Fine,
    team: str,
    person: str | None,
    moment: dt.datetime,
    due: dt.date | None,
    purpose: str,
) -> Raised:
    sum_ = f"{amount(fine.cents)} {book.currency}" if fine.cents is not None else "an amount to be set by the league"
    until = f", due before the game of {due.isoformat()}" if due else ""
    charge = Charge(
        payer=f"person:{person}" if person else f"team:{team}",
        payee=LEAGUE,
        cents=fine.cents,
        currency=book.currency,
        due=due,
        purpose=purpose,
        kind=FINE,
        clauses=fine.clauses,
        why=(f"Fine: {sum_}{until} ({', '.join(fine.clauses)}).",),
    )
    return Raised((moment, team, person or ""), charge, team or None)


def _next_game(
    facts: Facts,
    results: Mapping[str, Result],
    team: str,
    after: dt.datetime,
    person: str | None = None,
    suspended: Collection[tuple[str, str, str]] = (),
) -> dt.date | None:
    """The day of the team's next game, or of the first in which the person could play; None without one.

    Nobody plays in a game that was forfeited before it began, whoever forfeited it.
    """
    for game in facts.games_of.get(team, ()):
        status = results[game.id].status
        if game.starts is None or game.starts <= after or status == "cancelled":
            continue
        could_play = (status == "open" or was_played(game)) and (game.id, team, person) not in suspended
        if person is None or could_play:
            return game.day
    return None


def to_be_set(raised: Iterable[Raised]) -> Iterator[str]:
    """One sentence for each fine whose amount the book doesn't give."""
    for item in raised:
        if item.charge.cents is None:
            who, clauses = item.charge.payer.partition(":")[2], ", ".join(item.charge.clauses)
            about = f"{who}, {item.charge.purpose}"
            yield f"The rule book asks for a fine ({clauses}) and gives no amount: {about}; the league sets it."


register(Fines)
