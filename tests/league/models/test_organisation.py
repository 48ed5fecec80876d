"""What the database refuses about leagues, seasons, divisions, teams, rinks and rule books."""

import datetime as dt

import pytest
from django.db.models import ProtectedError

from league.models import RuleBookVersion, Season, SeasonRuleBook
from tests import factories
from tests.refusals import refused_by, refused_by_trigger

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return factories.season(slug="2014-15")


def test_a_league_has_an_address_of_its_own() -> None:
    factories.league(slug="d9")
    with refused_by("league_league_slug_key"):
        factories.league(slug="d9")


def test_a_season_has_an_address_of_its_own_in_its_league(season: Season) -> None:
    with refused_by("season_slug_once_a_league"):
        factories.season(league=season.league, slug="2014-15")
    factories.season(slug="2014-15")


def test_a_season_ends_after_its_start(season: Season) -> None:
    season.ends = dt.date(2014, 10, 29)
    with refused_by("season_ends_after_its_start"):
        season.save()


def test_a_season_is_of_winter_or_summer(season: Season) -> None:
    season.half = "autumn"
    with refused_by("season_half_known"):
        season.save()


def test_a_division_window_is_in_order(season: Season) -> None:
    with refused_by("division_window_in_order"):
        factories.division(season=season, window_start=dt.date(2015, 2, 2), window_end=dt.date(2015, 2, 1))


def test_ids_are_unique_in_their_lists(season: Season) -> None:
    division = factories.division(season=season, key="ba")
    factories.association(season=season, key="nf")
    factories.team(division=division, key="A")
    rink = factories.venue(league=season.league, key="rink-1")
    with refused_by("division_key_once_a_season"):
        factories.division(season=season, key="ba")
    with refused_by("association_key_once_a_season"):
        factories.association(season=season, key="nf")
    with refused_by("team_key_once_a_season"):
        factories.team(division=factories.division(season=season), key="A")
    with refused_by("venue_key_once_a_league"):
        factories.venue(league=rink.league, key="rink-1")
    other = factories.season(league=season.league)
    factories.team(division=factories.division(season=other, key="ba"), key="A")


def test_a_team_without_a_name_is_called_by_its_id(season: Season) -> None:
    division = factories.division(season=season)
    assert str(factories.team(division=division, key="Ørn", name="")) == "Ørn"
    assert str(factories.team(division=division, key="x", name="Ørneslottet & Sønner <IL>")) == (
        "Ørneslottet & Sønner <IL>"
    )


def test_a_version_of_a_rule_book_never_changes(season: Season) -> None:
    message = "UPDATE on league_rulebookversion is refused: its rows stay as they were written"
    season.rulebook.text += "# amended"
    with refused_by_trigger(message):
        season.rulebook.save()
    with refused_by_trigger(message):
        RuleBookVersion.objects.update(title="Another")


def test_a_version_of_a_rule_book_is_kept_while_a_season_refers_to_it(season: Season) -> None:
    with pytest.raises(ProtectedError):
        season.rulebook.delete()
    unused = factories.rulebook(version="2")
    unused.delete()
    assert not RuleBookVersion.objects.filter(version="2").exists()


def test_a_version_of_a_rule_book_is_one(season: Season) -> None:
    book = season.rulebook
    with refused_by("rulebook_version_once"):
        RuleBookVersion.objects.create(slug=book.slug, version=book.version, digest="0" * 64)
    with refused_by("rulebook_digest_is_sha256"):
        RuleBookVersion.objects.create(slug=book.slug, version="2", digest="none")


def test_a_season_changes_to_one_version_on_a_day(season: Season) -> None:
    day = dt.date(2014, 12, 1)
    SeasonRuleBook.objects.create(season=season, rulebook=season.rulebook, effective_from=day)
    with refused_by("season_rulebook_once_a_day"):
        SeasonRuleBook.objects.create(season=season, rulebook=factories.rulebook(version="2"), effective_from=day)
