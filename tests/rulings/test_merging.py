"""Two records of one person become one, in every app, and the rulings are those of one person from the start."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discipline.models import Case, Ineligibility, Review, Suspension
from league.models import (
    AuditEntry,
    Checkout,
    EntryKind,
    LedgerEntry,
    Penalty,
    Person,
    RecomputeRequest,
    Role,
    RosterSpot,
    Season,
    SeasonPerson,
)
from league.queries.clock import today
from league.queries.rulebooks import read_version
from league.services.errors import Conflict, Refused
from league.services.merging import STAYING
from league.services.money import Told, enter, record_payment
from rulings.compose import rule_facts
from rulings.merging import MOVES, Merger, foresee_merger, merge_people
from rulings.queries import whole_facts
from rulings.services import recompute_pending
from scheduling.models import Assignment
from tests import factories
from tests.seasons import fight, imported, people, season_file

pytestmark = pytest.mark.django_db

CLASSES = ("major", "misconduct", "game-misconduct", "minor")
GAMES = ["A 3-2 B", "C 1-4 A", "A 2-2 D", "B 2-5 C", "A v B", "C v A"]


def split(document: dict[str, Any], games: tuple[str, ...] = ("g1",)) -> dict[str, Any]:
    """The document in which A-1 is written as `A-1b` on the sheets of these games, a second record."""
    text = json.loads(json.dumps(document))
    text["people"].append({"id": "A-1b", "name": "Plyer A1"})
    text["roster"] = [spot for spot in text["roster"] if spot["person"] != "A-1"]
    for game in text["games"]:
        spot = "A-1b" if game["id"] in games else "A-1"
        for penalty in game.get("penalties", ()):
            if penalty["person"] == "A-1":
                penalty["person"] = spot
    return text


def two_fights() -> dict[str, Any]:
    """A-1 fights in two games; the second fight costs more than the first."""
    document = season_file(GAMES)
    people(document, each=2)
    fight(document["games"][0], "A", "A-1")
    fight(document["games"][2], "A", "A-1")
    document["roster"] = [spot for spot in document["roster"] if spot["person"] != "A-1"]
    return document


def pair(season: Season) -> tuple[Person, Person]:
    return tuple(Person.objects.get(league=season.league, key=key) for key in ("A-1", "A-1b"))  # type: ignore[return-value]


def merged(kept: Person, absorbed: Person, reason: str = "one person, two spellings") -> Person:
    found = foresee_merger(kept=kept, absorbed=absorbed)
    actor = factories.member(Role.ADMINISTRATOR, kept.league)
    return merge_people(kept=kept, absorbed=absorbed, reason=reason, actor=actor, seen=found.digest)


def codes(found: Merger) -> list[str]:
    return [finding.code for finding in found.findings]


def test_every_column_that_names_a_person_is_moved_or_said_to_stay() -> None:
    naming = {
        f"{model._meta.label_lower}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.get_fields(include_hidden=True)
        if field.concrete and field.is_relation and field.related_model is Person
    }
    moved = [move.label for move in MOVES]
    assert len(moved) == len(set(moved))
    assert set(moved) | STAYING == naming
    assert not set(moved) & STAYING


def test_what_may_stand_once_with_a_person_is_known_of_every_column() -> None:
    known = {(move.label, *sorted(move.once_with)) for move in MOVES if move.once_with}
    unique = {
        (f"{model._meta.label_lower}.person", *sorted(set(constraint.fields) - {"person"}))
        for model in apps.get_models()
        for constraint in model._meta.constraints
        if "person" in getattr(constraint, "fields", ()) and constraint.condition is None
    }
    told = {("scheduling.assignment.person", "game")}  # both in one game: they are two people
    assert unique - told <= known


def test_two_fights_of_two_records_are_a_first_and_a_second_of_one() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    before = {row.incident: row.data["offence_number"] for row in Suspension.objects.filter(season=season)}
    assert before == {"g1-fight-1": 1, "g3-fight-1": 1}
    found = foresee_merger(kept=kept, absorbed=absorbed)
    changes = found.seasons[0].changes
    assert {item.incident: {value.field: (value.old, value.new) for value in item.values} for item in changes} == {
        # they took part in the game in which they fought again, so that it serves nothing of the first
        "g1-fight-1": {"status": ("served", "serving"), "remaining": (0, 1)},
        "g3-fight-1": {
            "status": ("serving", "pending"),
            "games": (2, None),
            "pending": (False, True),
            "remaining": (2, None),
        },
    }
    assert found.seasons[0].barred == (2, 3)
    merged(kept, absorbed)
    recompute_pending()
    rows = Suspension.objects.filter(season=season).order_by("given")
    assert [(row.person.key, row.data["offence_number"]) for row in rows] == [("A-1", 1), ("A-1", 2)]
    assert [row.data for row in rows] == [item.document() for item in found.seasons[0].after]


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    sheets=st.lists(
        st.tuples(
            st.sampled_from(["g1", "g2", "g3"]), st.sampled_from(["major", "misconduct", "game-misconduct", "minor"])
        ),
        max_size=6,
    ),
    under_the_second=st.sets(st.sampled_from(["g1", "g2", "g3"])),
    keeping_the_second=st.booleans(),
)
def test_rulings_after_a_merger_are_those_of_one_record_from_the_start(
    sheets: list[tuple[str, str]], under_the_second: set[str], keeping_the_second: bool
) -> None:
    document = season_file(GAMES)
    people(document, each=2)
    document["roster"] = [spot for spot in document["roster"] if spot["person"] != "A-1"]
    document["people"].append({"id": "A-1b", "name": "Plyer A1"})
    for number, (game, penalty_class) in enumerate(sheets):
        sheet = next(one for one in document["games"] if one["id"] == game)
        sheet.setdefault("penalties", []).append(
            {
                "id": f"p{number}",
                "team": "A",
                "person": "A-1",
                "class": penalty_class,
                "offence": "fighting" if penalty_class == "major" else "other",
            }
        )
        sheet["lineup"] = {"home" if sheet["home"] == "A" else "away": ["A-1", "A-2"]}
    with transaction.atomic():
        season = imported(split_in_place(document, under_the_second))
        kept, absorbed = pair(season) if not keeping_the_second else pair(season)[::-1]
        merged(kept, absorbed)
        recompute_pending()
        left = _left(season, kept)
        transaction.set_rollback(True)
    with transaction.atomic():
        other = imported(_as_one(document, "A-1b" if keeping_the_second else "A-1"))
        whole = _left(other, Person.objects.get(league=other.league, key=kept.key))
        transaction.set_rollback(True)
    assert left == whole


def split_in_place(document: dict[str, Any], games: set[str]) -> dict[str, Any]:
    text = json.loads(json.dumps(document))
    for game in text["games"]:
        if game["id"] in games:
            for penalty in game.get("penalties", ()):
                penalty["person"] = "A-1b"
            if "lineup" in game:
                game["lineup"] = {side: ["A-1b", "A-2"] for side in game["lineup"]}
    return text


def _as_one(document: dict[str, Any], key: str) -> dict[str, Any]:
    """The document in which the person was always one, under this id."""
    text = json.loads(json.dumps(document))
    text["people"] = [one for one in text["people"] if one["id"] not in {"A-1", "A-1b"} - {key}]
    return split_in_place(text, {"g1", "g2", "g3"} if key == "A-1b" else set())


def _left(season: Season, person: Person) -> Any:
    """What the workers left about a person, and the whole season's rulings."""
    document = rule_facts(whole_facts(season), read_version(season.rulebook), today(season)).document()
    return (
        sorted(json.dumps(row.data, sort_keys=True) for row in Suspension.objects.filter(season=season, person=person)),
        sorted(Ineligibility.objects.filter(season=season, person=person).values_list("game__key", "team__key")),
        sorted(
            Review.objects.filter(season=season, person=person, open=True).values_list("kind", "game__key", "incident"),
            key=str,
        ),
        {name: value for name, value in document.items() if name != "notices"},
    )


