"""Decides how a league comes to be, with somebody who runs it, and how it changes what it says of itself."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import League, Role, User
from league.services.access import Offer, grant
from league.services.audit import record, snapshot
from league.services.editing import constraints_told, require_unchanged
from league.services.locking import lock

LEAGUE_FIELDS = ("name", "names_public", "language")


@transaction.atomic
def create_league(*, slug: str, name: str, administrator: str, now: dt.datetime, actor: User | None = None) -> League:
    """A new league whose first administrator has this e-mail address; without an account one is made.

    A new account has no password: its owner signs in by a one-time link. Side effects: the league,
    a membership, perhaps a user, an audit entry each. Raises Refused when the slug is taken.
    """
    taken = Finding(
        "slug-taken",
        _("another league has the address %(slug)s") % {"slug": slug},
        where="slug",
        remedy=_("choose one"),
    )
    with constraints_told({"league_league_slug_key": taken}):
        league = League.objects.create(slug=slug, name=name)
    record(action="create-league", target=league, after=snapshot(league, "slug", *LEAGUE_FIELDS), league=league)
    user = User.objects.filter(email=administrator.strip().lower()).first()
    if user is None:
        user = User.objects.create_user(administrator)
        record(action="create-account", target=user, after=snapshot(user, "email", "name"), actor=actor)
    grant(offer=Offer(league=league, role=Role.ADMINISTRATOR), user=user, actor=actor, now=now)
    return league


@transaction.atomic
def change_league(*, league: League, values: Mapping[str, Any], seen: str) -> League:
    """Change a league's name, language or privacy; `seen` is its `state_of` as the person saw it.

    Side effects: the league, an audit entry. Raises Conflict when somebody else changed it meanwhile.
    """
    changed = lock(League.objects.all(), league.pk)
    require_unchanged(changed, LEAGUE_FIELDS, seen)
    before = snapshot(changed, *LEAGUE_FIELDS)
    for name in LEAGUE_FIELDS:
        setattr(changed, name, values[name])
    after = snapshot(changed, *LEAGUE_FIELDS)
    if after != before:
        changed.save(update_fields=LEAGUE_FIELDS)
        record(action="change-league", target=changed, before=before, after=after, league=changed)
    return changed
