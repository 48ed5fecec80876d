"""Shows the page of one suspension, the director's decision on it, and what waits for the director."""

import datetime as dt

import pytest
from django.urls import reverse

from discipline.models import Decision, Review, Suspension
from league.models import Role
from rulings.services import recompute_pending
from tests import factories
from tests.seasons import fight, imported, people, season_file


@pytest.fixture
def season(db):
    """A-1 fought in g1 and served once in g2; B-1 fought twice and waits for a hearing; g4 and g5 are to come."""
    document = season_file(["A 3-2 C", "B 4-1 A", "C 1-0 B", "A v B", "B v A", "A v C"], teams=3)
    people(document)
    fight(document["games"][0], "A", "A-1")
    fight(document["games"][1], "B", "B-1")
    fight(document["games"][2], "B", "B-1")
    return imported(document)


def of(season, person, incident):
    return Suspension.objects.get(season=season, person__key=person, incident=incident)


def address(season, view="suspension", **more):
    return reverse(f"discipline:{view}", kwargs={"league": season.league.slug, "season": season.slug} | more)


def sign_in(client, season, role, key=None):
    fields = {"team": season.teams.get(key=key)} if key else {}
    client.force_login(factories.member(role, season.league, **fields))


@pytest.mark.clause("mn-district-9", "4.4", "3.12")
def test_a_suspension_tells_what_it_costs_what_served_it_and_when_it_is_over(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "A")
    row = of(season, "A-1", "g1-fight-1")
    context = client.get(address(season, suspension=row.pk)).context
    assert (context["state"], context["length"]) == ("serving", "1 of 2 games left")
    assert [(part["clause"], part["games"]) for part in context["parts"]] == [("4.4", 1), ("4.4", 1)]
    [(served, reason)] = context["served"]
    assert served.game.key == "g2"
    assert reason == "Served in the game against Brook Bears on Nov 8, the next game of any kind: 1 of 2 (4.4)."
    assert context["sentences"] == [
        "Fighting major on Nov 1, the 1st of the season: suspended for 2 games (4.4).",
        reason,
        "1 game left of 2: the next league or playoff game (4.4).",
    ]
    assert context["back"].game.key == "g5"
    assert [entry.title for entry in context["history"]] == [
        "Major, fighting; Game misconduct, fighting",
        "Served: Ashby Otters at Brook Bears",
    ]


@pytest.mark.clause("mn-district-9", "4.4")
def test_no_appeal_is_said_with_its_clause(client, season):
    sign_in(client, season, Role.DIRECTOR)
    text = client.get(address(season, suspension=of(season, "A-1", "g1-fight-1").pk)).text
    assert "No appeal" in text
    assert "It can be appealed" not in text
    assert '/rulebooks/mn-district-9/1/#clause-4.4"' in text


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_what_waits_for_a_hearing_has_no_end_and_says_so(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "B")
    context = client.get(address(season, suspension=of(season, "B-1", "g3-fight-1").pk)).context
    assert (context["state"], context["length"]) == ("until-hearing", "until it is decided")
    assert (context["back"].game, context["back"].text) == (None, "Not before it is decided")
    assert [(review.kind, review.open) for review, _ in context["reviews"]] == [("hearing", True)]


def test_strangers_find_no_such_page(client, season):
    url = address(season, suspension=of(season, "A-1", "g1-fight-1").pk)
    assert client.get(url)["Location"].startswith("/sign-in/")
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "B")
    assert client.get(url).status_code == 404
    client.force_login(factories.member(Role.DIRECTOR, factories.league()))
    assert client.get(url).status_code == 403
    client.force_login(factories.user())
    assert client.get(url).status_code == 403
    other = factories.season(league=season.league)
    sign_in(client, season, Role.DIRECTOR)
    assert client.get(address(other, suspension=of(season, "A-1", "g1-fight-1").pk)).status_code == 404


