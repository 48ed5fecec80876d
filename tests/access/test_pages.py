"""Shows that no page brings scripts or styles inside, and that every answer comes with the headers that guard it."""

import re
from html.parser import HTMLParser
from pathlib import Path

from django.conf import settings
from django.test import Client

from tests.access.conftest import Visit
from tests.access.world import World

TEMPLATES = settings.BASE_DIR / "templates"
_TAGS = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.S)


class Inline(HTMLParser):
    """Collects what a strict policy refuses: inline scripts and styles, and what would run them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        names = dict(attrs)
        self._script = tag == "script" and "src" not in names and names.get("type") != "application/json"
        if tag == "style" or self._script:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")) or (value or "").strip().startswith("javascript:"):
                self.found.append(f"{tag} {name}={value!r}")


def inline(html: str) -> list[str]:
    """What is inline in a page or a template."""
    parser = Inline()
    parser.feed(html)
    return parser.found


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


def test_no_page_has_scripts_or_styles_inside(visits: list[Visit]) -> None:
    found = set()
    for one in visits:
        if one.answer is not None and not one.answer.streaming and "html" in one.answer.get("Content-Type", ""):
            found |= {f"{one.method} {one.route.label}: {what}" for what in inline(one.answer.content.decode())}
    assert found == set()


def test_the_operators_admin_keeps_the_policy_too(made: World) -> None:
    client = made.client("operator")
    for address in ("/operators/", "/operators/league/user/", "/operators/league/membership/add/"):
        answer = client.get(address)
        assert (answer.status_code, inline(answer.content.decode())) == (200, [])
        assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_every_answer_comes_with_its_guards(visits: list[Visit]) -> None:
    expected = {
        "X-Frame-Options": "DENY",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
    missing = set()
    for one in visits:
        if one.answer is None:
            continue
        policy = one.answer.get("Content-Security-Policy", "")
        if "default-src 'self'" not in policy and "default-src 'none'" not in policy:
            missing.add(f"{one.route.label}: Content-Security-Policy {policy!r}")
        if "unsafe" in policy:
            missing.add(f"{one.route.label}: {policy!r}")
        if "camera=()" not in one.answer.get("Permissions-Policy", ""):
            missing.add(f"{one.route.label}: Permissions-Policy")
        missing |= {f"{one.route.label}: {name}" for name, value in expected.items() if one.answer.get(name) != value}
    assert missing == set()


def test_a_page_for_somebody_is_not_kept_by_caches_between(visits: list[Visit]) -> None:
    """Whatever depends on who asks says so."""
    shared = {
        one.route.label
        for one in visits
        if one.answer is not None and one.cell == "200" and "Cookie" not in one.answer.get("Vary", "")
    }
    assert shared == set()


def test_errors_come_with_their_guards_too(db: None) -> None:
    client = Client(raise_request_exception=False)
    for address, status in (("/no-such-page/", 404), ("/sign-out/", 405), ("/?page=%00", 400), ("/\x00/", 400)):
        answer = client.get(address)
        assert answer.status_code == status
        assert "default-src 'self'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"
