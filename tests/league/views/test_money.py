"""The pages of money: who sees which accounts, statements and receipts as files, payments and corrections by hand."""

import csv
import datetime as dt
import io
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.models import ChargeAmount, DunningNotice, LedgerEntry, Payment, Role
from league.services.money import Told, enter
from league.tasks import send_dunning
from tests import factories
from tests.cards import at, client_of
from tests.reporting import Evening, evening

pytestmark = pytest.mark.django_db
DAY = dt.date(2014, 11, 12)


@pytest.fixture
def played() -> Evening:
    return evening()


def owe(played: Evening, account: str, cents: int = 5000, **fields: Any) -> LedgerEntry:
    told = Told(played.season, account, cents, DAY, played.statistician, reason="ice time")
    return enter(told=told, kind="charge", **fields)


def test_officers_see_every_account_and_coaches_their_own(played: Evening) -> None:
    owe(played, f"team:{played.home.pk}")
    owe(played, f"team:{played.away.pk}")
    owe(played, f"person:{played.players['a1'].pk}")
    page = client_of(played.statistician).get(at(played)).content.decode()
    assert "Owatonna" in page
    assert "Faribault" in page
    page = client_of(played.home_coach).get(at(played)).content.decode()
    assert "Owatonna" in page
    assert "Faribault" not in page
    assert played.players["a1"].name not in page
    assert client_of(played.home_coach).get(at(played, f"teams/{played.away.pk}/")).status_code == 403
    assert client_of(played.home_coach).get(at(played, f"people/{played.players['a1'].pk}/")).status_code == 404
    assert client_of(played.away_coach).get(at(played, f"people/{played.players['a1'].pk}/")).status_code == 200
    entry = LedgerEntry.objects.get(team=played.away)
    assert client_of(played.home_coach).get(at(played, f"entries/{entry.pk}/")).status_code == 404


def test_a_president_sees_the_association_and_its_teams(played: Evening) -> None:
    town = factories.association(season=played.season)
    played.home.association = town
    played.home.save()
    president = client_of(factories.member(Role.ASSOCIATION_PRESIDENT, played.season.league, association=town))
    owe(played, f"association:{town.pk}")
    owe(played, f"team:{played.home.pk}")
    page = president.get(at(played, f"associations/{town.pk}/")).content.decode()
    assert "Owatonna" in page
    assert president.get(at(played, f"teams/{played.home.pk}/")).status_code == 200
    assert president.get(at(played, f"teams/{played.away.pk}/")).status_code == 403


def test_a_statement_is_the_same_as_page_csv_and_pdf(played: Evening) -> None:
    owe(played, f"team:{played.home.pk}", due=dt.date(2014, 11, 19), clauses=["3.12"])
    coach = client_of(played.home_coach)
    address = at(played, f"teams/{played.home.pk}/")
    assert "$50.00" in coach.get(address).content.decode()
    rows = list(csv.reader(io.StringIO(coach.get(f"{address}?as=csv").content.decode("utf-8-sig"))))
    assert rows[1][1:] == ["2014-11-12", "Charge", "", "3.12", "2014-11-19", "50.00", "50.00", "USD", "ice time"]
    answer = coach.get(f"{address}?as=pdf")
    assert answer["Content-Type"] == "application/pdf"
    text = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert "Owatonna" in text
    assert "To pay: 50.00 USD" in text


def test_a_payment_is_recorded_once_and_gives_a_receipt(played: Evening) -> None:
    owe(played, f"team:{played.home.pk}")
    statistician = client_of(played.statistician)
    sent = {
        "kind": "payment", "account": f"team:{played.home.pk}", "amount": "50.00", "date": "2014-11-13",
        "method": "cheque", "reference": "No. 7", "token": "form-1",
    }  # fmt: skip
    for _ in range(2):
        assert statistician.post(at(played, "record/"), sent).status_code == 302
    payment = Payment.objects.get()
    assert (payment.payer, payment.amount_cents, payment.date) == ("team:owa", 5000, dt.date(2014, 11, 13))
    entry = LedgerEntry.objects.get(kind="payment")
    answer = client_of(played.home_coach).get(at(played, f"entries/{entry.pk}/?as=pdf"))
    text = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    for part in ("Receipt", "Owatonna", "50.00 USD", "Cheque", "No. 7", str(entry.pk)):
        assert part in text


def test_what_was_typed_is_kept_when_it_is_refused(played: Evening) -> None:
    sent = {"kind": "credit", "account": f"team:{played.home.pk}", "amount": "12.5", "date": "2014-11-13"}
    page = client_of(played.statistician).post(at(played, "record/"), sent).content.decode()
    assert "This is no amount such as 50.00." in page
    assert 'value="12.5"' in page
    page = client_of(played.statistician).post(at(played, "record/"), sent | {"amount": "12"}).content.decode()
    assert "A reason is needed" in page
    assert not LedgerEntry.objects.exists()


def test_a_correction_is_entered_with_its_reason(played: Evening) -> None:
    entry = owe(played, f"team:{played.home.pk}")
    statistician = client_of(played.statistician)
    page = statistician.post(at(played, f"entries/{entry.pk}/"), {"step": "reverse"})
    assert page.status_code == 200
    assert statistician.post(
        at(played, f"entries/{entry.pk}/"), {"step": "reverse", "reason": "wrong team"}
    ).status_code == 302  # fmt: skip
    assert LedgerEntry.objects.get(kind="reversal").reason == "wrong team"
    assert client_of(played.home_coach).post(at(played, f"entries/{entry.pk}/"), {}).status_code == 403


def test_an_administrator_sets_an_amount(played: Evening) -> None:
    row = ChargeAmount.objects.create(season=played.season, charge_kind="forfeit", currency="CAD", waiting=2)
    administrator = client_of(factories.member(Role.ADMINISTRATOR, played.season.league))
    sent = {"row": row.pk, f"amount-{row.pk}-amount": "150", f"amount-{row.pk}-reason": "the board"}
    assert administrator.post(at(played, "amounts/"), sent).status_code == 302
    row.refresh_from_db()
    assert (row.cents, row.reason) == (15000, "the board")
    assert client_of(played.statistician).get(at(played, "amounts/")).status_code == 403


def test_who_is_overdue_is_reminded_once_a_day(played: Evening) -> None:
    owe(played, f"team:{played.home.pk}", due=dt.date(2014, 11, 19))
    statistician = client_of(played.statistician)
    for _ in range(2):
        statistician.post(at(played, "reminders/"), {"account": [f"team:{played.home.pk}", "team:999"]})
        send_dunning()
    assert DunningNotice.objects.count() == 1
    assert [message.to for message in mail.outbox] == [[played.home_coach.email]]
    assert "$50.00" in mail.outbox[0].body


def test_the_overview_takes_as_many_queries_for_one_account_as_for_many(played: Evening) -> None:
    statistician = client_of(played.statistician)
    statistician.get(at(played))
    owe(played, f"team:{played.home.pk}")

    def number() -> int:
        with CaptureQueriesContext(connection) as queries:
            statistician.get(at(played))
        return len(queries)

    one = number()
    for team in factories.teams(8, division=played.division):
        owe(played, f"team:{team.pk}")
    assert number() == one == 8
