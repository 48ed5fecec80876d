"""Decides how a season's divisions, associations and teams, and a league's rinks, are added, changed and removed.

One mechanism for all four: a `Kind` says what a record belongs to, what can be set, and what hangs on it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Association, Division, League, Penalty, Season, Team, Venue
from league.services import recompute
from league.services.announcing import announce_names
from league.services.audit import record as write_audit
from league.services.audit import snapshot
from league.services.editing import require_unchanged
from league.services.errors import Refused
from league.services.locking import lock

type Owner = Season | League
type Record = Division | Association | Team | Venue


@dataclass(frozen=True, slots=True)
class Touched:
    """Whose figures hang on a record, by ids."""

    divisions: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()
    people: frozenset[int] = frozenset()

    def __or__(self, other: "Touched") -> "Touched":
        return Touched(self.divisions | other.divisions, self.teams | other.teams, self.people | other.people)


def _nothing(record: Any) -> Touched:
    return Touched()


def _of_division(division: Division) -> Touched:
    """Its level and checking decide Fair Play limits, lengths of penalties and sentences."""
    penalised = Penalty.objects.filter(game__division=division, person__isnull=False).order_by()
    return Touched(
        frozenset({division.pk}),
        frozenset(division.teams.values_list("pk", flat=True)),
        frozenset(penalised.values_list("person", flat=True).distinct()),
    )


def _of_team(team: Team) -> Touched:
    return Touched(frozenset({team.division_id}), frozenset({team.pk}))


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record: `owner` is the field of what it belongs to, `apart_in` what keeps equal names apart."""

    model: type[Record]
    noun: str
    owner: str
    fields: tuple[str, ...]
    apart_in: str | None = None
    touched: Callable[[Any], Touched] = field(default=_nothing)


DIVISIONS = Kind(
    Division,
    "division",
    "season",
    ("name", "level", "checking", "window_start", "window_end", "rank"),
    touched=_of_division,
)
ASSOCIATIONS = Kind(Association, "association", "season", ("name",))
TEAMS = Kind(
    Team,
    "team",
    "season",
    ("name", "division", "association", "colours", "omit", "special_conditions"),
    apart_in="division",
    touched=_of_team,
)
RINKS = Kind(Venue, "rink", "league", ("name", "address", "url"))


def records(kind: Kind, owner: Owner) -> models.QuerySet[Any]:
    """The records of a kind that belong to a season or league, in order."""
    return kind.model._default_manager.filter(**{kind.owner: owner}).order_by("position", "pk")


@transaction.atomic
def add_records(*, kind: Kind, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Add one record for each of `rows`, values by field; all or none.

    Side effects: the records, an audit entry each, recompute requests. Raises Refused with everything
    that is wrong with any of them: a name that is there already or comes twice, a part of another season.
    """
    _lock(owner)
    known = list(records(kind, owner))
    found: list[Finding] = []
    made: list[Any] = []
    for values in rows:
        new = kind.model(**{kind.owner: owner}, **values)
        found += _against(kind, new, [*known, *made], owner)
        made.append(new)
    if found:
        raise Refused(found)
    for new in made:
        new.save(force_insert=True)
    _request(owner, [kind.touched(new) for new in made])
    for new in made:
        _audit(f"add-{kind.noun}", new, owner, after=snapshot(new, *kind.fields))
    return made


@transaction.atomic
def change_record(*, kind: Kind, record: Any, values: Mapping[str, Any], seen: str) -> Any:
    """Give a record other values; `seen` is its `state_of` as the person saw it. Returns the record.

    Side effects: the record, an audit entry, recompute requests for what hung on it and what hangs on it
    now; calendars hear of a new name. Raises Conflict when somebody else changed it meanwhile, Refused as
    `add_records` does.
    """
    owner: Owner = getattr(record, kind.owner)
    _lock(owner)
    changed: Any = lock(kind.model._default_manager.all(), record.pk)
    require_unchanged(changed, kind.fields, seen)
    before, touched = snapshot(changed, *kind.fields), kind.touched(changed)
    for name, value in values.items():
        setattr(changed, name, value)
    others = [other for other in records(kind, owner) if other.pk != changed.pk]
    if found := list(_against(kind, changed, others, owner)):
        raise Refused(found)
    after = snapshot(changed, *kind.fields)
    if after == before:
        return changed
    changed.save(update_fields=list(values))
    if any(after.get(name) != before.get(name) for name in ("name", "address")):
        announce_names(changed)
    _request(owner, [touched, kind.touched(changed)])
    _audit(f"change-{kind.noun}", changed, owner, before=before, after=after)
    return changed


@transaction.atomic
def remove_record(*, kind: Kind, record: Any) -> None:
    """Remove a record that was added by mistake. Side effects: its deletion, an audit entry.

    Raises Refused while anything hangs on it.
    """
    owner: Owner = getattr(record, kind.owner)
    _lock(owner)
    doomed: Any = kind.model._default_manager.filter(pk=record.pk).first()
    if doomed is None:  # somebody else removed it a moment ago
        return
    before, pk = snapshot(doomed, *kind.fields), doomed.pk
    try:
        with transaction.atomic():
            doomed.delete()
    except ProtectedError as error:
        raise Refused([_still_used(error)]) from error
    doomed.pk = pk  # the entry names what was removed
    _audit(f"remove-{kind.noun}", doomed, owner, before=before)


def _lock(owner: Owner) -> None:
    """Let one change of a season's or league's make-up wait for the other."""
    lock(type(owner)._default_manager.all(), owner.pk)


def _against(kind: Kind, new: Any, others: Iterable[Any], owner: Owner) -> Iterator[Finding]:
    if not new.name.strip():
        yield Finding("no-name", _("the name is missing"), where="name")
    for other in others:
        apart = kind.apart_in is not None and getattr(other, f"{kind.apart_in}_id") != getattr(
            new, f"{kind.apart_in}_id"
        )
        if other.name.casefold() == new.name.casefold() and not apart:
            message = _("%(name)s is there already") % {"name": new.name}
            yield Finding("name-taken", message, where="name", remedy=_("choose a name that tells them apart"))
            break
    for name in ("division", "association"):
        part = getattr(new, name, None) if name in kind.fields else None
        if part is not None and part.season_id != owner.pk:
            yield Finding("other-season", _("this belongs to another season"), where=name)
    if isinstance(new, Division) and new.window_start and new.window_end and new.window_end < new.window_start:
        message = _("the last day of league games comes before the first")
        yield Finding("backwards", message, where="window_end")


def _still_used(error: ProtectedError) -> Finding:
    names = sorted({str(thing._meta.verbose_name_plural) for thing in error.protected_objects})
    return Finding(
        "still-used",
        _("it is still used by its %(what)s") % {"what": ", ".join(names)},
        remedy=_("move or remove those first, or give it another name"),
    )


def _request(owner: Owner, touched: Iterable[Touched]) -> None:
    if isinstance(owner, Season):
        all_touched = Touched()
        for one in touched:
            all_touched |= one
        recompute.request(
            season=owner,
            divisions=all_touched.divisions,
            teams=all_touched.teams,
            people=all_touched.people,
        )


def _audit(action: str, target: Any, owner: Owner, **values: Any) -> None:
    if isinstance(owner, Season):
        write_audit(action=action, target=target, season=owner, **values)
    else:
        write_audit(action=action, target=target, league=owner, **values)
