"""Decides what a team, or every team of a club, is kept out of because of something that is on record."""

import datetime as dt
from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar, Literal

from discipline.core.cases import Decisions
from discipline.core.wording import day_text
from league.core.book import unknown_words
from league.core.facts import Facts, Game, Infraction
from league.core.findings import Finding
from league.core.vocabulary import INFRACTIONS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class TeamBar(Section):
    """One `[[team_bar]]`: what an infraction on record keeps teams out of for the season."""

    key: ClassVar[str] = "team_bar"
    many: ClassVar[bool] = True
    clause: str
    offences: tuple[str, ...]
    """Infractions off the score sheet."""
    what: str
    """What the teams may not enter, such as "provincial-playoffs"."""
    of: Literal["team", "club"] = "team"
    """Whether it is the team of the record, or every team of its association."""

    def explain(self) -> Iterable[str]:
        """Say what is barred."""
        whom = "the team" if self.of == "team" else "every team of the club"
        yield f"{' or '.join(self.offences)}: {whom} is out of {self.what.replace('-', ' ')} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.offences, INFRACTIONS, "infraction", "offences")


class TeamSuspension(Section):
    """One `[[team_suspension]]`: what an infraction on record keeps a whole team from: its lineups are refused."""

    key: ClassVar[str] = "team_suspension"
    many: ClassVar[bool] = True
    clause: str
    offences: tuple[str, ...]
    """Infractions off the score sheet, recorded for the team."""

    def explain(self) -> Iterable[str]:
        """Say what follows."""
        what = " or ".join(self.offences)
        yield f"{what}: the team is suspended and its lineups are refused until a decision lifts it ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.offences, INFRACTIONS, "infraction", "offences")


def suspended_teams(facts: Facts, book: RuleBook) -> Iterator[tuple[TeamSuspension, Infraction, dt.date | None]]:
    """Every suspension of a whole team: the rule, the record, and the last day where a decision has set one.

    A record that names a person is about the team as well; one that was dismissed about nobody.
    """
    decisions = Decisions(facts.decisions)
    for rule in book.all(TeamSuspension):
        for item in facts.infractions:
            if item.offence not in rule.offences or item.team not in facts.team:
                continue
            said = [decision for decision in decisions.about({item.id}, None) if decision.person is None]
            if not (said and said[-1].dismissed):
                yield rule, item, next((decision.until for decision in reversed(said) if decision.until), None)


def team_suspension_faults(
    facts: Facts, book: RuleBook, open_games: Collection[str]
) -> Iterator[tuple[Game, str, str, str]]:
    """Game, team, clause and sentence for every lineup of a suspended team: in games to come, and where it had one."""
    for rule, item, until in suspended_teams(facts, book):
        end = f"through {day_text(until)}" if until else "until a decision lifts it"
        for game in facts.games_of.get(item.team or "", ()):
            at = facts.game.get(item.game or "")
            begun = at.starts if at is not None else None
            later = begun is not None and game.starts is not None and game.starts > begun
            after = later or (game.day is not None and game.day > item.date)
            if not after or (until is not None and game.day is not None and game.day > until):
                continue
            if game.id in open_games or game.lineup(item.team or ""):
                why = f"the team is suspended {end}, for what is on record of {day_text(item.date)}"
                yield game, item.team or "", rule.clause, why


def team_bars(facts: Facts, book: RuleBook) -> Iterator[dict[str, Any]]:
    """Every bar that follows from the record, each team and thing once, in the order of the record, then of teams."""
    done = set()
    decisions = Decisions(facts.decisions)
    for rule in book.all(TeamBar):
        for item in facts.infractions:
            if item.offence not in rule.offences or decisions.dismissed({item.id}, item.person):
                continue
            for team in _teams(item, rule, facts):
                if (team, rule.what) not in done:
                    done.add((team, rule.what))
                    why = f"{item.offence.replace('-', ' ').capitalize()} on {item.date.isoformat()} ({item.id})"
                    yield {"team": team, "what": rule.what, "clauses": [rule.clause], "why": [why]}


def _teams(item: Infraction, rule: TeamBar, facts: Facts) -> list[str]:
    team = facts.team.get(item.team or "")
    if team is None:
        return []
    if rule.of == "team" or team.association is None:
        return [team.id]
    return sorted(other.id for other in facts.teams if other.association == team.association)


register(TeamBar, TeamSuspension)
