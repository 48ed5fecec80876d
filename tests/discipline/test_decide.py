"""Shows what a director can decide on a suspension, what is refused, and what follows from it."""

import datetime as dt

import pytest

from discipline import services
from discipline.models import Decision, Ineligibility, Review, Suspension
from league.models import AuditEntry, RecomputeRequest, Role
from league.services.errors import Conflict, Refused
from rulings.services import recompute_pending
from tests import factories
from tests.seasons import fight, imported, people, season_file

TODAY = dt.date(2015, 2, 2)


@pytest.fixture
def season(db):
    """A-1 fought in g1, B-1 in g1 and g2; g5 and g6 are still to come."""
    document = season_file(["A 3-2 B", "B 4-1 A", "A 1-0 B", "A 1-1 B", "B v A", "A v B"], teams=2)
    people(document)
    fight(document["games"][0], "A", "A-1")
    fight(document["games"][0], "B", "B-1", 2)
    fight(document["games"][1], "B", "B-1")
    return imported(document)


@pytest.fixture
def director(season):
    return factories.member(Role.DIRECTOR, season.league)


def of(season, person, incident):
    return Suspension.objects.get(season=season, person__key=person, incident=incident)


def decide(suspension, director, **more):
    values = {"day": dt.date(2014, 12, 1), "today": TODAY, "reason": "the hearing found so"} | more
    return services.decide(suspension=suspension, actor=director, **values)


def codes(refused):
    return [finding.code for finding in refused.value.findings]


@pytest.mark.clause("mn-district-9", "4.4")
def test_below_the_books_minimum_is_refused_with_the_clause(season, director):
    suspension = of(season, "A-1", "g1-fight-1")
    with pytest.raises(Refused) as refused:
        decide(suspension, director, games=1)
    [finding] = refused.value.findings
    assert (finding.code, finding.clause, finding.where) == ("below-minimum", "4.4", "games")
    assert finding.message == "1 is below the rule book's minimum of 2 games"
    assert finding.params == {"minimum": "2", "games": "1"}
    assert not Decision.objects.exists()
    assert not AuditEntry.objects.filter(action="decide-suspension").exists()
    assert not RecomputeRequest.objects.exists()


def test_an_incident_whose_name_two_games_use_is_not_decided_for_both(db):
    document = season_file(["A 3-2 B", "B 4-1 A", "A 1-0 B", "A v B"], teams=2)
    people(document)
    for game in (document["games"][0], document["games"][2]):
        game["penalties"] = [
            {"id": "x1", "team": "A", "person": "A-1", "offence": "fighting", "class": "major", "incident": "fight"}
        ]
    season = imported(document)
    first, second = Suspension.objects.filter(season=season).order_by("given")
    assert [(row.game.key, row.status) for row in (first, second)] == [("g1", "serving"), ("g3", "pending")]
    with pytest.raises(Refused) as refused:
        decide(first, factories.member(Role.DIRECTOR, season.league), games=4)
    assert codes(refused) == ["ambiguous-incident"]
    assert not Decision.objects.exists()


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_longer_length_is_recorded_and_what_follows_is_worked_out(season, director):
    suspension = of(season, "A-1", "g1-fight-1")
    assert (suspension.status, suspension.data["games"]) == ("served", 2)
    decision = decide(suspension, director, games=5)
    assert (decision.games, decision.on, decision.decided_by) == (5, "g1-fight-1", director)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.reason, entry.before["games"], entry.after["games"]) == (
        "decide-suspension",
        "the hearing found so",
        2,
        5,
    )
    recompute_pending()
    suspension.refresh_from_db()
    assert (suspension.status, suspension.data["games"], suspension.remaining) == ("serving", 5, 2)
    assert suspension.data["parts"][-1] == {"clause": "decision", "games": 3}
    barred = Ineligibility.objects.filter(person__key="A-1", game__outcome="scheduled")
    assert set(barred.values_list("game__key", flat=True)) == {"g5", "g6"}


