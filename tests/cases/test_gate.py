"""Shows that the gate and the do-not-dress lists never disagree, over every worked case."""

import pytest

from discipline import queries
from discipline.core.eligibility import may_take_part as by_the_rulings
from discipline.queries import gate
from discipline.services import recompute_people
from league.models import SeasonPerson
from rulings.compose import rule_facts
from tests.cases.test_cases import SOUND, as_of, imported, opened


def ruled(case):
    file = opened(case)
    return rule_facts(file.file.facts, file.book, as_of(case))


@pytest.mark.parametrize("case", SOUND, ids=lambda case: case.name)
def test_the_gate_refuses_whom_the_list_names_and_lets_in_everybody_else(case):
    rulings = ruled(case)
    listed = {(item.game, item.team, item.person): item for item in rulings.discipline.ineligible}
    open_games = {game for games in rulings.discipline.to_come.values() for game in games}
    for game in rulings.facts.games:
        for team in game.teams:
            for person in rulings.facts.people:
                answer = by_the_rulings(rulings.discipline, person.id, team, game.id)
                item = listed.get((game.id, team, person.id))
                if item is not None:
                    assert (answer.allowed, answer.reasons) == (False, item.reasons)
                elif game.id in open_games:
                    assert answer.allowed


@pytest.mark.django_db
@pytest.mark.parametrize("case", SOUND, ids=lambda case: case.name)
def test_the_snapshot_answers_as_the_rulings_do(case):
    rulings = ruled(case)
    if not rulings.discipline.ineligible:
        return
    season = imported(case)
    rows = list(SeasonPerson.objects.filter(season=season).select_related("person"))
    recompute_people(season=season, people=[row.person_id for row in rows], teams=[], as_of=rulings.as_of)
    teams = {team.key: team for team in season.teams.all()}
    members = {row.person.key: row.person for row in rows}
    games = {game.key: game for game in season.games.select_related("season", "home", "away")}
    # the file may hold results of days after the case's own: the pages know them
    open_games = {key for key, game in games.items() if game.outcome == "scheduled"}
    barred = gate.barred_from(list(games.values()))
    listed = {(row.game_id, row.team_id, row.person_id) for row in season.ineligibilities.all()}
    assert set(barred) == listed
    for item in rulings.discipline.ineligible:
        game, team, person = games[item.game], teams[item.team], members[item.person]
        answer = gate.may_take_part(game=game, person=person, team=team)
        assert answer == barred[game.pk, team.pk, person.pk]
        assert (answer.allowed, answer.why) == (False, tuple(dict.fromkeys(reason.why for reason in item.reasons)))
        assert (answer.clauses, gate.barred(game)[person.key]) == (item.clauses, " ".join(r.why for r in item.reasons))
        if item.game not in open_games:
            continue
        assert person.pk in {row.person_id for row in queries.do_not_dress(team).filter(game=game)}
        expected = by_the_rulings(rulings.discipline, item.person, item.team, item.game).may_return
        known = (answer.back_in.key if answer.back_in else None) or answer.back_on
        if set(rulings.discipline.to_come[item.team]) <= open_games:
            assert known == expected