def test_a_second_team_of_the_person_reads_it_too(client, season):
    person = of(season, "A-1", "g1-fight-1").person
    factories.player(season.teams.get(key="C"), person=person, number=9)
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "C")
    assert client.get(address(season, suspension=of(season, "A-1", "g1-fight-1").pk)).status_code == 200


@pytest.mark.parametrize("games", [0, 6])
def test_a_suspension_takes_the_same_queries_however_much_served_it(client, db, games, django_assert_num_queries):
    document = season_file(["A 3-2 B", *(["B 1-0 A"] * games), "A v B"], teams=2)
    people(document)
    fight(document["games"][0], "A", "A-1")
    document["decisions"] = [{"on": "g1-fight-1", "date": "2014-11-02", "games": 7, "reason": "severe"}]
    season = imported(document)
    row = of(season, "A-1", "g1-fight-1")
    assert row.served_games.count() == games
    sign_in(client, season, Role.DIRECTOR)
    url = address(season, suspension=row.pk)
    client.get(url)
    with django_assert_num_queries(12):
        assert client.get(url).status_code == 200


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_an_open_page_shows_what_a_decision_brought_once_it_is_worked_out(client, season):
    sign_in(client, season, Role.DIRECTOR)
    url = address(season, suspension=of(season, "B-1", "g3-fight-1").pk)
    seen = client.get(url).context["version"]
    headers = {"HX-Request": "true"}
    assert client.get(url, {"seen": seen}, headers=headers).status_code == 204
    sent = {
        "answer": "length",
        "games": "3",
        "date": "2014-12-01",
        "reason": "heard",
        "seen": "0",
        "counts_missed": "yes",
    }
    decide = address(season, "decide", suspension=of(season, "B-1", "g3-fight-1").pk)
    assert client.post(decide, sent).status_code == 302
    recompute_pending()
    newer = client.get(url, {"seen": seen}, headers=headers)
    assert newer.status_code == 200
    assert newer.context["state"] == "serving"
    assert "<html" not in newer.text


# ---------------------------------------------------------------- deciding


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_director_below_the_minimum_is_told_the_clause_and_keeps_what_was_typed(client, season):
    sign_in(client, season, Role.DIRECTOR)
    row = of(season, "A-1", "g1-fight-1")
    sent = {"answer": "length", "games": "1", "date": "2014-12-01", "reason": "he was sorry", "seen": "0"}
    response = client.post(address(season, "decide", suspension=row.pk), sent)
    assert response.status_code == 200
    assert response.context["form"].errors["games"] == [
        "1 is below the rule book's minimum of 2 games (4.4). Give 2 or more, or dismiss."
    ]
    assert "he was sorry" in response.text
    assert not Decision.objects.exists()


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_director_lengthens_and_the_page_shows_it(client, season):
    sign_in(client, season, Role.DIRECTOR)
    row = of(season, "A-1", "g1-fight-1")
    sent = {"answer": "length", "games": "4", "date": "2014-12-01", "reason": "it was a bad one", "seen": "0"}
    response = client.post(address(season, "decide", suspension=row.pk), sent)
    assert (response.status_code, response["Location"]) == (302, address(season, suspension=row.pk))
    recompute_pending()
    context = client.get(address(season, suspension=row.pk)).context
    assert context["length"] == "3 of 4 games left"
    assert [(part["decided"], part["games"]) for part in context["parts"]] == [(False, 1), (False, 1), (True, 2)]
    assert ("Decided: 4 games in all", "it was a bad one") in [
        (entry.title, entry.text) for entry in context["history"]
    ]


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_hearings_decision_has_its_own_question(client, season):
    sign_in(client, season, Role.DIRECTOR)
    row = of(season, "B-1", "g3-fight-1")
    url = address(season, "decide", suspension=row.pk)
    form = client.get(url).context["form"]
    assert [value for value, _ in form.fields["answer"].choices] == ["length", "dismiss"]
    sent = {"answer": "length", "games": "3", "date": "2014-12-01", "reason": "heard", "seen": "0"}
    response = client.post(url, sent)
    assert "counts_missed" in response.context["form"].errors
    assert client.post(url, sent | {"counts_missed": "no"}).status_code == 302
    assert Decision.objects.get().counts_missed is False


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"answer": "pardon", "date": "2014-12-01", "seen": "0"},
        {"answer": "length", "games": "-1", "date": "2014-12-01", "reason": "x", "seen": "0"},
        {"answer": "length", "games": "9" * 40, "date": "2014-12-01", "reason": "x", "seen": "0"},
        {"answer": "length", "games": "3", "date": "2014-12-32", "reason": "x", "seen": "0"},
        {"answer": "length", "games": "3", "until": "x", "date": "2014-12-01", "reason": "x", "seen": "0"},
        {"answer": "length", "games": "3", "date": "2014-12-01", "reason": "x\x00", "seen": "0"},
        {"answer": "confirm", "date": "2014-12-01", "seen": "1"},
    ],
)
def test_a_decision_that_is_not_whole_is_refused_in_words(client, season, sent):
    sign_in(client, season, Role.DIRECTOR)
    row = of(season, "A-1", "g1-fight-1")
    response = client.post(address(season, "decide", suspension=row.pk), sent)
    assert response.status_code == 200
    assert not Decision.objects.exists()


