"""Shows hearings with their panels, appeals and protests with their deadlines, and what conditions change."""

import datetime as dt

import pytest
from django.test import Client

from discipline import queries
from discipline.models import Appeal, Case, Condition, Decision, Hearing
from discipline.queries import due_process
from discipline.services import appeals, cases, conditions, hearings
from discipline.services.hearings import Seat
from league.models import AuditEntry, RecomputeRequest
from league.services.errors import Refused
from tests.due_process import HOUR, NAME, decided, process, suspended

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return process()


@pytest.fixture
def alberta():
    return process("alberta-mens")


def codes(refused):
    return [(item.code, item.clause) for item in refused.value.findings]


def call(made, row, *panel, hours=2):
    return hearings.call_hearing(
        suspension=row,
        actor=made.director,
        at=made.game.starts + 24 * HOUR,
        place="The office",
        parties="The player and the coach",
        evidence="The report",
        panel=[Seat(*seat) for seat in panel],
        now=made.game.starts + hours * HOUR,
    )


# ---------------------------------------------------------------- hearings


@pytest.mark.clause("nb-minor-discipline", "5.d")
def test_the_minimum_gives_no_right_to_a_hearing_more_does(made):
    row, coach = suspended(made), made.evening.home_coach
    with pytest.raises(Refused) as refused:
        hearings.ask_for_hearing(suspension=row, by=coach, words="too long", now=made.game.starts)
    assert codes(refused) == [("no-right", "5.d")]
    row.data["games"] = 5
    row.save()
    hearing = hearings.ask_for_hearing(suspension=row, by=coach, words="too long", now=made.game.starts)
    assert (hearing.requested_by, hearing.held_at) == (coach, None)
    with pytest.raises(Refused) as refused:
        hearings.ask_for_hearing(suspension=row, by=coach, words="again", now=made.game.starts)
    assert codes(refused) == [("hearing-open", None)]


@pytest.mark.clause("nb-minor-discipline", "3.2", "5.d")
def test_nobody_with_an_interest_sits_on_the_panel(made):
    row = suspended(made)
    rival = made.evening.away_coach
    with pytest.raises(Refused) as refused:
        call(made, row, ("A Coach", "", rival.email), (NAME, "", ""), ("Ira Juhl", "Chair", "ira@example.org"))
    assert [(item.code, item.where, item.message) for item in refused.value.findings] == [
        ("conflict", "name_1", "A Coach represents a team concerned"),
        ("conflict", "name_2", f"{NAME} is the suspended person"),
    ]
    assert not Hearing.objects.exists()
    hearing = call(
        made, row, ("Ira Juhl", "Chair", "ira@example.org"), ("Statistician", "", made.evening.statistician.email)
    )
    assert [(seat.name, seat.user) for seat in hearing.panel.all()] == [
        ("Ira Juhl", None),
        ("Statistician", made.evening.statistician),
    ]
    assert call(made, row, ("Gro Holm", "", "")).pk == hearing.pk
    assert [seat.name for seat in hearing.panel.all()] == ["Gro Holm"]


@pytest.mark.clause("nb-minor-discipline", "13.c", "13.f")
def test_a_hearing_is_held_when_every_step_was_taken_and_the_clock_stands_still_until_then(made):
    row = suspended(made)
    hearing = call(made, row, ("Ira Juhl", "", ""))
    [item] = due_process.docket(made.season)
    assert item.hearing == hearing
    now = made.game.starts + 30 * HOUR
    with pytest.raises(Refused) as refused:
        hearings.hold_hearing(hearing=hearing, actor=made.director, steps=["called"], reply="", outcome=" ", now=now)
    assert codes(refused) == [("step-missing", "13.c")] * 3 + [("outcome", None)]
    steps = ["called", "process-explained", "report-outlined", "reply-taken"]
    held = hearings.hold_hearing(
        hearing=hearing, actor=made.director, steps=steps, reply="I slipped.", outcome="Three games stand.", now=now
    )
    assert (held.held_at, held.steps, held.reply) == (now, steps, "I slipped.")
    [item] = due_process.docket(made.season)
    assert item.hearing is None


