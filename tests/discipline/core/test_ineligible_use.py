"""Shows what follows when somebody was in a lineup who may not take part: proposed, confirmed, never twice."""

import datetime as dt
from dataclasses import replace

import pytest

from discipline.core.documents import DisciplineRulings
from league.core.facts import Facts, Infraction, LineupSpot, RosterSpot, Team
from league.core.results import results
from league.rulebook.loader import load
from standings.core.deductions import deductions
from tests.discipline.core.builders import (
    BOOK,
    barred,
    day,
    decided,
    facts_of,
    played,
    ruled,
    served,
    to_come,
    with_pat,
)
from tests.discipline.core.test_serving_books import BEFORE, owed

NB, ALBERTA = load("nb-minor-discipline"), load("alberta-mens")
ROSTER = (
    RosterSpot("pat", "otters", "skater", 7),
    RosterSpot("coach", "otters", "coach"),
    RosterSpot("former", "otters", "coach", ends=day(1) - dt.timedelta(days=1)),
    RosterSpot("rep1", "otters", "representative"),
    RosterSpot("rep2", "otters", "representative"),
)
USED = Infraction("n9", day(1), "ineligible-player-used", None, "otters", "g1")


def season(*more: Infraction, last: int = 12, first: object = None, **changes: object) -> Facts:
    """Pat owes two games, was decided on, and is in the Otters' lineup of g1; g2 and later are to come."""
    given = owed(2)
    games = (first or with_pat(played(1)), *(to_come(number) for number in range(2, last + 1)))
    return facts_of(*games, **(given | {"roster": ROSTER, "infractions": (*given["infractions"], *more)} | changes))


def shown(rulings: DisciplineRulings) -> list[tuple]:
    """Person, incident, games, pending, of what follows from the use."""
    return [
        (item.person, item.incident, item.games, item.pending) for item in rulings.suspensions if item.incident != "n1"
    ]


@pytest.mark.clause("nb-minor-discipline", "2.2 player")
@pytest.mark.clause("nb-minor-discipline", "2.2 coach")
@pytest.mark.clause("nb-minor-discipline", "5.j")
@pytest.mark.clause("nb-minor-discipline", "11.c")
@pytest.mark.clause("nb-minor-discipline", "case.a.iii")
def test_a_late_sheet_proposes_everything_and_moves_no_result():
    rulings = ruled(season(), book=NB)
    assert shown(rulings) == [
        ("coach", "2.2 coach:g1:coach", 5, True),
        ("pat", "2.2 player:g1:pat", 5, True),
    ]
    assert [(item["game"], item["winner"], item["proposed"]) for item in rulings.forfeits] == [("g1", "bears", True)]
    assert rulings.bars == ()
    assert [(item.kind, item.game) for item in rulings.reviews if item.person == "pat"] == [
        ("ineligible-player-used", "g1")
    ]
    assert results(season(), NB)["g1"].status == "played"
    # the player is held until it is decided, past all the games owed; the coach not before
    assert barred(rulings) == [f"g{number}" for number in range(1, 13)]
    assert barred(rulings, "coach") == []


@pytest.mark.clause("nb-minor-discipline", "2.2 player")
@pytest.mark.clause("nb-minor-discipline", "2.2 coach")
@pytest.mark.clause("nb-minor-discipline", "11.c")
def test_the_record_confirms_what_was_proposed_and_doubles_nothing():
    facts = season(USED)
    rulings = ruled(facts, book=NB)
    assert shown(rulings) == [
        ("coach", "2.2 coach:g1:coach", 5, False),
        ("pat", "2.2 player:g1:pat", 5, False),
    ]
    assert rulings.forfeits == ()
    found = results(facts, NB)["g1"]
    assert (found.status, found.winner, found.clauses) == ("forfeit", "bears", ("11.c",))
    assert [(bar["team"], bar["what"]) for bar in rulings.bars] == [("otters", "provincial-playoffs")]
    # 2 games left, the one played is not served: 2 + 5
    assert barred(rulings) == ["g1", *(f"g{number}" for number in range(2, 9))]
    assert barred(rulings, "coach") == [f"g{number}" for number in range(2, 7)]
    assert [item for item in rulings.reviews if item.kind == "ineligible-player-used"] == []


def test_the_record_alone_brings_the_same_without_a_lineup():
    with_lineup = ruled(season(replace(USED, person="pat")), book=NB)
    without = ruled(season(replace(USED, person="pat"), first=played(1)), book=NB)
    assert shown(without) == shown(with_lineup)
    assert served(without) == served(with_lineup)
    assert barred(without) == barred(with_lineup)
    assert without.bars == with_lineup.bars


def test_a_record_that_names_nobody_brings_what_concerns_the_team():
    facts = facts_of(played(1), to_come(2), roster=ROSTER, infractions=(USED,))
    rulings = ruled(facts, book=NB)
    assert shown(rulings) == [("coach", "2.2 coach:g1:coach", 5, False)]
    assert [bar["team"] for bar in rulings.bars] == ["otters"]