def test_both_on_one_roster_at_a_time_stay_two_and_nothing_is_changed() -> None:
    document = two_fights()
    people(document, each=2)
    document = split(document)
    document["roster"].append({"person": "A-1", "team": "A", "role": "skater", "number": 1})
    document["roster"].append({"person": "A-1b", "team": "A", "role": "skater", "number": 9})
    season = imported(document)
    kept, absorbed = pair(season)
    found = foresee_merger(kept=kept, absorbed=absorbed)
    assert codes(found) == ["both-on-a-roster"]
    with pytest.raises(Refused):
        merged(kept, absorbed)
    absorbed.refresh_from_db()
    assert absorbed.merged_into is None
    assert RosterSpot.objects.filter(person=absorbed).count() == 1
    assert not RecomputeRequest.objects.exists()


def test_both_on_the_bench_of_one_game_stay_two() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    game = season.games.get(key="g2")
    for number, (person, team) in enumerate(((kept, game.home), (absorbed, game.away)), start=30):
        factories.lineup_spot(game, team, person, number=number)
    assert codes(foresee_merger(kept=kept, absorbed=absorbed)) == ["both-in-a-game"]


def test_different_births_registrations_and_cases_are_all_told_at_once() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    Person.objects.filter(pk=kept.pk).update(born="2001-01-01", registration="7")
    Person.objects.filter(pk=absorbed.pk).update(born="2001-02-01", registration="8")
    game = season.games.get(key="g5")
    for person in (kept, absorbed):
        Assignment.objects.create(game=game, person=person)
        Case.objects.create(season=season, person=person, incident="g1-fight-1", game=season.games.get(key="g1"))
    kept, absorbed = pair(season)
    assert codes(foresee_merger(kept=kept, absorbed=absorbed)) == [
        "born-differs",
        "registration-differs",
        "both-officiate",
        "both-have-a-case",
    ]


