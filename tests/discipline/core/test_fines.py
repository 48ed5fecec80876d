"""Shows what fines rulings bring, when each is due, and which teams an unpaid one keeps off the ice."""

import datetime as dt
from dataclasses import replace

import pytest

from discipline.core.book_ineligible import IneligibleUse
from discipline.core.rulings import discipline
from league.core.charges import settled
from league.core.facts import Infraction, Payment, Penalty
from league.core.results import results
from tests.discipline.core.gates.builders import ALBERTA, WINTER, day, facts, game, person, spot

ROSTER = (spot("p", "otters"), spot("q", "otters"), spot("c", "otters", "coach"), spot("r", "bears"))


def penalty(who="p", offence="fighting", name="major", **more):
    return Penalty("x1", "otters", name, who, offence, "x1", period=1, left=600, **more)


def season(*games, payments=(), **more):
    return facts(WINTER, *games, roster=ROSTER, payments=payments, **more)


def ruled(made, on):
    return discipline(made, ALBERTA, results(made, ALBERTA), day(on))


def fight(**more):
    return game("g1", "2012-11-01", played=True, penalties=(penalty(),), **more)


def open_games(*days, kind="league"):
    return [game(f"g{place}", on, kind=kind) for place, on in enumerate(days, start=2)]


def charges(found):
    return [(item.charge.payer, item.charge.cents, item.charge.due, item.charge.purpose) for item in found.fines]


def out(found):
    return [(item.game, item.person) for item in found.ineligible if any(r.kind == "unpaid-fine" for r in item.reasons)]


@pytest.mark.clause("alberta-mens", "8-2.d.2")
def test_a_fine_is_due_with_the_first_game_after_serving():
    found = ruled(season(fight(), *open_games("2012-11-08", "2012-11-15")), "2012-11-02")
    assert charges(found) == [("person:p", 2500, dt.date(2012, 11, 15), "x1")]
    assert found.fines[0].charge.clauses == ("6-8.a.i.1",)


@pytest.mark.clause("alberta-mens", "8-2.d.2")
@pytest.mark.parametrize("fault", ["otters", "bears"])
def test_a_game_that_was_forfeited_before_it_began_is_none_to_come_back_for(fault):
    forfeited = replace(game("g2", "2012-11-08"), outcome="forfeit", at_fault=(fault,))
    later = [game("g3", "2012-11-15"), game("g4", "2012-11-22")]
    due = dt.date(2012, 11, 22) if fault == "otters" else dt.date(2012, 11, 15)
    assert charges(ruled(season(fight(), forfeited, *later), "2012-11-09")) == [("person:p", 2500, due, "x1")]


@pytest.mark.clause("alberta-mens", "8-2.d.2")
def test_in_playoffs_with_the_very_next_game():
    games = [game("g1", "2013-03-03", played=True, kind="playoff", penalties=(penalty(),)),
             *open_games("2013-03-05", "2013-03-07", kind="playoff")]  # fmt: skip
    assert charges(ruled(season(*games), "2013-03-04")) == [("person:p", 2500, dt.date(2013, 3, 5), "x1")]


@pytest.mark.clause("alberta-mens", "8-2.d.2")
def test_without_a_game_to_come_back_for_it_never_falls_due():
    assert charges(ruled(season(fight(), *open_games("2012-11-08")), "2012-11-02")) == [("person:p", 2500, None, "x1")]


@pytest.mark.clause("alberta-mens", "8-1.b")
@pytest.mark.parametrize(("on", "barred"), [("2012-11-15", False), ("2012-11-16", True)])
def test_the_whole_team_stays_out_from_the_day_after(on, barred):
    games = [fight(), game("g2", "2012-11-08", played=True), *open_games("2012-11-14", "2012-11-15", "2012-11-22")[1:]]
    found = ruled(season(*games), on)
    assert charges(found)[0][2] == dt.date(2012, 11, 15)
    later = [("g4", "c"), ("g4", "p"), ("g4", "q")]
    assert out(found) == ([("g3", who) for _, who in later] + later if barred else [])


