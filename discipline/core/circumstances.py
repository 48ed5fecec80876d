"""Decides what surrounds a penalty: the person's role, the level of the game, how late it came."""

import datetime as dt
from dataclasses import dataclass

from discipline.core.book import Sentencing
from discipline.core.book_filters import ROLE_GROUPS, Filter
from league.core.facts import Facts, Game, Penalty, RosterSpot
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.rulebook.book import RuleBook

OWN = frozenset({"regular"})
"""Roster statuses that make a team the person's own."""
AFTER_GAME = "post-game"
SPECIAL = "special-conditions"
"""The kind of condition under which a book multiplies what things cost."""


@dataclass(frozen=True, slots=True)
class Line:
    """One penalty of a sheet, or one infraction off the sheets, which has no class."""

    penalty: Penalty
    game: Game | None
    day: dt.date | None
    written: bool = True
    """Whether somebody wrote it down; otherwise a rule brought it."""
    anywhere: bool = False
    """Whether nothing is known of the game: what a filter says about games then holds."""


class Circumstances:
    """The facts that filters ask about."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._spots: dict[str, list[RosterSpot]] = {}
        for spot in facts.roster:
            self._spots.setdefault(spot.person, []).append(spot)

    def fits(self, which: Filter, line: Line, book: RuleBook) -> bool:
        """Whether a filter of this book means the penalty or infraction."""
        penalty = line.penalty
        if which.offences and penalty.offence not in which.offences:
            return False
        if which.classes and penalty.penalty_class not in which.classes:
            return False
        flags = penalty.flags
        if not flags.issuperset(which.flags) or not flags.isdisjoint(which.without_flags):
            return False
        if which.any_flags and flags.isdisjoint(which.any_flags):
            return False
        if which.statuses and not self._only(penalty.person, which.statuses):
            return False
        if which.roles and not self.has_role(which.roles, line):
            return False
        return line.anywhere or self._fits_game(which, line, book)

    def _fits_game(self, which: Filter, line: Line, book: RuleBook) -> bool:
        game = line.game
        if which.game_kinds and (game is None or game.kind not in which.game_kinds):
            return False
        if which.checking is not None and (game is None or self.checking(game) != which.checking):
            return False
        if which.levels and self._level(line) not in which.levels:
            return False
        if which.with_offences and self._others(line).isdisjoint(which.with_offences):
            return False
        return which.late is None or late(line, book) == which.late

    def _others(self, line: Line) -> frozenset[str]:
        """The person's offences in the same game and, off the sheets, on the same day."""
        person = line.penalty.person
        if person is None:
            return frozenset()
        on_the_sheet = line.game.penalties if line.game is not None else ()
        off_it = [
            item.offence
            for item in self._facts.infractions
            if item.person == person
            and (item.date == line.day or (line.game is not None and item.game == line.game.id))
        ]
        return frozenset((*off_it, *(item.offence for item in on_the_sheet if item.person == person)))

    def level(self, game: Game) -> str:
        """The level of the division that the game is played in."""
        return self._facts.division[game.division].level

    def _level(self, line: Line) -> str | None:
        """The level of the game, off the sheets that of the team."""
        if line.game is not None:
            return self.level(line.game)
        return self._facts.level(line.penalty.team) if line.penalty.team in self._facts.team else None

    def checking(self, game: Game) -> bool:
        """Whether body checking is allowed in the game; where the league didn't say it is."""
        return self._facts.division[game.division].checking is not False

    def roles(self, person: str | None, team: str | None, day: dt.date | None) -> frozenset[str]:
        """The person's roles in the team on the day; somebody on no roster is taken for a player."""
        spots = [spot for spot in self._spots.get(person or "", ()) if spot.team == team]
        found = frozenset(spot.role for spot in spots if holds(spot, day)) or frozenset(spot.role for spot in spots)
        return found or ROLE_GROUPS["player"]

    def is_official(self, person: str | None, team: str | None, day: dt.date | None) -> bool:
        """Whether the person is a team official, and no player of that team."""
        return self.roles(person, team, day) <= TEAM_OFFICIAL_ROLES

    def own_teams(self, person: str) -> tuple[str, ...]:
        """The teams that the person belongs to as a regular, each once, in the roster's order."""
        return tuple(dict.fromkeys(spot.team for spot in self._spots.get(person, ()) if spot.status in OWN))

    def holders(self, team: str, roles: frozenset[str], game: Game | None, day: dt.date | None) -> tuple[str, ...]:
        """Who has one of the roles in the team on the day; of several those on the game's sheet, where any is."""
        found = [
            spot.person for spot in self._facts.roster if spot.team == team and spot.role in roles and holds(spot, day)
        ]
        there = {spot.person for spot in game.lineup(team)} if game is not None and team in game.teams else set()
        return tuple(dict.fromkeys([person for person in found if person in there] or found))

    def special(self, person: str, team: str | None, day: dt.date | None) -> bool:
        """Whether the person, or the team, is under special conditions: all season, or on that day."""
        concerned = (self._facts.person.get(person), self._facts.team.get(team or ""))
        if any(one.special_conditions for one in concerned if one is not None):
            return True
        return any(
            item.kind == SPECIAL and item.covers(day) and (item.person == person or (team and item.team == team))
            for item in self._facts.conditions
        )

    def _only(self, person: str | None, statuses: tuple[str, ...]) -> bool:
        spots = self._spots.get(person or "", ())
        return bool(spots) and all(spot.status in statuses for spot in spots)

    def has_role(self, wanted: tuple[str, ...], line: Line) -> bool:
        """Whether the person has one of the roles, or of the groups of roles, in that team on that day."""
        penalty = line.penalty
        roles = self.roles(penalty.person, penalty.team, line.day)
        for name in wanted:
            if name == "team-official":
                if roles <= TEAM_OFFICIAL_ROLES:
                    return True
            elif name == "player":
                if roles & ROLE_GROUPS["player"]:
                    return True
            elif name in roles:
                return True
        return False


def holds(spot: RosterSpot, day: dt.date | None) -> bool:
    """Whether a place on a roster holds on the day."""
    return day is None or ((spot.starts is None or spot.starts <= day) and (spot.ends is None or day <= spot.ends))


def late(line: Line, book: RuleBook) -> bool:
    """Whether a penalty came late in the game, by the book's minutes; one without a time didn't."""
    rules = book.get(Sentencing)
    if rules is None or rules.late_minutes is None or line.game is None:
        return False
    penalty = line.penalty
    if AFTER_GAME in penalty.flags:
        return rules.late_after_game
    if isinstance(penalty.period, str):
        return rules.late_overtime
    if penalty.period is None:
        return False
    if penalty.period > rules.periods:
        return rules.late_overtime
    return penalty.period == rules.periods and penalty.left is not None and penalty.left <= rules.late_minutes * 60
