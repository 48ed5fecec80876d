"""Decides who may help out a team: people on no roster or another's, spare goaltenders, affiliates."""

from collections import Counter
from collections.abc import Iterator, Mapping

from discipline.core.cases import Decisions
from discipline.core.gates.appearances import Appearance
from discipline.core.gates.book_games import GUESTS, Affiliation, Consent, SpareGoalies, Unrostered
from discipline.core.gates.teams import rank_of
from discipline.core.gates.told import Told, approved, half_day
from league.core.facts import Facts, Infraction
from league.core.results import Result

REGULAR = "regular"
GOALIE = "goalie"


class NotOnTheRoster:
    """Somebody in a lineup without a place on the team (Alberta men's 1-8.b; NB 11.b; M.A.H.A. 15.a)."""

    def __init__(self, rule: Unrostered, facts: Facts) -> None:
        self._rule, self._facts = rule, facts
        self._tolerated = half_day(facts, rule.tolerated.days) if rule.tolerated else None

    def told(self, seen: Appearance) -> Iterator[Told]:
        """That the person isn't on the roster, unless another rule decides or it is still tolerated."""
        rule = self._rule
        if seen.spots or not seen.dressed:
            return
        for other in seen.elsewhere:
            if other.role in rule.other_team_free or other.status in rule.other_status_free:
                return
        if not seen.elsewhere and self._tolerated is not None and seen.day <= self._tolerated:
            return
        where = f" but on that of {seen.elsewhere[0].team}" if seen.elsewhere else ""
        why = f"Not on the roster of {seen.team}{where} ({', '.join(rule.clauses)})."
        yield Told(rule.clauses, why, "unregistered")


class NeedsConsent:
    """Somebody who is in a lineup only with an approval (M.A.H.A. 8 and 8.a)."""

    def __init__(self, rule: Consent, facts: Facts) -> None:
        self._rule, self._facts = rule, facts

    def told(self, seen: Appearance) -> Iterator[Told]:
        """That the approval is missing."""
        rule = self._rule
        if seen.game.kind in rule.kinds and self._concerns(seen) and not approved(self._facts, seen, rule.approvals):
            needs = " or ".join(rule.approvals).replace("-", " ")
            yield Told((rule.clause,), f"Without approval: {needs} ({rule.clause}).", "without-consent")

    def _concerns(self, seen: Appearance) -> bool:
        on_team = [spot for spot in seen.spots if spot.role in self._rule.roles]
        if seen.spots:
            return bool(on_team) and all(spot.status in self._rule.statuses for spot in on_team)
        regular = any(spot.role in self._rule.roles and spot.status == REGULAR for spot in seen.elsewhere)
        return self._rule.other_team and seen.dressed and regular


class SpareGoalie:
    """A goaltender of other teams who helps out (Alberta men's 4-9.e and 9-1.i.1)."""

    def __init__(self, rule: SpareGoalies, facts: Facts, results: Mapping[str, Result]) -> None:
        self._rule, self._facts, self._results = rule, facts, results
        self._lowest = max((division.rank for division in facts.divisions if division.rank), default=0)

    def told(self, seen: Appearance) -> Iterator[Told]:
        """A division too high, or in playoffs a team that is still in."""
        others = [spot.team for spot in seen.elsewhere if spot.role == GOALIE and spot.status not in GUESTS]
        helps = not seen.spots or any(spot.role == GOALIE and spot.status in GUESTS for spot in seen.spots)
        if not others or not helps:
            return
        rank = rank_of(self._facts, seen.team)
        counted = max((found for team in others if (found := rank_of(self._facts, team)) is not None), default=None)
        playoff = seen.game.kind == "playoff" and bool(self._rule.playoff_clauses)
        clauses = self._rule.playoff_clauses if playoff else (self._rule.clause, self._rule.counted_clause)
        if rank is not None and counted is not None and counted < rank - self._allowed(rank, playoff=playoff):
            why = f"A goaltender of division {counted} doesn't help out in division {rank} ({', '.join(clauses)})."
            yield Told(clauses, why, "spare-goaltender")
        if playoff:
            for team in others:
                if self._still_in(team, seen):
                    why = f"{team} is still in the playoffs ({', '.join(clauses)})."
                    yield Told(clauses, why, "spare-goaltender")

    def _allowed(self, rank: int, *, playoff: bool) -> int:
        if playoff:
            return 0
        return self._rule.lowest_higher if rank == self._lowest else self._rule.higher

    def _still_in(self, team: str, seen: Appearance) -> bool:
        """Whether the team has a playoff game on that day or later; without one it is out."""
        return any(
            game.kind == "playoff"
            and game.day is not None
            and game.day >= seen.day
            and self._results[game.id].status != "cancelled"
            for game in self._facts.games_of.get(team, ())
        )


class AffiliationEnded:
    """A player whose affiliation ended after somebody invited him without consent (NB 7)."""

    def __init__(self, rule: Affiliation, facts: Facts) -> None:
        self._rule = rule
        self._ended = {
            (item.person, item.team): item
            for item, number in reversed(list(affiliation_counts(facts, rule)))
            if number > rule.warnings
        }

    def told(self, seen: Appearance) -> Iterator[Told]:
        """That the affiliation to this team has ended."""
        ended = self._ended.get((seen.person, seen.team))
        if ended is not None and seen.day > ended.date:
            why = f"The affiliation to {seen.team} ended on {ended.date:%b} {ended.date.day} ({self._rule.clause})."
            yield Told((self._rule.clause,), why, "affiliation-ended")


def affiliation_counts(facts: Facts, rule: Affiliation) -> Iterator[tuple[Infraction, int]]:
    """Every invitation without consent with its number for the inviting team, by date, then in the file's order.

    One that was dismissed is none.
    """
    count: Counter[str | None] = Counter()
    decisions = Decisions(facts.decisions)
    for item in sorted(facts.infractions, key=lambda item: item.date):
        if item.offence == rule.offence and not decisions.dismissed({item.id}, item.person):
            count[item.team] += 1
            yield item, count[item.team]