@pytest.mark.clause("nb-minor-discipline", "2.2 player")
def test_what_the_player_has_for_it_already_is_not_added():
    own = Infraction("n8", day(1), "played-while-ineligible", "pat", "otters", "g1")
    assert [item for item in shown(ruled(season(own), book=NB)) if item[0] == "pat"] == [("pat", "n8", 5, True)]


@pytest.mark.clause("nb-minor-discipline", "2.2")
@pytest.mark.clause("nb-minor-discipline", "2.2 c")
@pytest.mark.clause("nb-minor-discipline", "2.2 suspended")
def test_a_coach_who_knew_of_it_answers_once():
    own = Infraction("n8", day(1), "knowing-ineligible", "coach", "otters", "g1")
    assert [item for item in shown(ruled(season(own), book=NB)) if item[0] == "coach"] == [("coach", "n8", 5, True)]


def test_the_coach_answers_once_for_two_players_of_one_game():
    lineup = (LineupSpot("pat"), LineupSpot("lee"))
    acts = (*owed(2)["infractions"], replace(owed(2)["infractions"][0], id="n2", person="lee"))
    facts = facts_of(
        replace(played(1), home_lineup=lineup),
        to_come(2),
        roster=(*ROSTER, RosterSpot("lee", "otters", "skater", 8)),
        infractions=acts,
        decisions=(decided("n1", BEFORE, 2), decided("n2", BEFORE, 2)),
    )
    found = [item for item in shown(ruled(facts, book=NB)) if item[1] != "n2"]
    assert [item[1] for item in found] == ["2.2 coach:g1:coach", "2.2 player:g1:lee", "2.2 player:g1:pat"]


def test_playing_on_breaks_the_suspension_that_the_first_time_brought():
    facts = season(USED, replace(USED, id="n10", game="g2", date=day(2)), last=20)
    games = (facts.games[0], with_pat(played(2)), *facts.games[2:])
    rulings = ruled(facts.changed(games=games), book=NB)
    assert [(item.incident, item.games) for item in rulings.suspensions if item.person == "pat"] == [
        ("n1", 2), ("2.2 player:g1:pat", 5), ("2.2 player:g2:pat", 5),
    ]  # fmt: skip
    assert len(barred(rulings)) == 2 + 2 + 5 + 5


def test_a_decision_dismisses_what_was_proposed():
    given = owed(2)
    off = decided("2.2 coach:g1:coach", day(1), dismissed=True)
    facts = season(USED, decisions=(*given["decisions"], off))
    (coach,) = (item for item in ruled(facts, book=NB).suspensions if item.person == "coach")
    assert coach.status == "dismissed"


def test_a_suspended_coach_on_the_bench_costs_no_game():
    act = replace(owed()["infractions"][0], person="coach")
    first = replace(played(1), home_lineup=(LineupSpot("coach"),))
    facts = facts_of(first, to_come(2), roster=ROSTER, infractions=(act,), decisions=owed()["decisions"])
    rulings = ruled(facts, book=NB)
    assert shown(rulings) == [("coach", "2.2 player:g1:coach", 5, True)]
    assert rulings.forfeits == ()


@pytest.mark.clause("alberta-mens", "7-1.g")
@pytest.mark.clause("alberta-mens", "7-1.g.i")
@pytest.mark.clause("alberta-mens", "7-1.g.iii")
@pytest.mark.clause("alberta-mens", "7-1.g.iv.2")
@pytest.mark.clause("alberta-mens", "8-1.a.2")
def test_representatives_player_and_fines_by_the_alberta_book():
    rulings = ruled(season(), book=ALBERTA)
    assert shown(rulings) == [
        ("pat", "7-1.g.iv.2:g1:pat", 3, True),
        ("rep1", "7-1.g.i:g1:rep1", 3, True),
        ("rep2", "7-1.g.i:g1:rep2", 3, True),
    ]
    # 2 games left, played one: 2 + 3
    assert barred(rulings) == ["g1", "g2", "g3", "g4", "g5", "g6"]
    assert barred(rulings, "rep1") == ["g2", "g3", "g4"]
    assert [fine for made in rulings.sentences for fine in made.fines] == []
    confirmed = ruled(season(USED), book=ALBERTA).sentences
    fines = [(fine.clauses, fine.cents, fine.of_team) for made in confirmed for fine in made.fines]
    assert fines == [(("7-1.g.iii",), None, True), (("7-1.g.iv.2",), None, False)]


@pytest.mark.clause("alberta-mens", "7-1.g.ii")
def test_the_confirmed_game_is_lost_one_to_nothing():
    found = results(season(USED), ALBERTA)["g1"]
    assert (found.status, found.winner, found.goals("bears"), found.goals("otters")) == (
        "forfeit",
        "bears",
        (1, 0),
        (0, 1),
    )
    assert "7-1.g.ii" in found.clauses


