"""Registers the app `standings` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StandingsConfig(AppConfig):
    """Points, ranking, tie-breaks and final tables."""

    name = "standings"
    verbose_name = _("Standings")

    def ready(self) -> None:
        """Make the rule book sections of the app known."""
        import standings.core.book  # noqa: F401
