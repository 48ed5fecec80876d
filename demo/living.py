"""Decides what has been reported of the games around today: every state that reports can leave a game in.

Games are named as in `demo.generator.script`; what isn't here waits for its reports. Moments count in
hours from the end of the game.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from demo.paper import score_sheet
from league.core.report_game import content_of
from league.core.reports import ReportContent, Side, SideReport
from league.models import Game, Outcome, Role, Season, User
from league.queries import reports as queries
from league.seasonfile import SeasonFile
from league.services.attachments import File
from league.services.outcomes import set_outcome
from league.services.reporting import report_game
from league.services.settling import Choice, correct, disputed_fields, settle


@dataclass(frozen=True, slots=True)
class Reports:
    """A team reports what happened, or slips: a goal too many, a minor too few. Perhaps with the score sheet."""

    side: Side
    after: int
    slip: Literal["", "goal", "minor"] = ""
    sheet: bool = False


@dataclass(frozen=True, slots=True)
class Settles:
    """The statistician settles a dispute: the report of one side holds."""

    after: int
    holds: Side
    reason: str


@dataclass(frozen=True, slots=True)
class Corrects:
    """The statistician corrects a verified result: the home team has a goal more in the third period."""

    after: int
    reason: str


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The statistician records that the visitors didn't show up."""

    after: int
    reason: str


type Step = Reports | Settles | Corrects | NotPlayed

STORIES: Mapping[str, Sequence[Step]] = {
    "ba-6b": (Reports("home", 1), Reports("away", 14)),
    "ba-6c": (Reports("home", 2), Reports("away", 11, slip="goal")),
    "bb-6a": (Reports("away", 3),),
    "bb-6c": (Reports("home", 1),),
    "pa-6a": (Reports("home", 1, sheet=True), Reports("away", 12, slip="minor")),
    "pa-6b": (
        Reports("away", 2),
        Reports("home", 5, slip="goal"),
        Settles(26, "away", "The score sheet has no such goal; both coaches agree."),
    ),
    "pa-6c": (Reports("home", 2), Reports("away", 26)),
    "12ub-6a": (
        Reports("home", 1),
        Reports("away", 20),
        Corrects(30, "The referee's sheet shows one more goal in the third period."),
    ),
    "12ub-6c": (NotPlayed(2, "The visitors' bus never left; the home team and the officials waited half an hour."),),
    "mite-6a": (Reports("home", 1), Reports("away", 3)),
}


def report_games(
    *, season: Season, played: SeasonFile, officers: Mapping[Role, User], coaches: Mapping[int, User]
) -> None:
    """Let everybody report the games around today as `STORIES` tells.

    `played` holds these games as they were played, `coaches` who reports for a team, by its primary
    key. Side effects: those of the services that report, settle, correct and record outcomes.
    """
    for key, steps in STORIES.items():
        teller = _Teller(season, key, content_of(played.facts.game[key]), officers[Role.STATISTICIAN], coaches)
        for step in steps:
            teller.take(step)


class _Teller:
    """Takes the steps of one game's story."""

    def __init__(
        self, season: Season, key: str, content: ReportContent, statistician: User, coaches: Mapping[int, User]
    ) -> None:
        games = Game.objects.select_related("home", "away", "season__league", "season__rulebook", "division")
        self._game = games.get(season=season, key=key)
        self._content = content
        self._statistician = statistician
        self._coaches = coaches

    def take(self, step: Step) -> None:
        """Do what the step says at its hour."""
        game = self._game
        game.refresh_from_db(fields=["version"])
        now = (game.occupied_until or game.created_at) + dt.timedelta(hours=step.after)
        match step:
            case Reports():
                self._report(step, now)
            case Settles():
                choices = {item.field: Choice(step.holds, step.reason) for item in disputed_fields(game)}
                settle(game=game, choices=choices, by=self._statistician, seen_version=game.version, now=now)
            case Corrects():
                content = _one_more_goal(self._content)
                seen, by = game.version, self._statistician
                correct(game=game, content=content, reason=step.reason, by=by, seen_version=seen, now=now)
            case NotPlayed():
                set_outcome(
                    game=game,
                    outcome=Outcome.NO_SHOW,
                    at_fault=[game.away],
                    reason=step.reason,
                    by=self._statistician,
                    seen_version=game.version,
                    now=now,
                )

    def _report(self, step: Reports, now: dt.datetime) -> None:
        game = self._game
        team = queries.team_on(game, step.side)
        report_game(
            game=game,
            team=team,
            content=_slipped(self._content, step.slip),
            by=self._coaches[team.pk],
            token=f"demo-{game.pk}-{step.side}",
            seen_version=game.version,
            now=now,
            files=[File(f"score sheet {game.key}.png", score_sheet(str(game), self._content))] if step.sheet else [],
        )


def _slipped(content: ReportContent, slip: str) -> ReportContent:
    """What a hasty reporter makes of it."""
    match slip:
        case "goal":
            return _one_more_goal(content)
        case "minor":
            return replace(content, home=_one_minor_less(content.home))
    return content


def _one_more_goal(content: ReportContent) -> ReportContent:
    """The home team has one goal more in the last period; still a result of regulation time."""
    *earlier, last = content.home.goals
    return replace(content, home=replace(content.home, goals=(*earlier, last + 1)))


def _one_minor_less(report: SideReport) -> SideReport:
    """The first minor is missing that stands alone."""
    alone = [item for item in report.penalties if item.penalty_class == "minor" and not item.incident]
    return replace(report, penalties=tuple(item for item in report.penalties if item not in alone[:1]))
