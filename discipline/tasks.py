"""Decides which mails of discipline workers send by themselves."""

from celery import shared_task
from django.utils import timezone

from discipline.services import incident_copies, incident_reminders, notices


@shared_task(name="discipline.tasks.remind_of_incident_reports")
def remind_of_incident_reports() -> int:
    """Remind officials, and directors once it is late, of incident reports that are missing; run by the beat."""
    return incident_reminders.remind(now=timezone.now())


@shared_task(name="discipline.tasks.send_notices")
def send_notices() -> int:
    """Mail the notices and copies of reports that wait; sent after issuing, and by the beat for what was left."""
    now = timezone.now()
    return notices.send_waiting(now=now) + incident_copies.send_waiting(now=now)
