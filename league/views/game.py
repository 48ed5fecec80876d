"""One game's page: its result and how it counts, its sheet, both Fair Play verdicts, and how far its reports are."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from league.core import fair_play, results
from league.core.book import FairPlay, Results
from league.core.facts import Facts
from league.core.fair_play import Counted, Verdict
from league.core.penalty_minutes import assessed_seconds
from league.core.results import Result
from league.face import live
from league.face.panels import panels_of, version_of
from league.models import Division, Game, LineupSpot, Outcome, Penalty, ReportState, Team
from league.permissions import Action
from league.queries.clock import today
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import book_for
from league.rulebook.book import RuleBook
from league.views.lines import DASH, line_of
from league.views.naming import Naming, numbers
from league.views.place import PageRequest, page
from league.views.schedule import season_trail

CONDUCT: Mapping[str, str | Promise] = {
    "spectators-removed": lazy("Spectators were asked to leave"),
    "off-ice-official-removed": lazy("An off-ice official was removed"),
}


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A penalty as the visitor may read it. `minutes` as assessed, `equivalent` as Fair Play counts it."""

    row: Penalty
    who: str
    what: str
    minutes: str
    equivalent: int
    clause: str


@dataclass(frozen=True, slots=True)
class Sum:
    """Penalties of one kind in the Fair Play count: "4 minors, 2 minutes each"."""

    what: str
    number: int
    each: int
    minutes: int
    clause: str


@dataclass(frozen=True, slots=True)
class TeamSheet:
    """One team's part of the page."""

    team: Team
    goals: list[int | str]
    total: int | None
    penalties: list[PenaltyLine]
    conduct: list[str | Promise]
    verdict: Verdict | None
    sums: list[Sum]

    @property
    def kept(self) -> str:
        """The badge of the Fair Play point."""
        return "fair-play-earned" if self.verdict and self.verdict.kept else "fair-play-lost"


@page(Action.READ_PUBLIC)
def game(request: PageRequest) -> HttpResponseBase:
    """Show the game. Constant queries, whatever is on its sheet."""
    game, season = request.place.game, request.place.season
    assert game is not None
    assert season is not None
    version = f"{_version(game)}.{version_of('game', request)}"
    if unchanged := live.nothing_new(request, version):
        return unchanged
    facts = league_facts(Slice(season, game=game))
    fact = facts.game[game.key]
    book = book_for(season, fact.day or today(season))
    result = results.results(facts, book)[game.key]
    verdicts = {item.team: item for item in fair_play.verdicts(facts, book, {game.key: result})}
    naming, now = Naming(request.access, request.place), timezone.now()
    sheets = _sheets(naming, game, facts, book, verdicts)
    context: dict[str, Any] = {
        "game": game,
        "line": line_of(game, now),
        "no_score": _no_score(book, game),
        "facts": facts,
        "fact": fact,
        "book": book,
        "result": result,
        "verdicts": verdicts,
        "counts": _counts(result, {game.home.key: game.home.name, game.away.key: game.away.name}),
        "sheets": sheets,
        "periods": _heads(max(len(sheet.goals) for sheet in sheets)),
        "version": version,
        "may_report": _reporters(naming, game, now),
        "links": _links(request, game),
        "may_read_reports": request.access.may(Action.READ_REPORTS, request.place),
        "breadcrumbs": [
            *season_trail(season),
            (_("Games"), reverse("league:games", kwargs={"league": season.league.slug, "season": season.slug})),
            (f"{game.away} {DASH} {game.home}", ""),
        ],
    }
    context["panels"] = panels_of("game", request, context)
    return render(request, "league/_game.html" if request.htmx else "league/game.html", context)


def _reporters(naming: Naming, game: Game, now: dt.datetime) -> list[Team]:
    """The teams for which the visitor can report the game: once it has begun, until it is verified."""
    if game.starts is None or game.starts > now or game.report_state == ReportState.VERIFIED:
        return []
    return [team for team in (game.home, game.away) if naming.may(Action.REPORT_GAME, team)]


def _no_score(book: RuleBook, game: Game) -> Results | None:
    """The rule by which no score is kept at the game's level, or None."""
    rules = book.get(Results)
    return rules if rules and game.division.level in rules.no_score_levels else None


def _version(game: Game) -> str:
    """How new the game itself is: every change of it raises this."""
    return f"{game.version}.{game.outcome}.{game.report_state}"


def _sheets(
    naming: Naming, game: Game, facts: Facts, book: RuleBook, verdicts: Mapping[str, Verdict]
) -> list[TeamSheet]:
    """Both teams, the visitors first: District 9's reports have the home team at the bottom."""
    rows = list(Penalty.objects.filter(game=game).select_related("person", "team").order_by("position", "pk"))
    people = {row.person_id for row in rows if row.person_id}
    worn = numbers(people, set(game.team_ids)) | _worn(game, people)
    fact = facts.game[game.key]
    rules = book.get(FairPlay)
    sheets = []
    for team, periods, total in (
        (game.away, game.periods_away, game.score_away),
        (game.home, game.periods_home, game.score_home),
    ):
        team.division = _division_of(team, game)
        of_team = tuple(item for item in fact.penalties if item.team == team.key)
        counted = fair_play.equivalent_minutes(of_team, rules) if rules else ()
        lines = _penalties(rows, team, counted, naming, worn, facts, book, game)
        conduct = [CONDUCT.get(item.kind, item.kind) for item in fact.conduct if item.team == team.key]
        verdict = verdicts.get(team.key)
        shown = total if game.outcome == Outcome.PLAYED else None
        sheets.append(TeamSheet(team, list(periods or ()), shown, lines, conduct, verdict, _sums(counted)))
    return sheets


