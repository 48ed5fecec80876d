"""Shows that pages say what the worked cases say: import, workers, and then what a director reads."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from discipline.services import recompute_people
from league.models import Role, SeasonPerson
from rulings.compose import rule_facts
from rulings.services import recompute_divisions
from tests import factories
from tests.cases.test_cases import SOUND, as_of, ids, imported, opened


def worked_out(case):
    """The case's season with its snapshots as of the case's day, its rulings, and a director signed in."""
    season, file = imported(case), opened(case)
    rulings = rule_facts(file.file.facts, file.book, as_of(case))
    people = SeasonPerson.objects.filter(season=season).values_list("person", flat=True)
    for division in season.divisions.all():
        recompute_divisions(season=season, divisions=[division.pk], as_of=rulings.as_of)
    recompute_people(season=season, people=list(people), teams=[], as_of=rulings.as_of)
    client = Client()
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    return season, rulings, client


def at(season, name, **more):
    return reverse(name, kwargs={"league": season.league.slug, "season": season.slug} | more)


def text_of(response):
    """What a reader sees, without markup."""
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.text))


@pytest.mark.django_db
@pytest.mark.parametrize("case", SOUND, ids=ids(SOUND))
def test_the_pages_say_what_the_case_says(case):
    season, rulings, client = worked_out(case)
    assert_tables_shown(season, rulings, client)
    assert_everybody_who_is_out_named(season, rulings, client)


def assert_tables_shown(season, rulings, client):
    """On the standings pages, from the snapshot and worked out for the day."""
    tables = {table.division: table for table in rulings.standings}
    for division in season.divisions.all():
        address = at(season, "standings:division", division=division.pk)
        for answer in (client.get(address), client.get(address, {"as_of": rulings.as_of.isoformat()})):
            assert answer.status_code == 200
            table = tables.get(division.key)
            if table is None:
                assert "figures" not in answer.text.partition("<main")[2].partition("<tbody")[2]
                continue
            names = {team.id: team.name or team.id for team in rulings.facts.teams}
            shown = [(row.rank, row.name, row.tied) for row in answer.context["table"].rows]
            assert [(rank, tied) for rank, _, tied in shown] == [(row.rank, row.tied) for row in table.rows]
            assert {name for _, name, _ in shown} == {names[row.team] for row in table.rows}
            lines = answer.context["table"].rows
            figures = {line.name: dict(zip(heads(answer), cells(line), strict=True)) for line in lines}
            if len(figures) == len(table.rows):  # teams of one name can't be told apart by it
                assert figures == {names[row.team]: figures[names[row.team]] | told(row) for row in table.rows}
        assert client.get(at(season, "standings:why", division=division.pk)).status_code == 200


def heads(answer):
    return [str(column.head) for column in answer.context["table"].columns]


def told(row):
    """Some of a row's figures, as the page writes them."""
    points = {"GP": str(row.played), "FP": str(row.fair_play), "Pts": str(row.points), "Pct": row.percentage}
    return points | {"GF": str(row.goals_for), "GA": str(row.goals_against)}


def cells(row):
    return [figure for _, figure in row.cells]


def assert_everybody_who_is_out_named(season, rulings, client):
    """On the list of suspensions and on their teams' do-not-dress lists."""
    names = {person.id: person.name or person.id for person in rulings.facts.people}
    shown = text_of(client.get(at(season, "discipline:season"), {"show": "all"}))
    for suspension in rulings.discipline.suspensions:
        assert names[suspension.person] in shown
    teams = {team.key: team.pk for team in season.teams.all()}
    # the file may hold results of days after the case's own: the pages know them
    open_games = set(season.games.filter(outcome="scheduled").values_list("key", flat=True))
    for team, pk in teams.items():
        listed = text_of(client.get(at(season, "discipline:team", team=pk)))
        out = {item.person for item in rulings.discipline.ineligible if item.team == team and item.game in open_games}
        for person in out:
            assert names[person] in listed
