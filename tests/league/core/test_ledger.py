"""What entries come to: balances, open charges, and what has to be posted."""

import datetime as dt
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from league.core.ledger import Entry, Posted, Wanted, balances, open_charges, plan

DAY = dt.date(2014, 12, 1)


def wanted(key: str = "k", cents: int | None = 5000, **fields: object) -> Wanted:
    return Wanted(key=key, account="team:1", kind="charge", cents=cents, currency="USD", **fields)  # type: ignore[arg-type]


def posted(one: Wanted, id: int = 1) -> Posted:
    return Posted(id, one.key, one.content)


def test_a_payment_settles_what_it_was_paid_for_first() -> None:
    entries = (
        Entry(1, "team:1", "charge", 5000, "r1", DAY),
        Entry(2, "team:1", "charge", 30000, "g1", DAY),
        Entry(3, "team:1", "payment", -30000, "g1"),
    )
    assert [(item.entry.id, item.cents) for item in open_charges(entries)] == [(1, 5000), (2, 0)]
    assert balances(entries) == {"team:1": 5000}


def test_what_another_paid_for_the_same_settles_it_too() -> None:
    entries = (Entry(1, "person:1", "charge", 5000, "i1"), Entry(2, "team:1", "payment", -5000, "i1"))
    assert [item.cents for item in open_charges(entries)] == [0]
    assert balances(entries) == {"person:1": 5000, "team:1": -5000}


def test_money_for_nothing_in_particular_goes_to_what_is_due_first() -> None:
    entries = (
        Entry(1, "team:1", "charge", 5000, "r1"),
        Entry(2, "team:1", "charge", 5000, "r2", DAY),
        Entry(3, "team:1", "payment", -6000),
    )
    assert [item.cents for item in open_charges(entries)] == [4000, 0]


def test_a_charge_is_overdue_from_the_day_after_it_is_due() -> None:
    (item,) = open_charges((Entry(1, "team:1", "charge", 5000, "g1", DAY),))
    assert not item.overdue(DAY)
    assert item.overdue(DAY + dt.timedelta(days=1))


def test_a_share_settles_nothing() -> None:
    entries = (Entry(1, "team:1", "charge", 5000, "g1"), Entry(2, "team:1", "share", -20000, "g1"))
    assert [item.cents for item in open_charges(entries)] == [5000]


def test_what_stands_as_wanted_is_left_alone() -> None:
    assert not plan([wanted()], [posted(wanted())])
    assert not plan([replace(wanted(), why=("other words",))], [posted(wanted())])


def test_what_changed_is_taken_back_and_posted_anew_with_the_reason() -> None:
    found = plan([wanted(cents=7500)], [posted(wanted())])
    assert [one.cents for one in found.post] == [7500]
    assert [reason for _, reason in found.reverse] == ["The amount changed"]
    found = plan([replace(wanted(), due=DAY)], [posted(wanted())])
    assert [reason for _, reason in found.reverse] == ["The due day changed"]


def test_what_fell_away_is_taken_back() -> None:
    found = plan([], [posted(wanted())])
    assert [reason for _, reason in found.reverse] == ["What it was for no longer holds"]


def test_a_charge_without_an_amount_waits() -> None:
    found = plan([wanted(cents=None)], [])
    assert not found
    assert [one.key for one in found.unset] == ["k"]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.integers(-3, 5)), max_size=12))
def test_after_a_plan_the_ledger_says_exactly_what_is_wanted(pairs: list[tuple[str, int]]) -> None:
    """Whatever stood before: planned again, nothing is left to do."""
    half = len(pairs) // 2
    before = {key: wanted(key, cents) for key, cents in pairs[:half] if cents}
    after = {key: wanted(key, cents if cents >= 0 else None) for key, cents in pairs[half:]}
    found = plan(list(after.values()), [posted(one, number) for number, one in enumerate(before.values())])
    gone = {one.key for one, _ in found.reverse}
    now = {key: one for key, one in before.items() if key not in gone} | {one.key: one for one in found.post}
    assert {key: one.cents for key, one in now.items()} == {key: one.cents for key, one in after.items() if one.cents}
    again = plan(list(after.values()), [posted(one) for one in now.values()])
    assert not again


KINDS = st.sampled_from(["charge", "payment", "credit", "write-off", "share"])


@given(
    st.lists(st.tuples(KINDS, st.integers(1, 500), st.sampled_from(["", "g1", "r1"]), st.integers(1, 3)), max_size=15)
)
def test_no_money_settles_more_than_it_is(rows: list[tuple[str, int, str, int]]) -> None:
    """What is settled is at most what was paid, nothing open is negative, and balances add up."""
    entries = [
        Entry(number, f"team:{team}", kind, cents if kind == "charge" else -cents, purpose)
        for number, (kind, cents, purpose, team) in enumerate(rows)
    ]
    open_ = open_charges(entries)
    charged = sum(entry.cents for entry in entries if entry.kind == "charge")
    money = -sum(entry.cents for entry in entries if entry.kind not in ("charge", "share"))
    left = sum(item.cents for item in open_)
    assert all(0 <= item.cents <= item.entry.cents for item in open_)
    assert max(0, charged - money) <= left <= charged
    assert sum(balances(entries).values()) == sum(entry.cents for entry in entries)
