"""Decides which mails workers send, which leftovers they clear, and what comes into force on its day."""

import logging
from typing import Any

from celery import shared_task
from django.utils import timezone

from league.services import card_accounts, dunning, reminders, rulebooks, sign_in
from league.services.invitation_mail import send_waiting_invitations

logger = logging.getLogger(__name__)


@shared_task(
    name="league.tasks.send_link", autoretry_for=(OSError,), retry_backoff=5, max_retries=4, ignore_result=True
)
def send_link(email: str, then: str = "") -> bool:
    """Mail a sign-in link, if the address is known; tried again while the mail server is away."""
    return sign_in.send_link(email=email, then=then)


@shared_task(name="league.tasks.send_invitations")
def send_invitations() -> int:
    """Mail the invitations that wait for it; sent after inviting, and by the beat for what was left."""
    return send_waiting_invitations(now=timezone.now())


@shared_task(name="league.tasks.remind")
def remind() -> int:
    """Remind teams of reports that will soon be due; run by the beat."""
    return reminders.remind(now=timezone.now())


@shared_task(name="league.tasks.send_dunning")
def send_dunning() -> int:
    """Mail the reminders of payments that wait for it; sent after asking, and by the beat for what was left."""
    return dunning.send_waiting(now=timezone.now())


@shared_task(name="league.tasks.forget")
def forget() -> int:
    """Remove ended sessions and old notes about sign-ins, seal secrets with the newest key; run by the beat."""
    card_accounts.reseal()
    return sign_in.forget(now=timezone.now())


@shared_task(name="league.tasks.show_rulebooks_due")
def show_rulebooks_due() -> int:
    """Let seasons show the rule book version that has come into force; run by the beat. Returns how many did."""
    return len(rulebooks.show_versions_due(now=timezone.now()))


def nudge(task: Any, *arguments: Any) -> bool:
    """Hand a task to the workers; returns whether the broker took it."""
    try:
        task.apply_async(args=arguments, retry=False, ignore_result=True)
    except Exception:  # whatever keeps the broker away: the page answers all the same
        logger.warning("No worker could be told of %s.", task.name, exc_info=True)
        return False
    return True
