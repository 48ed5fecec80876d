"""Decides how the whole of a season is read: every app's facts together."""

from discipline.queries import discipline_facts
from league.core.facts import Facts
from league.models import Season
from league.queries.facts import season_facts
from scheduling.queries import scheduling_facts
from standings.queries import standings_facts


def whole_facts(season: Season) -> Facts:
    """Everything that the database knows about a season, as its season file would state it."""
    return season_facts(season).changed(
        **standings_facts(season), **discipline_facts(season), **scheduling_facts(season)
    )
