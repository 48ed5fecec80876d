"""A game moves by a request: quoted, answered, decided; charged once and told once, whatever the sequence."""

import datetime as dt
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from django.core import mail
from django.db import connections
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import Game, LedgerEntry, Outcome, Role, User
from league.services.errors import Conflict, Refused
from league.services.money import Told, record_payment
from rulings.services import recompute_pending
from scheduling.models import RequestEvent, RequestNotice, RescheduleRequest
from scheduling.services import move_answers, moves
from scheduling.tasks import follow_up, send_notices
from tests import factories
from tests.refusals import refused_by_trigger
from tests.reporting import Evening, evening

NOON = dt.time(18, 0, tzinfo=dt.UTC)


def on(day: int, month: int = 12, year: int = 0) -> dt.datetime:
    """Noon in Chicago on a day of the season that is to come."""
    return dt.datetime.combine(dt.date(year or SEASON, month, day), NOON)


SEASON = timezone.now().year + 1


@dataclass
class Asking:
    """A game on December 20 to come, its coaches and the director."""

    played: Evening
    director: User

    @property
    def game(self) -> Game:
        return Game.objects.select_related("season__league", "home", "away", "division").get(pk=self.played.game.pk)

    @property
    def request(self) -> RescheduleRequest:
        return RescheduleRequest.objects.select_related(*moves.PARTS).latest("pk")

    def send(self, new: dt.datetime, reason: str = "other", fee: int | None = None, **fields: Any) -> RescheduleRequest:
        game = self.game
        found = move_answers.offer(game=game, by=self.played.home, new_start=new, reason=reason)
        return moves.send(
            game=game, team=self.played.home, new_start=new, reason=reason, text="Our rink floods the ice.",
            shown_fee=found.ruling.fee_cents if fee is None else fee, by=self.played.home_coach, now=timezone.now(),
            **{"files": ()} | fields,
        )  # fmt: skip

    def answer(self, step: str, team: str = "away", version: int | None = None, **fields: Any) -> Any:
        request, side = self.request, getattr(self.played, team)
        return getattr(moves, step)(
            request=request, team=side, by=self.played.coach(side), text="", now=timezone.now(),
            version=request.version if version is None else version, **fields,
        )  # fmt: skip

    def decide(self, decision: str = "approved", reason: str = "fine", version: int | None = None) -> None:
        request = self.request
        moves.decide(
            request=request, decision=decision, by=self.director, reason=reason, now=timezone.now(),
            version=request.version if version is None else version,
        )  # fmt: skip


def asking() -> Asking:
    """Everything lies in the season after now, so that nothing is over."""
    start = on(20)
    played = evening(starts=start, occupied_until=start + dt.timedelta(minutes=75))
    season, division = played.season, played.division
    season.starts, season.ends = dt.date(SEASON, 10, 30), dt.date(SEASON + 1, 3, 15)
    season.playoffs_start = dt.date(SEASON + 1, 2, 7)
    season.save()
    division.window_start, division.window_end = dt.date(SEASON, 10, 30), dt.date(SEASON + 1, 2, 1)
    division.save()
    return Asking(played, factories.member(Role.DIRECTOR, season.league))


@pytest.fixture
def made(db: None) -> Asking:
    return asking()


@pytest.fixture
def late(made: Asking, monkeypatch: pytest.MonkeyPatch) -> Asking:
    """The form comes in on December 7, six days before the new date: $50 and $25 more."""
    monkeypatch.setattr(move_answers, "today", lambda season: dt.date(SEASON, 12, 7))
    monkeypatch.setattr(moves, "today", lambda season: dt.date(SEASON, 12, 7))
    monkeypatch.setattr("rulings.money.today", lambda season: dt.date(SEASON, 12, 8))
    return made


@pytest.mark.clause("mn-district-9", "3.11.i")
@pytest.mark.clause("mn-district-9", "3.10.b")
def test_a_move_is_quoted_agreed_approved_charged_and_paid(late: Asking) -> None:
    found = move_answers.offer(game=late.game, by=late.played.home, new_start=on(13), reason="other")
    assert (found.ruling.fee_cents, [(line.cents, line.clause) for line in found.ruling.lines]) == (
        7500, [(5000, "3.10.b"), (2500, "3.11.i")],
    )  # fmt: skip
    late.send(on(13))
    assert late.game.starts == on(20)
    late.answer("agree")
    assert late.game.starts == on(20)
    late.decide()
    game = late.game
    assert (game.starts, game.original_start, game.occupied_until) == (
        on(13), on(20), on(13) + dt.timedelta(minutes=75),
    )  # fmt: skip
    recompute_pending()
    charges = LedgerEntry.objects.filter(kind="charge").order_by("cents")
    assert [(one.cents, one.team, one.clauses, one.charge_kind) for one in charges] == [
        (2500, late.played.home, ["3.11.i"], "late-reschedule"), (5000, late.played.home, ["3.10.b"], "reschedule"),
    ]  # fmt: skip
    account = f"team:{late.played.home.pk}"
    day = dt.date(SEASON, 12, 8)
    told = Told(late.played.season, account, 7500, day, late.director, purpose=late.request.key)
    record_payment(told=told, method="cheque")
    recompute_pending()
    assert sum(LedgerEntry.objects.values_list("cents", flat=True)) == 0


