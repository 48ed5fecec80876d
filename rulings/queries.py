"""Decides how every app's facts are read together: those of a whole season, those that one game's rulings rest on."""

from collections.abc import Collection

from discipline.queries import book_on, discipline_facts, people_facts, people_of_teams
from league.core.facts import Facts
from league.models import Game, Person, Season
from league.queries.clock import today
from league.queries.facts import season_facts
from league.queries.rulebooks import version_in_force
from rulings.preview import Basis
from scheduling.queries import scheduling_facts
from standings.queries import division_facts, final_table, standings_facts


def whole_facts(season: Season) -> Facts:
    """Everything that the database knows about a season, as its season file would state it."""
    return season_facts(season).changed(
        **standings_facts(season), **discipline_facts(season), **scheduling_facts(season)
    )


def basis_of(game: Game, people: Collection[str]) -> Basis:
    """What the rulings on a game rest on today, for previews; `people` are the keys of everybody on its sheets.

    Constant queries, bounded by the division and by the records of the people concerned.
    """
    season = game.season
    game.division.season = season
    on_sheets = Person.objects.filter(league=season.league_id, key__in=people).order_by().values_list("pk", flat=True)
    wanted = {*on_sheets, *people_of_teams(season, game.team_ids)}
    facts = people_facts(season, wanted)
    day = today(season)
    return Basis(
        version=version_in_force(season, day),
        book_on=book_on(season),
        as_of=day,
        division=division_facts(game.division),
        people=facts,
        concerned=frozenset(person.id for person in facts.people),
        final=final_table(game.division) is not None,
    )
