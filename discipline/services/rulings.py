"""Decides how discipline's rulings are kept: suspensions with their evidence, do-not-dress lists and reviews."""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from discipline import queries
from discipline.checks import Asked, closing_findings, decided_meanwhile, decision_findings
from discipline.core.documents import DisciplineRulings
from discipline.core.documents import Suspension as Ruling
from discipline.core.rulings import discipline
from discipline.models import Decision, EarlyWarning, Ineligibility, Review, ServedGame, Suspension
from league.core import results
from league.core.charges import Raised
from league.core.fees import fees
from league.models import Division, Game, Person, Season, Team, User
from league.services import audit, recompute
from league.services.errors import Conflict, Refused
from league.services.locking import lock

OVER = frozenset({"served", "dismissed"})
_LOCK = 0x44495343  # first key of the advisory locks of discipline; the second is the season's id

people_with_records = queries.people_with_records
team_matters = queries.team_matters


@dataclass(frozen=True, slots=True)
class Renewed:
    """The ids of whom was ruled on, and the fines and fees of them, their teams and whoever was looked at besides."""

    people: frozenset[int]
    teams: frozenset[int]
    owed: tuple[Raised, ...]


@transaction.atomic
def recompute_people(*, season: Season, people: Collection[int], teams: Collection[int], as_of: dt.date) -> Renewed:
    """Rule on these people, and on everybody suspended who belongs to these teams, and keep the rulings.

    Returns on whom it ruled, and what they and their teams owe by it.

    Where the book has somebody answer for others, whoever answers for these people is ruled on with them.
    Side effects: the Suspension, ServedGame, Ineligibility and EarlyWarning rows of these people are replaced,
    their reviews opened, renewed or closed; so are those about these teams themselves, such as for what nobody is
    named for. Two workers never do this in one season at a time.
    """
    keep_to_oneself(season)
    wanted = {*people, *queries.people_of_teams(season, teams)} if teams else set(people)
    answering = queries.team_matters(season).intersection(teams) if teams else set[int]()
    if not wanted and not answering:
        return Renewed(frozenset(), frozenset(), ())
    basis = queries.people_basis(season, wanted, as_of, answering)
    rulings = discipline(basis.facts, basis.book, results.results(basis.facts, basis.book), as_of, basis.book_on)
    _store(season, basis.people, answering, rulings)
    owed = (*rulings.fines, *fees(basis.facts, basis.book))
    return Renewed(frozenset(basis.people), frozenset(answering), owed)


