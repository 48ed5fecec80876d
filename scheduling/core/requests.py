"""Decides each request to move a game: whether the book allows it, what it costs, and whether the game moves."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from league.core.facts import NEVER, Facts, Game, RescheduleRequest
from league.core.money import amount
from league.rulebook.book import RuleBook
from scheduling.core.bookings import clashes_of, takes
from scheduling.core.fee_book import Reschedule
from scheduling.core.moves import GRANTED, in_order, moved
from scheduling.core.places import place_faults, standing_games
from scheduling.core.quotes import FeeLine, Price, price_of
from scheduling.core.words import day_words, team_name

PLAYED = ("played", "forfeit", "no-show", "refused", "double-forfeit")


@dataclass(frozen=True, slots=True)
class RequestRuling:
    """What the book says about one request; money in cents.

    `allowed` is the book's answer, whatever was decided; `moves` is true once it is also approved or
    waived. A request that isn't decided yet has the fee that it is going to cost.
    """

    id: str
    allowed: bool
    fee_cents: int
    lines: tuple[FeeLine, ...]
    refused_by: tuple[str, ...]
    why: tuple[str, ...]
    moves: bool
    clashes: tuple[str, ...] = ()
    """Double bookings at the new place. No clause is against them, but they can't be played."""

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `requests`."""
        return {
            "id": self.id,
            "allowed": self.allowed,
            "fee": amount(self.fee_cents),
            "lines": [line.document() for line in self.lines],
            "refused_by": list(self.refused_by),
            "why": list(self.why),
        }


def rule_requests(facts: Facts, book: RuleBook) -> tuple[RequestRuling, ...]:
    """A ruling for every request, by start of the game as it then stands, team id, and the file's order.

    `facts` holds the games as first scheduled. Requests are taken as they came in: where one moved a
    game, the next starts from the new date. A book without `[reschedule]` rules on none. Implements
    3.10 to 3.11.ii of District 9 by the book's data.
    """
    rules = book.get(Reschedule)
    if rules is None:
        return ()
    calendar = _Calendar(facts, book)
    found: list[tuple[RescheduleRequest, RequestRuling]] = []
    for request in in_order(facts.requests):
        game = calendar.games.get(request.game)
        if game is None:
            continue
        ruling = _ruling(calendar, rules, game, request)
        found.append((request, ruling))
        if ruling.moves:
            calendar.games[game.id] = moved(facts.season, game, request.new_start)
    order = {request.id: number for number, request in enumerate(facts.requests)}
    found.sort(key=lambda pair: (calendar.games[pair[0].game].starts or NEVER, pair[0].by, order[pair[0].id]))
    return tuple(ruling for _, ruling in found)


def with_moves(facts: Facts, rulings: Iterable[RequestRuling]) -> Facts:
    """The facts with every game where its allowed and approved requests put it; its length stays."""
    moving = {ruling.id for ruling in rulings if ruling.moves}
    games = dict(facts.game)
    for request in in_order(facts.requests):
        if request.id in moving:
            games[request.game] = moved(facts.season, games[request.game], request.new_start)
    return facts.changed(games=tuple(games.values())) if moving else facts


class _Calendar:
    """The games where the requests ruled on so far have put them."""

    def __init__(self, facts: Facts, book: RuleBook) -> None:
        self.facts = facts
        self.book = book
        self.games = dict(facts.game)
        self._taking: dict[tuple[str, str], list[str]] = {}
        for game in standing_games(facts):
            for key in takes(game):
                self._taking.setdefault(key, []).append(game.id)

    def clashes(self, proposed: Game) -> tuple[str, ...]:
        """What else the teams and the rink of a proposed game have at that time."""
        sharing = dict.fromkeys(id for key in takes(proposed) for id in self._taking.get(key, ()))
        found = clashes_of(self.facts, self.book, proposed, [self.games[id] for id in sharing])
        return tuple(sentence for fault in found for sentence in fault.why)


def _onto_a_blocked_day(facts: Facts, rules: Reschedule, proposed: Game) -> Iterable[str]:
    """A warning, no refusal: only the day of the game to be moved can refuse (Alberta men's 2-2.4)."""
    if rules.blocked_clause and proposed.day in facts.season.blocked:
        yield f"The new day, {day_words(proposed.day)}, is one on which games are hard to move ({rules.blocked_clause})"


def _ruling(calendar: _Calendar, rules: Reschedule, game: Game, request: RescheduleRequest) -> RequestRuling:
    facts = calendar.facts
    proposed = moved(facts.season, game, request.new_start)
    against = [*_against_moving(facts, rules, game, request)]
    against += [
        (fault.clause, sentence)
        for fault in place_faults(facts, calendar.book, proposed)
        if fault.clause
        for sentence in fault.why
    ]
    refused_by = tuple(dict.fromkeys(clause for clause, _ in against))
    price = _price(facts, rules, game, request) if not refused_by else Price((), ())
    clashes = calendar.clashes(proposed)
    return RequestRuling(
        id=request.id,
        allowed=not refused_by,
        fee_cents=price.cents,
        lines=price.lines,
        refused_by=refused_by,
        why=(
            *(f"{sentence} ({clause})" for clause, sentence in against),
            *price.why,
            *_onto_a_blocked_day(facts, rules, proposed),
            *clashes,
        ),
        moves=not refused_by and request.decision in GRANTED,
        clashes=clashes,
    )


def _against_moving(
    facts: Facts, rules: Reschedule, game: Game, request: RescheduleRequest
) -> Iterable[tuple[str, str]]:
    """Clause and sentence for what stands against moving the game at all, wherever to."""
    if game.kind in rules.never_kinds:
        for clause in rules.never_clauses:
            yield clause, f"A {game.kind} game is never moved"
    if game.kind not in rules.kinds:
        return
    yield from _too_late_or_hard(facts, rules, game, request)
    if _was_over(facts, game, request):
        yield rules.clause, f"The game had been played when the request came in on {day_words(request.received)}"
    missing = [team for team in game.teams if team != request.by and team not in request.agreed]
    if missing:
        names = " and ".join(team_name(facts, team) for team in missing)
        yield rules.agreement_clause, f"Without the agreement of {names} the game stays as it is"


def _too_late_or_hard(
    facts: Facts, rules: Reschedule, game: Game, request: RescheduleRequest
) -> Iterable[tuple[str, str]]:
    """What stands against moving a game on its day with this notice (2-2.4 and 2-2.6 of the Alberta manual)."""
    if game.day is None:
        return
    if rules.blocked_clause and game.day in facts.season.blocked:
        yield rules.blocked_clause, f"{day_words(game.day)} is a day on which games are hard to move"
    days = (game.day - request.received).days
    if (
        rules.notice_clause
        and rules.notice_days
        and days < rules.notice_days
        and not _asked_free(facts, rules, game, request)
    ):
        yield rules.notice_clause, f"{days} days' notice, at least {rules.notice_days} are asked for"


def _asked_free(facts: Facts, rules: Reschedule, game: Game, request: RescheduleRequest) -> bool:
    """Whether the asking team had asked to have the game's day free, and was scheduled over all the same."""
    team = facts.team.get(request.by)
    return rules.omit_clause is not None and team is not None and game.day in team.omit


def _was_over(facts: Facts, game: Game, request: RescheduleRequest) -> bool:
    """Whether the game was played, where it stood, before the request came in.

    A result alone doesn't say so: it may be that of the moved game. The first report tells, and
    without one the league, which would not have granted a request for a game that was over.
    """
    if game.outcome not in PLAYED or game.day is None:
        return False
    if game.reported is not None:
        return facts.season.day(game.reported) < request.received
    return game.day < request.received and request.decision not in GRANTED


def _price(facts: Facts, rules: Reschedule, game: Game, request: RescheduleRequest) -> Price:
    if request.decision == "refused":
        return Price((), (f"The league refused the request: nothing is charged ({rules.decision_clause})",))
    if request.decision == "waived":
        return Price((), (f"The league waived the fee ({rules.decision_clause})",))
    if _asked_free(facts, rules, game, request):
        return Price((), (f"The team had asked for that day: nothing is charged ({rules.omit_clause})",))
    return price_of(facts, rules, game, request.received, facts.season.day(request.new_start), request.reason)
