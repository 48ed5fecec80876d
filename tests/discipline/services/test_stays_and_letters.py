"""Shows how a suspension rests while its appeal is open, through the gate, and whom a protest's letters reach."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core import mail

from discipline import services
from discipline.core import laying
from discipline.core.book_due_process import Appeals
from discipline.models import CaseLetter, Condition, Decision, Ineligibility, Stay, Suspension
from discipline.queries import due_process, gate
from discipline.services import appeals, cases, protest_letters
from league.models import Game, Person, RecomputeRequest, Role
from league.services.errors import Refused
from rulings.services import recompute_pending
from tests import factories
from tests.due_process import HOUR, process
from tests.seasons import imported, people, season_file

pytestmark = pytest.mark.django_db
TODAY = dt.date(2014, 11, 12)
NOW = dt.datetime(2014, 11, 12, 18, tzinfo=dt.UTC)


@pytest.fixture
def director(season):
    return factories.member(Role.DIRECTOR, season.league)


@pytest.fixture
def season(db):
    """A-1 owes three games for a kick in g1; g2 and g3 are to come. The chair may order that it rests."""
    document = season_file(["A 3-2 B", "B v A", "A v B", "B v A", "A v B"], teams=2)
    document["rulebook"] = "nb-minor-discipline"
    people(document)
    kick = {"id": "x1", "team": "A", "person": "A-1", "offence": "kicking", "class": "match"}
    document["games"][0]["penalties"] = [kick]
    document["decisions"] = [{"on": "x1", "date": "2014-11-02", "confirmed": True}]
    return imported(document)


def may_rest(monkeypatch, **more):
    """Amend the book: the chair may order that a suspension rests."""

    def amended(book):
        rules = book.one(Appeals).model_copy(update={"stay_by": "the chair", "stay_clause": "5.e", **more})
        return replace(book, sections={**book.sections, Appeals: (rules,)})

    found, rules = laying.stays_by, due_process.appeal_rules
    changes = {"stay_by": "the chair", "stay_clause": "5.e", **more}
    monkeypatch.setattr(laying, "stays_by", lambda book: found(amended(book)))
    monkeypatch.setattr(due_process, "appeal_rules", lambda row: rules(row).model_copy(update=changes))


def appealed(season, director):
    row = Suspension.objects.get(season=season)
    return row, appeals.file_appeal(suspension=row, by=director, grounds="It wasn't him.", now=NOW)


def kept_out(season):
    rows = Ineligibility.objects.filter(season=season, person__key="A-1").order_by("game__starts")
    return list(rows.values_list("game__key", flat=True))


@pytest.mark.clause("nb-minor-discipline", "5.e")
def test_by_the_shipped_book_an_appeal_leaves_the_person_out(season, director):
    before = kept_out(season)
    row, appeal = appealed(season, director)
    recompute_pending()
    assert kept_out(season) == before != []
    with pytest.raises(Refused) as refused:
        appeals.order_stay(appeal=appeal, suspension=row, actor=director, day=TODAY, today=TODAY, now=NOW)
    assert [item.code for item in refused.value.findings] == ["no-stay"]
    assert not Stay.objects.exists()


def test_an_order_lets_the_person_in_through_the_gate_until_the_outcome(season, director, monkeypatch):
    may_rest(monkeypatch)
    before = kept_out(season)
    row, appeal = appealed(season, director)
    stay = appeals.order_stay(appeal=appeal, suspension=row, actor=director, day=TODAY, today=TODAY, now=NOW)
    assert RecomputeRequest.objects.filter(kind="person", target_id=row.person_id).exists()
    with pytest.raises(Refused) as refused:
        appeals.order_stay(appeal=appeal, suspension=row, actor=director, day=TODAY, today=TODAY, now=NOW)
    assert [item.code for item in refused.value.findings] == ["rests"]
    recompute_pending()
    game = Game.objects.get(season=season, key="g3")
    assert gate.may_take_part(game=game, person=row.person, team=row.team).allowed
    row.refresh_from_db()
    later = TODAY + dt.timedelta(days=1)
    appeals.decide_appeal(
        appeal=appeal,
        suspension=row,
        actor=director,
        outcome="upheld",
        reason="it was him",
        day=later,
        today=later,
        now=NOW,
    )
    stay.refresh_from_db()
    assert stay.ends == TODAY
    recompute_pending()
    assert not gate.may_take_part(game=game, person=row.person, team=row.team).allowed
    assert kept_out(season) == before


def test_where_it_rests_by_itself_it_rests_from_the_day_of_the_appeal(season, director, monkeypatch):
    may_rest(monkeypatch, serving_goes_on=False, stay_by=None)
    row, appeal = appealed(season, director)
    [stay] = Stay.objects.all()
    assert (stay.on, stay.person, stay.starts, stay.appeal) == ("x1", row.person, TODAY, appeal)
    appeals.decide_appeal(
        appeal=appeal,
        suspension=row,
        actor=director,
        outcome="upheld",
        reason="the same day",
        day=TODAY,
        today=TODAY,
        now=NOW,
    )
    assert not Stay.objects.exists()


# ---------------------------------------------------------------- grounds


@pytest.mark.clause("nb-minor-discipline", "4.c.iv")
def test_more_than_the_minimum_needs_one_of_the_books_grounds(season, director):
    row = Suspension.objects.get(season=season)
    given = {"suspension": row, "actor": director, "day": TODAY, "today": TODAY, "reason": "a kick", "seen": 1}
    for ground in (None, "bad temper"):
        with pytest.raises(Refused) as refused:
            services.decide(**given, games=5, ground=ground)
        assert [(item.code, item.where, item.clause) for item in refused.value.findings] == [
            ("ground-missing", "ground", "4.c.iv")
        ]
    assert services.decide(**given, games=5, ground="seriousness").ground == "seriousness"
    recompute_pending()
    row.refresh_from_db()
    assert "4.c.iv" in row.data["clauses"]
    assert Decision.objects.filter(ground__isnull=False).count() == 1


def test_the_minimum_itself_needs_none(season, director):
    row = Suspension.objects.get(season=season)
    made = services.decide(suspension=row, actor=director, day=TODAY, today=TODAY, reason="so", seen=1, games=3)
    assert (made.games, made.ground) == (3, None)


# ---------------------------------------------------------------- conditions


@pytest.mark.clause("nb-minor-discipline", "app.a", "app.a.ii")
def test_whoever_is_put_out_of_hockey_officiates_nowhere_until_the_last_day(season, director):
    person = Person.objects.get(league=season.league, key="B-1")
    Condition.objects.create(
        season=season, person=person, kind="ineligible", starts=TODAY, ends=TODAY, reason="x", set_by=director
    )
    found = gate.may_officiate(season=season, people=[person.pk], day=TODAY)
    assert [(answer.allowed, answer.clauses) for answer in found.values()] == [(False, ("app.a",))]
    assert gate.may_officiate(season=season, people=[person.pk], day=TODAY + dt.timedelta(days=1)) == {}


# ---------------------------------------------------------------- letters about protests


@pytest.fixture
def alberta():
    return process("alberta-mens")


def protested(alberta):
    now = alberta.game.starts + 10 * HOUR
    return now, appeals.file_protest(
        game=alberta.game,
        team=alberta.evening.home,
        by=alberta.evening.home_coach,
        about="The clock was wrong.",
        kind="protest",
        now=now,
    )


@pytest.mark.clause("alberta-mens", "7-2.a")
def test_both_teams_are_told_once_that_a_game_is_protested_without_the_words(alberta):
    now, _case = protested(alberta)
    assert [protest_letters.send_waiting(now=now), protest_letters.send_waiting(now=now)] == [2, 0]
    readers = {alberta.evening.home_coach.email, alberta.evening.away_coach.email}
    assert {address for letter in mail.outbox for address in letter.to} == readers
    assert all("protest" in letter.subject.lower() and "clock was wrong" not in letter.body for letter in mail.outbox)


@pytest.mark.clause("alberta-mens", "7-2.a")
def test_the_answer_goes_to_both_and_its_words_only_to_the_team_that_asked(alberta):
    now, case = protested(alberta)
    CaseLetter.objects.all().delete()
    cases.close_case(case=case, actor=alberta.director, outcome="The result stands.", now=now)
    assert protest_letters.send_waiting(now=now) == 2
    bodies = {letter.to[0]: letter.body for letter in mail.outbox}
    assert "The result stands." in bodies[alberta.evening.home_coach.email]
    assert "The result stands." not in bodies[alberta.evening.away_coach.email]


def test_a_mail_server_that_is_away_loses_no_letter(alberta, monkeypatch):
    now, _case = protested(alberta)

    def away(**given):
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr("discipline.services.protest_letters.mail.send", away)
        assert protest_letters.send_waiting(now=now) == 0
    assert protest_letters.send_waiting(now=now) == 2


def test_an_investigation_is_between_the_league_and_the_team_that_asked(alberta):
    now = alberta.game.starts + HOUR
    appeals.file_protest(
        game=alberta.game,
        team=alberta.evening.home,
        by=alberta.evening.home_coach,
        about="Look into it.",
        kind="investigation",
        now=now,
    )
    assert not CaseLetter.objects.exists()