@pytest.mark.clause("alberta-mens", "8-1.b")
@pytest.mark.parametrize(("cents", "free"), [(2500, True), (2499, False)])
def test_paid_in_full_it_is_free_again_whoever_pays(cents, free):
    games = [fight(), game("g2", "2012-11-08", played=True), game("g3", "2012-11-15", played=True)]
    payment = Payment("m", "team:otters", cents, day("2012-11-20"), "x1")
    made = season(*games, game("g4", "2012-11-22"), payments=(payment,))
    assert (out(ruled(made, "2012-11-21")) == []) is free


@pytest.mark.clause("alberta-mens", "7-3.b", "8-2.f.3")
@pytest.mark.parametrize(("on", "barred"), [("2013-02-28", False), ("2013-03-01", True)])
def test_before_the_playoffs_every_fine_is_paid_one_that_never_fell_due_too(on, barred):
    last = game("g1", "2013-02-20", played=True, penalties=(penalty(),))
    found = ruled(season(last, game("g2", "2013-03-05", kind="playoff")), on)
    assert charges(found)[0][2] is None
    assert out(found) == ([("g2", "c"), ("g2", "p"), ("g2", "q")] if barred else [])


@pytest.mark.clause("alberta-mens", "2-1.h.3")
def test_use_of_a_carded_player_is_the_teams_fine_due_with_its_next_game():
    use = (Infraction("n1", day("2012-11-01"), "carded-player-used", "p", "otters", "g1"),)
    made = season(game("g1", "2012-11-01", played=True), game("g2", "2012-11-09"), infractions=use,
                  people=(person("p", carded=True), person("q"), person("c"), person("r")))  # fmt: skip
    assert charges(ruled(made, "2012-11-02")) == [("team:otters", 10000, dt.date(2012, 11, 9), "n1")]


def test_a_fine_without_an_amount_is_told_and_never_falls_due():
    striking = (penalty(offence="striking-official", name="match"),)
    made = season(game("g1", "2012-11-01", played=True, penalties=striking), game("g2", "2012-11-08"))
    found = ruled(made, "2012-11-02")
    assert charges(found) == [("person:p", None, None, "x1")]
    assert [item.paid for item in settled([raised.charge for raised in found.fines], ())] == [False]
    assert any("gives no amount: p, x1; the league sets it" in notice for notice in found.notices)


# ---------------------------------------------------------------- a team's unpaid fine forfeits


def priced(amount="100.00"):
    """The league's own edition of the book, with the amount that the source doesn't give."""
    use = ALBERTA.one(IneligibleUse).model_copy(update={"team_fine": amount})
    return replace(ALBERTA, sections={**ALBERTA.sections, IneligibleUse: (use,)})


def used(*games, payments=()):
    record = Infraction("n1", day("2012-11-02"), "ineligible-player-used", "p", "otters", "g1")
    return season(game("g1", "2012-11-01", dressed=("p",)), *games, infractions=(record,), payments=payments)


def proposed(made, on, book=None):
    found = discipline(made, book or priced(), results(made, book or priced()), day(on))
    return [(item["game"], item["winner"], item["clauses"]) for item in found.forfeits if item["game"] != "g1"]


@pytest.mark.clause("alberta-mens", "7-1.g.iii")
def test_an_unpaid_team_fine_loses_the_game_it_was_due_with():
    made = used(*open_games("2012-11-08", "2012-11-15"))
    assert proposed(made, "2012-11-07") == []
    assert proposed(made, "2012-11-08") == [("g2", "bears", ["7-1.g.iii"])]


@pytest.mark.clause("alberta-mens", "7-1.g.iii")
@pytest.mark.parametrize(("on", "expected"), [("2012-11-08", []), ("2012-11-09", [("g2", "bears", ["7-1.g.iii"])])])
def test_a_payment_of_the_day_itself_is_in_time_a_later_one_isnt(on, expected):
    paid = Payment("m1", "team:otters", 10000, day(on), "7-1.g.iii:g1:otters")
    made = used(*open_games("2012-11-08", "2012-11-15"), payments=(paid,))
    assert proposed(made, "2012-11-10") == expected


@pytest.mark.clause("alberta-mens", "7-1.g.iii")
def test_while_the_amount_is_unset_nothing_is_forfeited():
    assert proposed(used(*open_games("2012-11-08")), "2012-11-20", ALBERTA) == []
