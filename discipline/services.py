"""Decides how discipline's rulings are kept: suspensions with their evidence, do-not-dress lists and reviews."""

import datetime as dt
from collections.abc import Collection, Mapping
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from discipline import queries
from discipline.core.documents import DisciplineRulings
from discipline.core.documents import Suspension as Ruling
from discipline.core.rulings import discipline
from discipline.models import Ineligibility, Review, ServedGame, Suspension
from league.core import results
from league.core.cut import known_on
from league.models import Division, Game, Penalty, Person, Season, Team

OVER = frozenset({"served", "dismissed"})
_LOCK = 0x44495343  # first key of the advisory locks of discipline; the second is the season's id

people_with_records = queries.people_with_records


@transaction.atomic
def recompute_people(*, season: Season, people: Collection[int], teams: Collection[int], as_of: dt.date) -> None:
    """Rule on these people, and on everybody suspended who belongs to these teams, and keep the rulings.

    Side effects: the Suspension, ServedGame and Ineligibility rows of these people are replaced,
    their reviews opened, renewed or closed. Two workers never do this in one season at a time.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, season.pk % 2**31])
    wanted = {*people, *queries.people_of_teams(season, teams)} if teams else set(people)
    if not wanted:
        return
    facts = known_on(queries.people_facts(season, wanted), as_of)
    book_on = queries.book_on(season)
    book = book_on(as_of)
    rulings = discipline(facts, book, results.results(facts, book), as_of, book_on)
    _store(season, wanted, rulings)


def _store(season: Season, people: set[int], rulings: DisciplineRulings) -> None:
    games = {one.game for item in rulings.suspensions for one in item.served}
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
            made_at=made_at,
        )
        for item in rulings.ineligible
        if item.person in keys.people
    )
    documents = [item.document() for item in rulings.reviews if item.person in keys.people]
    _store_reviews(season, documents, keys, Review.objects.filter(season=season, person__in=people), made_at)


def _store_suspensions(
    season: Season, people: set[int], rulings: Collection[Ruling], keys: "_Keys", made_at: dt.datetime
) -> None:
    """Replace the rows of these people; one that still stands keeps its primary key, so that links hold."""
    standing = Suspension.objects.filter(season=season, person__in=people)
    gone = {(row.person_id, row.incident): row.pk for row in standing}
    for item in rulings:
        gone.pop((keys.people[item.person], item.incident), None)
    standing.filter(pk__in=gone.values()).delete()
    ServedGame.objects.filter(suspension__in=standing).delete()
    rows = Suspension.objects.bulk_create(
        [
            Suspension(
                season=season,
                person_id=keys.people[item.person],
                team_id=keys.teams.get(item.team or ""),
                incident=item.incident,
                game_id=keys.game_of_incident.get(item.incident),
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
        unique_fields=["season", "person", "incident"],
        update_fields=["team", "game", "given", "status", "remaining", "active", "data", "made_at"],
    )
    ServedGame.objects.bulk_create(
        ServedGame(suspension=row, game_id=keys.games[one.game], reason=one.why, clause=one.clause)
        for row, item in zip(rows, rulings, strict=True)
        for one in item.served
    )


@transaction.atomic
def store_team_reviews(*, season: Season, division: Division, reviews: Collection[Mapping[str, Any]]) -> None:
    """Keep the reviews about teams of a division that results open, such as a refusal to play.

    Side effects: Review rows without a person, opened, renewed or closed.
    """
    known = Review.objects.filter(season=season, person__isnull=True, team__division=division)
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
    """Ids of the facts to primary keys, of what the rulings name. Four queries."""

    def __init__(self, season: Season, people: Collection[int], games: Collection[str]) -> None:
        named = Game.objects.filter(season=season, key__in=games).order_by()
        self.games = dict(named.values_list("key", "pk"))
        self.teams = dict(Team.objects.filter(season=season).order_by().values_list("key", "pk"))
        self.people = dict(Person.objects.filter(pk__in=people).order_by().values_list("key", "pk"))
        sheets = Penalty.objects.filter(game__season=season, person__in=people).order_by()
        self.game_of_incident = {row.incident_key: row.game_id for row in sheets}