def keep_to_oneself(season: Season) -> None:
    """Wait until nobody else rules on people of the season, and have the others wait until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, season.pk % 2**31])


def _store(season: Season, people: set[int], teams: set[int], rulings: DisciplineRulings) -> None:
    games = {one.game for item in rulings.suspensions for one in item.served}
    games |= {item.game for item in rulings.suspensions if item.game}
    games |= {item.game for item in rulings.ineligible} | {item.game for item in rulings.reviews if item.game}
    keys = _Keys(season, people, games)
    made_at = timezone.now()
    suspensions = [item for item in rulings.suspensions if item.person in keys.people]
    _store_suspensions(season, people, suspensions, keys, made_at)
    Ineligibility.objects.filter(season=season, person__in=people).delete()
    Ineligibility.objects.bulk_create(
        Ineligibility(
            season=season,
            game_id=keys.games[item.game],
            team_id=keys.teams[item.team],
            person_id=keys.people[item.person],
            clauses=list(item.clauses),
            why=[reason.why for reason in item.reasons],
            serving=[list(reason.serves) for reason in item.reasons if reason.serves],
            until=item.until,
            made_at=made_at,
        )
        for item in rulings.ineligible
        if item.person in keys.people
    )
    EarlyWarning.objects.filter(season=season, person__in=people).delete()
    EarlyWarning.objects.bulk_create(
        EarlyWarning(
            season=season, person_id=keys.people[item.person], clause=item.clause, text=item.text, made_at=made_at
        )
        for item in rulings.warnings
        if item.person in keys.people
    )
    documents = [item.document() for item in rulings.reviews if item.person in keys.people]
    _store_reviews(season, documents, keys, Review.objects.filter(season=season, person__in=people), made_at)
    of_teams = [
        item.document() for item in rulings.reviews if not item.person and keys.teams.get(item.team or "") in teams
    ]
    _store_reviews(season, of_teams, keys, _of_teams(season).filter(team__in=teams), made_at)


def _of_teams(season: Season) -> QuerySet[Review]:
    """The reviews about teams that discipline opens: they have an incident, those of refused games have none."""
    return Review.objects.filter(season=season, person__isnull=True, incident__isnull=False)


def _store_suspensions(
    season: Season, people: set[int], rulings: Collection[Ruling], keys: "_Keys", made_at: dt.datetime
) -> None:
    """Replace the rows of these people; one that still stands keeps its primary key, so that links hold."""
    standing = Suspension.objects.filter(season=season, person__in=people)
    gone = {(row.person_id, row.incident, row.game_id): row.pk for row in standing}
    for item in rulings:
        gone.pop((keys.people[item.person], item.incident, keys.games.get(item.game or "")), None)
    standing.filter(pk__in=gone.values()).delete()
    ServedGame.objects.filter(suspension__in=standing).delete()
    rows = Suspension.objects.bulk_create(
        [
            Suspension(
                season=season,
                person_id=keys.people[item.person],
                team_id=keys.teams.get(item.team or ""),
                incident=item.incident,
                game_id=keys.games.get(item.game or ""),
                given=item.given,
                status=item.status,
                remaining=item.remaining,
                active=item.status not in OVER,
                data=item.document(),
                made_at=made_at,
            )
            for item in rulings
        ],
        update_conflicts=True,
        unique_fields=["season", "person", "incident", "game"],
        update_fields=["team", "given", "status", "remaining", "active", "data", "made_at"],
    )
    ServedGame.objects.bulk_create(
        ServedGame(suspension=row, game_id=keys.games[one.game], reason=one.why, clause=one.clause)
        for row, item in zip(rows, rulings, strict=True)
        for one in item.served
    )


@transaction.atomic
def decide(
    *,
    suspension: Suspension,
    actor: User,
    day: dt.date,
    today: dt.date,
    reason: str = "",
    confirmed: bool = False,
    games: int | None = None,
    until: dt.date | None = None,
    indefinite: bool = False,
    dismissed: bool = False,
    counts_missed: bool | None = None,
    ground: str | None = None,
    settles_appeal: bool = False,
    seen: int = 0,
) -> Decision:
    """Record what the director, or the committee through him, decided on a suspension (4.4, 4.4.second of District 9).

    `games` is the new total, not what is added; `until` the last suspended day; `day` that of the
    decision, `today` the present one in the season's zone; `ground` why it is more than the minimum.
    `counts_missed` says of a suspension that waited whether games missed meanwhile count. `seen` is how
    many decisions the director had before them. Side effects: a Decision, an audit entry, a recompute
    request for the person. Raises Refused with every finding, Conflict when somebody decided meanwhile;
    then nothing has changed.
    """
    # asked for first: a worker that is at this person holds the request, and replaces the suspension we lock next
    recompute.request(season=suspension.season, people=[suspension.person_id])
    locked = lock(Suspension.objects.select_related("season", "person"), suspension.pk)
    asked = Asked(
        day,
        today,
        reason.strip(),
        confirmed,
        games,
        until,
        indefinite,
        dismissed,
        counts_missed,
        ground,
        settles_appeal,
    )
    names = [penalty.key for penalty in queries.penalties_of(locked)]
    earlier = list(queries.decisions_on(locked, names))
    if len(earlier) != seen:
        raise Conflict([decided_meanwhile()], earlier)
    if findings := decision_findings(locked, asked):
        raise Refused(findings)
    decision = Decision.objects.create(
        season=locked.season,
        on=locked.incident,
        person=locked.person,
        date=day,
        games=games,
        until=until,
        indefinite=indefinite,
        dismissed=dismissed,
        confirmed=confirmed,
        counts_missed=counts_missed,
        reason=asked.reason or None,
        ground=ground if asked.has_length else None,
        decided_by=actor,
    )
    audit.record(
        action="decide-suspension",
        target=locked,
        before={"status": locked.status, "games": locked.data["games"], "remaining": locked.remaining},
        after={
            "decision": decision.pk,
            "date": day,
            "games": games,
            "until": until,
            "indefinite": indefinite,
            "dismissed": dismissed,
            "confirmed": confirmed,
            "counts_missed": counts_missed,
            "ground": decision.ground,
        },
        reason=asked.reason,
        actor=actor,
        season=locked.season,
    )
    return decision


@transaction.atomic
def close_review(*, review: Review, actor: User, reason: str, now: dt.datetime) -> Review:
    """Note that somebody has looked at a review and what came of it.

    Side effects: the Review, an audit entry. Raises Refused without a reason, for a hearing, which only
    its decision closes, and for a review that is closed already.
    """
    locked = lock(Review.objects.select_related("season"), review.pk)
    if findings := closing_findings(locked, reason):
        raise Refused(findings)
    locked.open, locked.closed_at, locked.closed_by = False, now, actor
    locked.save(update_fields=["open", "closed_at", "closed_by"])
    audit.record(
        action="close-review",
        target=locked,
        before={"open": True},
        after={"open": False, "kind": locked.kind},
        reason=reason.strip(),
        actor=actor,
        season=locked.season,
    )
    return locked


@transaction.atomic(savepoint=False)
def store_team_reviews(
    *, season: Season, divisions: Collection[Division], reviews: Collection[Mapping[str, Any]]
) -> None:
    """Keep the reviews about teams of these divisions that results open, such as a refusal to play.

    Side effects: Review rows without a person, opened, renewed or closed.
    """
    known = Review.objects.filter(
        season=season, person__isnull=True, incident__isnull=True, team__division__in=divisions
    )
    if not reviews and not known.exists():
        return
    games = {str(item["game"]) for item in reviews}
    _store_reviews(season, reviews, _Keys(season, set(), games), known, timezone.now())


def _store_reviews(
    season: Season, documents: Collection[Mapping[str, Any]], keys: "_Keys", known: Any, made_at: dt.datetime
) -> None:
    """Open new reviews, leave those that stand as they are, close those that nothing asks for any more."""
    standing = {(row.kind, row.person_id, row.team_id, row.incident, row.game_id): row for row in known}
    wanted = set()
    for item in documents:
        place = (
            item["kind"],
            keys.people.get(item["person"] or ""),
            keys.teams.get(item["team"] or ""),
            item["incident"],
            keys.games.get(item["game"] or ""),
        )
        wanted.add(place)
        if place not in standing:
            Review.objects.create(
                season=season,
                kind=place[0],
                person_id=place[1],
                team_id=place[2],
                incident=place[3],
                game_id=place[4],
                due=item["due"],
                clauses=item["clauses"],
                made_at=made_at,
            )
    gone = [row.pk for place, row in standing.items() if place not in wanted and row.open]
    Review.objects.filter(pk__in=gone).update(open=False, closed_at=made_at)
    again = [row.pk for place, row in standing.items() if place in wanted and not row.open and row.closed_by_id is None]
    Review.objects.filter(pk__in=again).update(open=True, closed_at=None)


class _Keys:
    """Ids of the facts to primary keys, of what the rulings name. Three queries."""

    def __init__(self, season: Season, people: Collection[int], games: Collection[str]) -> None:
        named = Game.objects.filter(season=season, key__in=games).order_by()
        self.games = dict(named.values_list("key", "pk"))
        self.teams = dict(Team.objects.filter(season=season).order_by().values_list("key", "pk"))
        self.people = dict(Person.objects.filter(pk__in=people).order_by().values_list("key", "pk"))
