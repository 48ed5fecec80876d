"""Decides how discipline is read: the facts that rulings rest on, and the rulings as the workers left them."""

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Max, Q, QuerySet

from discipline.core.counting import counts_minors
from discipline.core.fines import Fines
from discipline.core.gates.source import gated
from discipline.core.laying import somebody_answers
from discipline.models import (
    Approval,
    CarriedSuspension,
    Decision,
    EarlyWarning,
    Ineligibility,
    Infraction,
    PriorOffence,
    Review,
    Suspension,
)
from discipline.queries.conditions import condition_facts, stay_facts
from discipline.queries.records import decisions, infractions, key_of
from league.core import facts as core
from league.core.cut import known_on
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.models import Game, LineupSpot, Penalty, RosterSpot, Season, Team
from league.queries.clock import today
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import books_of, read_version
from league.rulebook.book import RuleBook
from standings import queries as standings

ANSWERING = (*sorted(TEAM_OFFICIAL_ROLES), "representative")
"""Roles that may have to answer for others of their team."""


def discipline_facts(season: Season) -> dict[str, Any]:
    """Infractions, prior offences, carried suspensions, decisions, approvals, ..., by name of the facts' lists.

    Always the whole season's: they are few, and a carried suspension is known by its place among all.
    Seven queries.
    """
    related = ("person", "team", "game")
    prior = PriorOffence.objects.filter(season=season).select_related("person").order_by("position", "pk")
    carried = CarriedSuspension.objects.filter(season=season).select_related("person", "team")
    approvals = Approval.objects.filter(season=season).select_related(*related).order_by("position", "pk")
    return {
        "infractions": infractions(season),
        "prior": tuple(
            core.PriorOffence(
                row.person.key,
                row.date or dt.date.min,
                row.season_name or "",
                row.offence or "other",
                row.penalty_class,
            )
            for row in prior
        ),
        "carried": tuple(
            core.CarriedSuspension(
                row.person.key, key_of(row.team), row.games, row.until, row.indefinite, row.half, row.clause, row.given
            )
            for row in carried.order_by("position", "pk")
        ),
        "decisions": decisions(Decision.objects.filter(season=season)),
        "approvals": tuple(
            core.Approval(row.kind, key_of(row.person), key_of(row.team), key_of(row.game), row.by or "", row.date)
            for row in approvals
        ),
        "conditions": condition_facts(season),
        "stays": stay_facts(season),
    }


def people_facts(season: Season, people: Collection[int], teams: Collection[int] = ()) -> core.Facts:
    """Everything that the rulings on these people rest on: their records and all games of their teams.

    `teams` are further teams whose games are wanted, for what they have to answer for themselves.
    """
    on_record = _teams_on_record(season, people).union(teams)
    facts = league_facts(Slice(season, people=people, teams_on_record=on_record))
    known = facts.person
    found = discipline_facts(season)
    for name in ("infractions", "prior", "decisions", "approvals", "conditions", "stays"):
        found[name] = tuple(item for item in found[name] if item.person is None or item.person in known)
    # others' carried suspensions keep their place and lose their effect
    found["carried"] = tuple(
        item if item.person in known else replace(item, games=0, until=None, indefinite=False)
        for item in found["carried"]
    )
    # a game with a team that left isn't played any more: it serves nobody and bars nobody
    return facts.changed(**found, withdrawn=standings.withdrawals(season))


@dataclass(frozen=True, slots=True)
class PeopleBasis:
    """What rulings on people rest on: `people` are those ruled on, some of them because they answer for others."""

    people: set[int]
    facts: core.Facts
    book: RuleBook
    book_on: Callable[[dt.date], RuleBook]


def people_basis(season: Season, people: Collection[int], as_of: dt.date, teams: Collection[int] = ()) -> PeopleBasis:
    """The facts and the book by which the workers rule on these people, as known at the end of a day.

    Where the book has somebody answer for others, whoever answers for these people is ruled on with them; where
    it keeps out whole teams, their team mates are looked at too. Constant queries.
    """
    in_force = book_on(season)
    book = in_force(as_of)
    wanted = set(people)
    looked_at = set(wanted)
    if somebody_answers(book):
        wanted |= answering_for(season, wanted)
        looked_at = wanted | answered_for(season, wanted)
    if book.get(Fines) is not None or gated(book):
        # an unpaid fine keeps the whole team out, a full roster those who came last; a sheet may show others only
        looked_at |= team_mates(season, wanted)
    return PeopleBasis(wanted, known_on(people_facts(season, looked_at, teams), as_of), book, in_force)


