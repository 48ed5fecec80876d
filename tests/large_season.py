"""A large season file from a seed, to measure with: as many games, penalties and people as asked for."""

import datetime as dt
import random
from typing import Any

from league.core.vocabulary import OFFENCES

DIVISIONS = 8
CLASSES = ("minor",) * 16 + ("major", "misconduct", "game-misconduct", "match")


def large_season(*, games: int = 2_000, penalties: int = 12_000, people: int = 1_000, seed: int = 1) -> dict[str, Any]:
    """A sound document: 8 Bantam divisions, full lineups, most games played, penalties spread over them."""
    chance = random.Random(seed)
    teams = [f"t{number}" for number in range(max(2 * DIVISIONS, people // 16 // DIVISIONS * DIVISIONS))]
    division = {team: f"d{number % DIVISIONS}" for number, team in enumerate(teams)}
    members: dict[str, list[str]] = {team: [] for team in teams}
    for number in range(people):
        members[teams[number % len(teams)]].append(f"p{number}")
    first = dt.date(2014, 10, 30)
    entries: list[dict[str, Any]] = []
    for number in range(games):
        rivals = [team for team in teams if division[team] == f"d{number % DIVISIONS}"]
        home, away = chance.sample(rivals, 2)
        day = first + dt.timedelta(days=number * 130 // games)
        entry: dict[str, Any] = {
            "id": f"g{number}",
            "division": f"d{number % DIVISIONS}",
            "kind": "league",
            "starts": f"{day}T{8 + number % 12:02d}:{number % 4 * 15:02d}",
            "venue": f"rink-{number % 40}",
            "home": home,
            "away": away,
        }
        if number < games * 9 // 10:
            entry["periods"] = {side: [chance.randrange(4) for _ in range(3)] for side in ("home", "away")}
            entry["lineup"] = {"home": members[home], "away": members[away]}
        entries.append(entry)
    played = [entry for entry in entries if "periods" in entry]
    for number in range(penalties):
        entry = played[number % len(played)]
        team = entry[chance.choice(("home", "away"))]
        entry.setdefault("penalties", []).append(
            {
                "id": f"{entry['id']}-x{number // len(played)}",
                "team": team,
                "person": chance.choice(members[team]),
                "offence": chance.choice(OFFENCES),
                "class": chance.choice(CLASSES),
                "period": chance.randint(1, 3),
                "left": f"{chance.randrange(15):02d}:{chance.randrange(60):02d}",
            }
        )
    return {
        "format": "season/1",
        "rulebook": "mn-district-9",
        "season": {
            "name": "2014-15",
            "starts": "2014-10-30",
            "ends": "2015-03-15",
            "playoffs_start": "2015-03-10",
            "timezone": "America/Chicago",
        },
        "divisions": [{"id": f"d{number}", "level": "bantam"} for number in range(DIVISIONS)],
        "teams": [{"id": team, "name": team.upper(), "division": division[team]} for team in teams],
        "people": [{"id": f"p{number}", "name": f"Player {number}"} for number in range(people)],
        "roster": [
            {"person": person, "team": team, "role": "goalie" if number == 0 else "skater", "number": number + 1}
            for team in teams
            for number, person in enumerate(members[team])
        ],
        "games": entries,
    }
