"""Registers the app `scheduling` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SchedulingConfig(AppConfig):
    """Rounds, bookings, reschedule requests and fees."""

    name = "scheduling"
    verbose_name = _("Scheduling")
