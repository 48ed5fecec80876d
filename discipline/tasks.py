"""Decides which mails of discipline workers send by themselves."""

from celery import shared_task
from django.utils import timezone

from discipline.services import incident_copies, incident_reminders, notices, protest_letters


@shared_task(name="discipline.tasks.remind_of_incident_reports")
def remind_of_incident_reports() -> int:
    """Remind officials, and directors once it is late, of incident reports that are missing; run by the beat."""
    return incident_reminders.remind(now=timezone.now())


@shared_task(name="discipline.tasks.send_notices")
def send_notices() -> int:
    """Mail the notices, copies and letters about protests that wait; after issuing, and by the beat for the rest."""
    now = timezone.now()
    others = incident_copies.send_waiting(now=now) + protest_letters.send_waiting(now=now)
    return notices.send_waiting(now=now) + others
