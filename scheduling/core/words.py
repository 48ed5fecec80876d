"""Decides how the reasons of scheduling name teams, games and days."""

import datetime as dt

from league.core.facts import Facts, Game


def day_words(day: dt.date) -> str:
    """A day such as "Dec 6, 2014"."""
    return f"{day:%b} {day.day}, {day.year}"


def team_name(facts: Facts, team: str) -> str:
    """A team's name, or its id where it has none."""
    known = facts.team.get(team)
    return known.name if known and known.name else team


def game_name(facts: Facts, game: Game) -> str:
    """A game such as "Badgers - Herons (g4)", home team first."""
    return f"{team_name(facts, game.home)} - {team_name(facts, game.away)} ({game.id})"
