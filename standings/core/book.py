"""Decides which sections of a rule book belong to the standings and the playoffs."""

from league.rulebook.sections import register
from standings.core.book_playoffs import CAUSES, Advance, Overtime, Playoffs, PlayoffStage
from standings.core.book_points import Bonus, Deduction, Points, RankBy, Ranking
from standings.core.book_realignment import Realignment
from standings.core.book_tie_breaks import TieBreak, TieBreaking

__all__ = [
    "CAUSES",
    "Advance",
    "Bonus",
    "Deduction",
    "Overtime",
    "PlayoffStage",
    "Playoffs",
    "Points",
    "RankBy",
    "Ranking",
    "Realignment",
    "TieBreak",
    "TieBreaking",
]

register(Points, Ranking, Deduction, TieBreaking, TieBreak, Playoffs, PlayoffStage, Overtime, Realignment)