def test_everybody_is_told_of_each_step_once(late: Asking) -> None:
    late.send(on(13))
    send_notices()
    send_notices()
    assert sorted(one for message in mail.outbox for one in message.to) == [late.played.away_coach.email]
    mail.outbox.clear()
    late.answer("agree")
    late.decide()
    send_notices()
    everybody = sorted([late.played.home_coach.email, late.played.away_coach.email, late.director.email])
    moved = [message.to[0] for message in mail.outbox if message.subject.startswith("Game moved")]
    assert sorted(moved) == everybody
    assert not RequestNotice.objects.filter(sent_at__isnull=True).exists()


@pytest.mark.clause("mn-district-9", "3.10.c")
def test_weather_is_free_and_comes_with_evidence(late: Asking) -> None:
    from league.services.attachments import File

    file = File("warning.pdf", b"%PDF-1.7\n1 0 obj\nendobj\nstartxref\n0\n%%EOF\n")
    late.send(on(13), reason="weather", files=[file])
    assert [one.file_name for one in RequestEvent.objects.get().evidence.all()] == ["warning.pdf"]
    late.answer("agree")
    late.decide()
    recompute_pending()
    assert late.game.starts == on(13)
    assert not LedgerEntry.objects.exists()


@pytest.mark.clause("mn-district-9", "3.10.d")
@pytest.mark.parametrize(("decision", "moves_it"), [("waived", True), ("refused", False)])
def test_what_is_waived_or_refused_costs_nothing(late: Asking, decision: str, moves_it: bool) -> None:
    late.send(on(13))
    late.answer("agree")
    with pytest.raises(Refused, match="a reason is needed"):
        late.decide(decision, reason=" ")
    late.decide(decision)
    recompute_pending()
    assert late.game.starts == (on(13) if moves_it else on(20))
    assert not LedgerEntry.objects.exists()


@pytest.mark.clause("mn-district-9", "3.11.ii")
def test_an_approval_does_not_stand_in_for_the_agreement(made: Asking) -> None:
    made.send(on(13))
    with pytest.raises(Refused) as refused:
        made.decide()
    assert {finding.clause for finding in refused.value.findings} == {"3.11.ii", None}
    made.answer("decline")
    with pytest.raises(Refused, match="this request has ended"):
        made.decide()
    assert made.game.starts == on(20)


def test_another_date_goes_back_and_forth(made: Asking) -> None:
    made.send(on(13))
    made.answer("propose", new_start=on(14))
    assert made.request.awaits == made.played.home
    with pytest.raises(Refused, match="it isn't this team"):
        made.answer("agree", team="away")
    made.answer("propose", team="home", new_start=on(15))
    made.answer("agree")
    made.decide()
    assert made.game.starts == on(15)
    steps = list(RequestEvent.objects.values_list("step", flat=True))
    assert steps == ["sent", "proposed", "proposed", "agreed", "approved"]


def test_the_history_stays(made: Asking) -> None:
    made.send(on(13))
    with refused_by_trigger("UPDATE on scheduling_requestevent is refused: its rows stay as they were written"):
        RequestEvent.objects.update(text="other")


def test_who_saw_an_older_state_is_told_so(made: Asking) -> None:
    made.send(on(13))
    seen = made.request.version
    made.answer("propose", new_start=on(14))
    with pytest.raises(Conflict):
        made.answer("agree", team="home", version=seen)


def test_a_fee_that_changed_since_it_was_shown_is_shown_again(late: Asking) -> None:
    with pytest.raises(Refused, match="the fee is another one"):
        late.send(on(13), fee=5000)


@pytest.mark.clause("mn-district-9", "3.6")
def test_guards_hold_when_asking_and_when_proposing(made: Asking) -> None:
    outside = on(2, 2, SEASON + 1)
    with pytest.raises(Refused) as refused:
        made.send(outside)
    assert "3.6" in {finding.clause for finding in refused.value.findings}
    made.send(on(13))
    factories.game(home=made.played.away, away=factories.team(division=made.played.division), starts=on(14))
    with pytest.raises(Refused, match="taken from"):
        made.answer("propose", new_start=on(14))
    assert made.request.new_start == on(13)


