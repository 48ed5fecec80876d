"""Decides what is read for due process: the cases by deadline, a person's history, whom a notice goes to."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from discipline import queries
from discipline.core.book_due_process import Appeals, Consulting, DecisionClock, Hearings, Jurisdiction
from discipline.core.book_longer import Longer
from discipline.core.due_process import Due, Matter, authority, clocks, consultations
from discipline.core.sentencing import DECISION
from discipline.models import (
    Appeal,
    Case,
    CaseEntry,
    CaseKind,
    Decision,
    EntryKind,
    Hearing,
    IncidentReport,
    Notice,
    Suspension,
)
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.models import Game, Membership, Penalty, Person, Role, RosterSpot, Season, Team, User
from league.queries.desk import Books
from league.queries.reports import book_of as book_of_game
from league.queries.rulebooks import book_for
from league.rulebook.book import RuleBook


@dataclass(frozen=True, slots=True)
class Item:
    """A suspension on the director's desk: its case as clocks see it, who decides, and what was done so far."""

    suspension: Suspension
    matter: Matter
    dues: tuple[Due, ...]
    authority: str
    decided: bool
    noticed: bool
    report: IncidentReport | None
    hearing: Hearing | None
    appeal: Appeal | None

    @property
    def done(self) -> bool:
        """Whether nothing is left to be done about it."""
        return self.noticed and self.hearing is None and self.appeal is None

    @property
    def first(self) -> Due | None:
        """What is due first."""
        return self.dues[0] if self.dues else None


def docket(season: Season, *, only: int | None = None) -> list[Item]:
    """The season's suspensions as cases, the soonest due first; of one suspension with `only`. Eleven queries."""
    found = queries.suspensions(season).exclude(status="dismissed")
    if only is not None:
        found = queries.suspensions(season).filter(pk=only)
    rows = list(found.select_related("person", "team__division", "game__home", "game__away"))
    look = _Look(season, rows)
    items = [look.item(row) for row in rows]
    far = dt.datetime.max.replace(tzinfo=dt.UTC)
    return sorted(items, key=lambda item: (item.done, item.first.at if item.first else far, item.suspension.pk))


class _Look:
    """Everything about these suspensions, asked for at once."""

    def __init__(self, season: Season, rows: Iterable[Suspension]) -> None:
        rows = list(rows)
        people, games = {row.person_id for row in rows}, {row.game_id for row in rows if row.game_id}
        self.books = Books.of(season)
        self.penalties: dict[tuple[int, int, str], list[Penalty]] = defaultdict(list)
        for penalty in Penalty.objects.filter(game__in=games, person__in=people).order_by("position", "pk"):
            self.penalties[penalty.game_id, penalty.person_id or 0, penalty.incident_key].append(penalty)
        self.decided = {
            (one.on, one.person_id) for one in Decision.objects.filter(season=season).only("on", "person_id")
        }
        self.reports: dict[tuple[int, str], IncidentReport] = {}
        reports = IncidentReport.objects.filter(game__in=games, filed_at__isnull=False).defer("draft")
        for report in reports.order_by("-filed_at"):
            self.reports.update({(report.game_id, key): report for key in report.penalties})
        cases = Case.objects.filter(season=season, kind=CaseKind.SUSPENSION, person__in=people)
        self.cases = {(case.person_id, case.incident, case.game_id): case for case in cases}
        ids = [case.pk for case in self.cases.values()]
        self.hearings = {row.case_id: row for row in Hearing.objects.filter(case__in=ids).order_by("requested_at")}
        self.appeals = {row.case_id: row for row in Appeal.objects.filter(case__in=ids).order_by("filed_at")}
        self.noticed = set(
            Case.objects.filter(pk__in=ids, notices__isnull=False).order_by().values_list("pk", flat=True).distinct()
        )
        spots = RosterSpot.objects.filter(person__in=people, team__season=season).order_by("starts", "pk")
        self.roles = {(person, team): role for person, team, role in spots.values_list("person", "team", "role")}

    def item(self, row: Suspension) -> Item:
        """One suspension as a case."""
        case = self.cases.get((row.person_id, row.incident, row.game_id))
        penalties = self.penalties.get((row.game_id or 0, row.person_id, row.incident), [])
        names = {row.incident, *(penalty.key for penalty in penalties)}
        report = next((found for one in penalties if (found := self.reports.get((one.game_id, one.key)))), None)
        hearing = self.hearings.get(case.pk) if case else None
        appeal = self.appeals.get(case.pk) if case else None
        book = self._book(row)
        given = row.data["games"] if row.data["games"] is not None else None
        least = sum(part["games"] or 0 for part in row.data["parts"] if part["clause"] != DECISION)
        matter = Matter(
            classes=tuple(dict.fromkeys(one.penalty_class for one in penalties)),
            role=self.roles.get((row.person_id, row.team_id or 0), "skater"),
            one_association=_inside(row.game),
            games=given,
            above=(given is not None and given > least) or row.data["until"] is not None,
            indefinite=bool(row.data["indefinite"] or row.data["pending"]),
            serious=bool(case and case.serious) or bool(row.data["indefinite"]),
            other_district=bool(case and case.other_district),
            infraction=row.game.starts if row.game else None,
            report=report.filed_at if report else None,
            appeal=appeal.filed_at if appeal and appeal.outcome == "open" else None,
            hearing_called=hearing.requested_at if hearing else None,
            hearing_over=hearing.held_at if hearing else None,
        )
        decides = authority(matter, book.all(Jurisdiction))
        decided = any((name, who) in self.decided for name in names for who in (row.person_id, None))
        noticed = case is not None and case.pk in self.noticed
        over = {"decision": decided or noticed, "notice": noticed, "appeal": matter.appeal is None}
        dues = tuple(due for due in clocks(matter, book.all(DecisionClock)) if not over[due.what])
        return Item(
            row,
            matter,
            dues,
            decides.authority if decides else "director",
            decided,
            noticed,
            report,
            hearing if hearing and hearing.held_at is None else None,
            appeal if appeal and appeal.outcome == "open" else None,
        )

    def _book(self, row: Suspension) -> RuleBook:
        if row.game is not None:
            return self.books.on(row.game)
        day = row.given or dt.date.max
        return [book for starts, book in self.books.entries if starts is None or starts <= day][-1]


