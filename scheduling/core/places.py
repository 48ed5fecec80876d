"""Decides whether the day of a game is one on which it may be played."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

from league.core.days import season_day
from league.core.facts import Facts, Game
from league.rulebook.book import RuleBook
from scheduling.core.book import LastDay, OpeningDay, Scheduling, Window
from scheduling.core.faults import ScheduleFault
from scheduling.core.words import day_words, team_name


def yearly_day(facts: Facts, day: str, near: dt.date) -> dt.date:
    """The date in the season of a yearly day such as "11-16".

    A season that doesn't say when it starts is taken to have started by its first game, and one
    without a game on `near`.
    """
    season = facts.season
    if season.starts is None:
        season = replace(season, starts=facts.first_day or near)
    return season_day(season, day)


def standing_games(facts: Facts) -> tuple[Game, ...]:
    """The games that are on or have been on, in order of start: not cancelled, nor left by a team that withdrew."""
    withdrawn = {item.team for item in facts.withdrawn}
    return tuple(
        game
        for game in facts.games_in_order
        if game.outcome != "cancelled" and not (game.outcome == "scheduled" and withdrawn.intersection(game.teams))
    )


def place_faults(facts: Facts, book: RuleBook, game: Game) -> tuple[ScheduleFault, ...]:
    """What the book has against the day of one game (3.6, 3.7 and 3.9 of District 9); days are local.

    Works for a game that is only proposed as well. A game without a date has no fault.
    """
    if game.day is None:
        return ()
    found: list[ScheduleFault] = []
    rules = book.get(Scheduling)
    if rules and game.kind in rules.kinds:
        if rules.window:
            found += _outside_window(facts, rules.window, game, game.day)
        if rules.same_association:
            found += _past_last_day(facts, rules.same_association, game, game.day)
    for opening in book.all(OpeningDay):
        found += _before_opening(facts, opening, game, game.day)
    return tuple(found)


def _outside_window(facts: Facts, rule: Window, game: Game, day: dt.date) -> Iterable[ScheduleFault]:
    division = facts.division[game.division]
    if division.window is None or division.level in rule.exempt_levels:
        return
    first, last = division.window
    if not first <= day <= last:
        why = f"{day_words(day)} is outside the division's window, {day_words(first)} to {day_words(last)}"
        yield ScheduleFault(game.id, None, rule.clause, "refuse", (why,))


def _past_last_day(facts: Facts, rule: LastDay, game: Game, day: dt.date) -> Iterable[ScheduleFault]:
    # part of a season may leave out a guest's team
    home, away = (facts.team[team].association if team in facts.team else None for team in game.teams)
    last = yearly_day(facts, rule.day, day)
    if home is not None and home == away and day > last:
        names = " and ".join(team_name(facts, team) for team in game.teams)
        why = f"{names} are of one association and play by {day_words(last)}; this is {day_words(day)}"
        yield ScheduleFault(game.id, None, rule.clause, "refuse", (why,))


def _before_opening(facts: Facts, rule: OpeningDay, game: Game, day: dt.date) -> Iterable[ScheduleFault]:
    levels = {facts.level(team) for team in game.teams if team in facts.team} | {facts.division[game.division].level}
    first = yearly_day(facts, rule.day, day)
    bound = sorted(levels.intersection(rule.levels))
    if bound and day < first:
        why = f"No {' or '.join(bound)} game before {day_words(first)}; this is {day_words(day)}"
        yield ScheduleFault(game.id, None, rule.clause, "refuse", (why,))
