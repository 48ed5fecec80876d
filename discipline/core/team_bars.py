"""Decides what a team, or every team of a club, may not enter because of something that is on record."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal

from league.core.book import unknown_words
from league.core.facts import Facts, Infraction
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


def team_bars(facts: Facts, book: RuleBook) -> Iterator[dict[str, Any]]:
    """Every bar that follows from the record, each team and thing once, in the order of the record, then of teams."""
    done = set()
    for rule in book.all(TeamBar):
        for item in facts.infractions:
            if item.offence not in rule.offences:
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


register(TeamBar)
