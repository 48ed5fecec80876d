"""Decides which games are to be confirmed, and which are not confirmed yet."""

from __future__ import annotations

import datetime as dt

from django.db.models import Exists, F, OuterRef, QuerySet

from league.models import Game, Outcome, Season
from league.queries.clock import today
from league.queries.rulebooks import book_for
from scheduling.core.confirming import Confirmation
from scheduling.models import GameConfirmation


def rules_of(season: Season) -> Confirmation | None:
    """What the season's book says about confirming; None where it says nothing."""
    return book_for(season, today(season)).get(Confirmation)


def unconfirmed(season: Season, now: dt.datetime) -> QuerySet[Game]:
    """The games that are asked about by now and not confirmed on the date that they have, by date."""
    rules = rules_of(season)
    games = Game.objects.filter(season=season).select_related("home", "away", "venue", "division")
    if rules is None:
        return games.none()
    done = GameConfirmation.objects.filter(game=OuterRef("pk"), starts=OuterRef("starts"), confirmed_at__isnull=False)
    near = games.filter(
        outcome=Outcome.SCHEDULED,
        kind__in=rules.kinds,
        starts__gt=now,
        starts__lte=now + dt.timedelta(days=rules.ask_days),
    )
    return near.exclude(Exists(done)).order_by("starts", "pk")


def mailed(now: dt.datetime) -> QuerySet[GameConfirmation]:
    """Confirmations whose mail waits to be sent: of games still to come, on the date that they have now."""
    rows = GameConfirmation.objects.filter(mailed_at__isnull=True, confirmed_at__isnull=True, starts__gt=now)
    return rows.filter(game__starts=F("starts"), game__outcome=Outcome.SCHEDULED)
