"""The ledger follows the rulings: charges posted once, taken back with the reason, shares after their fine."""

import datetime as dt
import threading

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from league.core.ledger import Wanted
from league.models import (
    AuditEntry,
    ChargeAmount,
    EntryKind,
    Game,
    LedgerEntry,
    LedgerRequest,
    Outcome,
    Payment,
    Season,
)
from league.queries.ledger import accounts, balances, entries_of
from league.services.errors import Refused
from league.services.ledger import post, request_posting, set_amount
from league.services.money import Told, enter, pay_back, record_payment, reverse, write_off
from league.services.outcomes import set_outcome, undo_outcome
from rulings import money
from rulings.services import recompute_pending
from tests.refusals import refused_by_trigger
from tests.reporting import NOW, Evening, evening


@pytest.fixture
def played(db: None) -> Evening:
    return evening()


def no_show(played: Evening, team: str = "away") -> None:
    """The team does not come, as the statistician records it."""
    played.game.refresh_from_db()
    set_outcome(
        game=played.game, outcome=Outcome.NO_SHOW, at_fault=[getattr(played, team)], reason="did not come",
        by=played.statistician, seen_version=played.game.version, now=NOW,
    )  # fmt: skip
    recompute_pending()


def standing(season: Season) -> list[tuple[str, str, int]]:
    """Kind, account and cents of what stands."""
    rows = entries_of(season).filter(reversal__isnull=True).exclude(kind="reversal").order_by("pk")
    return [(row.kind, str(row.account), row.cents) for row in rows]


def pay(played: Evening, cents: int = 30000, **fields: object) -> LedgerEntry:
    told = {"season": played.season, "account": f"team:{played.away.pk}", "cents": cents, "date": dt.date(2014, 11, 12)}
    told |= {"by": played.statistician, "purpose": "g1"} | fields
    entry = record_payment(told=Told(**told), method="cheque")  # type: ignore[arg-type]
    recompute_pending()
    return entry


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_no_show_is_charged_once_with_its_clause_and_due_day(played: Evening) -> None:
    no_show(played)
    entry = LedgerEntry.objects.get()
    assert (entry.kind, entry.team, entry.cents, entry.currency) == ("charge", played.away, 30000, "USD")
    assert (entry.due, entry.clauses, entry.game, entry.charge_kind) == (
        dt.date(2014, 11, 15), ["3.12"], played.game, "no-show",
    )  # fmt: skip
    request_posting(season=played.season)
    recompute_pending()
    assert LedgerEntry.objects.count() == 1
    assert not LedgerRequest.objects.exists()


@pytest.mark.clause("mn-district-9", "3.12")
def test_the_share_is_passed_on_once_the_fine_is_paid_and_taken_back_with_it(played: Evening) -> None:
    no_show(played)
    paid = pay(played)
    assert standing(played.season) == [
        ("charge", "Faribault", 30000), ("payment", "Faribault", -30000), ("share", "Owatonna", -20000),
    ]  # fmt: skip
    assert balances(played.season) == {f"team:{played.home.pk}": -20000, f"team:{played.away.pk}": 0}
    reverse(entry=paid, reason="the cheque bounced", by=played.statistician)
    recompute_pending()
    assert standing(played.season) == [("charge", "Faribault", 30000)]
    assert not Payment.objects.exists()
    assert balances(played.season) == {f"team:{played.home.pk}": 0, f"team:{played.away.pk}": 30000}


def test_what_is_undone_is_reversed_with_the_reason_and_may_come_again(played: Evening) -> None:
    no_show(played)
    undo_outcome(
        game=Game.objects.get(pk=played.game.pk), reason="they came", by=played.statistician,
        seen_version=Game.objects.get(pk=played.game.pk).version, now=NOW,
    )  # fmt: skip
    recompute_pending()
    reversal = LedgerEntry.objects.get(kind=EntryKind.REVERSAL)
    assert (reversal.cents, reversal.reason) == (-30000, "What it was for no longer holds")
    no_show(played)
    assert list(LedgerEntry.objects.filter(kind="charge").order_by("pk").values_list("posting", flat=True)) == [1, 2]
    assert balances(played.season) == {f"team:{played.away.pk}": 30000}


def test_an_entry_is_never_changed(played: Evening) -> None:
    no_show(played)
    entry = LedgerEntry.objects.get()
    with refused_by_trigger("UPDATE on league_ledgerentry is refused: its rows stay as they were written"):
        LedgerEntry.objects.update(cents=1)
    with refused_by_trigger("DELETE on league_ledgerentry is refused: its rows stay as they were written"):
        LedgerEntry.objects.all().delete()
    with refused_by_trigger("a reversal takes back all of one entry, in its account"):
        LedgerEntry.objects.create(
            season=played.season, team=played.away, kind="reversal", cents=-1, currency="USD", reason="x",
            date=entry.date, reverses=entry,
        )  # fmt: skip


def test_the_same_form_sent_twice_records_one_payment(played: Evening) -> None:
    no_show(played)
    first, second = (pay(played, token="form-1") for _ in range(2))
    assert first == second
    assert Payment.objects.count() == 1


