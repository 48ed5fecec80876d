"""Registers the app `standings` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StandingsConfig(AppConfig):
    """Points, ranking, tie-breaks and final tables."""

    name = "standings"
    verbose_name = _("Standings")

    def ready(self) -> None:
        """Make the app's rule book sections and its parts of others' pages known."""
        import standings.core.book  # noqa: F401
        from standings.views.panels import register

        register()