# ---------------------------------------------------------------- appeals


@pytest.mark.clause("alberta-mens", "7-2.a")
@pytest.mark.parametrize(("minutes", "accepted"), [(90 + 48 * 60, True), (91 + 48 * 60, False)])
def test_an_appeal_comes_in_time_or_is_refused(alberta, minutes, accepted):
    row = suspended(alberta)
    now = alberta.game.starts + dt.timedelta(minutes=minutes)
    if accepted:
        appeal = appeals.file_appeal(suspension=row, by=alberta.evening.home_coach, grounds="It wasn't him.", now=now)
        assert (appeal.to, appeal.outcome) == ("the league", "open")
    else:
        with pytest.raises(Refused) as refused:
            appeals.file_appeal(suspension=row, by=alberta.evening.home_coach, grounds=" ", now=now)
        assert codes(refused) == [("too-late", "7-2.a"), ("grounds-missing", None)]
        assert not Appeal.objects.exists()
        assert not Case.objects.exists()


def test_what_the_book_calls_final_cannot_be_appealed(made):
    row = suspended(made, appealable=False)
    with pytest.raises(Refused) as refused:
        appeals.file_appeal(suspension=row, by=made.evening.home_coach, grounds="no", now=made.game.starts)
    assert codes(refused) == [("no-appeal", "4.8")]


@pytest.mark.clause("alberta-mens", "7-2.c", "7-2.note")
def test_an_open_appeal_stops_the_other_clocks_and_lifts_nothing(alberta):
    row = suspended(alberta)
    now = alberta.game.starts + 3 * HOUR
    appeal = appeals.file_appeal(suspension=row, by=alberta.evening.home_coach, grounds="It wasn't him.", now=now)
    [item] = due_process.docket(alberta.season)
    assert [(due.what, due.at) for due in item.dues] == [("appeal", now + 48 * HOUR)]
    assert queries.do_not_dress(alberta.evening.home).count() == 3
    with pytest.raises(Refused) as refused:
        appeals.file_appeal(suspension=row, by=alberta.evening.home_coach, grounds="again", now=now)
    assert codes(refused) == [("appeal-open", None)]
    day = now.date()
    upheld = appeals.decide_appeal(
        appeal=appeal,
        suspension=row,
        actor=alberta.director,
        outcome="upheld",
        reason="it was him",
        day=day,
        today=day,
        now=now,
    )
    assert (upheld.outcome, upheld.decision, Decision.objects.count()) == ("upheld", None, 0)
    [item] = due_process.docket(alberta.season)
    assert item.appeal is None


@pytest.mark.clause("nb-minor-discipline", "4.c.vi")
def test_an_appeal_stops_the_clock_of_the_decision(made):
    row = suspended(made)
    now = made.game.starts + 3 * HOUR
    appeals.file_appeal(suspension=row, by=made.evening.home_coach, grounds="It wasn't him.", now=now)
    [item] = due_process.docket(made.season)
    assert [(due.what, due.state(now + 900 * HOUR)) for due in item.dues] == [("decision", "paused")]