def test_what_is_written_off_stays_in_the_ledger(played: Evening) -> None:
    no_show(played)
    charge = LedgerEntry.objects.get()
    with pytest.raises(Refused):
        write_off(entry=charge, reason=" ", by=played.statistician)
    write_off(entry=charge, reason="hardship", by=played.statistician)
    recompute_pending()
    assert standing(played.season) == [("charge", "Faribault", 30000), ("write-off", "Faribault", -30000)]
    with pytest.raises(Refused, match="nothing of this is open"):
        write_off(entry=charge, reason="again", by=played.statistician)


def test_a_ruled_charge_is_not_taken_back_by_hand(played: Evening) -> None:
    no_show(played)
    with pytest.raises(Refused, match="this follows from the rulings"):
        reverse(entry=LedgerEntry.objects.get(), reason="no", by=played.statistician)


def test_money_is_paid_back_up_to_what_is_in_favour(played: Evening) -> None:
    no_show(played)
    paid = pay(played, cents=35000)
    with pytest.raises(Refused, match=r"50\.00 in its favour"):
        pay_back(payment=paid, cents=5001, reason="too much", by=played.statistician)
    pay_back(payment=paid, cents=5000, reason="too much", by=played.statistician)
    assert balances(played.season)[f"team:{played.away.pk}"] == 0


def test_a_credit_needs_a_reason_and_an_amount(played: Evening) -> None:
    told = Told(played.season, f"team:{played.away.pk}", 0, NOW.date(), played.statistician)
    with pytest.raises(Refused) as refused:
        enter(told=told, kind="credit")
    assert [finding.code for finding in refused.value.findings] == ["amount", "reason"]


def test_balances_take_one_query_and_an_overview_one(played: Evening) -> None:
    no_show(played)
    for number in range(3):
        enter(
            told=Told(played.season, f"team:{played.home.pk}", 100 + number, NOW.date(), None, reason="x"),
            kind="credit",
        )
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert balances(played.season)[f"team:{played.home.pk}"] == -303
    assert len(queries) == 1
    with CaptureQueriesContext(connection) as queries:
        found = accounts(entries_of(played.season), dt.date(2014, 11, 16))
    assert len(queries) == 1
    assert [(one.name, one.balance, one.overdue) for one in found] == [
        ("Faribault", 30000, 30000), ("Owatonna", -303, 0),
    ]  # fmt: skip


def test_posting_takes_the_same_queries_for_one_game_and_many(played: Evening) -> None:
    no_show(played)

    def number() -> int:
        with CaptureQueriesContext(connection) as queries:
            money.post_season(season=played.season)
        return len(queries)

    one = number()
    for day in range(5):
        from tests import factories

        factories.game(
            home=played.home, away=played.away, starts=NOW + dt.timedelta(days=day + 1), outcome=Outcome.NO_SHOW,
            at_fault=[played.away.pk], report_state="verified",
        )  # fmt: skip
    money.post_season(season=played.season)
    assert LedgerEntry.objects.filter(kind="charge").count() == 6
    assert number() == one


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_post_each_charge_once() -> None:
    played = evening()
    set_outcome(
        game=played.game, outcome=Outcome.DOUBLE_FORFEIT, reason="nobody came", by=played.statistician,
        seen_version=played.game.version, now=NOW,
    )  # fmt: skip

    def work() -> None:
        try:
            request_posting(season=played.season)
            money.post_requested()
            money.post_season(season=played.season)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(standing(played.season)) == [("charge", "Faribault", 10000), ("charge", "Owatonna", 10000)]
    assert LedgerEntry.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_payment_taken_back_while_workers_post_is_not_posted_again() -> None:
    played = evening()
    no_show(played)
    paid = pay(played)

    def post() -> None:
        try:
            for _ in range(5):
                money.post_season(season=played.season)
        finally:
            connections.close_all()

    thread = threading.Thread(target=post)
    thread.start()
    reverse(entry=paid, reason="bounced", by=played.statistician)
    thread.join()
    recompute_pending()
    assert LedgerEntry.objects.filter(kind="payment").count() == 1
    assert balances(played.season) == {f"team:{played.home.pk}": 0, f"team:{played.away.pk}": 30000}


def test_an_amount_that_the_book_leaves_open_is_asked_for_first(played: Evening) -> None:
    wanted = Wanted(
        key="charge:1", account=f"team:{played.away.pk}", kind="charge", cents=None, currency="CAD", purpose="g1",
        charge_kind="forfeit", clauses=("7-1.a",), why=("Forfeit of Faribault",),
    )  # fmt: skip
    post(season=played.season, wanted=[wanted], day=NOW.date())
    amount = ChargeAmount.objects.get()
    assert (amount.cents, amount.waiting, amount.clauses, amount.example) == (
        None, 1, ["7-1.a"], "Forfeit of Faribault",
    )  # fmt: skip
    assert not LedgerEntry.objects.exists()
    with pytest.raises(Refused):
        set_amount(amount=amount, cents=15000, reason="", by=played.statistician, now=NOW)
    set_amount(amount=amount, cents=15000, reason="set by the board", by=played.statistician, now=NOW)
    post(season=played.season, wanted=[wanted], day=NOW.date())
    assert standing(played.season) == [("charge", "Faribault", 15000)]
    amount.refresh_from_db()
    assert amount.waiting == 0
    assert AuditEntry.objects.filter(action="set-amount").get().reason == "set by the board"
