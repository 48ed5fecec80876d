"""Versions of rule books never change, and a season remembers by which one it was played when."""

import datetime as dt
from collections.abc import Iterable

import pytest
from django.conf import settings
from django.db import IntegrityError, transaction
from pytest_django import DjangoAssertNumQueries

from league.core.findings import Finding
from league.models import AuditEntry, RecomputeRequest, RuleBookVersion, Season
from league.queries.rulebooks import (
    book_for,
    books_of,
    newest_version,
    newest_versions,
    read_version,
    version_in_force,
    versions_of,
)
from league.rulebook.book import RuleBook
from league.rulebook.faults import RuleBookFaults
from league.rulebook.loader import load, shipped
from league.services.errors import Refused
from league.services.rulebooks import pin_version, publish_shipped, publish_version, show_versions_due
from league.tasks import show_rulebooks_due
from standings.core.book import Points
from tests import factories
from tests.league.rulebook.sample import POINTS, clause, header, tiny
from tests.refusals import refused_by_trigger

pytestmark = pytest.mark.django_db

OCTOBER = dt.datetime(2014, 10, 1, 12, tzinfo=dt.UTC)
DECEMBER = dt.datetime(2014, 12, 1, 12, tzinfo=dt.UTC)


def amended(version: str, win: int) -> str:
    return header(version=version) + clause() + POINTS.replace("win = 2", f"win = {win}")


@pytest.fixture
def one() -> RuleBookVersion:
    return publish_version(text=amended("1", 2), reason="first edition")


@pytest.fixture
def two(one: RuleBookVersion) -> RuleBookVersion:
    return publish_version(text=amended("2", 3), reason="wins count three")


@pytest.fixture
def season(one: RuleBookVersion) -> Season:
    return factories.season(rulebook=one)


@pytest.mark.clause("mn-hockey-fair-play", "P.1.amend")
def test_a_version_keeps_text_author_reason_and_what_it_amends(one: RuleBookVersion) -> None:
    author = factories.user()
    version = publish_version(text=amended("2", 3), actor=author, reason="wins count three")
    assert (version.slug, version.version, version.effective_from) == ("tiny", "2", dt.date(2014, 9, 1))
    assert (version.parent, version.extends, version.author, version.reason) == (
        one, None, author, "wins count three",
    )  # fmt: skip
    assert version.text == amended("2", 3)
    entry = AuditEntry.objects.get(action="publish-rulebook", target_id=str(version.pk))
    assert (entry.after["version"], entry.reason, entry.actor) == ("2", "wins count three", author)


def test_publishing_the_same_text_again_changes_nothing(one: RuleBookVersion) -> None:
    entries = AuditEntry.objects.count()
    assert publish_version(text=amended("1", 2)) == one
    assert (RuleBookVersion.objects.filter(slug="tiny").count(), AuditEntry.objects.count()) == (1, entries)


@pytest.mark.clause("mn-hockey-fair-play", "P.1.amend")
def test_a_published_version_never_gets_another_text(one: RuleBookVersion) -> None:
    with pytest.raises(RuleBookFaults, match="version 1 of tiny is published with another text"):
        publish_version(text=amended("1", 3))
    with refused_by_trigger("UPDATE on league_rulebookversion is refused: its rows stay as they were written"):
        RuleBookVersion.objects.filter(pk=one.pk).update(text="x")


def test_a_faulty_book_is_not_published() -> None:
    with pytest.raises(RuleBookFaults, match=r"tiny\.toml:\d+: points\.wins: unknown key 'wins'"):
        publish_version(text=tiny().replace("win =", "wins ="), name="tiny.toml")
    assert newest_version("tiny") is None


def test_what_else_a_book_has_to_pass_can_refuse_it() -> None:
    def refuse(book: RuleBook) -> Iterable[Finding]:
        yield Finding("example", f"{book.slug} doesn't hold")

    with pytest.raises(RuleBookFaults, match="tiny doesn't hold"):
        publish_version(text=tiny(), checks=[refuse])
    assert newest_version("tiny") is None


def test_a_book_extends_the_newest_version_of_its_base(one: RuleBookVersion, two: RuleBookVersion) -> None:
    child = publish_version(text=header("child", more='extends = "tiny"'))
    assert child.extends == two
    assert read_version(child).one(Points).win == 3
    publish_version(text=amended("3", 4))
    assert read_version(child).one(Points).win == 3, "a version never changes, whatever its base becomes"


def test_every_shipped_book_is_published_once_base_books_first() -> None:
    published = publish_shipped()
    assert sorted(version.slug for version in published) == list(shipped())
    assert publish_shipped() == published
    for version in published:
        assert read_version(version) == load(version.slug)