@pytest.mark.clause("nb-minor-discipline", "5.e")
@pytest.mark.parametrize(
    ("outcome", "games", "expected"),
    [("varied", 4, {"games": 4, "dismissed": False}), ("quashed", None, {"games": None, "dismissed": True})],
)
def test_an_outcome_rewrites_the_length_and_keeps_the_old_one(made, monkeypatch, outcome, games, expected):
    row = suspended(made)
    decided(made, row)
    monkeypatch.setattr("discipline.services.rulings.decision_findings", lambda *given: [])
    now = made.game.starts + 3 * HOUR
    appeal = appeals.file_appeal(suspension=row, by=made.evening.home_coach, grounds="Too long.", now=now)
    day = now.date()
    with pytest.raises(Refused) as refused:
        appeals.decide_appeal(
            appeal=appeal, suspension=row, actor=made.director, outcome="varied", reason="", day=day, today=day, now=now
        )
    assert codes(refused) == [("reason-missing", None), ("length", None)]
    done = appeals.decide_appeal(
        appeal=appeal,
        suspension=row,
        actor=made.director,
        outcome=outcome,
        games=games,
        counts_missed=True,
        reason="the film shows it",
        day=day,
        today=day,
        now=now,
    )
    decision = done.decision
    assert {"games": decision.games, "dismissed": decision.dismissed} == expected
    assert (done.before, decision.reason) == ("3", "the film shows it")
    assert decision.counts_missed is (True if outcome == "varied" else None)
    assert [row.action for row in AuditEntry.objects.order_by("pk")][-2:] == ["decide-suspension", "decide-appeal"]


@pytest.mark.clause("alberta-mens", "7-2.a", "6-16.a")
def test_a_team_protests_a_game_in_time_and_the_answer_is_due_in_48_hours(alberta):
    now = alberta.game.starts + 10 * HOUR

    def protest(now, about="The clock was wrong."):
        return appeals.file_protest(
            game=alberta.game,
            team=alberta.evening.home,
            by=alberta.evening.home_coach,
            about=about,
            kind="protest",
            now=now,
        )

    case = protest(now)
    assert (case.kind, case.due) == ("protest", now + 48 * HOUR)
    with pytest.raises(Refused) as refused:
        protest(now + 40 * HOUR, " ")
    assert codes(refused) == [("too-late", "7-2.a"), ("grounds-missing", None)]
    closed = cases.close_case(case=case, actor=alberta.director, outcome="The result stands.", now=now)
    assert closed.closed_at == now
    assert "clock was wrong" not in "".join(f"{entry.after}{entry.reason}" for entry in AuditEntry.objects.all())


def test_a_book_without_protests_takes_none(made):
    with pytest.raises(Refused) as refused:
        appeals.file_protest(
            game=made.game,
            team=made.evening.home,
            by=made.evening.home_coach,
            about="x",
            kind="protest",
            now=made.game.starts,
        )
    assert codes(refused) == [("no-protest", None)]


# ---------------------------------------------------------------- conditions


def condition(made, **more):
    given = {
        "kind": "special-conditions",
        "person": made.player,
        "team": None,
        "starts": made.game.starts.date(),
        "ends": None,
        "reason": "third fight",
        "bond_cents": None,
        "now": made.game.starts,
    }
    return conditions.set_condition(season=made.season, actor=made.director, **given | more)


@pytest.mark.clause("alberta-mens", "8-3.6", "6-16.b")
def test_special_conditions_hold_from_their_first_to_their_last_day(alberta):
    day = alberta.game.starts.date()
    row = condition(alberta)
    assert RecomputeRequest.objects.filter(kind="person", target_id=alberta.player.pk).exists()
    facts = queries.people_facts(alberta.season, [alberta.player.pk])
    assert [(one.kind, one.person, one.starts, one.ends) for one in facts.conditions] == [
        ("special-conditions", "h1", day, None)
    ]
    later = day + dt.timedelta(days=10)
    conditions.lift_condition(
        condition=row, actor=alberta.director, last_day=later, because="a quiet month", now=alberta.game.starts
    )
    facts = queries.people_facts(alberta.season, [alberta.player.pk])
    assert [(one.starts, one.ends) for one in facts.conditions] == [(day, later)]
    with pytest.raises(Refused) as refused:
        conditions.lift_condition(
            condition=row, actor=alberta.director, last_day=later, because="x", now=alberta.game.starts
        )
    assert codes(refused) == [("lifted", None)]


def test_a_teams_special_conditions_reach_its_people(alberta):
    condition(alberta, person=None, team=alberta.evening.home)
    people = {row.target_id for row in RecomputeRequest.objects.filter(kind="person")}
    assert people == {alberta.evening.players[key].pk for key in ("h1", "h2", "h3", "hc")}