def _teams_on_record(season: Season, people: Collection[int]) -> set[int]:
    """Ids of the teams that carried suspensions and infractions name. Two queries."""
    carried = CarriedSuspension.objects.filter(season=season, person__in=people)
    # an infraction may leave it to its decision who did it
    recorded = Infraction.objects.filter(Q(person__in=people) | Q(person=None), season=season)
    ids: set[int] = set()
    for rows in (carried, recorded):
        ids.update(rows.exclude(team=None).order_by().values_list("team", flat=True).distinct())
    return ids


def book_on(season: Season) -> Callable[[dt.date], RuleBook]:
    """The book in force in a season by day, for what happened then. One query, books from memory."""
    books = books_of(season)

    def on(day: dt.date) -> RuleBook:
        return [book for starts, book in books if starts is None or starts <= day][-1]

    return on


def people_with_records(season: Season) -> set[int]:
    """Ids of everybody about whom discipline could rule.

    Those penalised by name, with a minor only where it was decided on or the book adds minors up; those whom
    an infraction, a decision or a carried suspension names; by a book with gates everybody on a roster or in a lineup.
    """
    decided = Decision.objects.filter(season=season).values("on")
    minor = Q(penalty_class__in=["minor", "bench-minor"]) & ~Q(key__in=decided) & ~Q(incident__in=decided)
    penalised = Penalty.objects.filter(game__season=season, person__isnull=False)
    if not any(counts_minors(book) for _, book in books_of(season)):
        penalised = penalised.exclude(minor)
    ids = set(penalised.order_by().values_list("person", flat=True).distinct())
    for rows in (Infraction.objects, CarriedSuspension.objects, Decision.objects, Suspension.objects):
        found = rows.filter(season=season, person__isnull=False)
        ids.update(found.order_by().values_list("person", flat=True).distinct())
    if somebody_answers(read_version(season.rulebook)):
        ids |= answering_for(season, ids)
    if any(gated(book) for _, book in books_of(season)):
        ids.update(
            RosterSpot.objects.filter(team__season=season).order_by().values_list("person", flat=True).distinct()
        )
        ids.update(
            LineupSpot.objects.filter(game__season=season).order_by().values_list("person", flat=True).distinct()
        )
    return ids


def answering_for(season: Season, people: Collection[int]) -> set[int]:
    """Ids of those who answer for these people: the officials and representatives of their teams. One query."""
    teams = RosterSpot.objects.filter(person__in=people, team__season=season).values("team")
    recorded = Infraction.objects.filter(season=season, person=None).exclude(team=None).values("team")
    of_teams = RosterSpot.objects.filter(Q(team__in=teams) | Q(team__in=recorded), role__in=ANSWERING)
    return set(of_teams.order_by().values_list("person", flat=True).distinct())


def answered_for(season: Season, people: Collection[int]) -> set[int]:
    """Ids of those for whom these people answer: everybody on a team of which they are officials. One query."""
    teams = RosterSpot.objects.filter(person__in=people, team__season=season, role__in=ANSWERING).values("team")
    return set(RosterSpot.objects.filter(team__in=teams).order_by().values_list("person", flat=True).distinct())


def team_mates(season: Season, people: Collection[int]) -> set[int]:
    """Ids of everybody on a team of these people. One query."""
    teams = RosterSpot.objects.filter(person__in=people, team__season=season).values("team")
    return set(RosterSpot.objects.filter(team__in=teams).order_by().values_list("person", flat=True).distinct())


def people_of_teams(season: Season, teams: Collection[int]) -> set[int]:
    """Ids of the people with a suspension who belong to these teams, by the suspension or by a roster.

    Where the book keeps out others too, everybody on these rosters; where it has somebody answer for what nobody
    is named for, whoever that may be.
    """
    suspended = Suspension.objects.filter(season=season).filter(
        Q(team__in=teams) | Q(person__roster_spots__team__in=teams)
    )
    ids = set(suspended.order_by().values_list("person", flat=True).distinct())
    book = read_version(season.rulebook)
    if gated(book) or somebody_answers(book):
        rostered = RosterSpot.objects.filter(team__in=teams)
        rostered = rostered if gated(book) else rostered.filter(role__in=ANSWERING)
        ids.update(rostered.order_by().values_list("person", flat=True).distinct())
    return ids


def team_matters(season: Season) -> set[int]:
    """Ids of the teams about which discipline may open a review without ruling on anybody. Three queries at most."""
    ids: set[int] = set()
    found = [
        Infraction.objects.filter(season=season, person=None),
        Review.objects.filter(season=season, person=None, incident__isnull=False),
    ]
    if somebody_answers(read_version(season.rulebook)):
        found.append(Penalty.objects.filter(game__season=season, person=None))
    for rows in found:
        ids.update(rows.exclude(team=None).order_by().values_list("team", flat=True).distinct())
    return ids


