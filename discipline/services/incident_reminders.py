"""Decides who is reminded of a missing incident report: officials before it is due, the directors once it is late."""

from __future__ import annotations

import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import strip_tags

from discipline.models import IncidentReminder, IncidentReport
from discipline.queries import incident_reports as queries
from discipline.queries.incident_reports import Owed
from league.face.moments import written
from league.models import Game, Season, User
from league.services import mail

logger = logging.getLogger(__name__)

LONGEST = dt.timedelta(days=14)
"""Older games are not chased any more; they stay on the list."""


def remind(*, now: dt.datetime) -> int:
    """Mail whoever owes an incident report (4.b.v and 5.c of NB Minor); returns how many mails went.

    Before it is due: those who have begun one, else every official of the season, once a game. When it is late:
    the directors, once a game. What the mail server refuses is tried again at the next round. The mail names the
    game and no person. Side effects: mails, IncidentReminder rows.
    """
    sent = 0
    for season in Season.objects.filter(games__in=_lately(now)).select_related("league", "rulebook").distinct():
        for game, items in _by_game(queries.owed(season, games=_lately(now))):
            try:
                sent += _remind_of(season, game, items, now)
            except OSError:
                logger.warning("The reminder of game %s waits for the next round.", game.pk, exc_info=True)
    return sent


def _lately(now: dt.datetime) -> QuerySet[Game]:
    return Game.objects.filter(starts__lt=now, starts__gt=now - LONGEST)


def _by_game(items: Iterable[Owed]) -> Iterable[tuple[Game, list[Owed]]]:
    found: dict[int, list[Owed]] = defaultdict(list)
    for item in items:
        found[item.game.pk].append(item)
    for group in found.values():
        yield group[0].game, group


def _remind_of(season: Season, game: Game, items: list[Owed], now: dt.datetime) -> int:
    due = items[0].due
    rules = queries.rules_for(game)
    if due is None or rules is None or rules.remind_hours is None:
        return 0
    overdue = now > due
    if not overdue and now < due - dt.timedelta(hours=rules.remind_hours):
        return 0
    return sum(_tell(season, game, due, reader, overdue, now) for reader in _readers(season, game, overdue))


def _readers(season: Season, game: Game, overdue: bool) -> list[User]:
    if overdue:
        return queries.directors(season)
    begun = IncidentReport.objects.filter(game=game, filed_at__isnull=True).select_related("author")
    return [report.author for report in begun.order_by("pk")] or queries.officials(season)


@transaction.atomic
def _tell(season: Season, game: Game, due: dt.datetime, reader: User, overdue: bool, now: dt.datetime) -> bool:
    """Mail one reader unless that was done; whether it was done now."""
    _row, new = IncidentReminder.objects.get_or_create(
        game=game, user=reader, overdue=overdue, defaults={"sent_at": now}
    )
    if not new:
        return False
    kwargs = {"league": season.league.slug, "season": season.slug}
    values = {
        "game": game,
        "season": season,
        "overdue": overdue,
        "by": strip_tags(written(due, season, "full")),
        "link": mail.absolute(reverse("discipline:incidents", kwargs=kwargs)),
    }
    mail.send(template="incident_reminder", to=reader.email, language=reader.language, values=values)
    return True
