"""Registers the app `rulings` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulingsConfig(AppConfig):
    """Composition of all apps: whole rulings documents, season files in and out, the recompute pipeline."""

    name = "rulings"
    verbose_name = _("Rulings")

    def ready(self) -> None:
        """Have every commit that leaves a recompute request wake a worker, and every change of a game previewed."""
        from league.services.money import ask_sentences
        from league.services.recompute import on_request
        from rulings.money import suspended_under
        from rulings.panels import register
        from rulings.tasks import nudge

        on_request(nudge)
        register()
        ask_sentences(suspended_under)
