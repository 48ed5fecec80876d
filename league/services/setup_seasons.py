"""Decides how a season is opened, changed, shown to the public, and copied from the last one."""

import calendar
import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import (
    Association,
    Division,
    League,
    RosterSpot,
    Season,
    SeasonPerson,
    Team,
)
from league.services import recompute
from league.services.audit import record, snapshot
from league.services.editing import require_unchanged
from league.services.errors import Refused
from league.services.locking import lock

SEASON_FIELDS = (
    "name", "slug", "starts", "ends", "playoffs_start", "championship", "half", "timezone", "blocked",
)  # fmt: skip
RESERVED_SLUGS = frozenset({"setup", "people", "members", "audit", "invitations", "roles", "rink", "rinks"})
"""Words that follow a league's address and name other pages than a season's."""
_RULED_BY = ("starts", "ends", "playoffs_start", "championship", "half", "timezone", "blocked")


@transaction.atomic
def create_season(
    *, league: League, values: Mapping[str, Any], copy_from: Season | None = None, with_rosters: bool = False
) -> Season:
    """Open a season, not public yet, with these values (`SEASON_FIELDS` and `rulebook`).

    `copy_from` gives it the divisions, associations and teams of another season of the league, its
    days moved by whole years, and with `with_rosters` the people who were on rosters at its end.
    Games aren't copied. Side effects: the season and what is copied, an audit entry. Raises Refused
    with everything that is wrong with the values.
    """
    lock(League.objects.all(), league.pk)
    season = Season(league=league, published=False)
    _set(season, values)
    found = list(_against(season))
    if copy_from is not None and copy_from.league_id != league.pk:
        found.append(Finding("other-league", _("that season belongs to another league"), where="copy_from"))
    if found:
        raise Refused(found)
    season.rulebook = values["rulebook"]
    season.save(force_insert=True)
    after = snapshot(season, "rulebook", *SEASON_FIELDS)
    if copy_from is not None:
        after |= {"copied_from": copy_from.slug, "copied": _Copy(copy_from, season).run(with_rosters)}
        recompute.request(season=season, divisions=season.divisions.values_list("pk", flat=True))
    record(action="create-season", target=season, after=after, season=season)
    return season


@transaction.atomic
def change_season(*, season: Season, values: Mapping[str, Any], seen: str) -> Season:
    """Give a season other names and days; `seen` is its `state_of` as the person saw it. Returns the season.

    Side effects: the season, an audit entry, recompute requests for all of it when its days change.
    Raises Conflict when somebody else changed it meanwhile, Refused with everything that is wrong.
    """
    changed = lock(Season.objects.select_related("league", "rulebook"), season.pk)
    require_unchanged(changed, SEASON_FIELDS, seen)
    before = snapshot(changed, *SEASON_FIELDS)
    _set(changed, values)
    if found := list(_against(changed)):
        raise Refused(found)
    after = snapshot(changed, *SEASON_FIELDS)
    if after == before:
        return changed
    changed.save(update_fields=SEASON_FIELDS)
    if any(after[name] != before[name] for name in _RULED_BY):
        recompute.request(
            season=changed,
            divisions=changed.divisions.values_list("pk", flat=True),
            teams=changed.teams.values_list("pk", flat=True),
        )
    record(action="change-season", target=changed, before=before, after=after, season=changed)
    return changed


@transaction.atomic
def publish_season(*, season: Season, published: bool) -> None:
    """Show a season to the public, or to its members only. Side effects: the season, an audit entry."""
    changed = lock(Season.objects.all(), season.pk)
    if changed.published == published:
        return
    changed.published = published
    changed.save(update_fields=["published"])
    action = "publish-season" if published else "withdraw-season"
    record(action=action, target=changed, before={"published": not published}, after={"published": published},
           season=changed)  # fmt: skip


