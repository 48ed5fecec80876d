"""Decides the form in which discipline is handed on: the rulings' suspensions, do-not-dress list and reviews."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from discipline.core.early_warnings import EarlyWarning
from discipline.core.ejections import Ejected
from discipline.core.gates.lineups import LineupFault
from discipline.core.owing import Reason, ServedGame
from discipline.core.sentencing import RulingPart, Sentenced
from league.core.charges import Raised


@dataclass(frozen=True, slots=True)
class Suspension:
    """The ruling on one person and incident. Days are days in the season's zone."""

    person: str
    team: str | None
    incident: str
    given: dt.date | None
    moment: dt.datetime
    games: int | None
    until: dt.date | None
    indefinite: bool
    minimum_games: int | None
    pending: bool
    offence_number: int | None
    parts: tuple[RulingPart, ...]
    served: tuple[ServedGame, ...]
    remaining: int | None
    status: str
    director_may_increase: bool
    appealable: bool
    hearing_required: bool
    clauses: tuple[str, ...]
    why: tuple[str, ...]
    game: str | None = None
    """The game of the incident; none for what is off the sheets."""
    rest_of_season: bool = False
    expelled: bool = False

    @property
    def served_in(self) -> tuple[str, ...]:
        """The games that served, in their order."""
        return tuple(item.game for item in self.served)

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `suspensions`."""
        return {
            "person": self.person,
            "team": self.team,
            "incident": self.incident,
            "given": _iso(self.given),
            "games": self.games,
            "until": _iso(self.until),
            "indefinite": self.indefinite,
            "minimum_games": self.minimum_games,
            "rest_of_season": self.rest_of_season,
            "expelled": self.expelled,
            "pending": self.pending,
            "offence_number": self.offence_number,
            "parts": [{"clause": part.clause, "games": part.games} for part in self.parts],
            "served_in": list(self.served_in),
            "remaining": self.remaining,
            "status": self.status,
            "director_may_increase": self.director_may_increase,
            "appealable": self.appealable,
            "hearing_required": self.hearing_required,
            "clauses": list(self.clauses),
            "why": list(self.why),
        }


@dataclass(frozen=True, slots=True)
class Ineligible:
    """Somebody who may not take part in a game with a team, or should not have."""

    game: str
    team: str
    person: str
    reasons: tuple[Reason, ...]
    moment: dt.datetime
    """The game's start; the list goes by it."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of all reasons, each once."""
        return tuple(dict.fromkeys(clause for reason in self.reasons for clause in reason.clauses))

    @property
    def until(self) -> dt.date | None:
        """The last day on which the person is kept out, where nothing but times keeps them out; else None."""
        days = [reason.until for reason in self.reasons if reason.until is not None]
        return max(days) if days and len(days) == len(self.reasons) else None

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `ineligible`."""
        return {
            "game": self.game,
            "team": self.team,
            "person": self.person,
            "clauses": list(self.clauses),
            "why": [reason.why for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Review:
    """What a person has to look at."""

    kind: str
    person: str
    """Empty where it is about a team."""
    team: str | None
    incident: str | None
    game: str | None
    clauses: tuple[str, ...]
    moment: dt.datetime
    """The start of the game that it is about or came from; reviews go by it."""
    due: dt.datetime | None = None

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `reviews`."""
        return {
            "kind": self.kind,
            "person": self.person or None,
            "team": self.team,
            "incident": self.incident,
            "game": self.game,
            "due": self.due.isoformat() if self.due else None,
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True)
class DisciplineRulings:
    """All that follows from the sheets, infractions, carried suspensions and decisions.

    `ineligible` is what the rulings show. `kept_out` holds beside it the games that were played
    without the person, as they had to be: the gate answers from it. `to_come` are each team's open
    games in order. Lineup faults, forfeits and bars stay empty for books without such rules.
    """

    suspensions: tuple[Suspension, ...] = ()
    ineligible: tuple[Ineligible, ...] = ()
    lineup_faults: tuple[LineupFault, ...] = ()
    reviews: tuple[Review, ...] = ()
    forfeits: tuple[Mapping[str, Any], ...] = ()
    bars: tuple[Mapping[str, Any], ...] = ()
    notices: tuple[str, ...] = ()
    sentences: tuple[Sentenced, ...] = ()
    """What every case costs, those too that cost a fine or open a review and suspend nobody."""
    ejections: tuple[Ejected, ...] = ()
    """Who was put out of which game, whatever it costs besides."""
    fines: tuple[Raised, ...] = ()
    """The fines of the rulings, as charges in no order yet."""
    warnings: tuple[EarlyWarning, ...] = ()
    """Who is one step from a consequence; told to the person's teams only, no part of the rulings document."""
    kept_out: Mapping[tuple[str, str, str], Ineligible] = field(default_factory=dict)
    """By game, team and person."""
    games: frozenset[str] = frozenset()
    """The games that were looked at; the gate doesn't answer for any other."""
    to_come: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def _iso(day: dt.date | None) -> str | None:
    return day.isoformat() if day else None
