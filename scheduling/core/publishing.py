"""Decides whether a schedule may be published: every team's home games have to be set."""

from collections.abc import Collection

from league.core.facts import Facts, Game
from league.core.findings import Finding
from league.rulebook.book import RuleBook
from scheduling.core.book import Scheduling
from scheduling.core.words import team_name


def publishing_findings(facts: Facts, book: RuleBook, divisions: Collection[str]) -> tuple[Finding, ...]:
    """One refusal for each team of these divisions whose home games aren't all set, by team id.

    A home game is set when it has a date, a time and a rink. Only kinds that the book schedules are
    asked for, and no cancelled ones. A book that asks for nothing refuses nothing. Implements 3.5 of
    District 9.
    """
    rules = book.get(Scheduling)
    if rules is None or rules.publishing_clause is None:
        return ()
    missing: dict[str, list[Game]] = {}
    for game in facts.games:
        asked_for = game.division in divisions and game.kind in rules.kinds and game.outcome != "cancelled"
        if asked_for and (game.starts is None or game.venue is None):
            missing.setdefault(game.home, []).append(game)
    return tuple(
        Finding(
            code="home-games-missing",
            message=f"{team_name(facts, team)} still has to set home games: {len(games)}",
            where=team,
            clause=rules.publishing_clause,
            remedy="set date, time and rink of " + ", ".join(game.id for game in games),
        )
        for team, games in sorted(missing.items())
    )