def test_a_date_taken_meanwhile_is_refused_when_it_is_decided(made: Asking) -> None:
    made.send(on(13))
    made.answer("agree")
    factories.game(home=made.played.away, away=factories.team(division=made.played.division), starts=on(13))
    with pytest.raises(Refused, match="taken from"):
        made.decide()
    assert made.game.starts == on(20)
    assert made.request.decision is None


def test_one_request_a_game_is_open(made: Asking) -> None:
    made.send(on(13))
    with pytest.raises(Refused, match="open already"):
        made.send(on(14))
    made.answer("withdraw", team="home")
    made.send(on(14))


def test_a_game_that_is_over_does_not_move(made: Asking) -> None:
    Game.objects.filter(pk=made.game.pk).update(outcome=Outcome.CANCELLED, report_state="verified")
    with pytest.raises(Refused, match="over or called off"):
        made.send(on(13))


def test_who_holds_it_up_is_reminded_and_what_nobody_answers_ends(
    made: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.send(on(13))
    send_notices()
    mail.outbox.clear()
    monkeypatch.setattr(timezone, "now", lambda: dt.datetime.now(dt.UTC) + dt.timedelta(days=4))
    for _ in range(2):
        follow_up()
    assert [message.to for message in mail.outbox] == [[made.played.away_coach.email]]
    monkeypatch.setattr(timezone, "now", lambda: on(13) + dt.timedelta(minutes=1))
    assert follow_up() == 1
    assert made.request.ended == "expired"
    assert made.game.starts == on(20)


@pytest.mark.django_db(transaction=True)
def test_two_moves_to_one_slot_at_once_leave_exactly_one() -> None:
    """The database refuses the second booking, and whoever loses is told so."""
    first = asking()
    season = first.played.season
    rink = factories.venue(league=season.league)
    other = factories.game(
        home=factories.team(division=first.played.division), away=factories.team(division=first.played.division),
        starts=on(21), venue=rink,
    )  # fmt: skip
    Game.objects.filter(pk=first.game.pk).update(venue=rink)
    requests = []
    for game in (first.game, other):
        made = RescheduleRequest.objects.create(
            season=season, game=game, by=game.home, received=dt.date(SEASON, 11, 1), new_start=on(13),
            original_start=game.starts, submitted_by=first.director,
        )  # fmt: skip
        made.agreements.create(team=game.away)
        requests.append(RescheduleRequest.objects.select_related(*moves.PARTS).get(pk=made.pk))
    came: list[str] = []
    start = threading.Barrier(2)

    def decide(request: RescheduleRequest) -> None:
        try:
            start.wait()
            moves.decide(
                request=request, decision="approved", by=first.director, reason="ok", version=0, now=timezone.now()
            )
            came.append("moved")
        except Refused as no:
            came.append(no.findings[0].code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=decide, args=[request]) for request in requests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(came) in (["moved", "rink-taken"], ["moved", "taken"])
    assert Game.objects.filter(season=season, starts=on(13)).count() == 1


STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["send", "agree", "decline", "propose", "withdraw", "approved", "refused", "waived", "pay", "post"]
        ),
        st.sampled_from(["home", "away"]),
        st.integers(8, 19),
    ),
    max_size=9,
)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(steps=STEPS)
def test_every_charge_is_explained_and_the_sums_balance_whatever_happens(late: Asking, steps: Any) -> None:
    """Requests, agreements, refusals, decisions and payments in any order."""
    from django.db import transaction

    sid = transaction.savepoint_create()
    for step, team, day in steps:
        try:
            match step:
                case "send":
                    late.send(on(day))
                case "propose":
                    late.answer(step, team, new_start=on(day))
                case "agree" | "decline" | "withdraw":
                    late.answer(step, team)
                case "pay":
                    account = f"team:{getattr(late.played, team).pk}"
                    told = Told(late.played.season, account, 5000, dt.date(SEASON, 12, 8), late.director)
                    record_payment(told=told, method="cash")
                case "post":
                    recompute_pending()
                case _:
                    late.decide(step)
        except (Refused, RescheduleRequest.DoesNotExist):
            pass
    recompute_pending()
    granted = RescheduleRequest.objects.filter(decision="approved")
    entries = LedgerEntry.objects.filter(reversal__isnull=True).exclude(kind="reversal")
    charged = entries.filter(kind="charge")
    assert all(one.clauses and one.why for one in charged)
    assert {one.purpose for one in charged} <= {one.key for one in granted}
    # no more than the book's fee and its extra for a late form
    assert all(sum(e.cents for e in charged if e.purpose == one.key) in (5000, 7500) for one in granted)
    everything = sum(LedgerEntry.objects.values_list("cents", flat=True))
    assert everything == sum(one.cents for one in entries)
    moved = RescheduleRequest.objects.filter(decision__in=["approved", "waived"]).order_by("-decided_at").first()
    assert late.game.starts == (moved.new_start if moved else on(20))
    transaction.savepoint_rollback(sid)
