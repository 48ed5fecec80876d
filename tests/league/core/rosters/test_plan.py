"""A roster table's plan: who is who, what changes, what is asked, and that a second time nothing does."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.core.rosters.entries import Entry, RosterTable
from league.core.rosters.people import NEW, KnownPerson
from league.core.rosters.plan import KnownTeam, OnRecord, Plan, plan_roster
from league.core.rosters.spots import Outcome, Spot

OTTERS, LYNX = KnownTeam(1, "Otters", "Bantam A"), KnownTeam(2, "Lynx", "Bantam A")
BORN = dt.date(2000, 1, 31)
ALVA = KnownPerson(11, "Alva Birke", BORN, "A-1")
BO = KnownPerson(12, "Bo Castell", dt.date(2001, 2, 3))
DEC_1 = dt.date(2014, 12, 1)


def record(
    *spots: Spot, people: tuple[KnownPerson, ...] = (ALVA, BO), teams: tuple[KnownTeam, ...] = (OTTERS, LYNX)
) -> OnRecord:
    return OnRecord(teams, people, spots)


def table(*entries: Entry) -> RosterTable:
    return RosterTable(tuple(replace(entry, row=number) for number, entry in enumerate(entries, 2)))


def row(name: str, team: str = "Otters", **fields: object) -> Entry:
    return Entry(0, name, team, **fields)  # type: ignore[arg-type]


def plan(on_record: OnRecord, *entries: Entry, day: dt.date | None = None, **answers: str) -> Plan:
    said = {int(name.removeprefix("row")): answer for name, answer in answers.items()}
    return plan_roster(table(*entries), on_record, answers=said, day=day)


def outcomes(found: Plan) -> list[str]:
    return [row.outcome.value for row in found.rows]


def after(on_record: OnRecord, found: Plan) -> OnRecord:
    """What is on record once the plan is carried out."""
    new = {row.person.id: row.person for row in found.rows if row.person and row.person.id < 0}
    ids = {key: 1000 - key for key in new}
    gone = {spot.id for row in found.rows if row.placing for spot in row.placing.was}
    kept = [spot for spot in on_record.spots if spot.id not in gone]
    for number, spot in enumerate(spot for row in found.rows if row.placing for spot in row.placing.kept):
        made = replace(spot, person=ids.get(spot.person, spot.person))
        kept.append(made if made.id is not None else replace(made, id=5000 + len(on_record.spots) + number))
    filled = {
        row.person.id: {
            change.column: dt.date.fromisoformat(change.after) if change.column == "born" else change.after
            for change in row.filled
        }
        for row in found.rows
        if row.person and row.filled
    }
    people = [
        replace(person, id=ids.get(person.id, person.id), **filled.get(person.id, {}))
        for person in (*on_record.people, *new.values())
    ]
    return OnRecord(on_record.teams, tuple(people), tuple(kept))


def test_somebody_of_that_registration_is_that_person() -> None:
    found = plan(record(), row("Alva Birke", registration="a1", number=7))
    assert outcomes(found) == ["added"]
    assert found.rows[0].person == ALVA


def test_a_registration_number_of_somebody_with_another_name_is_a_fault() -> None:
    found = plan(record(), row("Cleo Dorn", registration="A-1"))
    assert [finding.code for finding in found.faults] == ["registered-to-another"]
    assert not found.ready


def test_a_registration_number_with_another_birth_date_is_a_fault() -> None:
    found = plan(record(), row("Alva Birke", registration="A-1", born=BO.born))
    assert [(finding.code, finding.where) for finding in found.faults] == [("born-differently", "row 2, Birth date")]


def test_a_misspelt_name_with_its_registration_keeps_the_name_on_record() -> None:
    found = plan(record(), row("Alva Birk", registration="A-1", born=BORN))
    assert outcomes(found) == ["added"]
    assert [finding.code for finding in found.findings] == ["named-differently"]


def test_name_and_birth_date_make_a_person_known_accents_or_not() -> None:
    zoe = KnownPerson(13, "Zoë Ångström", BORN)
    assert plan(record(people=(zoe,)), row("Zoe Angstrom", born=BORN)).rows[0].person == zoe


def test_the_name_on_the_very_roster_is_enough() -> None:
    found = plan(record(Spot(12, 1, "skater", 9, id=1)), row("bo castell", number=9))
    assert outcomes(found) == ["unchanged"]


def test_a_name_without_a_birth_date_is_a_question_and_nothing_is_done() -> None:
    found = plan(record(), row("Bo Castell"))
    assert outcomes(found) == ["question"]
    assert found.rows[0].candidates == (BO,)
    assert not found.ready
    assert outcomes(plan(record(), row("Bo Castell"), row2="12")) == ["added"]
    assert outcomes(plan(record(), row("Bo Castell"), row2=NEW)) == ["new"]
    assert outcomes(plan(record(), row("Bo Castell"), row2="11")) == ["question"]  # nobody offered


def test_another_birth_date_is_another_person() -> None:
    assert outcomes(plan(record(), row("Bo Castell", born=BORN))) == ["new"]


def test_a_like_name_with_the_same_birth_date_is_a_question() -> None:
    found = plan(record(), row("Bo Castel", born=BO.born))
    assert [one.id for one in found.rows[0].candidates] == [12]


def test_twins_on_one_table_are_two_people() -> None:
    found = plan(record(people=()), row("Anna Berg", born=BORN), row("Lena Berg", born=BORN))
    assert outcomes(found) == ["new", "new"]


def test_another_registration_number_is_a_question() -> None:
    found = plan(record(), row("Alva Birke", born=BORN, registration="B-2"))
    assert outcomes(found) == ["question"]


def test_what_the_record_lacks_is_filled_in_and_never_overwritten() -> None:
    found = plan(record(Spot(12, 1, "skater", id=1)), row("Bo Castell", registration="B-2", born=BO.born))
    assert outcomes(found) == ["unchanged"]
    assert [(change.column, change.after) for change in found.rows[0].filled] == [("registration", "B-2")]
    assert found.changes_something


def test_a_coach_of_two_teams_on_one_table_is_asked_about_then_one_person() -> None:
    coach = (row("Ira Juhl", role="coach"), row("Ira Juhl", "Lynx", role="coach"))
    asked = plan(record(), *coach)
    assert outcomes(asked) == ["new", "question"]
    assert asked.rows[1].candidates[0].answer == "-2"
    answered = plan(record(), *coach, row3="-2")
    assert outcomes(answered) == ["new", "added"]
    assert answered.rows[0].person == answered.rows[1].person


def test_a_changed_number_before_the_season_is_corrected_in_place() -> None:
    found = plan(record(Spot(12, 1, "skater", 9, id=1)), row("Bo Castell", number=19))
    placing = found.rows[0].placing
    assert outcomes(found) == ["changed"]
    assert placing is not None
    assert placing.kept == (Spot(12, 1, "skater", 19, id=1),)


def test_a_changed_number_in_the_season_keeps_the_old_one_for_the_past() -> None:
    found = plan(record(Spot(12, 1, "skater", 9, id=1)), row("Bo Castell", number=19), day=DEC_1)
    assert found.rows[0].placing is not None
    assert found.rows[0].placing.kept == (
        Spot(12, 1, "skater", 9, ends=dt.date(2014, 11, 30), id=1),
        Spot(12, 1, "skater", 19, starts=DEC_1),
    )


def test_a_first_number_is_no_change_of_the_past() -> None:
    found = plan(record(Spot(12, 1, "skater", id=1)), row("Bo Castell", number=9), day=DEC_1)
    assert found.rows[0].placing is not None
    assert found.rows[0].placing.kept == (Spot(12, 1, "skater", 9, id=1),)


def test_a_regular_player_of_another_team_moves() -> None:
    found = plan(record(Spot(12, 2, "skater", 9, id=1)), row("Bo Castell", born=BO.born, number=4), day=DEC_1)
    assert outcomes(found) == ["moved"]
    assert found.rows[0].placing is not None
    assert found.rows[0].placing.kept == (
        Spot(12, 2, "skater", 9, ends=dt.date(2014, 11, 30), id=1),
        Spot(12, 1, "skater", 4, starts=DEC_1),
    )
    assert found.rows[0].placing.left == 2


@pytest.mark.parametrize("fields", [{"status": "affiliate"}, {"role": "coach"}])
def test_an_affiliate_and_a_coach_stay_where_they_are_as_well(fields: dict[str, str]) -> None:
    found = plan(record(Spot(12, 2, "skater", 9, id=1)), row("Bo Castell", born=BO.born, **fields))
    assert outcomes(found) == ["added"]
    assert found.rows[0].placing is not None
    assert found.rows[0].placing.was == ()


def test_a_person_twice_on_one_table_is_a_fault() -> None:
    found = plan(
        record(), row("Alva Birke", born=BORN), row("Alva Birke", "Lynx", born=BORN), row("Alva Birke", born=BORN)
    )
    assert [(finding.code, finding.where) for finding in found.faults] == [
        ("listed-twice", "row 3"),
        ("listed-twice", "row 4"),
    ]


def test_two_people_can_swap_their_numbers() -> None:
    spots = (Spot(11, 1, "skater", 7, id=1), Spot(12, 1, "skater", 9, id=2))
    found = plan(record(*spots), row("Alva Birke", number=9), row("Bo Castell", number=7))
    assert found.ready
    assert outcomes(found) == ["changed", "changed"]


def test_a_number_that_somebody_else_wears_is_a_fault() -> None:
    found = plan(record(Spot(11, 1, "skater", 7, id=1)), row("Bo Castell", born=BO.born, number=7))
    assert [(finding.code, finding.where) for finding in found.faults] == [("number-twice", "row 2, Number")]
    assert outcomes(found) == ["faulty"]


def test_a_number_is_free_again_after_its_wearer_has_left() -> None:
    left = Spot(11, 1, "skater", 7, ends=dt.date(2014, 11, 30), id=1)
    assert plan(record(left), row("Bo Castell", born=BO.born, number=7), day=DEC_1).ready


def test_teams_are_found_by_name_and_by_division_where_names_are_shared() -> None:
    others = (OTTERS, KnownTeam(3, "Otters", "Peewee B"))
    found = plan(
        record(teams=others),
        row("Alva Birke", "Otters, Peewee B", born=BORN),
        row("Bo Castell", "otters", born=BO.born),
    )
    assert found.rows[0].team == 3
    assert [finding.message for finding in found.faults] == ['several teams are called "otters"']


def test_an_unknown_team_is_told_with_the_nearest() -> None:
    found = plan(record(), row("Alva Birke", "Oters", born=BORN))
    assert [(finding.code, finding.remedy) for finding in found.faults] == [("unknown-team", "should it be Otters?")]


NAMES = ("Alva Birke", "Bo Castell", "Cleo Dorn", "Dag Ekman")
ENTRIES = st.builds(
    Entry,
    row=st.just(0),
    name=st.sampled_from(NAMES),
    team=st.sampled_from(["Otters", "Lynx"]),
    born=st.sampled_from([None, BORN, BO.born]),
    registration=st.sampled_from(["", "A-1", "B-2"]),
    number=st.sampled_from([None, 7, 9]),
    role=st.sampled_from([None, "skater", "goalie", "coach"]),
    status=st.sampled_from([None, "regular", "affiliate"]),
)
SPOTS = st.builds(
    Spot,
    person=st.sampled_from([11, 12]),
    team=st.sampled_from([1, 2]),
    role=st.sampled_from(["skater", "coach"]),
    number=st.sampled_from([None, 4, 7]),
)


def answered(on_record: OnRecord, entries: Iterable[Entry], day: dt.date | None) -> Plan:
    """The plan once every question is answered with its first answer."""
    answers: dict[int, str] = {}
    found = plan_roster(table(*entries), on_record, day=day)
    while found.questions:
        answers |= {row.entry.row: row.candidates[0].answer for row in found.questions}
        found = plan_roster(table(*entries), on_record, answers=answers, day=day)
    return found


@settings(max_examples=250, deadline=None)
@given(
    st.lists(ENTRIES, max_size=5),
    st.lists(SPOTS, max_size=2, unique_by=lambda spot: spot.person),
    st.sampled_from([None, DEC_1]),
)
def test_the_same_table_a_second_time_changes_nothing(
    entries: list[Entry], spots: list[Spot], day: dt.date | None
) -> None:
    spots = [replace(spot, id=number) for number, spot in enumerate(spots, 1)]
    on_record = record(*(spot for spot in spots if spot.number is None or spot is spots[0]))
    first = answered(on_record, entries, day)
    if first.ready:
        then = after(on_record, first)
        assert not clashes(then)
        second = answered(then, entries, day)
        assert second.ready
        assert not second.changes_something


@settings(max_examples=200, deadline=None)
@given(st.lists(ENTRIES, max_size=6))
def test_every_row_comes_out_and_no_plan_merges_two_birth_dates(entries: list[Entry]) -> None:
    found = plan_roster(table(*entries), record())
    assert [row.entry.row for row in found.rows] == list(range(2, len(entries) + 2))
    for row in found.rows:
        if row.person and row.entry.born and row.person.born and row.outcome is not Outcome.FAULTY:
            assert row.person.born == row.entry.born


def clashes(on_record: OnRecord) -> list[tuple[Spot, Spot]]:
    return [
        (one, other)
        for one in on_record.spots
        for other in on_record.spots
        if one.person < other.person
        and one.team == other.team
        and one.number == other.number
        and one.number is not None
        and one.overlaps(other)
    ]
