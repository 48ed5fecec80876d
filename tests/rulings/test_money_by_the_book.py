"""How books take money and what they keep: methods refused, money not given back, by their clauses."""

import datetime as dt
import json
from pathlib import Path

import pytest

from discipline.models import Ineligibility, Suspension
from league.models import Checkout, LedgerEntry, Person, Season, Team
from league.services import recompute
from league.services.card_accounts import set_keys
from league.services.card_events import take
from league.services.errors import Refused
from league.services.money import Told, enter, pay_back, record_payment
from league.services.rulebooks import publish_shipped
from rulings.services import recompute_pending
from tests import card_provider, factories
from tests.seasons import imported

pytestmark = pytest.mark.django_db
DAY = dt.date(2014, 11, 12)
AT = int(dt.datetime(2014, 12, 10, 12, tzinfo=dt.UTC).timestamp())
CASES = Path(__file__).parents[1] / "cases"


def team_of(book: str) -> Team:
    """A team of a season that is played by a shipped book."""
    version = next(one for one in publish_shipped() if one.slug == book)
    return factories.team(division=factories.division(season=factories.season(rulebook=version)))


def told(season: Season, account: str, cents: int, **fields: object) -> Told:
    return Told(season, account, cents, DAY, factories.user(), **fields)  # type: ignore[arg-type]


@pytest.mark.clause("alberta-mens", "8-1.b")
@pytest.mark.parametrize(("method", "clause"), [("coins", "8-1.b"), ("transfer", "8-1.c")])
def test_a_method_that_the_book_does_not_take_is_refused_with_its_clause(method: str, clause: str) -> None:
    team = team_of("alberta-mens")
    with pytest.raises(Refused) as refused:
        record_payment(told=told(team.season, f"team:{team.pk}", 5000), method=method)
    assert [(finding.code, finding.clause) for finding in refused.value.findings] == [("method", clause)]
    record_payment(told=told(team.season, f"team:{team.pk}", 5000), method="money-order")
    assert LedgerEntry.objects.get().method == "money-order"


def charged_and_paid(team: Team, account: str, kind: str, purpose: str) -> LedgerEntry:
    LedgerEntry.objects.create(
        season=team.season, kind="charge", cents=5000, currency="CAD", date=DAY, purpose=purpose, charge_kind=kind,
        key=f"charge:{purpose}", **{f"{account.partition(':')[0]}_id": int(account.partition(":")[2])},
    )  # fmt: skip
    return record_payment(told=told(team.season, account, 9000, purpose=purpose), method="cheque")


@pytest.mark.clause("alberta-mens", "8-1.b")
def test_a_fine_is_never_given_back() -> None:
    team = team_of("alberta-mens")
    payment = charged_and_paid(team, f"team:{team.pk}", "forfeit", "g1")
    with pytest.raises(Refused) as refused:
        pay_back(payment=payment, cents=4000, reason="asked for it", by=factories.user())
    assert [(finding.code, finding.clause) for finding in refused.value.findings] == [("kept", "8-1.b")]


@pytest.mark.clause("maha-adult", "17")
def test_an_ice_fee_is_kept_from_whoever_is_suspended() -> None:
    team = team_of("maha-adult")
    player = factories.player(team)
    payment = charged_and_paid(team, f"person:{player.pk}", "ice-fee", "ice-fee")
    suspension = Suspension.objects.create(
        season=team.season, person=player, team=team, incident="i1", given=DAY, status="serving", active=True,
        data={"clauses": ["4.a"]}, made_at=dt.datetime(2014, 11, 12, tzinfo=dt.UTC),
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        pay_back(payment=payment, cents=4000, reason="moved away", by=factories.user())
    assert [(finding.code, finding.clause) for finding in refused.value.findings] == [("kept", "17")]
    Suspension.objects.filter(pk=suspension.pk).update(data={"clauses": ["7"]})
    pay_back(payment=payment, cents=4000, reason="moved away", by=factories.user())
    assert LedgerEntry.objects.filter(kind="refund").get().cents == 4000


def test_a_bond_is_owed_until_it_is_paid() -> None:
    team = team_of("alberta-mens")
    enter(told=told(team.season, f"team:{team.pk}", 20000, reason="set by the board"), kind="bond", clauses=["7-3.a"])
    entry = LedgerEntry.objects.get()
    assert (entry.kind, entry.cents, entry.clauses) == ("bond", 20000, ["7-3.a"])


@pytest.mark.clause("alberta-mens", "8-1.b")
def test_paying_somebodys_fine_frees_the_whole_team_at_once() -> None:
    season = imported(json.loads((CASES / "own-alberta-mens-unpaid-fine" / "season.json").read_text()))
    while recompute_pending():
        pass
    off = Ineligibility.objects.filter(season=season, game__key="g4", team__key="A")
    assert sorted(off.values_list("person__key", flat=True)) == ["c1", "p1", "p2"]
    p1 = Person.objects.get(key="p1", league=season.league)
    owed = told(season, f"person:{p1.pk}", 100, purpose="x1")
    record_payment(told=owed, method="money-order")
    while recompute_pending():
        pass
    assert not off.exists()


@pytest.mark.clause("maha-adult", "15.a")
def test_a_fee_paid_by_card_frees_at_once_and_a_chargeback_bars_again() -> None:
    team = team_of("maha-adult")
    season = team.season
    other = factories.team(division=team.division)
    player = factories.player(team, starts=dt.date(2014, 9, 1))
    factories.game(home=team, away=other, starts=dt.datetime(2014, 12, 20, 20, tzinfo=dt.UTC))
    by = factories.user()
    set_keys(
        league=season.league, secret_key=card_provider.KEY, webhook_secret=card_provider.SIGNING, by=by,
        now=dt.datetime(2014, 9, 1, tzinfo=dt.UTC),
    )  # fmt: skip
    recompute.request(season=season, teams=[team.pk], people=[player.pk])

    def barred() -> list[str]:
        while recompute_pending():
            pass
        rows = Ineligibility.objects.filter(person=player)
        return [sentence for row in rows for sentence in row.why if "ice fee" in sentence]

    owing = [
        "300.00 USD of the ice fee, due on 2014-10-31, unpaid (15.a).",
        "125.00 USD of the ice fee, due on 2014-12-01, unpaid (15.a).",
    ]
    assert barred() == owing
    checkout = Checkout.objects.create(
        season=season, account=f"person:{player.pk}", lines=[["ice-fee", 30000], ["ice-fee", 12500]], cents=42500,
        currency="USD", token="t", created_by=by,
    )  # fmt: skip
    paid = card_provider.session(checkout.key, 42500)
    take(league=season.league, event=json.loads(card_provider.message("checkout.session.completed", paid, at=AT)))
    assert barred() == []
    lost = card_provider.dispute(42500, "lost")
    take(league=season.league, event=json.loads(card_provider.message("charge.dispute.closed", lost)))
    assert barred() == owing