def suspensions(season: Season) -> QuerySet[Suspension]:
    """The season's suspensions, newest first, with what a list shows."""
    found = Suspension.objects.filter(season=season).select_related("person", "team__division", "game")
    return found.order_by("-given", "pk")


def do_not_dress(team: Team) -> QuerySet[Ineligibility]:
    """Who may not take part in which of the team's games to come, in order of the games."""
    found = Ineligibility.objects.filter(team=team, game__outcome="scheduled")
    return found.select_related("person", "game__home", "game__away").order_by("game__starts", "person__name", "pk")


def early_warnings(team: Team) -> QuerySet[EarlyWarning]:
    """Who on the team's roster is one penalty or offence from a consequence."""
    on_roster = RosterSpot.objects.filter(team=team).values("person")
    found = EarlyWarning.objects.filter(season=team.season_id, person__in=on_roster).select_related("person")
    return found.order_by("person__name", "pk")


def not_eligible_in(game: Game) -> QuerySet[Ineligibility]:
    """Who may not take part in a game, or should not have, of both teams."""
    return Ineligibility.objects.filter(game=game).select_related("person", "team").order_by("team", "person__name")


def reviews_of(suspension: Suspension) -> QuerySet[Review]:
    """The reviews that a suspension's incident opened, those closed too."""
    found = Review.objects.filter(
        season=suspension.season_id, person=suspension.person_id, incident=suspension.incident
    )
    return found.select_related("game__home", "game__away").order_by("-open", "due", "pk")


def open_reviews(season: Season) -> QuerySet[Review]:
    """What somebody has to look at, by deadline."""
    return Review.objects.filter(season=season, open=True).select_related("person", "team", "game__home", "game__away")


def suspensions_of_teams(season: Season, teams: Collection[int]) -> QuerySet[Suspension]:
    """The suspensions that these teams have to know: of their people, wherever they were earned."""
    on_roster = RosterSpot.objects.filter(team__in=teams).values("person")
    return suspensions(season).filter(Q(team__in=teams) | Q(person__in=on_roster))


def teams_concerned(suspension: Suspension) -> list[Team]:
    """The teams whose representatives may read a suspension: its own and those on whose roster the person stands."""
    rosters = RosterSpot.objects.filter(person=suspension.person_id, team__season=suspension.season_id).values("team")
    found = Team.objects.filter(Q(pk=suspension.team_id) | Q(pk__in=rosters))
    return list(found.select_related("division").order_by("pk"))


def penalties_of(suspension: Suspension) -> list[Penalty]:
    """The penalties of the suspension's incident, in the sheet's order. One query."""
    of_incident = Q(incident=suspension.incident) | Q(incident__isnull=True, key=suspension.incident)
    found = Penalty.objects.filter(of_incident, game=suspension.game_id, person=suspension.person_id)
    return list(found.select_related("game__home", "game__away", "team").order_by("position", "pk"))


def decisions_on(suspension: Suspension, names: Collection[str] = ()) -> QuerySet[Decision]:
    """What was decided on a suspension, in the order of the decisions; `names` are further ids of its incident."""
    anybody = Q(person__isnull=True) | Q(person=suspension.person_id)
    found = Decision.objects.filter(anybody, season=suspension.season_id, on__in=[suspension.incident, *names])
    return found.select_related("decided_by").order_by("date", "position", "pk")


def to_come(season: Season, teams: Collection[int]) -> list[Game]:
    """The games of these teams that are still to be played and have a date, in order. One query.

    Not those with a team that left: they are off.
    """
    found = Game.objects.filter(season=season, outcome="scheduled", starts__isnull=False)
    gone = standings.teams_gone(season, today(season))
    found = found.exclude(home__in=gone).exclude(away__in=gone)
    found = found.filter(Q(home__in=teams) | Q(away__in=teams))
    return list(found.select_related("home", "away").order_by("starts", "pk"))


def absences(suspended: Collection[int], season: Season) -> set[tuple[int, int]]:
    """Person and game of every game to come from which these people are kept. One query."""
    found = Ineligibility.objects.filter(season=season, person__in=suspended, game__outcome="scheduled")
    return set(found.order_by().values_list("person", "game"))


def list_version(rows: QuerySet[Ineligibility] | QuerySet[Suspension]) -> str:
    """What an open list compares: it changes whenever somebody comes on it, goes off it or is ruled on. One query."""
    found = rows.order_by().aggregate(number=Count("pk"), last=Max("made_at"), newest=Max("pk"))
    return f"{found['number']}.{found['newest']}.{found['last']:%y%m%d%H%M%S%f}" if found["last"] else "0"