def test_what_changed_after_it_was_shown_is_shown_again() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    seen = foresee_merger(kept=kept, absorbed=absorbed).digest
    Penalty.objects.filter(person=absorbed).delete()
    actor = factories.member(Role.ADMINISTRATOR, season.league)
    with pytest.raises(Conflict):
        merge_people(kept=kept, absorbed=absorbed, reason="the same", actor=actor, seen=seen)
    with pytest.raises(Refused) as refused:
        merge_people(kept=kept, absorbed=absorbed, reason=" ", actor=actor, seen=seen)
    assert [finding.code for finding in refused.value.findings] == ["reason"]
    assert Person.objects.filter(merged_into__isnull=False).count() == 0


def test_nobody_may_play_between_the_merger_and_the_workers() -> None:
    season = imported(split(two_fights(), games=("g3",)))
    kept, absorbed = pair(season)
    Suspension.objects.filter(person=absorbed).update(active=True)
    barred = set(Ineligibility.objects.filter(person=absorbed).values_list("game", flat=True))
    merged(kept, absorbed)
    assert set(Suspension.objects.filter(season=season).values_list("person", flat=True)) == {kept.pk}
    assert barred <= set(Ineligibility.objects.filter(person=kept).values_list("game", flat=True))
    assert set(RecomputeRequest.objects.filter(kind="person").values_list("target_id", flat=True)) == {
        kept.pk,
        absorbed.pk,
    }


def test_accounts_become_one_and_the_ledger_says_how() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    by = factories.member(Role.ADMINISTRATOR, season.league)
    told = Told(season, f"person:{absorbed.pk}", 5000, today(season), by, reason="a broken gate", token="t1")
    enter(told=told, kind="charge")
    paid = Told(season, f"person:{absorbed.pk}", 2000, today(season), by, token="t2")
    record_payment(told=paid, method="cheque")
    by_card = Checkout.objects.create(
        season=season, account=f"person:{absorbed.pk}", lines=[], cents=3000, currency="USD", token="t3", created_by=by
    )
    recompute_pending()
    merged(kept, absorbed)
    recompute_pending()
    sums = {
        person.pk: sum(LedgerEntry.objects.filter(person=person).values_list("cents", flat=True))
        for person in (kept, absorbed)
    }
    assert sums == {kept.pk: 3000, absorbed.pk: 0}
    by_card.refresh_from_db()
    assert by_card.account == f"person:{kept.pk}"  # paid later, it counts for the one who owes
    standing = LedgerEntry.objects.filter(person=kept, reversal__isnull=True).exclude(kind=EntryKind.REVERSAL)
    assert sorted(standing.values_list("kind", "cents")) == [("charge", 5000), ("payment", -2000)]


def test_the_audit_trail_says_what_was_moved_and_what_was_taken_over() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    Person.objects.filter(pk=absorbed.pk).update(registration="8")
    kept, absorbed = pair(season)
    penalties = list(Penalty.objects.filter(person=absorbed).order_by("pk").values_list("pk", flat=True))
    merged(kept, absorbed)
    entry = AuditEntry.objects.get(action="merge-people")
    assert entry.before["absorbed"] == absorbed.pk
    assert entry.after["moved"]["league.penalty.person"] == penalties
    assert entry.after["taken_over"] == {"registration": "8"}
    assert entry.reason == "one person, two spellings"
    kept.refresh_from_db()
    assert kept.registration == "8"


def test_what_holds_for_either_in_a_season_holds_for_the_one() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    SeasonPerson.objects.filter(person=absorbed).update(carded=True)
    merged(kept, absorbed)
    assert list(SeasonPerson.objects.filter(person__in=[kept, absorbed]).values_list("person", "carded")) == [
        (kept.pk, True)
    ]


def test_one_merged_before_follows() -> None:
    season = imported(split(two_fights()))
    kept, absorbed = pair(season)
    third = factories.person(league=season.league, name="A. One")
    merged(absorbed, third)
    merged(kept, Person.objects.get(pk=absorbed.pk))
    assert set(Person.objects.filter(merged_into=kept).values_list("pk", flat=True)) == {absorbed.pk, third.pk}
    assert codes(foresee_merger(kept=kept, absorbed=Person.objects.get(pk=third.pk))) == ["merged-already"]
