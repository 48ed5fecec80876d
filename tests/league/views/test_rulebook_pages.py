"""The rule book pages show the whole book, an anchor a clause, and what changed; in a fixed number of queries."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from league.models import RuleBookVersion
from league.rulebook.links import ROOT, book_url, clause_anchor, clause_url
from league.rulebook.loader import load
from league.services.rulebooks import publish_shipped, publish_version
from tests.league.rulebook.sample import POINTS, clause, header

pytestmark = pytest.mark.django_db


@pytest.fixture
def published() -> dict[str, RuleBookVersion]:
    return {version.slug: version for version in publish_shipped()}


@pytest.fixture
def two_versions() -> tuple[RuleBookVersion, RuleBookVersion]:
    old = header() + clause("1", "A win is 2 points.") + clause("2", "Gone soon.") + POINTS
    new = header(version="2") + clause("1", "A win is 3 points.") + clause("3", "Quite new.")
    return (
        publish_version(text=old),
        publish_version(text=new + POINTS.replace("win = 2", "win = 3"), reason="wins count three"),
    )


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


def test_addresses_are_those_that_rulings_link_to() -> None:
    assert reverse("league:rulebooks") == ROOT
    assert reverse("league:rulebook", args=["tiny"]) == book_url("tiny")
    assert reverse("league:rulebook_version", args=["tiny", "2014 b"]) == book_url("tiny", "2014 b")


def test_every_book_is_listed_with_what_it_builds_on(client: Client, published: dict[str, RuleBookVersion]) -> None:
    text = text_of(client, ROOT)
    for version in published.values():
        assert f'<a href="{book_url(version.slug)}">{escape(version.title)}</a>' in text
    assert book_url("mn-hockey-fair-play", "1") in text


def test_without_a_book_the_list_says_so(client: Client) -> None:
    assert "No rule book is published yet" in text_of(client, ROOT)


@pytest.mark.parametrize("slug", ["mn-hockey-fair-play", "mn-district-9"])
def test_every_clause_has_its_anchor_text_and_what_the_product_does(
    client: Client, published: dict[str, RuleBookVersion], slug: str
) -> None:
    text = text_of(client, book_url(slug))
    for id, stated in load(slug).clauses.items():
        assert text.count(f'<section class="panel" id="{clause_anchor(id)}"') == 1
        assert escape(stated.text) in text
        assert escape(stated.does) in text
        assert escape(stated.reads or "") in text
        for example in stated.examples:
            assert escape(example.says) in text


def test_a_clause_shows_the_figures_that_drive_it(client: Client, published: dict[str, RuleBookVersion]) -> None:
    text = text_of(client, book_url("mn-district-9"))
    part = text.split('id="clause-3.15.e"')[1].split("</section>")[0]
    assert "In figures" in part
    assert "at most 6 a game" in part
    assert "3.15.g" not in part


def test_a_clause_taken_over_leads_to_the_book_that_states_it(
    client: Client, published: dict[str, RuleBookVersion]
) -> None:
    text = text_of(client, book_url("mn-district-9", "1"))
    part = text.split('id="clause-P.2.a"')[1].split("</section>")[0]
    assert f'href="{clause_url("mn-hockey-fair-play", "1", "P.2.a")}"' in part


def test_an_older_version_says_so_and_stays_as_it_was(
    client: Client, two_versions: tuple[RuleBookVersion, RuleBookVersion]
) -> None:
    newest, older = text_of(client, book_url("tiny")), text_of(client, book_url("tiny", "1"))
    assert "This is an older version" in older
    assert "This is an older version" not in newest
    assert "A win is 2 points." in older
    assert "A win is 3 points." in newest
    assert f'href="{reverse("league:rulebook_changes", args=["tiny", "1", "2"])}"' in newest
    assert "wins count three" in newest


@pytest.mark.clause("mn-hockey-fair-play", "P.1.amend")
def test_two_versions_are_compared_word_by_word_and_value_by_value(
    client: Client, two_versions: tuple[RuleBookVersion, RuleBookVersion]
) -> None:
    text = text_of(client, reverse("league:rulebook_changes", args=["tiny", "1", "2"]))
    assert "A win is <del>2 </del><ins>3 </ins>points." in text
    assert "<ins>Quite new.</ins>" in text
    assert "<del>Gone soon.</del>" in text
    row = text.split("<code>points.win</code>")[1].split("</tr>")[0]
    assert [cell.split("</td>")[0] for cell in row.split("<td>")[1:]] == ["2", "3"]
    assert "wins count three" in text


def test_a_version_is_compared_with_itself_without_a_change(
    client: Client, two_versions: tuple[RuleBookVersion, RuleBookVersion]
) -> None:
    assert "Nothing changed" in text_of(client, reverse("league:rulebook_changes", args=["tiny", "1", "1"]))


@pytest.mark.parametrize(
    "address",
    ["/rulebooks/nobody/", "/rulebooks/tiny/9/", "/rulebooks/tiny/compare/1/9/", "/rulebooks/tiny/compare/9/1/"],
)
def test_what_there_is_not_is_a_404(
    client: Client, two_versions: tuple[RuleBookVersion, RuleBookVersion], address: str
) -> None:
    assert client.get(address).status_code == 404


def test_a_book_s_text_is_never_markup(client: Client) -> None:
    publish_version(text=header() + clause("1", "<b>bold</b> & <script>") + POINTS)
    text = text_of(client, book_url("tiny"))
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;" in text
    assert "<b>bold</b>" not in text


def test_pages_take_the_same_queries_whatever_the_book_holds(
    client: Client,
    published: dict[str, RuleBookVersion],
    two_versions: tuple[RuleBookVersion, RuleBookVersion],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for slug in ("mn-district-9", "tiny"):
        text_of(client, book_url(slug))  # now in memory
        with django_assert_num_queries(1):
            text_of(client, book_url(slug))
    text_of(client, reverse("league:rulebook_changes", args=["tiny", "1", "2"]))
    with django_assert_num_queries(1):
        text_of(client, reverse("league:rulebook_changes", args=["tiny", "1", "2"]))
    with django_assert_num_queries(1):
        text_of(client, ROOT)
