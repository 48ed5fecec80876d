"""Shows whom the gate names in a season that isn't saved yet, with the reason and the return."""

import datetime as dt
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from league.models import Role, Season
from league.rulebook.loader import load
from league.services.rulebooks import publish_shipped
from rulings.compose import rule_facts
from rulings.eligibility import KeptOut, kept_out
from tests import factories
from tests.discipline.core.builders import facts_of, fought, played, to_come, with_pat
from tests.seasons import fight, people, season_file

BOOK = load("mn-district-9")


def of(*games):
    return kept_out(rule_facts(facts_of(*games), BOOK))


def named(found):
    return [(one.person, one.team, one.day, one.used, one.back) for one in found]


def test_somebody_suspended_is_named_once_with_the_next_game_and_the_return():
    games = (fought(1), to_come(2), to_come(3), to_come(4))
    second, fourth = (facts_of(*games).game[key].day for key in ("g2", "g4"))
    [one] = of(*games)
    assert named([one]) == [("pat", "otters", second, False, fourth)]
    assert one.clauses == ("4.4",)
    assert one.why


def test_a_use_stands_before_what_is_to_come():
    games = (fought(1), with_pat(played(2)), to_come(3), to_come(4), to_come(5))
    assert [(one.used, one.team) for one in of(*games)] == [(True, "otters"), (False, "otters")]


def test_nobody_is_named_where_everybody_may_play():
    assert of(played(1), to_come(2)) == ()


@given(st.integers(1, 6))
def test_each_is_named_once_however_many_games_are_owed(to_be_played):
    found = of(fought(1), fought(2), *(to_come(number) for number in range(3, 3 + to_be_played)))
    assert len({(one.person, one.team, one.used, one.day) for one in found}) == len(found)
    assert sum(not one.used for one in found) == 1
    assert all(isinstance(one, KeptOut) for one in found)


@pytest.mark.django_db
def test_the_dry_run_names_them_before_anything_is_saved(client):
    document = season_file(["A 3-2 B", "B v A", "A v B", "B v A"], teams=2)
    people(document)
    fight(document["games"][0], "A", "A-1")
    league = factories.league()
    publish_shipped()
    client.force_login(factories.member(Role.ADMINISTRATOR, league))
    url = reverse("rulings:import_season", kwargs={"league": league.slug})
    page = client.post(url, {"file": SimpleUploadedFile("s.json", json.dumps(document).encode())})
    [one] = page.context["kept_out"]
    assert (one.person, one.day, one.back) == ("Player A1", dt.date(2014, 11, 8), dt.date(2014, 11, 22))
    assert "Player A1" in page.text
    assert not Season.objects.exists()
