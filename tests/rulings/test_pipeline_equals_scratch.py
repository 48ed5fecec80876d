"""Shows that whatever is changed in whatever order, the workers leave what ruling from scratch gives."""

import datetime as dt
import itertools

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discipline.models import Ineligibility, Suspension
from league.core.cut import known_on
from league.models import Game, Outcome, Penalty, ReportState
from league.queries.clock import today
from league.queries.rulebooks import read_version
from league.services import recompute
from rulings.compose import rule_facts
from rulings.queries import whole_facts
from rulings.services import recompute_pending
from standings.models import StandingsSnapshot
from tests.seasons import fight, imported, people, season_file

GAMES = ["A 3-2 B", "B 4-1 C", "C 2-2 A", "A v C", "B v A", "C v B"]
KEYS = [f"g{number}" for number in range(1, 7)]
_count = itertools.count()

changes = st.lists(
    st.one_of(
        st.tuples(st.just("score"), st.sampled_from(KEYS), st.integers(0, 6), st.integers(0, 6)),
        st.tuples(st.just("fight"), st.sampled_from(KEYS), st.sampled_from(["A", "B", "C"])),
        st.tuples(st.just("forgive"), st.sampled_from(KEYS)),
        st.tuples(st.just("unplay"), st.sampled_from(KEYS)),
        st.tuples(st.just("work")),
    ),
    max_size=8,
)


def season_with_people():
    document = season_file(GAMES, teams=3)
    people(document, each=2)
    fight(document["games"][0], "A", document["roster"][0]["person"])
    return imported(document)


def apply(season, change):
    """Change one game as a service would: the rows and, beside them, the request."""
    if change[0] == "work":
        recompute_pending(limit=1)
        return
    with transaction.atomic():
        game = Game.objects.select_for_update().get(season=season, key=change[1])
        people = set(game.penalties.values_list("person", flat=True))
        people |= _written(season, game, change)
        game.save()
        recompute.request(season=season, divisions=[game.division_id], teams=game.team_ids, people=people - {None})


def _written(season, game, change):
    if change[0] == "score":
        game.outcome, game.report_state = Outcome.PLAYED, ReportState.VERIFIED
        game.score_home, game.score_away = change[2:]
    elif change[0] == "unplay":
        game.penalties.all().delete()
        game.outcome, game.report_state = Outcome.SCHEDULED, ReportState.UNREPORTED
        game.score_home = game.score_away = game.winner = None
    elif change[0] == "forgive":
        game.penalties.all().delete()
    elif game.outcome == Outcome.PLAYED:
        team = season.teams.get(key=change[2])
        if team.pk in game.team_ids:
            person = team.roster.first().person
            Penalty.objects.create(
                game=game, key=f"x{next(_count)}", team=team, person=person, offence="fighting", penalty_class="major"
            )
            return {person.pk}
    return set()


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(changes)
def test_the_workers_leave_what_ruling_from_scratch_gives(db, done):
    with transaction.atomic():
        season = season_with_people()
        for change in done:
            apply(season, change)
        recompute_pending()
        _assert_as_from_scratch(season, today(season))
        transaction.set_rollback(True)


def _assert_as_from_scratch(season, day: dt.date):
    book = read_version(season.rulebook)
    document = rule_facts(known_on(whole_facts(season), day), book, day).document()
    snapshot = StandingsSnapshot.objects.get(division__season=season)
    (table,) = document["standings"]
    rows = [{name: row[name] for name in wanted} for row, wanted in zip(snapshot.rows, table["rows"], strict=True)]
    assert rows == table["rows"]
    assert snapshot.tie_breaks == table["tie_breaks"]
    kept = Suspension.objects.filter(season=season).order_by("pk")
    # the database gives the keys of a document in an order of its own, so it can't be sorted as text
    assert sorted((row.data for row in kept), key=_named) == sorted(document["suspensions"], key=_named)
    listed = Ineligibility.objects.filter(season=season).select_related("game", "team", "person")
    assert {(row.game.key, row.team.key, row.person.key) for row in listed} == {
        (item["game"], item["team"], item["person"]) for item in document["ineligible"]
    }


def _named(suspension) -> tuple[str, str]:
    return suspension["person"], suspension["incident"]
