"""Decides how two records of one person become one, in every app at once, and what that would change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from discipline.core.documents import Suspension
from discipline.core.rulings import discipline
from discipline.queries import people_basis
from discipline.services import keep_to_oneself
from discipline.services import merging as of_discipline
from league.core import facts as core
from league.core import merging as core_merging
from league.core import results
from league.core.findings import Finding
from league.models import League, Person, Season, Team, User
from league.queries.clock import today
from league.services import audit, recompute
from league.services import merging as of_league
from league.services.errors import Conflict, Refused
from league.services.ledger import request_posting
from league.services.locking import lock
from rulings.core.changes import SuspensionChange, suspension_changes
from scheduling.services import merging as of_scheduling
from standings import shootouts as of_standings

MOVES = (*of_league.MOVES, *of_discipline.MOVES, *of_scheduling.MOVES, *of_standings.MOVES)
"""Every column that names a person, but those that never change (`league.services.merging.STAYING`)."""


@dataclass(frozen=True, slots=True)
class InSeason:
    """What the merger would change in one season in which both are listed: the rulings before and after.

    `before` are both records' suspensions, all under the name of the one that is kept.
    """

    season: Season
    facts: core.Facts
    before: tuple[Suspension, ...]
    after: tuple[Suspension, ...]
    changes: tuple[SuspensionChange, ...]
    barred: tuple[int, int]
    """How many games somebody of them is or was kept out of, before and after."""


@dataclass(frozen=True, slots=True)
class Merger:
    """What making two records one would do: refused where there are findings."""

    kept: Person
    absorbed: Person
    findings: tuple[Finding, ...]
    seasons: tuple[InSeason, ...]

    @property
    def digest(self) -> str:
        """What was shown, in short: whoever confirms confirms exactly this."""
        shown = [(item.season.pk, [str(one.document()) for one in item.after], item.barred) for item in self.seasons]
        text = repr((self.kept.pk, self.absorbed.pk, [str(finding) for finding in self.findings], shown))
        return hashlib.sha256(text.encode()).hexdigest()


def foresee_merger(*, kept: Person, absorbed: Person) -> Merger:
    """What would change, worked out in memory in every season in which both are listed. Changes nothing."""
    if findings := list(_no_pair(kept, absorbed)):
        return Merger(kept, absorbed, tuple(findings), ())
    found = [_in_season(season, kept, absorbed) for season in _seasons(kept, absorbed, both=True)]
    findings = [
        *of_league.unlike(kept, absorbed),
        *(fault for item in found for fault in core_merging.kept_apart(item.facts, kept.key, absorbed.key)),
        *of_scheduling.kept_apart(kept, absorbed),
        *of_discipline.kept_apart(kept, absorbed),
    ]
    return Merger(kept, absorbed, tuple(findings), tuple(found))


def _no_pair(kept: Person, absorbed: Person) -> Iterator[Finding]:
    if kept.pk == absorbed.pk:
        yield Finding("same-record", _("this is one record"), remedy=_("choose the other one"))
    for person in (kept, absorbed):
        if person.merged_into_id is not None:
            message = _("%(name)s has been merged into another record") % {"name": person}
            yield Finding("merged-already", message, remedy=_("choose that one"))
    if kept.league_id != absorbed.league_id:
        yield Finding("another-league", _("they are of two leagues"), remedy=_("choose somebody of this league"))


def _seasons(kept: Person, absorbed: Person, *, both: bool) -> list[Season]:
    """The seasons in which either is listed, or both are."""
    one, other = (Q(pk__in=person.seasons.values("season")) for person in (kept, absorbed))
    found = Season.objects.filter(one & other if both else one | other, league=kept.league_id)
    return list(found.select_related("league", "rulebook").order_by("starts", "pk"))


def _in_season(season: Season, kept: Person, absorbed: Person) -> InSeason:
    day = today(season)
    basis = people_basis(season, {kept.pk, absorbed.pk}, day)
    merged = core_merging.one_person(basis.facts, absorbed.key, kept_person(basis.facts, kept, absorbed))
    rulings = [
        discipline(facts, basis.book, results.results(facts, basis.book), day, basis.book_on)
        for facts in (basis.facts, merged)
    ]
    both = {kept.key, absorbed.key}
    before, after = (
        tuple(replace(item, person=kept.key) for item in ruled.suspensions if item.person in both) for ruled in rulings
    )
    barred = [len({item.game for item in ruled.ineligible if item.person in both}) for ruled in rulings]
    return InSeason(
        season=season,
        facts=basis.facts,
        before=before,
        after=after,
        changes=suspension_changes([item.document() for item in before], [item.document() for item in after]),
        barred=(barred[0], barred[1]),
    )


def kept_person(facts: core.Facts, kept: Person, absorbed: Person) -> core.Person:
    """The person that both become, as a season's facts tell it."""
    known = facts.person.get(kept.key) or core.Person(kept.key)
    return replace(
        known,
        name=kept.name,
        born=kept.born or absorbed.born,
        registration=kept.registration or absorbed.registration,
    )


