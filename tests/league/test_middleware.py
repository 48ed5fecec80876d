"""A NUL, which no column holds, reaches nothing: not in an address, not in a cookie."""

import pytest
from django.test import Client

from tests import factories


@pytest.mark.parametrize("url", ["/leagues/%00/", "/?q=%00"])
def test_an_address_with_a_nul_is_refused(client: Client, url: str) -> None:
    assert client.get(url).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["sessionid", "django_language", "csrftoken", "messages"])
def test_a_cookie_with_a_nul_is_forgotten(client: Client, name: str) -> None:
    spelt = f'{name}="abcdefgh\\000"'
    assert client.get("/", headers={"Cookie": spelt}).status_code == 200
    data = {"username": "nobody@example.org", "password": "x"}
    assert client.post("/sign-in/", data, headers={"Cookie": spelt}).status_code == 200


@pytest.mark.django_db
def test_the_other_cookies_stay(client: Client) -> None:
    client.force_login(factories.user())
    key = client.cookies["sessionid"].value
    assert client.get("/account/", headers={"Cookie": f'x="\\000"; sessionid={key}'}).status_code == 200