def _division_of(team: Team, game: Game) -> Division:
    """The team's division without a query where it is the game's, as it nearly always is."""
    return game.division if team.division_id == game.division_id else team.division


def _worn(game: Game, people: set[int]) -> dict[tuple[int, int], int]:
    """Numbers worn in this very game. One query."""
    spots = LineupSpot.objects.filter(game=game, person__in=people, number__isnull=False)
    return {(spot.person_id, spot.team_id): spot.number for spot in spots if spot.number is not None}


def _penalties(
    rows: Iterable[Penalty],
    team: Team,
    counted: Iterable[Counted],
    naming: Naming,
    worn: Mapping[tuple[int, int], int],
    facts: Facts,
    book: RuleBook,
    game: Game,
) -> list[PenaltyLine]:
    counts = {item.penalty.id: item for item in counted}
    level = facts.division[facts.game[game.key].division].level
    facts_of = {item.id: item for item in facts.game[game.key].penalties}
    lines = []
    for row in rows:
        if row.team_id != team.pk:
            continue
        count = counts.get(row.key)
        number = worn.get((row.person_id or 0, team.pk))
        minutes, seconds = divmod(assessed_seconds(facts_of[row.key], level, book), 60)
        lines.append(
            PenaltyLine(
                row=row,
                who=_who(naming, row, number),
                what=called(row.offence, row.get_penalty_class_display()),
                minutes=f"{minutes}:{seconds:02d}" if seconds else str(minutes),
                equivalent=count.minutes if count else 0,
                clause=count.clause if count else "",
            )
        )
    return lines


def _who(naming: Naming, row: Penalty, number: int | None) -> str:
    """Who got it; of penalties given by number only, nobody is known, and that isn't the bench."""
    if row.person is None and row.penalty_class != "bench-minor":
        return _("Not named")
    return naming.person(row.person, row.team, number)


def called(offence: str, penalty_class: str) -> str:
    """A penalty in words: "Major, fighting"."""
    return penalty_class if offence == "other" else f"{penalty_class}, {offence.replace('-', ' ')}"


def _sums(counted: Iterable[Counted]) -> list[Sum]:
    """The Fair Play count by kind of penalty, in the sheet's order."""
    found: dict[tuple[str, int, str], int] = defaultdict(int)
    for item in counted:
        found[item.penalty.penalty_class.replace("-", " "), item.minutes, item.clause] += 1
    return [Sum(what, number, each, number * each, clause) for (what, each, clause), number in found.items()]


def _heads(periods: int) -> list[str]:
    """The heads of the score: three periods, then overtime."""
    return [str(number) if number <= 3 else _("OT") for number in range(1, periods + 1)]


def _counts(result: Result, names: Mapping[str, str]) -> str:
    """How a game that wasn't simply played counts, in a sentence; empty for one that was or is to come."""
    winner = names.get(result.winner or "", result.winner or "")
    at_fault = [names.get(team, team) for team in result.at_fault]
    blamed = at_fault[0] if at_fault else _("Nobody")
    if result.unclear:
        return _("The league still has to say when notice was given: until then the game counts for nothing.")
    if result.status == "cancelled":
        excused = {
            "weather": _("Not played because of the weather: no points of any kind."),
            "illness": _("Not played because of illness: no points of any kind."),
        }
        return excused.get(result.game.excused or "", _("Cancelled: not played, no points of any kind."))
    sentences = {
        "no-show": _("%(blamed)s did not show up: %(winner)s win."),
        "forfeit": _("%(blamed)s forfeited: %(winner)s win."),
        "refused": _("%(blamed)s refused to play: %(winner)s win."),
        "cancellation": _("%(blamed)s cancelled too late, which counts as a no-show: %(winner)s win."),
        "double-forfeit": _("A double forfeit: a loss for both teams."),
    }
    if result.cause not in sentences:
        return ""
    text = sentences[result.cause] % {"blamed": blamed, "winner": winner}
    notice = _notice(result)
    return f"{text} {notice}" if notice else text


def _notice(result: Result) -> str:
    if result.cause != "cancellation" or not result.game.notice or not result.game.starts:
        return ""
    hours = max(int((result.game.starts - result.game.notice).total_seconds() // 3600), 0)
    return ngettext(
        "Notice came %(hours)s hour before the start.", "Notice came %(hours)s hours before the start.", hours
    ) % {"hours": hours}


def _links(request: PageRequest, game: Game) -> list[tuple[str, str]]:
    """What officers can do here."""
    if not request.access.may(Action.SETTLE_REPORTS, request.place):
        return []
    season = game.season
    kwargs = {"league": season.league.slug, "season": season.slug, "game": game.pk}
    unreported = game.report_state == "unreported"
    views = {
        "league:dispute": _("Settle") if game.report_state == "disputed" else _("Verify"),
        "league:correct": _("Enter the result") if unreported else _("Correct"),
        "league:outcome": _("Enter an outcome"),
    }
    if game.report_state not in ("disputed", "provisional"):
        views.pop("league:dispute")
    if unreported and (game.starts is None or game.starts > timezone.now()):
        views.pop("league:correct")
    if request.access.may(Action.SET_UP, request.place):
        views["rulings:set_up_game"] = _("Change day or rink")
    return [(label, url) for view, label in views.items() if (url := _address(view, kwargs))]


def _address(view: str, kwargs: Mapping[str, Any]) -> str:
    try:
        return reverse(view, kwargs=dict(kwargs))
    except NoReverseMatch:
        return ""