def test_a_version_in_memory_is_read_without_a_query(
    one: RuleBookVersion, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    child = publish_version(text=header("child", more='extends = "tiny"'))
    with django_assert_num_queries(1):  # the base was read when the child was published
        first = read_version(child)
    with django_assert_num_queries(0):
        assert read_version(child) is first


def test_versions_come_newest_first_and_books_by_slug(two: RuleBookVersion, one: RuleBookVersion) -> None:
    other = publish_version(text=tiny("another"))
    assert [version.version for version in versions_of("tiny")] == ["2", "1"]
    assert newest_versions() == [other, two]
    assert newest_version("tiny") == two


def test_a_season_that_never_changed_its_version_has_the_one_it_pins(season: Season, one: RuleBookVersion) -> None:
    assert version_in_force(season, dt.date(2014, 12, 1)) == one
    assert books_of(season) == [(None, read_version(one))]


def test_what_happens_is_judged_by_the_version_of_its_day(
    season: Season, one: RuleBookVersion, two: RuleBookVersion
) -> None:
    pin_version(season=season, version=two, effective_from=dt.date(2014, 11, 15), now=DECEMBER, reason="amended")
    assert version_in_force(season, dt.date(2014, 11, 14)) == one
    assert version_in_force(season, dt.date(2014, 11, 15)) == two
    assert book_for(season, dt.date(2013, 1, 1)) == read_version(one)
    assert books_of(season) == [(None, read_version(one)), (dt.date(2014, 11, 15), read_version(two))]
    assert season.rulebook == two
    assert Season.objects.get(pk=season.pk).rulebook == two


def test_a_version_of_later_is_shown_from_its_day_on(
    season: Season, one: RuleBookVersion, two: RuleBookVersion
) -> None:
    pin_version(season=season, version=two, effective_from=dt.date(2015, 1, 1), now=DECEMBER, reason="amended")
    assert season.rulebook == one
    assert show_versions_due(now=DECEMBER) == []
    # Chicago is six hours behind: there it is still New Year's Eve
    assert show_versions_due(now=dt.datetime(2015, 1, 1, 5, 59, tzinfo=dt.UTC)) == []
    assert show_versions_due(now=dt.datetime(2015, 1, 1, 6, tzinfo=dt.UTC)) == [season]
    assert show_versions_due(now=dt.datetime(2015, 1, 2, 6, tzinfo=dt.UTC)) == []
    assert Season.objects.get(pk=season.pk).rulebook == two
    assert AuditEntry.objects.filter(action="rulebook-in-force").count() == 1


def test_the_beat_shows_versions_that_are_due(season: Season, two: RuleBookVersion) -> None:
    pin_version(season=season, version=two, effective_from=dt.date(2015, 1, 1), now=DECEMBER, reason="amended")
    assert settings.CELERY_BEAT_SCHEDULE["rule-books"]["task"] == show_rulebooks_due.name
    assert (show_rulebooks_due(), show_rulebooks_due()) == (1, 0)
    assert Season.objects.get(pk=season.pk).rulebook == two


@pytest.mark.clause("mn-hockey-fair-play", "P.1.amend")
def test_after_the_first_game_a_reason_is_asked_for(season: Season, two: RuleBookVersion) -> None:
    division = factories.division(season=season)
    home, away = factories.teams(2, division=division)
    factories.game(division=division, home=home, away=away, starts=dt.datetime(2014, 11, 8, 19, tzinfo=dt.UTC))
    day = dt.date(2014, 11, 1)
    with pytest.raises(Refused, match="the season has begun"):
        pin_version(season=season, version=two, effective_from=day, now=DECEMBER)
    assert season.rulebook_history.count() == 0
    pin_version(season=season, version=two, effective_from=day, now=OCTOBER)
    assert RecomputeRequest.objects.filter(season=season).count() == 3  # the division and its two teams


def test_before_the_first_game_no_reason_is_needed(season: Season, two: RuleBookVersion) -> None:
    pin_version(season=season, version=two, effective_from=dt.date(2014, 9, 1), now=OCTOBER)
    assert season.rulebook == two
    entry = AuditEntry.objects.get(action="pin-rulebook")
    assert (entry.before, entry.after) == (
        {"rulebook": "tiny 1"},
        {"rulebook": "tiny 2", "effective_from": "2014-09-01"},
    )


def test_pinning_twice_for_one_day_keeps_the_last(season: Season, one: RuleBookVersion, two: RuleBookVersion) -> None:
    day = dt.date(2014, 11, 1)
    pin_version(season=season, version=two, effective_from=day, now=DECEMBER, reason="amended")
    pin_version(season=season, version=one, effective_from=day, now=DECEMBER, reason="taken back")
    assert version_in_force(season, day) == one
    assert season.rulebook == one


def test_two_versions_of_one_name_cannot_be(one: RuleBookVersion) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        RuleBookVersion.objects.create(
            slug="tiny", version="1", title="x", text="x", digest="0" * 64, effective_from=dt.date(2014, 9, 1)
        )
