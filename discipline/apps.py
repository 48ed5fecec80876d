"""Registers the app `discipline` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DisciplineConfig(AppConfig):
    """Offences, suspensions, serving and eligibility."""

    name = "discipline"
    verbose_name = _("Discipline")

    def ready(self) -> None:
        """Make the app's rule book sections known to the loader."""
        import discipline.core.book  # noqa: F401