@pytest.mark.clause("alberta-mens", "8-3.2", "8-3.3", "7-3.a")
def test_what_is_wrong_with_a_condition_is_said_at_once(alberta):
    day = alberta.game.starts.date()
    with pytest.raises(Refused) as refused:
        condition(alberta, kind="bond", team=alberta.evening.home, ends=day - dt.timedelta(days=1), reason=" ")
    assert [item.code for item in refused.value.findings] == ["whom", "ends", "reason-missing", "bond"]
    row = condition(alberta, kind="bond", bond_cents=20000)
    assert (row.bond_state, row.bond_cents) == ("owed", 20000)
    noted = conditions.note_bond(condition=row, actor=alberta.director, state="posted", day=day)
    assert (noted.bond_state, noted.bond_on) == ("posted", day)
    warning = condition(alberta, kind="warning")
    with pytest.raises(Refused):
        conditions.note_bond(condition=warning, actor=alberta.director, state="posted", day=day)
    assert Condition.objects.count() == 2


# ---------------------------------------------------------------- pages


def test_the_pages_do_it_end_to_end(alberta):
    row = suspended(alberta)
    coach, director = Client(), Client()
    coach.force_login(alberta.evening.home_coach)
    director.force_login(alberta.director)
    url = alberta.address("appeal", suspension=row.pk)
    assert coach.get(url).status_code == 200
    assert "too-late" not in coach.post(url, {"grounds": "It wasn't him."}).text
    late = coach.post(url, {"grounds": "It wasn't him."})
    assert late.status_code == 200  # 2014: the time is over, what was typed is still there
    assert late.context["form"]["grounds"].value() == "It wasn't him."
    rival = Client()
    rival.force_login(alberta.evening.away_coach)
    assert rival.get(url).status_code == 404
    protest = alberta.address("protest", game=alberta.game.pk, team=alberta.evening.home.pk)
    assert coach.post(protest, {"kind": "protest", "about": "x"}).context["form"].errors
    assert rival.get(protest).status_code == 403
    assert (
        director.post(
            alberta.address("new_case"), {"kind": "conduct", "about": "A parent shoved the linesman."}
        ).status_code
        == 302
    )
    case = Case.objects.get(kind="conduct")
    page = alberta.address("other_case", case=case.pk)
    day = "2014-12-01"
    assert (
        director.post(page, {"action": "entry", "kind": "note", "on": day, "text": "Spoke to him."}).status_code == 302
    )
    assert director.post(page, {"action": "close", "outcome": "Banned from the rink."}).status_code == 302
    assert "Banned from the rink." in director.get(page).text
    hearing = alberta.address("hearing", suspension=row.pk)
    said = {"action": "call", "name_1": "Ira Juhl", "day": day, "time": "19:00", "place": "The office"}
    assert director.post(hearing, said).status_code == 302
    assert director.post(hearing, {"action": "hold", "outcome": "It stands."}).status_code == 302
    Condition.objects.all().delete()
    listed = alberta.address("conditions")
    said = {"kind": "warning", "person": alberta.player.pk, "starts": day, "reason": "again"}
    assert director.post(listed, said).status_code == 302
    one = alberta.address("condition", condition=Condition.objects.get().pk)
    assert director.post(one, {"action": "lift", "last_day": "2014-12-20", "because": "done"}).status_code == 302
    assert director.get(one).status_code == 200


def test_a_team_outsider_reads_no_grounds(made):
    row = suspended(made)
    appeals.file_appeal(
        suspension=row, by=made.evening.home_coach, grounds="A secret reason", now=made.game.starts + HOUR
    )
    for user in (made.evening.home_coach, made.evening.statistician):
        client = Client()
        client.force_login(user)
        assert "A secret reason" not in client.get(made.address("suspension", suspension=row.pk)).text
