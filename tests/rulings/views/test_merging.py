"""Directors find the second record of somebody, see what one record would change, and confirm it with a reason."""

import pytest
from django.test import Client

from league.models import Person, Role, Season
from tests import factories
from tests.rulings.test_merging import pair, split, two_fights
from tests.seasons import imported

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return imported(split(two_fights()))


@pytest.fixture
def director(client: Client, season: Season) -> Client:
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    return client


def address(person: Person) -> str:
    return f"/leagues/d9/setup/people/{person.pk}/merge/"


def test_the_other_record_is_found_by_last_name_and_by_words(director: Client, season: Season) -> None:
    kept, absorbed = pair(season)
    first = director.get(address(kept))
    assert [item.person for item in first.context["found_people"]] == [absorbed]  # Player A1, Plyer A1
    assert f'href="?other={absorbed.pk}"' in first.text
    assert [i.person for i in director.get(address(kept), {"q": "plyer"}).context["found_people"]] == [absorbed]
    assert director.get(address(kept), {"q": "nobody"}).context["found_people"] == []


def test_both_are_shown_with_what_changes_and_made_one_with_a_reason(director: Client, season: Season) -> None:
    kept, absorbed = pair(season)
    page = f"{address(kept)}?other={absorbed.pk}"
    shown = director.get(page)
    (item,) = shown.context["seasons"]
    assert [(str(row["given"]), row["team"]) for row in item["rows"]] == [
        ("2014-11-01", "Ashby Otters"),
        ("2014-11-15", "Ashby Otters"),
    ]
    assert f"{address(absorbed)}?other={kept.pk}" in shown.text
    seen = shown.context["form"].initial["seen"]
    without = director.post(page, {"seen": seen, "reason": ""})
    assert "reason" in without.context["form"].errors
    assert not Person.objects.filter(merged_into__isnull=False).exists()
    answer = director.post(page, {"seen": seen, "reason": "one spelling too many"})
    assert answer["Location"] == address(kept)
    absorbed.refresh_from_db()
    assert absorbed.merged_into == kept
    assert director.get(address(absorbed))["Location"] == address(kept)
    there = director.get(f"/leagues/d9/{season.slug}/suspensions/people/{absorbed.pk}/")
    assert there["Location"] == f"/leagues/d9/{season.slug}/suspensions/people/{kept.pk}/"


def test_what_was_not_shown_is_not_done(director: Client, season: Season) -> None:
    kept, absorbed = pair(season)
    page = f"{address(kept)}?other={absorbed.pk}"
    answer = director.post(page, {"seen": "something else", "reason": "typed with care"})
    assert answer.status_code == 200
    assert "typed with care" in answer.text
    assert not Person.objects.filter(merged_into__isnull=False).exists()
    again = director.post(page, {"seen": answer.context["form"]["seen"].value(), "reason": "typed with care"})
    assert again.status_code == 302


def test_two_people_are_told_apart_and_no_form_is_offered(director: Client, season: Season) -> None:
    kept, absorbed = pair(season)
    Person.objects.filter(pk=kept.pk).update(born="2001-01-01")
    Person.objects.filter(pk=absorbed.pk).update(born="2002-01-01")
    page = f"{address(kept)}?other={absorbed.pk}"
    shown = director.get(page)
    assert "different dates of birth" in shown.text
    assert "Make them one record" not in shown.text
    refused = director.post(page, {"seen": shown.context["merger"].digest, "reason": "all the same"})
    assert refused.status_code == 200
    assert not Person.objects.filter(merged_into__isnull=False).exists()


@pytest.mark.parametrize("other", ["x", "0", "99999999999999999999", "-1"])
def test_an_odd_other_is_nobody(director: Client, season: Season, other: str) -> None:
    assert director.get(address(pair(season)[0]), {"other": other}).status_code == 404


def test_one_record_is_not_merged_with_itself_or_another_leagues(director: Client, season: Season) -> None:
    kept, _absorbed = pair(season)
    assert "this is one record" in director.get(address(kept), {"other": kept.pk}).text
    elsewhere = factories.person()
    assert director.get(address(kept), {"other": elsewhere.pk}).status_code == 404
    assert director.get(address(elsewhere)).status_code == 404


def test_only_who_keeps_the_whole_league_may(client: Client, season: Season) -> None:
    kept, _absorbed = pair(season)
    for member in (
        factories.member(Role.STATISTICIAN, season.league),
        factories.member(Role.DIRECTOR, season.league, season=season),
        factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=season.teams.first()),
    ):
        client.force_login(member)
        assert client.get(address(kept)).status_code == 403
