"""Decides what workers do about requests: mail the steps, remind who holds one up, end what nobody answered."""

import datetime as dt

from celery import shared_task
from django.utils import timezone

from scheduling.services import confirmations, moves, notices, placing, round_mails

REMIND_AFTER = dt.timedelta(days=3)
"""Whoever holds a request up is reminded after as long without a step."""


@shared_task(name="scheduling.tasks.send_notices")
def send_notices() -> int:
    """Mail the notices that wait; sent after every step, and by the beat for what was left."""
    return notices.send_waiting(now=timezone.now())


@shared_task(name="scheduling.tasks.follow_up")
def follow_up() -> int:
    """End requests whose date has come undecided, remind of the others; run by the beat."""
    now = timezone.now()
    ended = 0
    for request in moves.open_requests():
        if moves.expire(request=request, now=now):
            ended += 1
        else:
            moves.remind(request=request, now=now, after=REMIND_AFTER)
    send_notices()
    return ended


@shared_task(name="scheduling.tasks.ask_to_confirm")
def ask_to_confirm() -> int:
    """Ask home teams to confirm the games that are near; run by the beat. Returns how many mails went out."""
    now = timezone.now()
    confirmations.ask(now=now)
    return confirmations.send_waiting(now=now)


@shared_task(name="scheduling.tasks.send_round_mails")
def send_round_mails() -> int:
    """Mail reminders of missing forms and notices of published schedules; sent after each, and by the beat."""
    return round_mails.send_waiting(now=timezone.now())


@shared_task(name="scheduling.tasks.place_games")
def place_games() -> int:
    """Place the games of every round that waits; sent when it is asked for, and by the beat for what was left."""
    done = 0
    while (run := placing.claim(now=timezone.now())) is not None:
        placing.carry_out(run)
        done += 1
    return done
