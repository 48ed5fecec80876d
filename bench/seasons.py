"""Makes the database that is measured on: seasons of 8 divisions and 64 teams, the last one with games to report."""

from typing import Any

from league.models import League, Membership, Role, RuleBookVersion, Season, User
from league.queries.rulebooks import newest_version
from league.seasonfile import read
from league.services.rulebooks import publish_shipped
from rulings.importing import import_season
from rulings.services import recompute_pending
from tests.large_season import large_season

RESULT = ("periods", "lineup", "penalties", "reported")


def document(*, seed: int, to_report: int) -> dict[str, Any]:
    """A season of 700 games, of which the last `to_report` have no result yet."""
    season = large_season(games=700, penalties=3_000, people=1_000, seed=seed)
    season["season"]["name"] = f"Season {seed}"
    for game in season["games"]:
        game.pop("venue", None)
    for game in season["games"][len(season["games"]) - to_report :]:
        for name in RESULT:
            game.pop(name, None)
    return season


def make(number: int, *, to_report: int) -> Season:
    """`number` leagues with a season each; returns the last, with everything worked out once."""
    publish_shipped()
    version = newest_version("mn-district-9")
    assert version is not None
    made = [_season(seed, version, to_report) for seed in range(number)]
    recompute_pending(limit=1_000_000)
    return made[-1]


def _season(seed: int, version: RuleBookVersion, to_report: int) -> Season:
    number = League.objects.count()  # groups that are measured together share the database
    league = League.objects.create(slug=f"league-{number}", name=f"League {number}")
    file = read(document(seed=seed, to_report=to_report), known_rulebooks=(version.slug,))
    season, _ = import_season(file=file, version=version, league=league)
    return season


def reporters(season: Season) -> dict[int, User]:
    """A representative for every team, by team."""
    users = {}
    for team in season.teams.all():
        user = User.objects.create_user(f"{season.league.slug}.{team.key}@bench.example")
        Membership.objects.create(
            user=user, league=season.league, season=season, team=team, role=Role.TEAM_REPRESENTATIVE
        )
        users[team.pk] = user
    return users
