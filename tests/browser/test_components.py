"""Shows that the component page is accessible, fits a phone, and that its scripts do what they say."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def components(page: Page, settings: object) -> Page:
    """The component page, as the demo shows it."""
    settings.DEMO = True  # type: ignore[attr-defined]
    page.goto("/components/")
    return page


def test_axe_finds_nothing_on_the_component_page(components: Page, assert_accessible: Callable[[Page], None]) -> None:
    assert_accessible(components)


def test_a_chosen_theme_is_kept_and_auto_follows_the_system(components: Page) -> None:
    components.emulate_media(color_scheme="light")
    components.get_by_role("button", name="Dark").click()
    components.reload()
    expect(components.locator("html")).to_have_attribute("data-bs-theme", "dark")
    expect(components.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    components.get_by_role("button", name="Auto").click()
    expect(components.locator("html")).to_have_attribute("data-bs-theme", "light")


def test_the_policy_refuses_nothing_of_ours(page: Page, settings: object) -> None:
    settings.DEMO = True  # type: ignore[attr-defined]
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with page.expect_response(lambda response: "seen=1" in response.url) as asked:
        page.goto("/components/")
    assert asked.value.status == 204
    assert complaints == []


def test_the_first_tab_stop_skips_to_the_content(components: Page) -> None:
    components.keyboard.press("Tab")
    expect(components.get_by_role("link", name="Skip to content")).to_be_focused()
    components.keyboard.press("Enter")
    expect(components.locator("main")).to_be_focused()


def test_the_menu_opens_on_a_phone_by_keyboard(components: Page) -> None:
    components.set_viewport_size({"width": 360, "height": 740})
    components.locator(".nav-narrow summary").focus()
    components.keyboard.press("Enter")
    expect(components.locator(".nav-narrow nav")).to_be_visible()
