"""The rule book pages are accessible, fit a phone, and open at the clause that a ruling links to."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from league.rulebook.links import ROOT, book_url, clause_url
from league.services.rulebooks import publish_shipped, publish_version
from tests.league.rulebook.sample import POINTS, clause, header

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def published(transactional_db: None) -> None:
    publish_shipped()
    publish_version(text=header() + clause("1", "A win is 2 points.") + POINTS)
    new = header(version="2") + clause("1", "A win is 3 points.") + clause("2")
    publish_version(text=new + POINTS.replace("win = 2", "win = 3"), reason="wins count three")


@pytest.mark.parametrize(
    "address", [ROOT, book_url("mn-district-9"), book_url("tiny", "1"), "/rulebooks/tiny/compare/1/2/"]
)
def test_axe_finds_nothing(page: Page, assert_accessible: Callable[[Page], None], address: str) -> None:
    page.goto(address)
    for example in page.locator("main section details").all()[:3]:
        example.locator("summary").click()
    assert_accessible(page)


def test_a_link_to_a_clause_opens_the_book_there(page: Page) -> None:
    page.goto(clause_url("mn-district-9", "1", "3.15.a"))
    expect(page.get_by_role("region", name="3.15.a Head to head")).to_be_in_viewport()


def test_the_contents_lead_to_a_clause(page: Page) -> None:
    page.goto(book_url("mn-district-9"))
    page.locator("summary", has_text="Section 4:").click()
    page.get_by_role("link", name="4.4 Fighting: two games").click()
    expect(page.get_by_role("region", name="4.4 Fighting: two games")).to_be_in_viewport()
