"""Registers the app `scheduling` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SchedulingConfig(AppConfig):
    """Rounds, bookings, reschedule requests and fees."""

    name = "scheduling"
    verbose_name = _("Scheduling")

    def ready(self) -> None:
        """Make the app's rule book sections known to the loader."""
        import scheduling.core.book
        import scheduling.core.confirming
        import scheduling.core.fee_book
        import scheduling.core.officiating  # noqa: F401
        from scheduling.views.panels import register

        register()
