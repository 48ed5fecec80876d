"""Throws odd addresses, queries and forms at every address: what is wrong is refused, nothing breaks."""

import itertools
import re
from collections.abc import Iterator
from urllib.parse import urlencode

from django.conf import settings

from tests.access.conftest import Visit, visit
from tests.access.routes import routes
from tests.access.world import ROLES, World

# Every other address meets every other value: together they meet all.
ODD = (
    *("", "\x00", "-1", "0", "9" * 40, "a" * 3000, "é☃\u202e", "' OR 1=1 --", "<script>alert(1)</script>", "NaN"),
    *("1e400", "2014-02-30", "9999-12-31", "0001-01-01", "..", "%", "[]", "{}", "٣", "true"),
)
PARTS = ("0", "9" * 40, "%00", "..", "a" * 3000, "é", "' --", "%ED%A0%80", "٣", "none")
FORM = "application/x-www-form-urlencoded"
BODIES = (
    ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
    (FORM, b"a=%ED%A0%80&b=\xff\xfe&=&&c"),
    ("application/json", b"{"),
    ("text/plain; charset=no-such-charset", b"\x00\xff"),
)
_READ = re.compile(
    r"""(?:GET|POST)(?:\.get(?:list)?\(|\[)\s*["'](\w+)["']|["'](\w+)["'] (?:not )?in request\.(?:GET|POST)"""
)


def names_read() -> list[str]:
    """Every parameter that a view reads by name, and every field of a form."""
    found = {"page", "seen", "next"}
    for app in ("league", "standings", "discipline", "scheduling", "rulings"):
        for path in (settings.BASE_DIR / app).rglob("*.py"):
            text = path.read_text()
            found |= {name for names in _READ.findall(text) for name in names if name}
            if "forms" in path.parts or path.name == "forms.py":
                found |= set(re.findall(r"^    (\w+) = forms\.\w+\(", text, re.M))
    return sorted(found)


def broken(visits: Iterator[Visit]) -> list[str]:
    """What broke, shortly."""
    return [
        f"{one.method} {one.route.label} as {one.role}: {one.cell} {one.broken[:300]}"
        for one in visits
        if one.answer is None or one.answer.status_code >= 500
    ]


def _turns() -> Iterator[str]:
    """The roles in turn, so that each meets every kind of oddity somewhere; administrators reach most."""
    return itertools.cycle([role for other in ROLES for role in ("adm", other)])


def test_the_parameters_are_found() -> None:
    assert {"page", "q", "who", "start", "email", "username", "key", "reason"} <= set(names_read())


def test_odd_parts_of_addresses(made: World) -> None:
    def asked() -> Iterator[Visit]:
        turns = _turns()
        for route in routes():
            right = made.values(route)
            for part, odd in itertools.product(route.parts, PARTS):
                yield visit(made, route, "GET", next(turns), route.address(**right | {part: odd}))

    assert broken(asked()) == []


def test_odd_queries(made: World) -> None:
    names = names_read()

    def asked() -> Iterator[Visit]:
        turns = _turns()
        for place, route in enumerate(routes()):
            address = route.address(**made.values(route))
            for odd in ODD[place % 2 :: 2]:
                yield visit(made, route, "GET", next(turns), f"{address}?{urlencode(dict.fromkeys(names, odd))}")

    assert broken(asked()) == []


def test_odd_forms(made: World) -> None:
    names = names_read()

    def asked() -> Iterator[Visit]:
        turns = _turns()
        for place, route in enumerate(route for route in routes() if route.takes_posts):
            address = route.address(**made.values(route))
            values = [urlencode(dict.fromkeys(names, odd)).encode() for odd in ODD[place % 2 :: 2]]
            for kind, body in [*BODIES, *((FORM, value) for value in values)]:
                yield visit(made, route, "POST", next(turns), address, data=body, content_type=kind)

    assert broken(asked()) == []
