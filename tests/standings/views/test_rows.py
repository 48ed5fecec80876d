"""Shows what stands below a table: each mark with its team, its words and its clauses, in order."""

from types import SimpleNamespace

from standings.views.rows import COLUMNS, table_of


def row(rank, team, **more):
    figures = dict.fromkeys((column[0] for column in COLUMNS), 0)
    return figures | {"rank": rank, "team": team, "tied": False, "playoff_eligible": True} | more


def test_a_game_forfeited_afterwards_is_marked_with_its_clauses_between_the_bar_and_the_adjustments():
    teams = [
        SimpleNamespace(
            pk=1, key="A", name="Otters", adjusted=[{"points": -1, "clause": "5.4", "reason": "late form"}]
        ),
        SimpleNamespace(pk=2, key="B", name="Bears", adjusted=[]),
    ]
    turned = [{"against": "B", "clauses": ["11.c"]}]
    content = {
        "rows": [row(1, "B"), row(2, "A", turned=turned, playoff_eligible=False)],
        "seeding": [{"skipped": [{"team": "A", "clauses": ["11.c"]}]}],
    }
    season = SimpleNamespace(slug="2014-15", league=SimpleNamespace(slug="d9"))
    table = table_of(content, teams, season)
    assert [(note.mark, note.team, note.text, note.clauses) for note in table.notes] == [
        (1, "Otters", "Keeps its place in the table and is left out of the playoffs.", ("11.c",)),
        (2, "Otters", "Lost the game against Bears afterwards: it counts as forfeited.", ("11.c",)),
        (3, "Otters", "-1 points: late form", ("5.4",)),
    ]
    assert [shown.marks for shown in table.rows] == [(), (1, 2, 3)]
