"""Shows the pages of incident reports: typed at the rink, kept, filed, read by the right people only."""

import pytest
from django.test import Client

from discipline.models import IncidentReport
from discipline.services.incident_reports import file_report, save_draft
from league.models import Role
from tests import factories
from tests.due_process import HOUR, NAME, SECRET, content, process, typed

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return process()


def window(user):
    client = Client()
    client.force_login(user)
    return client


def filed(made):
    return file_report(game=made.game, author=made.official, content=content(), token="t1", now=made.game.starts + HOUR)


@pytest.mark.clause("nb-minor-discipline", "gir.1", "gir.2", "gir.3")
def test_a_new_report_knows_its_game_and_takes_a_penalty_with_one_click(made):
    client = window(made.official)
    url = made.address("incident_form", game=made.game.pk)
    form = client.get(f"{url}?penalty=p1").context["form"]
    assert (form["home_team"].value(), form["visiting_team"].value()) == ("Owatonna", "Faribault")
    assert (form["date"].value(), form["time"].value(), form["division"].value()) == ("2014-11-08", "13:00", "Bantam A")
    assert (form["referee"].value(), form["home_coach"].value()) == ("Bao Halvorsen", made.evening.players["hc"].name)
    row = form.rows[0]
    said = {
        name: row[name].value() for name in ("name", "number", "side", "period", "left", "penalty_class", "penalty")
    }
    assert said == {
        "name": NAME,
        "number": "1",
        "side": "home",
        "period": "2",
        "left": "08:10",
        "penalty_class": "match",
        "penalty": "p1",
    }
    taken = client.post(
        url, {"incident": "so far", "rows-TOTAL_FORMS": "0", "rows-INITIAL_FORMS": "0", "action": "take:p1"}
    )
    assert [row["penalty"].value() for row in taken.context["form"].rows] == ["p1"]
    assert IncidentReport.objects.get().draft["fields"]["incident"] == "so far"


def test_what_is_typed_is_kept_and_comes_back(made):
    client, url = window(made.official), made.address("incident_form", game=made.game.pk)
    said = typed(incident="\x00half a sen") | {"action": "save", "injured": "x" * 300}
    assert client.post(url, said, headers={"X-Draft": "script"}).status_code == 204
    form = client.get(url).context["form"]
    assert (form["incident"].value(), form["injured"].value()) == ("half a sen", "x" * 300)
    assert form.rows[0]["name"].value() == NAME


@pytest.mark.clause("nb-minor-discipline", "gir.6", "gir.7")
def test_filing_says_everything_that_is_missing_and_loses_nothing(made):
    client, url = window(made.official), made.address("incident_form", game=made.game.pk)
    answer = client.post(url, typed(incident="", after="long " * 50_000) | {"rows-0-injury": "on"})
    assert answer.status_code == 200
    assert set(answer.context["form"].errors) == {"incident", "injured", "injury", "injury_details"}
    assert IncidentReport.objects.get().stage == "draft"
    assert client.get(url).context["form"]["after"].value() == "long " * 50_000
    answer = client.post(url, typed(after="long " * 50_000), follow=True)
    report = IncidentReport.objects.get()
    assert (report.stage, answer.context["report"]) == ("filed", report)
    assert SECRET.replace("'", "&#x27;") in answer.text


def test_everybody_else_finds_no_such_report(made):
    report = filed(made)
    url = made.address("incident", incident=report.pk)
    league = made.season.league
    assert SECRET.replace("'", "&#x27;") in window(made.director).get(url).text
    assert window(factories.member(Role.OFFICIAL, league)).get(url).status_code == 404
    for role, more in (
        (Role.ADMINISTRATOR, {}),
        (Role.STATISTICIAN, {}),
        (Role.TEAM_REPRESENTATIVE, {"team": made.evening.home}),
    ):
        assert window(factories.member(role, league, **more)).get(url).status_code == 403
    assert Client().get(url).status_code == 302


def test_no_other_page_says_a_word_of_it(made):
    filed(made)
    coach = window(made.evening.home_coach)
    for client in (coach, window(made.evening.statistician), Client()):
        for path in (
            made.address("season"),
            f"/leagues/{made.season.league.slug}/{made.season.slug}/games/{made.game.pk}/",
        ):
            assert "swung" not in client.get(path, follow=True).text


def test_a_director_asks_and_the_author_answers(made):
    report = filed(made)
    url = made.address("incident", incident=report.pk)
    assert window(made.director).post(url, {"text": "Which hand?"}).status_code == 302
    form = window(made.official).get(made.address("incident_form", game=made.game.pk)).text
    assert "The director has a question" in form
    window(made.official).post(url, {"text": "The left."})
    assert [(item.text, item.question) for item in report.messages.all()] == [
        ("Which hand?", True),
        ("The left.", False),
    ]
    assert window(made.director).post(url, {"text": " "}).context["form"].errors


@pytest.mark.parametrize("more", [0, 6])
def test_the_list_asks_the_same_number_of_queries_for_one_and_many(made, more, django_assert_num_queries):
    filed(made)
    for number in range(more):
        other = factories.game(home=made.evening.home, away=made.evening.away)
        factories.penalty(other, made.player, penalty_class="major", offence="fighting", key=f"m{number}")
        save_draft(game=other, author=made.official, content=content(), now=made.game.starts)
        file_report(
            game=other,
            author=factories.member(Role.OFFICIAL, made.season.league),
            content=content(),
            token=f"o{number}",
            now=made.game.starts,
        )
    client = window(made.director)
    client.get(made.address("incidents"))
    with django_assert_num_queries(9):
        answer = client.get(made.address("incidents"))
    assert (len(answer.context["owed"]), len(answer.context["filed"])) == (more, 1 + more)
