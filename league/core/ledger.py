"""Decides what a ledger's entries come to: balances, open charges, what is overdue, and what has to be posted.

Entries are never changed: a correction is a reversal beside them. `cents` are signed by what they do to
the account: positive is owed to the league, negative is paid, credited, passed on or written off.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

OWED = frozenset({"charge", "bond"})
"""Kinds of entry that somebody has to pay."""
SETTLING = frozenset({"payment", "credit", "write-off"})
"""Kinds of entry that settle what is owed; a share is the payer's own affair and settles nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One standing entry of an account: not a reversal, and not reversed."""

    id: int
    account: str
    kind: str
    cents: int
    purpose: str = ""
    due: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """A charge with what is left of it, in cents."""

    entry: Entry
    cents: int

    def overdue(self, day: dt.date) -> bool:
        """Whether something of it is unpaid after its due day."""
        return self.cents > 0 and self.entry.due is not None and self.entry.due < day


def balances(entries: Iterable[Entry]) -> Mapping[str, int]:
    """What each account owes, in cents; negative is in its favour."""
    found: dict[str, int] = defaultdict(int)
    for entry in entries:
        found[entry.account] += entry.cents
    return dict(found)


def open_charges(entries: Sequence[Entry]) -> tuple[Open, ...]:
    """Every charge with what is left of it, in the order given.

    Money goes to what it was paid for: an account's own first, then what others paid for the same.
    What names nothing that is owed goes to the account's charges by due day, the undated last. So the
    payments settle what the rulings call paid, and credits and write-offs besides.
    """
    owed = [entry for entry in entries if entry.kind in OWED]
    left = {entry.id: entry.cents for entry in owed}
    purses = {entry.id: -entry.cents for entry in entries if entry.kind in SETTLING and entry.cents < 0}
    money = [entry for entry in entries if entry.id in purses]
    by_due = sorted(owed, key=lambda entry: (entry.due is None, entry.due or dt.date.min, entry.id))
    steps: tuple[tuple[list[Entry], Callable[[Entry, Entry], bool]], ...] = (
        (owed, lambda purse, charge: purse.purpose == charge.purpose and purse.account == charge.account),
        (owed, lambda purse, charge: purse.purpose == charge.purpose and bool(purse.purpose)),
        (by_due, lambda purse, charge: purse.account == charge.account and not purse.purpose),
    )
    for charges, fits in steps:
        for charge in charges:
            for purse in money:
                taken = min(left[charge.id], purses[purse.id]) if fits(purse, charge) else 0
                left[charge.id] -= taken
                purses[purse.id] -= taken
    return tuple(Open(entry, left[entry.id]) for entry in owed)


@dataclass(frozen=True, slots=True)
class Wanted:
    """An entry that the rulings or the payments on record ask for; `cents` None: an amount is still to be set.

    `key` names it for good: payer, payee, cause, kind, clauses and instalment. `account` and `cents` are
    those of the entry (a share has the receiving team's account and negative cents).
    """

    key: str
    account: str
    kind: str
    cents: int | None
    currency: str
    purpose: str = ""
    due: dt.date | None = None
    charge_kind: str = ""
    clauses: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    date: dt.date | None = None

    @property
    def content(self) -> tuple[object, ...]:
        """What makes it another entry when it differs; words don't."""
        return (self.account, self.kind, self.cents, self.currency, self.purpose, self.due)


@dataclass(frozen=True, slots=True)
class Posted:
    """A standing entry that was posted under a key, with the number of times that key was posted so far."""

    id: int
    key: str
    content: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What has to be done so that the ledger says what is wanted."""

    post: tuple[Wanted, ...] = ()
    reverse: tuple[tuple[Posted, str], ...] = ()
    """Standing entries to reverse, each with the reason."""
    unset: tuple[Wanted, ...] = field(default=())
    """Charges whose amount has to be set first."""

    def __bool__(self) -> bool:
        return bool(self.post or self.reverse)


def plan(wanted: Sequence[Wanted], standing: Iterable[Posted]) -> Plan:
    """Compare what is wanted with what stands, by key: what is new, what changed, what fell away."""
    stands = {posted.key: posted for posted in standing}
    post, reverse, unset = [], [], []
    for one in wanted:
        posted = stands.pop(one.key, None)
        if one.cents is None:
            unset.append(one)
        if one.cents is None or one.cents == 0:
            if posted is not None:
                reverse.append((posted, "The amount is to be set anew" if one.cents is None else "Nothing is owed"))
            continue
        if posted is not None and posted.content == one.content:
            continue
        if posted is not None:
            reverse.append((posted, _difference(posted.content, one.content)))
        post.append(one)
    reverse += [(posted, "What it was for no longer holds") for posted in stands.values()]
    return Plan(tuple(post), tuple(reverse), tuple(unset))


_PARTS = ("account", "kind", "amount", "currency", "cause", "due day")


def _difference(old: tuple[object, ...], new: tuple[object, ...]) -> str:
    changed = [name for name, before, after in zip(_PARTS, old, new, strict=True) if before != after]
    return f"The {' and the '.join(changed)} changed"
