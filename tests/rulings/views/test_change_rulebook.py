"""A season's rule book changes after its officers have seen what that changes, and said why."""

import datetime as dt

import pytest
from django.test import Client

from league.models import AuditEntry, Outcome, Penalty, PenaltyClass, RuleBookVersion, Season
from league.rulebook.book import MissingSection
from league.rulebook.loader import shipped_text
from league.services.rulebooks import publish_shipped, publish_version
from rulings.amendment import amended
from tests import factories
from tests.league.rulebook.sample import book, clause, header, tiny

pytestmark = pytest.mark.django_db

SLUG = "mn-district-9"


@pytest.fixture
def amendment() -> RuleBookVersion:
    """A version in which a win is worth 3 points."""
    publish_shipped()
    text = shipped_text(SLUG).replace('version = "1"', 'version = "2"')
    return publish_version(text=text + "\n[points]\nwin = 3\n", reason="a win is worth more")


@pytest.fixture
def season(amendment: RuleBookVersion) -> Season:
    """Two teams and one game, in which the winners' Pat fought."""
    made = factories.season(rulebook=RuleBookVersion.objects.get(slug=SLUG, version="1"))
    division = factories.division(season=made)
    otters, bears = factories.teams(2, division=division)
    player = factories.player(otters, name="Pat Falk", number=7)
    game = factories.game(
        division=division, home=otters, away=bears, score=(3, 2), starts=dt.datetime(2014, 11, 8, 19, tzinfo=dt.UTC)
    )
    assert game.outcome == Outcome.PLAYED
    Penalty.objects.create(
        game=game, team=otters, person=player, penalty_class=PenaltyClass.MAJOR, offence="fighting", key="x1"
    )
    return made


@pytest.fixture
def officer(client: Client, season: Season) -> Client:
    client.force_login(factories.member("administrator", season.league), "django.contrib.auth.backends.ModelBackend")
    return client


def address(season: Season) -> str:
    return f"/leagues/{season.league.slug}/{season.slug}/setup/rulebook/"


def asked(version: RuleBookVersion, **more: str) -> dict[str, str]:
    return {"version": str(version.pk), "effective_from": "2014-09-01", "reason": "", "seen": ""} | more


@pytest.mark.clause("mn-hockey-fair-play", "P.1.amend")
def test_what_would_change_is_shown_before_anything_changes(
    officer: Client, season: Season, amendment: RuleBookVersion
) -> None:
    text = officer.post(address(season), asked(amendment, confirm="1")).content.decode()
    assert "What would change today" in text
    row = text.split("Points: 3 ")[1].split("</li>")[0]
    assert row.endswith('<span class="visually-hidden"> becomes </span> 4')
    season.refresh_from_db()
    assert season.rulebook.version == "1"


@pytest.mark.clause("mn-hockey-fair-play", "P.1.amend")
def test_it_is_confirmed_with_a_reason(officer: Client, season: Season, amendment: RuleBookVersion) -> None:
    seen = f"{amendment.pk} 2014-09-01"
    text = officer.post(address(season), asked(amendment, seen=seen, confirm="1")).content.decode()
    assert "the season has begun" in text
    response = officer.post(address(season), asked(amendment, seen=seen, confirm="1", reason="agreed in June"))
    assert response.status_code == 302
    season.refresh_from_db()
    assert season.rulebook == amendment
    assert AuditEntry.objects.get(action="pin-rulebook").reason == "agreed in June"
    text = officer.get(address(season)).content.decode()
    assert "agreed in June" in text
    assert "The beginning" in text


def test_another_choice_than_the_one_seen_is_shown_first(
    officer: Client, season: Season, amendment: RuleBookVersion
) -> None:
    seen = f"{amendment.pk} 2014-09-02"
    text = officer.post(address(season), asked(amendment, seen=seen, confirm="1", reason="agreed")).content.decode()
    assert "What would change today" in text
    assert f'value="{amendment.pk} 2014-09-01"' in text
    season.refresh_from_db()
    assert season.rulebook.version == "1"


def test_a_book_without_standings_shows_that_the_table_would_go(officer: Client, season: Season) -> None:
    bare = publish_version(text=header("bare") + clause())
    text = officer.post(address(season), asked(bare)).content.decode()
    assert "Rank: 1 " in text
    assert text.split("Rank: 1 ")[1].split("</li>")[0].endswith("</span> \N{EN DASH}")


def test_a_book_that_lacks_what_the_season_needs_is_refused(
    officer: Client, season: Season, amendment: RuleBookVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lacking(*args: object, **kwargs: object) -> None:
        raise MissingSection("The rule book has no [results] section.")

    monkeypatch.setattr("rulings.views.rulebook.preview", lacking)
    text = officer.post(address(season), asked(amendment)).content.decode()
    assert "The rule book has no [results] section." in text
    assert "What would change today" not in text


def test_what_is_missing_is_told_all_at_once(officer: Client, season: Season) -> None:
    response = officer.post(address(season), {"version": "999999", "effective_from": "soon"})
    assert response.status_code == 200
    assert set(response.context["form"].errors) == {"version", "effective_from"}


def test_it_is_for_administrators(client: Client, season: Season) -> None:
    assert client.get(address(season)).status_code == 302
    client.force_login(factories.member("director", season.league), "django.contrib.auth.backends.ModelBackend")
    assert client.get(address(season)).status_code == 403


def test_a_book_of_the_same_day_is_replaced_and_others_stay_in_order() -> None:
    one, two, three = (book(tiny(slug)) for slug in ("one", "two", "three"))
    day, later = dt.date(2014, 11, 1), dt.date(2014, 12, 1)
    assert amended([(None, one), (later, two)], three, day) == [(None, one), (day, three), (later, two)]
    assert amended([(None, one), (day, two)], three, day) == [(None, one), (day, three)]
