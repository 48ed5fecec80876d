"""Makes whole seasons of District 9 from short notes, imported and worked out as the product does it."""

import datetime as dt
import json
from typing import Any

from league.models import Season
from league.services.rulebooks import publish_shipped
from rulings.importing import import_season
from rulings.reading import open_season_file
from rulings.services import recompute_pending
from tests import factories

NAMES = {"A": "Ashby Otters", "B": "Brook Bears", "C": "Cold Lake Cranes", "D": "Dunmore Foxes"}


def season_file(games: list[str], *, level: str = "bantam", teams: int = 4, **more: Any) -> dict[str, Any]:
    """A season file with one division `ba`; games are written `A 3-2 B` (home first), `A v B` for one to come.

    The games are on following Saturdays from November 1, 2014, at 13:00, with ids g1, g2, ...
    """
    keys = [chr(ord("A") + number) for number in range(teams)] if teams <= 26 else [f"t{n:02d}" for n in range(teams)]
    return {
        "format": "season/1",
        "rulebook": "mn-district-9",
        "season": {"name": "2014-15", "starts": "2014-10-30", "ends": "2015-03-15", "timezone": "America/Chicago"},
        "divisions": [{"id": "ba", "name": "Bantam A", "level": level}],
        "teams": [{"id": key, "name": NAMES.get(key, f"Team {key}"), "division": "ba"} for key in keys],
        "games": [_game(number, note) for number, note in enumerate(games, start=1)],
    } | more


def _game(number: int, note: str) -> dict[str, Any]:
    home, score, away = note.split()
    day = dt.date(2014, 11, 1) + dt.timedelta(days=7 * ((number - 1) % 13))
    hour = 13 + (number - 1) // 13 % 10
    game: dict[str, Any] = {
        "id": f"g{number}",
        "division": "ba",
        "starts": f"{day}T{hour:02d}:00",
        "home": home,
        "away": away,
    }
    if score != "v":
        goals = [int(goals) for goals in score.split("-")]
        game["score"] = {"home": goals[0], "away": goals[1]}
    return game


def imported(document: dict[str, Any]) -> Season:
    """The season of a file, public, with everything worked out."""
    file = open_season_file(json.dumps(document).encode()).file
    version = next(version for version in publish_shipped() if version.slug == file.rulebook)
    season, _ = import_season(file=file, version=version, league=factories.league(slug="d9", name="District 9"))
    Season.objects.filter(pk=season.pk).update(published=True)
    recompute_pending()
    return Season.objects.select_related("league", "rulebook").get(pk=season.pk)


def fight(game: dict[str, Any], team: str, person: str, number: int = 1) -> None:
    """Put a fighting major with its game misconduct on a game's sheet."""
    incident = f"{game['id']}-fight-{number}"
    game.setdefault("penalties", []).extend(
        {
            "id": f"{incident}-{penalty_class}",
            "team": team,
            "person": person,
            "offence": "fighting",
            "class": penalty_class,
            "incident": incident,
            "period": 3,
            "left": "02:10",
        }
        for penalty_class in ("major", "game-misconduct")
    )


def people(document: dict[str, Any], *, each: int = 2, name: str = "Player {team}{number}") -> None:
    """Give every team some skaters with numbers 1, 2, ...; the ids are `A-1`, `A-2`, ..."""
    document["people"] = [
        {"id": f"{team['id']}-{number}", "name": name.format(team=team["id"], number=number)}
        for team in document["teams"]
        for number in range(1, each + 1)
    ]
    document["roster"] = [
        {"person": f"{team['id']}-{number}", "team": team["id"], "role": "skater", "number": number}
        for team in document["teams"]
        for number in range(1, each + 1)
    ]