@transaction.atomic
def merge_people(*, kept: Person, absorbed: Person, reason: str, actor: User, seen: str) -> Person:
    """Make two records of one person one: whatever names `absorbed` names `kept` from now on. Returns `kept`.

    `seen` is the digest of what `foresee_merger` showed. The absorbed record stays for its id: season files and
    reports that name it mean the kept one.

    Side effects: every row that names the absorbed person, in all apps; hand-made entries of its account taken
    back and entered in the other; what it alone knew (birth, registration, account) taken over; recompute
    requests for both, their teams and divisions, postings, an audit entry that says what was moved. Raises
    Refused with every reason why they are two people, Conflict with what it would do now if that isn't what
    was shown; then nothing has changed.
    """
    league = lock(League.objects.all(), kept.league_id)  # no season file and no roster comes in meanwhile
    seasons = _seasons(kept, absorbed, both=False)
    for season in sorted(seasons, key=lambda season: season.pk):
        lock(Season.objects.all(), season.pk)
    first, second = sorted((kept.pk, absorbed.pk))
    rows = {pk: lock(Person.objects.filter(league=league), pk) for pk in dict.fromkeys((first, second))}
    kept, absorbed = rows[kept.pk], rows[absorbed.pk]
    for season in seasons:
        _request(season, (kept, absorbed))
        keep_to_oneself(season)  # whoever rules on them now finishes first, and nobody begins before we end
    found = foresee_merger(kept=kept, absorbed=absorbed)
    findings = [*found.findings, *([] if reason.strip() else [_reason_needed()])]
    if findings:
        raise Refused(findings)
    if found.digest != seen:
        message = _("what this would change isn't what was shown any more")
        raise Conflict([Finding("changed-meanwhile", message, remedy=_("look at it again"))], theirs=found)
    given = of_league.complete(kept=kept, absorbed=absorbed)
    ledger = {
        season.pk: told
        for season in seasons
        if (told := of_league.move_ledger(season=season, kept=kept, absorbed=absorbed, by=actor))
    }
    moved = of_league.move(MOVES, kept=kept, absorbed=absorbed)
    for season in seasons:
        request_posting(season=season)
    audit.record(
        action="merge-people",
        target=kept,
        before={"absorbed": absorbed.pk, "key": absorbed.key, **audit.snapshot(absorbed, "name", *of_league.IDENTITY)},
        after={"moved": moved, "taken_over": given, "ledger": ledger},
        reason=reason.strip(),
        actor=actor,
        league=league,
    )
    return kept


def _request(season: Season, people: Iterable[Person]) -> None:
    """Ask for what either is part of to be worked out again: the two, their teams, those teams' divisions."""
    ids = {person.pk for person in people}
    on_team = Q(roster__person__in=ids) | Q(penalties__person__in=ids) | Q(suspensions__person__in=ids)
    teams = dict(Team.objects.filter(on_team, season=season).order_by().values_list("pk", "division").distinct())
    recompute.request(season=season, divisions=set(teams.values()), teams=teams, people=ids)


def _reason_needed() -> Finding:
    return Finding("reason", _("a reason is needed"), where="reason", remedy=_("say why they are one person"))
