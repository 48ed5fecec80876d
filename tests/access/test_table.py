"""Looks at what every address answers to every role: as the table says that reviewers read, guarded, nothing inside.

All that looks at every answer stands in this module: the walk takes minutes and is made once.
"""

import os
from collections.abc import Iterable

import pytest

from league.permissions import Action
from tests.access import table
from tests.access.conftest import Visit, visit
from tests.access.inline import inline
from tests.access.routes import operators_routes, routes
from tests.access.world import PUBLIC, ROLES, World


def actual_rows(visits: Iterable[Visit]) -> dict[table.Row, table.Cells]:
    """The rows as the product answers now."""
    rows: dict[table.Row, table.Cells] = {}
    for one in visits:
        row = (one.route.label, one.method)
        rows[row] = (*rows.get(row, ()), one.cell)
    return rows


def test_every_address_answers_every_role_as_the_table_says(visits: list[Visit]) -> None:
    actual = actual_rows(visits)
    if os.environ.get("ACCESS_TABLE") == "write":
        table.FILE.write_text(table.write(actual, ROLES))
        pytest.fail("The table was written anew: read the difference, then run the test without ACCESS_TABLE.")
    found = table.differences(table.read(table.FILE.read_text()), actual, ROLES)
    assert not found, "\n".join(["", *found])


def test_what_does_not_say_that_it_takes_posts_changes_nothing_by_one(made: World) -> None:
    """Such a view refuses a post, or answers it as it answers GET."""
    changing = []
    for route in routes():
        if not route.takes_posts:
            get, post = (visit(made, route, method, "adm").cell for method in ("GET", "POST"))
            if post not in {get, "405"}:
                changing.append(f"{route.label}: {get} to GET, {post} to POST")
    assert changing == []


def test_the_table_is_written_as_it_is_read() -> None:
    text = table.FILE.read_text()
    assert table.write(table.read(text), ROLES) == text


def test_nothing_breaks(visits: list[Visit]) -> None:
    broken = [f"{one.method} {one.route.label} as {one.role}: {one.broken}" for one in visits if one.broken]
    assert not broken, "\n".join(["", *broken])


def test_no_page_has_scripts_or_styles_inside(visits: list[Visit]) -> None:
    found = set()
    for one in visits:
        if one.answer is not None and not one.answer.streaming and "html" in one.answer.get("Content-Type", ""):
            found |= {f"{one.method} {one.route.label}: {what}" for what in inline(one.answer.content.decode())}
    assert found == set()


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


def test_every_view_says_what_one_must_be_allowed_to_do() -> None:
    silent = [route.label for route in routes() if not isinstance(getattr(route.view, "action", None), Action)]
    assert silent == []


def test_the_operators_admin_opens_to_no_role_of_a_league(made: World) -> None:
    opened = []
    for route in operators_routes():
        address = route.address(**dict.fromkeys(route.parts, "1"))
        for role in (PUBLIC, "adm"):
            answer = made.client(role).get(address)
            closed = answer.status_code == 302 and "/login/" in answer["Location"]
            if not closed and not address.endswith(("/login/", "/logout/", "/jsi18n/")):
                opened.append(f"{address} as {role}: {answer.status_code}")
    assert opened == []


SIGNED = frozenset({"league:card_events"})
"""Addresses for machines: who sends is known by a signature, and a form's token would shut them out."""


@pytest.mark.parametrize("body", [{}, {"id": "evt_1", "type": "charge.refunded", "livemode": False}])
def test_addresses_for_machines_refuse_whatever_is_not_signed(made: World, body: dict[str, object]) -> None:
    for route in (route for route in routes() if route.name in SIGNED):
        for role in ROLES:
            client = made.client(role, enforce_csrf_checks=True)
            answer = client.post(route.address(**made.values(route)), body, content_type="application/json")
            assert (answer.status_code, answer.content) == (400, b"")


def test_changing_addresses_need_the_forms_token(made: World) -> None:
    """Whatever takes a POST refuses one from another site."""
    unguarded = []
    for route in (route for route in routes() if route.name not in SIGNED):
        for role in (PUBLIC, "adm", "team rep") if route.takes_posts else ():
            client = made.client(role, enforce_csrf_checks=True)
            status = client.post(route.address(**made.values(route))).status_code
            if status != 403:
                unguarded.append(f"{route.label} as {role}: {status}")
    assert unguarded == []


def test_head_and_options_do_nothing(made: World) -> None:
    odd = []
    for route in routes():
        address = route.address(**made.values(route))
        for method, role in (("HEAD", "adm"), ("HEAD", PUBLIC), ("OPTIONS", "adm"), ("DELETE", "adm")):
            answer = made.client(role).generic(method, address)
            if answer.status_code >= 500 or (method == "HEAD" and answer.content):
                odd.append(f"{method} {route.label} as {role}: {answer.status_code}")
    assert odd == []
