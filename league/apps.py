"""Registers the app `league` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeagueConfig(AppConfig):
    """Leagues, seasons, teams, people, games, reports and access: what every other app builds on."""

    name = "league"
    verbose_name = _("League")

    def ready(self) -> None:
        """Make the app's rule book sections known to the loader."""
        import league.core.book
        import league.core.book_fees
        import league.core.book_payments  # noqa: F401
