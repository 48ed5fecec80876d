"""Decides when a team is reminded of its report: once, in the last hours before it is due, while it is missing."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.html import strip_tags

from league.core.book import Reporting
from league.face.moments import written
from league.models import Game, Membership, ReportReminder, Role, Season, Team, User
from league.queries.desk import Books
from league.queries.due import to_report
from league.queries.reports import deadline
from league.services import mail

logger = logging.getLogger(__name__)

LONGEST = dt.timedelta(days=14)
"""No book lets a report wait longer; older games are not looked at."""


def remind(*, now: dt.datetime) -> int:
    """Mail the representatives of every team whose report is due within the book's hours; returns how many teams.

    A team is reminded once a game (5.1 of District 9), never after the time is over. Two workers never
    remind of the same report; one that dies between the mails and its commit sends them again. What
    the mail server refuses is tried again at the next sweep.
    Side effects: mails, ReportReminder rows.
    """
    sent = 0
    for season in (
        Season.objects.filter(published=True, games__in=_lately_over(now)).select_related("league").distinct()
    ):
        for game, team, due in _missing(season, now):
            try:
                sent += _remind_once(season, game, team, due, now)
            except OSError:
                logger.warning("The reminder of game %s waits for the next sweep.", game.pk, exc_info=True)
    return sent


def _lately_over(now: dt.datetime) -> Any:
    return Game.objects.filter(occupied_until__lt=now, occupied_until__gt=now - LONGEST).values("pk")


def _missing(season: Season, now: dt.datetime) -> Iterator[tuple[Game, Team, dt.datetime]]:
    """The games and teams to be reminded of in a season. Two queries."""
    books = Books.of(season)
    games = to_report(season, now).filter(occupied_until__gt=now - LONGEST)
    for game in games:
        book = books.on(game)
        due, rules = deadline(game, book), book.get(Reporting)
        if due is None or rules is None or rules.remind_hours is None:
            continue
        if due - dt.timedelta(hours=rules.remind_hours) <= now < due:
            if not game.home_reported:
                yield game, game.home, due
            if not game.away_reported:
                yield game, game.away, due


@transaction.atomic
def _remind_once(season: Season, game: Game, team: Team, due: dt.datetime, now: dt.datetime) -> bool:
    """Mail the team's representatives unless that was done; whether it was done now."""
    readers = list(_representatives(team))
    if not readers:
        return False
    _reminder, new = ReportReminder.objects.get_or_create(game=game, team=team, defaults={"sent_at": now})
    if not new:
        return False
    kwargs = {"league": season.league.slug, "season": season.slug, "game": game.pk, "team": team.pk}
    values = {
        "game": game,
        "team": team,
        "due": due,
        "season": season,
        "link": mail.absolute(reverse("league:report", kwargs=kwargs)),
        "played": strip_tags(written(game.starts, season, "full")),
        "by": strip_tags(written(due, season, "full")),
    }
    for reader in readers:
        mail.send(template="reminder", to=reader.email, language=season.league.language, values=values)
    return True


def _representatives(team: Team) -> Iterable[User]:
    held = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, team=team, ended_at__isnull=True)
    return User.objects.filter(memberships__in=held, is_active=True).distinct()
