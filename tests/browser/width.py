"""Looks whether a page fits its window, once it has arrived there."""

from playwright.sync_api import Page

_FITS = "document.documentElement.scrollWidth <= innerWidth"


def fits(page: Page) -> bool:
    """Whether the page can be read without scrolling sideways.

    A document that is still being put in place of another has no root element yet: it is waited for.
    """
    page.wait_for_load_state()
    page.wait_for_function("document.documentElement !== null")
    return bool(page.evaluate(_FITS))
