"""Shows that the pages people look at hold up in a browser: for axe, on a phone, and when something newer comes in."""

import datetime as dt

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from discipline.models import Suspension
from league.models import Role
from league.services import recompute
from rulings.services import recompute_pending
from tests import factories
from tests.seasons import fight, imported, people, season_file

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season(transactional_db):
    """Four teams with a tie, a fight, a second one, a no-show and an adjustment; games to come."""
    games = ["A 3-2 B", "B 4-1 C", "C 2-2 A", "D v A", "A 1-0 D", "B 1-1 D", "A v B", "C v A", "D v C"]
    document = season_file(games)
    people(document, each=3)
    document["games"][3] |= {"outcome": "no-show", "at_fault": ["D"]}
    document["adjustments"] = [{"team": "B", "points": -1, "clause": "5.4", "reason": "late form"}]
    fight(document["games"][0], "A", "A-1")
    fight(document["games"][4], "A", "A-1")
    fight(document["games"][5], "B", "B-1")
    return imported(document)


def sign_in(page, role, season, **fields):
    """Have the browser's person signed in without walking the form."""
    user = factories.member(role, season.league, **fields)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    page.goto("/")
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": page.url}])


def at(season, rest=""):
    return f"/leagues/{season.league.slug}/{season.slug}/{rest}"


def test_public_pages_are_accessible(page, season, assert_accessible):
    division = season.divisions.get().pk
    game, to_come = (season.games.get(key=key).pk for key in ("g1", "g7"))
    tried = f"home_{to_come}=0&away_{to_come}=4"
    for rest in (
        "",
        "games/?month=2014-11",
        f"games/{game}/",
        f"games/{season.games.get(key='g4').pk}/",
        f"teams/{season.teams.get(key='A').pk}/",
        "standings/",
        f"standings/divisions/{division}/",
        f"standings/divisions/{division}/why/?team=A&other=B",
        f"standings/divisions/{division}/what-if/?home_{to_come}=2",
        f"standings/divisions/{division}/what-if/?{tried}",
        f"standings/divisions/{division}/pictures/",
        f"standings/divisions/{division}/outlook/",
        f"standings/divisions/{division}/changes/?from=2014-11-05&to=2014-12-05",
        f"standings/teams/{season.teams.get(key='B').pk}/",
        f"standings/teams/{season.teams.get(key='B').pk}/behind/{season.teams.get(key='A').pk}/",
    ):
        response = page.goto(at(season, rest))
        assert response.status == (400 if rest.endswith("=2") else 200)
        page.evaluate("() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        assert_accessible(page)


def test_a_directors_pages_are_accessible(page, season, assert_accessible):
    sign_in(page, Role.DIRECTOR, season)
    suspension = Suspension.objects.get(incident="g5-fight-1").pk
    team = season.teams.get(key="A").pk
    for rest in (
        "suspensions/?show=all",
        f"suspensions/{suspension}/",
        f"suspensions/{suspension}/decide/",
        "suspensions/reviews/",
        f"suspensions/teams/{team}/",
        f"suspensions/games/{season.games.get(key='g7').pk}/",
        f"games/{season.games.get(key='g5').pk}/",
        f"teams/{team}/",
    ):
        response = page.goto(at(season, rest))
        assert response.status == 200
        assert_accessible(page)


def test_a_statisticians_pages_are_accessible(page, season, assert_accessible):
    sign_in(page, Role.STATISTICIAN, season)
    division = season.divisions.get().pk
    for rest in ("", f"standings/divisions/{division}/final/", f"standings/divisions/{division}/coin-flip/"):
        response = page.goto(at(season, rest))
        assert response.status == 200
        assert_accessible(page)


def test_a_table_changes_under_the_readers_eyes_and_says_so(page, season):
    division = season.divisions.get()
    page.goto(at(season, f"standings/divisions/{division.pk}/"))
    first = page.locator("table tbody tr").first
    before = first.inner_text()
    game = season.games.get(key="g1")
    season.games.filter(key="g1").update(score_home=0, winner=game.away)
    recompute.request(season=season, divisions=[division.pk])
    recompute_pending()
    page.wait_for_function("before => document.querySelector('table tbody tr').innerText !== before", arg=before)
    page.wait_for_function("() => document.querySelector('#live-status').textContent === 'The standings have changed.'")


def test_a_coach_reads_on_a_phone_whom_not_to_dress_and_why(page, season):
    sign_in(page, Role.TEAM_REPRESENTATIVE, season, team=season.teams.get(key="A"))
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(at(season, f"suspensions/teams/{season.teams.get(key='A').pk}/"))
    text = page.locator("main").inner_text()
    assert "Player A1" in text
    assert "Suspended until the decision" in text
    page.get_by_role("link", name="Why Player A1 is suspended").first.click()
    assert "the 2nd of the season" in page.locator("main").inner_text()


def test_a_director_decides_with_the_keyboard(page, season):
    sign_in(page, Role.DIRECTOR, season)
    suspension = Suspension.objects.get(incident="g5-fight-1")
    page.goto(at(season, f"suspensions/{suspension.pk}/decide/"))
    page.get_by_label("Set the length").press("Space")
    page.get_by_label("Games in all").fill("3")
    page.get_by_label("Do games missed while waiting count?").select_option("no")
    page.get_by_label("Day of the decision").fill(str(dt.date(2014, 12, 7)))
    page.get_by_label("Reason").fill("heard on Sunday")
    page.get_by_role("button", name="Record the decision").press("Enter")
    page.wait_for_url(f"**/suspensions/{suspension.pk}/")
    recompute_pending()
    page.reload()
    assert "Decided: 3 games in all" in page.locator("main").inner_text()
