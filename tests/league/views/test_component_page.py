"""Shows who sees the component page, and that error pages stand on their own."""

import pytest
from django.template.loader import get_template
from django.test import Client


def test_the_component_page_is_not_for_the_public(client: Client, db: None) -> None:
    assert client.get("/components/").status_code == 404


def test_the_demo_shows_the_component_page(client: Client, db: None, settings: object) -> None:
    settings.DEMO = True  # type: ignore[attr-defined]
    response = client.get("/components/")
    assert response.status_code == 200
    assert "<h1>Components</h1>" in response.content.decode()


def test_the_pages_obey_the_policy_against_inline_scripts_and_styles(
    client: Client, db: None, settings: object
) -> None:
    settings.DEMO = True  # type: ignore[attr-defined]
    text = client.get("/components/").content.decode()
    for forbidden in ("<style", " style=", "<script>", "javascript:", " onclick=", "hx-on"):
        assert forbidden not in text


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "500"])
def test_error_pages_need_no_request_and_say_what_to_do(name: str) -> None:
    text = get_template(f"{name}.html").render({})
    assert "<li>" in text
    assert 'aria-label="Main"' in text


def test_a_missing_page_says_so(client: Client, db: None) -> None:
    response = client.get("/there/is/no/such/page/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()
