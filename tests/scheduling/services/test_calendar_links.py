"""Checks private calendar addresses: secrets that nobody keeps, a limit, and an audit trail without them."""

import pytest
from django.utils import timezone

from league.models import AuditEntry
from league.services.errors import Refused
from scheduling.models import CalendarLink
from scheduling.services.calendar_links import MOST, create_link, link_of, revoke_link
from tests import factories

pytestmark = pytest.mark.django_db


def test_only_the_digest_is_kept_and_both_steps_are_on_record() -> None:
    user, now = factories.user(), timezone.now()
    link, token = create_link(user=user, label="Telephone", now=now)
    assert len(token) >= 40
    assert link_of(token) == link
    assert token not in str(CalendarLink.objects.values().get())
    revoke_link(link=link, by=user, now=now)
    revoke_link(link=link, by=user, now=now)
    assert link_of(token) is None
    entries = AuditEntry.objects.order_by("pk")
    assert [entry.action for entry in entries] == ["create-calendar-link", "revoke-calendar-link"]
    assert all(token not in str(entry.after) and link.token_hash not in str(entry.after) for entry in entries)


def test_there_is_an_end_to_how_many_somebody_has() -> None:
    user, now = factories.user(), timezone.now()
    links = [create_link(user=user, label=str(number), now=now)[0] for number in range(MOST)]
    with pytest.raises(Refused):
        create_link(user=user, label="one more", now=now)
    revoke_link(link=links[0], by=user, now=now)
    create_link(user=user, label="one more", now=now)