def _set(season: Season, values: Mapping[str, Any]) -> None:
    for name in SEASON_FIELDS:
        setattr(season, name, values.get(name, getattr(season, name)))
    season.slug = season.slug or slugify(season.name, allow_unicode=True)


def _against(season: Season) -> Iterator[Finding]:
    others = Season.objects.filter(league=season.league_id, slug=season.slug).exclude(pk=season.pk)
    if not season.slug:
        yield Finding("no-slug", _("the address is missing"), where="slug", remedy=_("such as 2026-27"))
    elif season.slug in RESERVED_SLUGS:
        message = _("%(slug)s is the address of another page") % {"slug": season.slug}
        yield Finding("slug-reserved", message, where="slug", remedy=_("such as 2026-27"))
    elif others.exists():
        message = _("another season of this league has the address %(slug)s") % {"slug": season.slug}
        yield Finding("slug-taken", message, where="slug", remedy=_("choose one that tells them apart"))
    if season.starts and season.ends and season.ends < season.starts:
        yield Finding("backwards", _("the last day comes before the first"), where="ends")
    for name in ("playoffs_start", "championship"):
        day = getattr(season, name)
        if day and ((season.starts and day < season.starts) or (season.ends and day > season.ends)):
            yield Finding("outside", _("this day is outside the season"), where=name)


class _Copy:
    """Fills a new season with what another one was made of."""

    def __init__(self, source: Season, target: Season) -> None:
        self.source, self.target = source, target
        both = source.starts is not None and target.starts is not None
        self.years = target.starts.year - source.starts.year if both else 0  # type: ignore[union-attr]

    def run(self, with_rosters: bool) -> dict[str, int]:
        """Copy everything; returns how many of each."""
        associations = self._again(Association, lambda row: {})
        divisions = self._again(
            Division,
            lambda row: {"window_start": self._moved(row.window_start), "window_end": self._moved(row.window_end)},
        )
        teams = self._again(
            Team,
            lambda row: {
                "division": divisions[row.division_id],
                "association": associations.get(row.association_id),
                "omit": [],
                "special_conditions": False,
            },
        )
        counts = {"associations": len(associations), "divisions": len(divisions), "teams": len(teams)}
        if with_rosters:
            counts["roster"] = self._rosters(teams)
        return counts

    def _again(self, model: Any, changes: Any) -> dict[int, Any]:
        """Rows of the source once more in the target, by the primary key of the old one."""
        old = list(model.objects.filter(season=self.source).order_by("position", "pk"))
        columns = [field.attname for field in model._meta.concrete_fields if field.attname not in ("id", "stated")]
        new = []
        for row in old:
            made = model(**{name: getattr(row, name) for name in columns})
            made.season = self.target
            for name, value in changes(row).items():
                setattr(made, name, value)
            new.append(made)
        model.objects.bulk_create(new)
        return {row.pk: made for row, made in zip(old, new, strict=True)}

    def _rosters(self, teams: Mapping[int, Team]) -> int:
        """Everybody who was on a roster to its end, once a team, from the beginning of the new season."""
        spots = RosterSpot.objects.filter(team__season=self.source, ends__isnull=True).order_by("position", "pk")
        new = [
            RosterSpot(
                person_id=spot.person_id,
                team=teams[spot.team_id],
                position=spot.position,
                role=spot.role,
                number=spot.number,
                line=spot.line,
                status=spot.status,
            )
            for spot in spots
        ]
        people = dict.fromkeys(spot.person_id for spot in new)
        SeasonPerson.objects.bulk_create(
            SeasonPerson(season=self.target, person_id=person, position=place) for place, person in enumerate(people)
        )
        RosterSpot.objects.bulk_create(new)
        return len(new)

    def _moved(self, day: dt.date | None) -> dt.date | None:
        """The same day of the year in the new season; February 29 becomes the 28th where there is none."""
        if day is None or not self.years:
            return day
        year = day.year + self.years
        last = calendar.monthrange(year, day.month)[1]
        return day.replace(year=year, day=min(day.day, last))