@pytest.mark.clause("mn-district-9", "4.4.second")
@pytest.mark.parametrize(("counts", "served", "remaining"), [(True, ["g5", "g6"], 1), (False, [], 3)])
def test_a_hearings_decision_says_whether_missed_games_count(db, counts, served, remaining):
    document = season_file(
        ["A 3-2 B", "B 4-1 A", "A 1-0 B", "A 1-1 B", "B 2-0 A", "A 2-1 B", "A v B", "B v A"], teams=2
    )
    people(document)
    fight(document["games"][0], "B", "B-1")
    fight(document["games"][3], "B", "B-1")  # after the two games of the first were served in g2 and g3
    season = imported(document)
    suspension = of(season, "B-1", "g4-fight-1")
    assert (suspension.status, suspension.remaining) == ("pending", None)
    hearing = Review.objects.get(kind="hearing")
    director = factories.member(Role.DIRECTOR, season.league)
    decide(suspension, director, games=3, counts_missed=counts, day=dt.date(2014, 12, 7))  # the day after g6
    recompute_pending()
    suspension.refresh_from_db()
    hearing.refresh_from_db()
    assert (suspension.status, suspension.data["games"], suspension.remaining) == ("serving", 3, remaining)
    assert [item.game.key for item in suspension.served_games.all()] == served
    assert not hearing.open


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_hearings_decision_has_to_say_so(season, director):
    suspension = of(season, "B-1", "g2-fight-1")
    with pytest.raises(Refused) as refused:
        decide(suspension, director, games=3)
    assert codes(refused) == ["missed-games"]
    with pytest.raises(Refused) as refused:
        decide(suspension, director, confirmed=True)
    assert codes(refused) == ["no-length"]


def test_confirming_needs_no_reason_and_changes_no_length(season, director):
    suspension = of(season, "A-1", "g1-fight-1")
    decide(suspension, director, confirmed=True, reason="")
    recompute_pending()
    suspension.refresh_from_db()
    assert (suspension.data["games"], suspension.status) == (2, "served")


def test_dismissing_frees_the_person_with_a_reason(season, director):
    suspension = of(season, "B-1", "g2-fight-1")
    with pytest.raises(Refused) as refused:
        decide(suspension, director, dismissed=True, reason=" ")
    assert codes(refused) == ["reason-missing"]
    decide(suspension, director, dismissed=True, reason="somebody else fought")
    recompute_pending()
    suspension.refresh_from_db()
    assert suspension.status == "dismissed"
    assert not Ineligibility.objects.filter(person__key="B-1", game__outcome="scheduled").exists()


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, ["one-answer"]),
        ({"confirmed": True, "dismissed": True}, ["one-answer"]),
        ({"confirmed": True, "games": 3}, ["one-answer"]),
        ({"games": 5, "indefinite": True}, ["games-without-end"]),
        ({"games": 5, "day": TODAY + dt.timedelta(days=1)}, ["decided-later"]),
        ({"games": 5, "day": dt.date(2014, 10, 31)}, ["decided-before"]),
        ({"until": dt.date(2014, 11, 30)}, ["ends-before"]),
        ({"games": 0, "reason": "", "day": dt.date(2016, 1, 1)}, ["below-minimum", "decided-later", "reason-missing"]),
    ],
)
def test_everything_wrong_is_said_at_once(season, director, asked, expected):
    with pytest.raises(Refused) as refused:
        decide(of(season, "A-1", "g1-fight-1"), director, **asked)
    assert codes(refused) == expected
    assert not Decision.objects.exists()


def test_two_directors_do_not_decide_over_each_other(season, director):
    suspension = of(season, "A-1", "g1-fight-1")
    decide(suspension, director, games=3)
    with pytest.raises(Conflict) as refused:
        decide(suspension, director, games=4)
    assert codes(refused) == ["decided-meanwhile"]
    assert [decision.games for decision in refused.value.theirs] == [3]
    decide(suspension, director, games=4, seen=1)
    assert Decision.objects.count() == 2


def test_a_review_is_closed_with_what_came_of_it(season, director):
    review = Review.objects.create(
        season=season, kind="bar", team=season.teams.get(key="A"), made_at=dt.datetime(2014, 12, 1, tzinfo=dt.UTC)
    )
    now = dt.datetime(2015, 2, 2, tzinfo=dt.UTC)
    with pytest.raises(Refused) as refused:
        services.close_review(review=review, actor=director, reason="", now=now)
    assert codes(refused) == ["reason-missing"]
    services.close_review(review=review, actor=director, reason="the board let it be", now=now)
    review.refresh_from_db()
    assert (review.open, review.closed_by, review.closed_at) == (False, director, now)
    assert AuditEntry.objects.latest("pk").reason == "the board let it be"
    with pytest.raises(Refused) as refused:
        services.close_review(review=review, actor=director, reason="again", now=now)
    assert codes(refused) == ["closed"]


def test_only_the_decision_closes_a_hearing(season, director):
    review = Review.objects.get(kind="hearing", open=True)
    with pytest.raises(Refused) as refused:
        services.close_review(review=review, actor=director, reason="done", now=review.made_at)
    assert codes(refused) == ["decides"]
