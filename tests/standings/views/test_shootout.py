"""Shows the page on which a shootout is entered: what it asks, what it finds, what stays typed, and who sees whom."""

import pytest
from django.urls import reverse

from league.models import Game, Role
from standings.models import Shootout
from tests import factories
from tests.standings.test_shootouts import game_of, record, season_with_a_level_game


@pytest.fixture
def season(db):
    return season_with_a_level_game()


def address(season, view="standings:shootout", key="g1"):
    kwargs = {"league": season.league.slug, "season": season.slug, "game": game_of(season, key).pk}
    return reverse(view, kwargs=kwargs)


def typed(season, text, **more):
    """The form: `A1+ B1-` in order; the rest of it as the page sends it."""
    data = {"began": "home", "seen_version": str(game_of(season).version), "rounds": "3", "action": "save"}
    counts = {"A": 0, "B": 0}
    for word in text.split():
        counts[word[0]] += 1
        name = f"{'home' if word[0] == 'A' else 'away'}_{counts[word[0]]}"
        data[f"{name}_who"] = "" if word[1] == "?" else f"{word[0]}-{word[1:-1]}"
        data[f"{name}_end"] = "goal" if word[-1] == "+" else "no"
    return data | more


def codes(response):
    return [finding.code for finding in response.context["found"]]


@pytest.mark.clause("alberta-mens", "4-8.a.2")
def test_warnings_are_shown_before_saving_and_saved_once_seen(client, season):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    data = typed(season, "A1+ B1- A1+ B2-")
    shown = client.post(address(season), data)
    assert codes(shown) == ["shootout-changes-result"]
    assert not Shootout.objects.exists()
    assert 'value="A-1" selected' in shown.text
    saved = client.post(address(season), data | {"shown": shown.context["shown"]})
    assert (saved.status_code, saved["Location"]) == (302, address(season, "league:game"))
    assert game_of(season).winner.key == "A"


def test_a_warning_that_was_not_shown_is_shown_even_though_others_were(client, season):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    shown = client.post(address(season), typed(season, "A1+ B1- A1+ B2-"))
    other = client.post(address(season), typed(season, "A1- B1+ A2- B2+", shown=shown.context["shown"]))
    assert codes(other) == ["shootout-changes-result"]
    assert not Shootout.objects.exists()


def test_what_is_missing_between_the_shots_is_asked_for_all_at_once(client, season):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    data = typed(season, "A1+ B1- A2+ B2-") | {"away_1_end": "", "home_2_end": "", "home_3_who": "A-3"}
    response = client.post(address(season), data)
    assert sorted(response.context["form"].errors) == ["away_1_end", "home_2_end", "home_3_end"]
    assert 'value="A-3" selected' in response.text


def test_more_rounds_keep_what_was_typed(client, db):
    season = season_with_a_level_game(kind="playoff", stage="final")
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    data = typed(season, "A1+ B1-", rounds="6", action="more")
    response = client.post(address(season), data)
    assert response.context["form"].rounds == 9
    assert 'value="A-1" selected' in response.text
    assert "invalid-feedback" not in response.text


@pytest.mark.parametrize("rounds", ["", "x", "-1", "99999999", "\N{SUPERSCRIPT TWO}", "\0"])
def test_nonsense_is_answered_with_the_page(client, season, rounds):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    data = {"rounds": rounds, "seen_version": rounds, "began": rounds, "home_1_who": rounds, "action": rounds}
    assert client.post(address(season), data).status_code == 200


def test_of_two_at_once_the_second_sees_what_the_first_left_and_keeps_what_was_typed(client, season):
    data = typed(season, "A1- B1+ A2- B2+")
    record(season, "A1+ B1- A2+ B2-")
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    response = client.post(address(season), data)
    assert response.status_code == 409
    assert codes(response) == ["report.conflict"]
    assert [shot["scored"] for row in response.context["theirs"] for shot in row["shots"]] == [True, False, True, False]
    assert response.context["form"]["away_1_end"].value() == "goal"


def test_everybody_sees_the_rounds_and_nobody_a_name(client, season):
    record(season, "A1+ B1- A2+ B2-", goalies={"A": "A-7", "B": "B-7"})
    page = client.get(address(season, "league:game"))
    assert "Shootout" in page.text
    assert page.text.count("no goal") == 2
    assert "Player A1" not in page.text
    assert "Player B7" not in page.text
    assert address(season) not in page.text


@pytest.mark.parametrize(
    ("role", "answer"),
    [(Role.STATISTICIAN, 200), (Role.ADMINISTRATOR, 200), (Role.DIRECTOR, 403), (Role.OFFICIAL, 403)],
)
def test_who_may_enter_it(client, season, role, answer):
    client.force_login(factories.member(role, season.league))
    assert client.get(address(season)).status_code == answer


def test_a_representative_comes_to_it_from_the_report_and_from_the_game(client, season):
    home = game_of(season).home
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=home))
    Game.objects.filter(key="g1").update(report_state="provisional", reported_at="2014-11-01T20:00Z", verified_at=None)
    kwargs = {"league": season.league.slug, "season": season.slug, "game": game_of(season).pk, "team": home.pk}
    for url in (reverse("league:report", kwargs=kwargs), address(season, "league:game")):
        assert address(season) in client.get(url).text
    response = client.post(address(season), typed(season, "A1+ B1- A2+ B2-"))
    assert codes(response) == ["shootout-contradicts"]
    assert response.context["refused"]


def test_a_game_that_is_not_level_offers_none(client, season):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    assert address(season, key="g2") not in client.get(address(season, "league:game", "g2")).text
    refused = client.post(address(season, key="g2"), typed(season, "A1+ B1- A2+ B2-"))
    assert codes(refused)[0] == "shootout-not-level"


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"home_goalie": "A-7", "home_relief": "A-6"}, "home_since"),
        ({"home_goalie": "A-7", "home_since": "2"}, "home_relief"),
        ({"home_relief": "A-6", "home_since": "2"}, "home_goalie"),
        ({"home_goalie": "A-7", "home_relief": "A-7", "home_since": "2"}, "home_relief"),
        ({"home_goalie": "A-7", "home_relief": "A-6", "home_since": "3"}, "home_since"),
        ({"home_goalie": "A-7", "home_relief": "A-6", "home_since": "\0"}, "home_since"),
    ],
)
def test_a_change_of_goalie_needs_both_and_a_round_that_was_shot(client, season, more, wrong):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    response = client.post(address(season), typed(season, "A1- B1+ A2- B2+", **more))
    assert wrong in response.context["form"].errors
    assert not Shootout.objects.exists()


def test_a_change_of_goalie_is_entered_and_comes_back_into_the_form(client, season):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    data = typed(season, "A1+ B1- A2+ B2-", home_goalie="A-7", home_relief="A-6", home_since="2")
    shown = client.post(address(season), data)
    assert client.post(address(season), data | {"shown": shown.context["shown"]}).status_code == 302
    form = client.get(address(season)).context["form"]
    assert [form[name].value() for name in ("home_goalie", "home_relief", "home_since", "away_relief")] == [
        "A-7", "A-6", "2", None,
    ]  # fmt: skip
