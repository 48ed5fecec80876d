"""Decides what of the core's records goes from one record of a person to the other when both are one person.

Every app moves its own columns that name a person, each listed as a `Move`; `rulings.merging` runs them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import (
    Checkout,
    DunningNotice,
    LedgerEntry,
    LineupSpot,
    Payment,
    Penalty,
    Person,
    RosterSpot,
    Season,
    SeasonPerson,
    UnlistedPerson,
    User,
)
from league.queries.clock import today
from league.services.ledger import reversal_of, standing_entries

IDENTITY = ("born", "registration", "user")
"""What a record takes over from the other where it has none; where both have one, they must be the same."""


@dataclass(frozen=True, slots=True)
class Move:
    """A column that names a person. `once_with`: the columns together with which somebody may stand once only.

    Of two rows that would then be the same the absorbed one goes: it says nothing that the other doesn't.
    """

    model: type[models.Model]
    column: str = "person"
    once_with: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The column's name in the audit trail and in the tests."""
        return f"{self.model._meta.label_lower}.{self.column}"


MOVES = (
    Move(Person, "merged_into"),  # whoever was merged into the absorbed one before
    Move(SeasonPerson, once_with=("season",)),
    Move(RosterSpot),
    Move(LineupSpot, once_with=("game", "team")),
    Move(UnlistedPerson, once_with=("game",)),
    Move(Penalty),
    Move(Penalty, "served_by"),
    Move(Payment),
)

STAYING = frozenset({f"{LedgerEntry._meta.label_lower}.person"})
"""Columns that never change: what they say is taken back and said anew, see `move_ledger`."""


def move(moves: Iterable[Move], *, kept: Person, absorbed: Person) -> dict[str, list[int]]:
    """Have every row that names `absorbed` name `kept`; returns the primary keys by column, those dropped too.

    Side effects: the rows. Two queries a column, more where rows are dropped.
    """
    told: dict[str, list[int]] = {}
    for one in moves:
        rows: models.QuerySet[Any] = one.model._default_manager.filter(**{one.column: absorbed}).order_by("pk")
        twice = list(_twice(one, rows, kept)) if one.once_with else []
        if twice:
            one.model._default_manager.filter(pk__in=twice).delete()
            told[f"{one.label} (dropped)"] = twice
        if moved := list(rows.values_list("pk", flat=True)):
            rows.update(**{one.column: kept})
            told[one.label] = moved
    return told


def _twice(one: Move, rows: models.QuerySet[Any], kept: Person) -> Iterator[int]:
    """The absorbed one's rows beside which `kept` has a row of the same place."""
    own = one.model._default_manager.filter(**{one.column: kept}).order_by()
    taken = set(own.values_list(*one.once_with))
    yield from (pk for pk, *place in rows.values_list("pk", *one.once_with) if tuple(place) in taken)


def unlike(kept: Person, absorbed: Person) -> list[Finding]:
    """In what the two records say different things of one person."""
    titles: Mapping[str, str] = {
        "born": _("different dates of birth"),
        "registration": _("different registration numbers"),
        "user": _("different users' accounts"),
    }
    return [
        Finding(
            f"{name}-differs",
            _("the two have %(what)s: %(one)s and %(other)s")
            % {"what": titles[name], "one": getattr(kept, name), "other": getattr(absorbed, name)},
            where=name,
            remedy=_("they are two people; or correct the wrong one of the two first"),
        )
        for name in IDENTITY
        if getattr(kept, name) and getattr(absorbed, name) and getattr(kept, name) != getattr(absorbed, name)
    ]


def complete(*, kept: Person, absorbed: Person) -> dict[str, Any]:
    """Give the kept record what only the absorbed one has, in the league and in seasons; returns what it was given.

    Side effects: the Person, its SeasonPerson rows; `absorbed` is marked as merged. To be called before `move`.
    """
    given = {name: getattr(absorbed, name) for name in IDENTITY if getattr(absorbed, name) and not getattr(kept, name)}
    for name, value in given.items():
        setattr(kept, name, value)
    kept.save(update_fields=[*given])
    for flag in ("special_conditions", "carded"):
        seasons = SeasonPerson.objects.filter(person=absorbed, **{flag: True}).values("season")
        SeasonPerson.objects.filter(person=kept, season__in=seasons).update(**{flag: True})
    absorbed.merged_into = kept
    absorbed.save(update_fields=["merged_into"])
    return {name: str(value) for name, value in given.items()}


def move_ledger(*, season: Season, kept: Person, absorbed: Person, by: User | None) -> dict[str, list[int]]:
    """Take back what was entered by hand in the absorbed one's account, and enter the same in the kept one's.

    What follows from rulings and from payments on record is left to the workers: they post it anew where it
    belongs. Side effects: LedgerEntry rows; the account's reminders and its payments by card become the kept
    one's. Returns the primary keys of the entries taken back and made.
    """
    by_card = Checkout.objects.filter(season=season, account=f"person:{absorbed.pk}")
    by_card.update(account=f"person:{kept.pk}")
    reminded = DunningNotice.objects.filter(season=season)
    days = reminded.filter(account=f"person:{kept.pk}").values("day")
    reminded.filter(account=f"person:{absorbed.pk}").exclude(day__in=days).update(account=f"person:{kept.pk}")
    reason = _("%(absorbed)s and %(kept)s are one person") % {"absorbed": absorbed, "kept": kept}
    standing = list(standing_entries(season).filter(person=absorbed, key=""))
    if not standing:
        return {}
    day = today(season)
    LedgerEntry.objects.bulk_create([reversal_of(entry, reason, day, by) for entry in standing])
    made = LedgerEntry.objects.bulk_create([_in_account(entry, kept) for entry in standing])
    return {"taken_back": [entry.pk for entry in standing], "entered_anew": [entry.pk for entry in made]}


def _in_account(entry: LedgerEntry, kept: Person) -> LedgerEntry:
    """The same entry in another account; its day, reason and author stay. The form's token stays with the first."""
    fixed = {"id", "person", "token", "created_at", "reverses"}
    fields = [field for field in LedgerEntry._meta.concrete_fields if field.name not in fixed]
    return LedgerEntry(person=kept, **{field.attname: getattr(entry, field.attname) for field in fields})