def _inside(game: Game | None) -> bool:
    """Whether both teams of the game are of one association."""
    return (
        game is not None
        and game.home.association_id is not None
        and (game.home.association_id == game.away.association_id)
    )


def book_of(suspension: Suspension) -> RuleBook:
    """The book by which a suspension was given: that of its day."""
    return book_for(suspension.season, suspension.given or dt.date.max)


def case_of(suspension: Suspension) -> Case | None:
    """The case of a suspension, if anything was done about it. One query."""
    return Case.objects.filter(
        season=suspension.season_id,
        kind=CaseKind.SUSPENSION,
        person=suspension.person_id,
        incident=suspension.incident,
        game=suspension.game_id,
    ).first()


def notices_of(suspension: Suspension) -> QuerySet[Notice]:
    """The notices of a suspension, the newest first."""
    found = Notice.objects.filter(
        case__season=suspension.season_id,
        case__person=suspension.person_id,
        case__incident=suspension.incident,
        case__game=suspension.game_id,
    )
    return found.select_related("season", "superseded_by").order_by("-number")


def explained_entry(suspension: Suspension) -> CaseEntry | None:
    """The line that says that a suspension was explained to the person. One query."""
    found = CaseEntry.objects.filter(
        kind=EntryKind.EXPLAINED,
        case__kind=CaseKind.SUSPENSION,
        case__season=suspension.season_id,
        case__person=suspension.person_id,
        case__incident=suspension.incident,
        case__game=suspension.game_id,
    )
    return found.select_related("by").order_by("pk").first()


def to_consult(item: Item, case: Case | None) -> list[tuple[Consulting, CaseEntry | None]]:
    """Who has to be asked before the notice, each with the entry that says it was done. One query."""
    entries = list(case.entries.filter(kind=EntryKind.CONSULTED)) if case else []
    by_whom = {entry.whom: entry for entry in entries}
    wanted = consultations(item.matter, item.authority, book_of(item.suspension).all(Consulting))
    return [(row, by_whom.get(row.whom)) for row in wanted]


def hearings_rules(suspension: Suspension) -> Hearings | None:
    """What the book says about hearings."""
    return book_of(suspension).get(Hearings)


def rules_of_case(case: Case) -> Hearings | None:
    """What the book of the case's day says about hearings."""
    game = case.game
    if game is not None:
        return book_of_game(game).get(Hearings)
    return book_for(case.season, case.opened_at.date()).get(Hearings)


def answer_due(game: Game, filed: dt.datetime) -> dt.datetime | None:
    """When a protest of the game that came `filed` is to be answered; None where the book sets no time."""
    dues = clocks(Matter(appeal=filed), book_of_game(game).all(DecisionClock))
    return dues[0].at if dues else None


def grounds_of(suspension: Suspension) -> list[tuple[Longer, bool]]:
    """The grounds for more than the minimum, each with whether the sheet or the record shows it. Two queries."""
    rules = book_of(suspension).all(Longer)
    if not rules:
        return []
    flags = {flag for penalty in queries.penalties_of(suspension) for flag in penalty.flags}
    return [(rule, rule.shown(flags, suspension.data["offence_number"])) for rule in rules]


def appeal_rules(suspension: Suspension) -> Appeals | None:
    """What the book says about appeals."""
    return book_of(suspension).get(Appeals)


def history(person: Person, *, without: int) -> list[Suspension]:
    """The person's other suspensions, across teams and seasons of the league, the newest first. One query."""
    found = (
        Suspension.objects.filter(person=person).exclude(pk=without).select_related("season__league", "team", "game")
    )
    return list(found.order_by("-given", "-pk"))


def penalties_before(person: Person, season: Season) -> Mapping[str, int]:
    """How many penalties of each class the person has in the season, for the director's eyes. One query."""
    found: dict[str, int] = defaultdict(int)
    rows = Penalty.objects.filter(person=person, game__season=season).order_by()
    for penalty_class in rows.values_list("penalty_class", flat=True):
        found[penalty_class] += 1
    return dict(found)


def role_of(person: Person, team: Team | None) -> str:
    """The person's role on the team's roster; a skater where nothing is known. One query."""
    spots = RosterSpot.objects.filter(person=person, team=team).order_by("-starts", "-pk")
    return spots.values_list("role", flat=True).first() or "skater"


def is_team_official(role: str) -> bool:
    """Whether the role is one on the bench."""
    return role in TEAM_OFFICIAL_ROLES


def users_of(team: Team, role: Role) -> list[User]:
    """The representatives of a team, or the presidents of its association. One query."""
    held = Membership.objects.filter(role=role, season=team.season_id, ended_at__isnull=True)
    where = Q(team=team) if role == Role.TEAM_REPRESENTATIVE else Q(association=team.association_id)
    found = User.objects.filter(memberships__in=held.filter(where), is_active=True)
    return list(found.distinct().order_by("pk"))
