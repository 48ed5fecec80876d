"""Shows when a live region hears that nothing is new."""

from django.test import RequestFactory

from league.face.live import nothing_new


def test_the_version_already_shown_is_answered_without_content() -> None:
    response = nothing_new(RequestFactory().get("/table/?seen=7"), 7)
    assert response is not None
    assert (response.status_code, response.content) == (204, b"")


def test_another_version_and_the_page_itself_are_rendered() -> None:
    assert nothing_new(RequestFactory().get("/table/?seen=6"), 7) is None
    assert nothing_new(RequestFactory().get("/table/"), 7) is None
