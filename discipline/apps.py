"""Registers the app `discipline` with Django."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DisciplineConfig(AppConfig):
    """Offences, suspensions, serving and eligibility."""

    name = "discipline"
    verbose_name = _("Discipline")

    def ready(self) -> None:
        """Make the app's rule book sections, its parts of others' pages and its eligibility gate known."""
        import discipline.core.affiliates
        import discipline.core.book
        import discipline.core.book_additions
        import discipline.core.book_due_process
        import discipline.core.book_ineligible
        import discipline.core.book_longer
        import discipline.core.book_process
        import discipline.core.ejections
        import discipline.core.fines
        import discipline.core.gates.book_games
        import discipline.core.gates.book_people
        import discipline.core.gates.conditions
        import discipline.core.proposed_forfeits
        import discipline.core.team_bars  # noqa: F401
        from discipline.queries.gate import barred
        from discipline.views.panels import register
        from league.queries.eligibility import answered_by

        answered_by(barred)
        register()
