"""Shows that workers have somebody answer for a penalty that names nobody, as the pure functions do."""

import json

import pytest

from discipline.models import Suspension
from league.models import Penalty
from league.queries.clock import today
from league.queries.rulebooks import read_version
from league.services import recompute
from league.services.rulebooks import publish_shipped
from rulings.compose import rule_facts
from rulings.importing import import_season
from rulings.queries import whole_facts
from rulings.reading import open_season_file
from rulings.services import recompute_pending
from tests import factories

pytestmark = pytest.mark.django_db


def season_of_nb():
    """A bantam season of NB Minor: a head coach of each team, one game played, one to come."""
    document = {
        "format": "season/1",
        "rulebook": "nb-minor-discipline",
        "season": {"name": "2013-14", "starts": "2013-09-01", "ends": "2014-04-30", "timezone": "America/Moncton"},
        "divisions": [{"id": "d", "level": "bantam"}],
        "teams": [{"id": team, "division": "d"} for team in "AB"],
        "people": [{"id": f"coach-{team}"} for team in "AB"],
        "roster": [{"person": f"coach-{team}", "team": team, "role": "coach"} for team in "AB"],
        "games": [
            {"id": "g1", "division": "d", "home": "A", "away": "B", "starts": "2013-10-05T18:00"}
            | {"score": {"home": 3, "away": 2}},
            {"id": "g2", "division": "d", "home": "B", "away": "A", "starts": "2013-10-12T18:00"},
        ],
    }
    version = next(version for version in publish_shipped() if version.slug == "nb-minor-discipline")
    file = open_season_file(json.dumps(document)).file
    season, _new = import_season(file=file, version=version, league=factories.league())
    recompute_pending()
    return season


@pytest.mark.clause("nb-minor-discipline", "10.14")
def test_the_head_coach_answers_when_only_the_team_is_asked_for():
    season = season_of_nb()
    assert not Suspension.objects.exists()
    game = season.games.get(key="g1")
    Penalty.objects.create(
        game=game, team=game.home, key="x1", penalty_class="game-misconduct", offence="removing-team"
    )
    recompute.request(season=season, teams=game.team_ids)
    recompute_pending()
    document = rule_facts(whole_facts(season), read_version(season.rulebook), today(season)).document()
    assert [item["person"] for item in document["suspensions"]] == ["coach-A"]
    assert [row.data for row in Suspension.objects.all()] == document["suspensions"]
