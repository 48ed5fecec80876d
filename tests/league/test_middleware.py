"""A NUL, which no column holds, reaches nothing; a body larger than any form isn't read."""

import pytest
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse
from django.test import Client, RequestFactory

from league.middleware import SizeMiddleware
from league.services.attachments import LARGEST, MOST_FILES
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


@pytest.mark.parametrize("length", [settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1, 10**12, 10**20, -1])
def test_a_body_that_is_too_large_is_refused_before_it_is_read(client: Client, length: int) -> None:
    response = client.post("/sign-in/", CONTENT_LENGTH=str(length))
    assert response.status_code == 400
    assert "A file may be too large" in response.content.decode()


def test_who_comes_with_a_session_may_send_as_many_files_as_a_report_takes() -> None:
    assert settings.LARGEST_UPLOAD > MOST_FILES * LARGEST
    ask = SizeMiddleware(lambda request: HttpResponse("read"))
    for length, refused in ((MOST_FILES * LARGEST, False), (settings.LARGEST_UPLOAD + 1, True)):
        request = RequestFactory().post("/", CONTENT_LENGTH=str(length))
        request.COOKIES[settings.SESSION_COOKIE_NAME] = "abcdefgh"
        if refused:
            with pytest.raises(RequestDataTooBig):
                ask(request)
        else:
            assert ask(request).content == b"read"