@pytest.mark.clause("alberta-mens", "7-1.g.iv.2")
def test_the_added_games_are_served_with_the_team_of_the_suspension_that_was_broken():
    roster = (RosterSpot("pat", "otters", "skater", 7), RosterSpot("pat", "cranes", "skater", 7))
    first = replace(played(1, home="cranes"), home_lineup=(LineupSpot("pat"),))
    (made,) = (item for item in ruled(season(first=first, roster=roster), book=ALBERTA).suspensions if item.games == 3)
    assert made.team == "otters"


@pytest.mark.clause("alberta-mens", "7-1.g.iv.1")
@pytest.mark.parametrize("other", [True, False])
def test_an_unregistered_player_of_another_team_serves_with_his_own(other):
    roster = (*ROSTER[1:], *((RosterSpot("pat", "cranes", "skater", 7),) if other else ()))
    record = replace(USED, offence="unregistered-player-used", person="pat")
    facts = facts_of(played(1), to_come(2), roster=roster, infractions=(record,))
    made = [item for item in ruled(facts, book=ALBERTA).suspensions if item.person == "pat"]
    assert [(item.team, item.games, item.incident) for item in made] == (
        [("cranes", 3, "7-1.g.iv.1:g1:pat")] if other else []
    )


@pytest.mark.clause("alberta-mens", "7-1.g.vii")
@pytest.mark.parametrize(("kind", "bars"), [("playoff", ["playoffs"]), ("league", [])])
def test_use_in_the_playoffs_ends_them_for_the_team(kind, bars):
    facts = season(USED, first=with_pat(played(1, kind=kind)))
    assert [bar["what"] for bar in ruled(facts, book=ALBERTA).bars] == bars


def test_a_book_without_such_a_rule_only_tells_the_director():
    rulings = ruled(season(), book=BOOK)
    assert [(item.kind, item.game) for item in rulings.reviews] == [("ineligible-player-used", "g1")]
    assert rulings.forfeits == ()
    assert shown(rulings) == []


@pytest.mark.clause("nb-minor-discipline", "9")
def test_a_club_over_the_novice_games_is_out_of_the_provincials_with_every_team():
    teams = (
        Team("bears", "d", association="b"),
        Team("cranes", "d", association="o"),
        Team("otters", "d", association="o"),
    )
    record = Infraction("n1", day(1), "novice-game-limit", None, "otters")
    bars = ruled(facts_of(to_come(1), teams=teams, infractions=(record,)), book=NB).bars
    assert [(bar["team"], bar["what"], bar["clauses"]) for bar in bars] == [
        ("cranes", "provincial-playoffs", ["9"]), ("otters", "provincial-playoffs", ["9"]),
    ]  # fmt: skip


@pytest.mark.clause("nb-minor-discipline", "11.c")
def test_a_dismissed_record_confirms_nothing_and_nothing_is_proposed_again():
    confirmed = season(USED)
    assert results(confirmed, NB)["g1"].status == "forfeit"
    facts = confirmed.changed(decisions=(*confirmed.decisions, decided("n9", day(2), dismissed=True)))
    rulings = ruled(facts, book=NB)
    assert shown(rulings) == []
    assert (rulings.forfeits, rulings.bars, rulings.reviews) == ((), (), ())
    assert results(facts, NB)["g1"].status == "played"
    assert barred(rulings)[0] == "g1"  # the list still says so


@pytest.mark.clause("nb-minor-discipline", "11.c")
def test_a_record_that_stands_beside_a_dismissed_one_confirms():
    again = replace(USED, id="n10")
    facts = season(USED, again)
    facts = facts.changed(decisions=(*facts.decisions, decided("n9", day(2), dismissed=True)))
    assert shown(ruled(facts, book=NB)) == shown(ruled(season(again), book=NB)) != []


@pytest.mark.clause("alberta-mens", "7-1.g.ii")
def test_a_dismissed_record_takes_no_points_and_a_revived_one_does():
    def rows(*said):
        facts = season(USED).changed(decisions=(*season().decisions, *said))
        return [item.points for item in deductions(facts, ALBERTA)]

    dismissed = decided("n9", day(2), dismissed=True)
    assert (rows(), rows(dismissed), rows(dismissed, decided("n9", day(3), confirmed=True))) == ([-2], [], [-2])


@pytest.mark.clause("nb-minor-discipline", "5.a")
def test_somebody_of_whom_a_dismissed_record_alone_says_that_he_played_has_served():
    sat_out = season(USED, first=played(1))
    dismissed = sat_out.changed(
        infractions=tuple(replace(item, person="pat") if item.id == "n9" else item for item in sat_out.infractions)
    )
    assert served(ruled(dismissed, book=NB))["n1"] == ()
    said = dismissed.changed(decisions=(*dismissed.decisions, decided("n9", day(2), dismissed=True)))
    assert served(ruled(said, book=NB))["n1"] == ("g1",)
