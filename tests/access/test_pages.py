"""Shows what is recognised as inline code, and that templates, errors and the operators' admin have none."""

import re
from pathlib import Path

from django.conf import settings
from django.test import Client

from tests.access.inline import inline
from tests.access.world import World

TEMPLATES = settings.BASE_DIR / "templates"
_TAGS = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.S)


def test_inline_code_is_recognised() -> None:
    assert inline("<p style='a'>") == ["p style='a'"]
    assert inline("<script>x()</script>") == ["<script>"]
    assert inline("<a href=' javascript:x()' onclick='y()'>") == ["a href=' javascript:x()'", "a onclick='y()'"]
    assert inline("<style>p{}</style><b hx-on:click='x'>") == ["<style>", "b hx-on:click='x'"]
    assert inline("<script src='/static/x.js'></script><script type='application/json'>{}</script>") == []


def test_no_template_has_scripts_or_styles_inside() -> None:
    files = [path for folder in _template_folders() for path in folder.rglob("*.html")]
    assert len(files) > 20
    found = {str(path): inline(_TAGS.sub("", path.read_text())) for path in files}
    assert {path: what for path, what in found.items() if what} == {}


def _template_folders() -> list[Path]:
    return [TEMPLATES, *(settings.BASE_DIR / app / "templates" for app in settings.INSTALLED_APPS if "." not in app)]


def test_the_operators_admin_keeps_the_policy_too(made: World) -> None:
    client = made.client("operator")
    for address in ("/operators/", "/operators/league/user/", "/operators/league/membership/add/"):
        answer = client.get(address)
        assert (answer.status_code, inline(answer.content.decode())) == (200, [])
        assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_errors_come_with_their_guards_too(db: None) -> None:
    client = Client(raise_request_exception=False)
    for address, status in (("/no-such-page/", 404), ("/sign-out/", 405), ("/?page=%00", 400), ("/\x00/", 400)):
        answer = client.get(address)
        assert answer.status_code == status
        assert "default-src 'self'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
