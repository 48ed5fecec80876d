"""The operators' admin: who gets in, what can be changed, and that every change is in the audit trail."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from league.models import AuditEntry, League, Membership, Role, User
from league.services.audit import verify_chain
from tests import factories

pytestmark = pytest.mark.django_db

EDITABLE = {"league.user", "league.league", "league.venue", "league.membership"}


@pytest.fixture
def operator() -> User:
    return User.objects.create_superuser("operator@example.org", "hunter-of-pucks")


@pytest.fixture
def page(operator: User) -> Client:
    client = Client()
    client.force_login(operator, backend="django.contrib.auth.backends.ModelBackend")
    return client


def our_models() -> dict[str, admin.ModelAdmin]:  # type: ignore[type-arg]
    ours = ("league", "standings", "discipline", "scheduling")
    return {
        model._meta.label_lower: model_admin
        for model, model_admin in admin.site._registry.items()
        if model._meta.app_label in ours
    }


def test_only_operators_get_in() -> None:
    client = Client()
    administrator = factories.member(Role.ADMINISTRATOR, factories.league())
    client.force_login(administrator, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(reverse("admin:index"))
    assert (answer.status_code, answer.headers["Location"]) == (302, "/operators/login/?next=/operators/")


@pytest.mark.parametrize("label", sorted(our_models()))
def test_every_list_opens_and_what_is_read_only_offers_no_change(page: Client, label: str) -> None:
    name = label.replace(".", "_")
    assert page.get(reverse(f"admin:{name}_changelist"), {"q": "a"}).status_code == 200
    expected = 200 if label in EDITABLE else 403
    assert page.get(reverse(f"admin:{name}_add")).status_code == expected


def test_what_the_audit_demands_is_read_only(page: Client) -> None:
    game = factories.game()
    report = factories.report(game, game.home)
    for record in (report, game, game.season.rulebook):
        name = record._meta.label_lower.replace(".", "_")
        address = reverse(f"admin:{name}_change", args=[record.pk])
        assert page.get(address).status_code == 200
        assert page.post(address, {}).status_code == 403
        assert page.post(reverse(f"admin:{name}_delete", args=[record.pk]), {"post": "yes"}).status_code == 403


def test_nothing_is_deleted_here(page: Client) -> None:
    user = factories.user()
    answer = page.post(reverse("admin:league_user_delete", args=[user.pk]), {"post": "yes"})
    assert answer.status_code == 403
    assert User.objects.filter(pk=user.pk).exists()


def test_a_change_is_in_the_audit_trail_with_both_values(page: Client, operator: User) -> None:
    league = factories.league(name="Distrct 9", slug="d9")
    answer = page.post(
        reverse("admin:league_league_change", args=[league.pk]),
        {"name": "District 9", "slug": "d9", "language": "en"},
    )
    assert answer.status_code == 302
    entry = AuditEntry.objects.get()
    assert League.objects.get().name == "District 9"
    assert (entry.actor, entry.source, entry.action, entry.league) == (operator, "web", "operator-change", league)
    assert (entry.before["name"], entry.after["name"]) == ("Distrct 9", "District 9")
    assert entry.address == "127.0.0.1"
    assert entry.request_id == answer.headers["X-Request-ID"]
    assert verify_chain(league).broken is None


def test_a_user_is_added_without_a_password(page: Client) -> None:
    page.post(reverse("admin:league_user_add"), {"email": "New.Coach@Example.org", "language": "en", "is_active": "on"})
    user = User.objects.get(email="new.coach@example.org")
    assert not user.has_usable_password()
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.league, entry.before) == ("operator-add", None, None)
    assert "password" not in entry.after


def test_a_role_is_granted_by_the_operator_and_an_impossible_one_is_a_form_error(page: Client, operator: User) -> None:
    league, user = factories.league(), factories.user()
    fields = {"user": user.pk, "league": league.pk, "role": Role.DIRECTOR}
    page.post(reverse("admin:league_membership_add"), fields)
    assert Membership.objects.get(user=user).granted_by == operator
    answer = page.post(reverse("admin:league_membership_add"), fields | {"role": Role.TEAM_REPRESENTATIVE})
    assert answer.status_code == 200
    assert answer.context["adminform"].form.errors["__all__"] == [
        "Constraint “membership_scope_fits_role” is violated."
    ]
    assert AuditEntry.objects.get().league == league