@pytest.mark.parametrize("role", [Role.STATISTICIAN, Role.ADMINISTRATOR, Role.OFFICIAL])
def test_only_a_director_decides(client, season, role):
    sign_in(client, season, role)
    row = of(season, "A-1", "g1-fight-1")
    for url in (address(season, "decide", suspension=row.pk), address(season, "reviews")):
        assert client.get(url).status_code == 403
    assert client.post(address(season, "decide", suspension=row.pk), {"answer": "confirm"}).status_code == 403


# ---------------------------------------------------------------- reviews


@pytest.mark.clause("mn-district-9", "4.4.second", "3.14")
def test_the_director_reads_what_waits_with_clause_and_where_to_go(client, db):
    document = season_file(["A 3-2 B", "B 4-1 A", "A v B"], teams=2)
    people(document)
    fight(document["games"][0], "A", "A-1")
    fight(document["games"][1], "A", "A-1")
    document["games"][2] |= {"outcome": "refused", "at_fault": ["B"]}
    season = imported(document)
    sign_in(client, season, Role.DIRECTOR)
    response = client.get(address(season, "reviews"))
    kinds = sorted((line["row"].kind, line["row"].clauses) for line in response.context["lines"])
    assert ("bar", ["3.14"]) in kinds
    assert ("hearing", ["4.4.second"]) in kinds
    hearing = of(season, "A-1", "g2-fight-1")
    assert address(season, "decide", suspension=hearing.pk) in response.text


def test_a_review_is_closed_on_its_page(client, season):
    sign_in(client, season, Role.DIRECTOR)
    made_at = dt.datetime(2014, 12, 1, tzinfo=dt.UTC)
    review = Review.objects.create(season=season, kind="bar", team=season.teams.get(key="A"), made_at=made_at)
    url = address(season, "close_review", review=review.pk)
    assert client.post(url, {"reason": ""}).status_code == 200
    assert client.post(url, {"reason": "warned"}).status_code == 302
    review.refresh_from_db()
    assert review.open is False
    other = factories.season(league=season.league)
    assert client.get(address(other, "close_review", review=review.pk)).status_code == 404


@pytest.mark.parametrize("number", [1, 9])
def test_the_reviews_take_the_same_queries_for_one_and_many(client, db, number, django_assert_num_queries):
    document = season_file(["A 3-2 B", "B 4-1 A"], teams=2)
    people(document, each=number)
    for place in range(1, number + 1):
        for game in document["games"]:
            fight(game, "A", f"A-{place}", place)
    season = imported(document)
    sign_in(client, season, Role.DIRECTOR)
    client.get(address(season, "reviews"))
    with django_assert_num_queries(6):
        response = client.get(address(season, "reviews"))
    assert len([line for line in response.context["lines"] if line["row"].kind == "hearing"]) == number
