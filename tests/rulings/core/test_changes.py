"""What sets two rulings of one season apart."""

from typing import Any

from rulings.core.changes import Changed, RowChange, SuspensionChange, changes


def rulings(*rows: dict[str, Any], suspensions: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    return {"standings": [{"division": "ba", "rows": list(rows)}], "suspensions": list(suspensions)}


def row(team: str, rank: int, points: int) -> dict[str, Any]:
    return {"team": team, "rank": rank, "points": points, "percentage": "0.5000", "fair_play": 1, "goals_for": 3}


def suspension(incident: str, games: int) -> dict[str, Any]:
    return {"person": "p1", "team": "A", "incident": incident, "games": games, "status": "serving", "why": ["..."]}


def test_the_same_rulings_change_nothing() -> None:
    one = rulings(row("A", 1, 5), suspensions=(suspension("i1", 2),))
    assert not changes(one, one)


def test_places_that_change_are_told_value_by_value() -> None:
    before = rulings(row("A", 1, 5), row("B", 2, 4), row("C", 3, 1))
    after = rulings(row("B", 1, 6), row("A", 2, 5), row("C", 3, 1))
    assert changes(before, after).rows == (
        RowChange("ba", "B", (Changed("rank", 2, 1), Changed("points", 4, 6))),
        RowChange("ba", "A", (Changed("rank", 1, 2),)),
    )


def test_a_table_that_goes_is_told() -> None:
    found = changes(rulings(row("A", 1, 5)), rulings())
    assert found.rows[0].values[0] == Changed("rank", 1, None)


def test_suspensions_come_go_and_change() -> None:
    before = rulings(suspensions=(suspension("i1", 2), suspension("i2", 1)))
    after = rulings(suspensions=(suspension("i1", 3), suspension("i3", 1)))
    assert changes(before, after).suspensions == (
        SuspensionChange("p1", "A", "i1", (Changed("games", 2, 3),)),
        SuspensionChange("p1", "A", "i3", (Changed("status", None, "serving"), Changed("games", None, 1))),
        SuspensionChange("p1", "A", "i2", (Changed("status", "serving", None), Changed("games", 1, None))),
    )
