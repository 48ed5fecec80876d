"""The audit trail: what an entry holds, that nobody can change it, that a chain never forks and a break is found."""

import datetime as dt
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.utils.translation import gettext_lazy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import AuditEntry, League, Season, Source
from league.services.audit import Break, acting, hash_of, record, snapshot, verify_chain
from tests import factories
from tests.refusals import refused_by, refused_by_trigger

CONTENT = "its content isn't what was written"
ORDER = "it doesn't follow the entry before it"


@pytest.fixture
def season(db: None) -> Season:
    return factories.season()


def write(league: League | None, number: int = 1) -> list[AuditEntry]:
    target = league or factories.league()
    return [
        record(action="rename", target=target, league=league, before={"n": n}, after={"n": n + 1})
        for n in range(number)
    ]


@contextmanager
def triggers_off() -> Iterator[None]:
    """What somebody with the run of the database could do."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no table is altered while checks of its rows are due
        cursor.execute("ALTER TABLE league_auditentry DISABLE TRIGGER audit_entry_stays")
        yield
        cursor.execute("ALTER TABLE league_auditentry ENABLE TRIGGER audit_entry_stays")


def test_an_entry_says_who_when_from_where_what_and_why(season: Season) -> None:
    user = factories.user(email="director@example.org")
    with acting(actor=user, source=Source.WEB, address="192.0.2.7", request_id="r-1"):
        entry = record(
            action="rename",
            target=season,
            season=season,
            before={"name": "2014"},
            after={"name": "2014-15", "starts": dt.date(2014, 10, 30), "half": gettext_lazy("Winter")},
            reason="As published",
        )
    entry = AuditEntry.objects.get(pk=entry.pk)
    assert (entry.actor, entry.actor_label) == (user, "director@example.org")
    assert (entry.source, entry.address, entry.request_id) == ("web", "192.0.2.7", "r-1")
    assert (entry.league, entry.season, entry.number) == (season.league, season, 1)
    assert (entry.action, entry.reason) == ("rename", "As published")
    assert (entry.target_type, entry.target_id, entry.target_label) == ("league.season", str(season.pk), str(season))
    assert entry.before == {"name": "2014"}
    assert entry.after == {"name": "2014-15", "starts": "2014-10-30", "half": "Winter"}
    assert abs(entry.at - dt.datetime.now(dt.UTC)) < dt.timedelta(minutes=1)
    assert entry.hash == hash_of(entry)


def test_what_the_inner_context_leaves_out_is_the_outer_one(season: Season) -> None:
    user = factories.user()
    with acting(actor=user, source=Source.WEB, request_id="r-1"), acting(source=Source.IMPORT):
        inner = record(action="import", target=season, season=season)
    outer = record(action="import", target=season, season=season)
    assert (inner.actor, inner.source, inner.request_id) == (user, "import", "r-1")
    assert (outer.actor, outer.source, outer.request_id, outer.actor_label) == (None, "command", "", "")


def test_actor_and_source_can_be_given_outright(season: Season) -> None:
    user = factories.user()
    entry = record(action="rename", target=season, league=season.league, actor=user, source=Source.TASK)
    assert (entry.actor, entry.source, entry.season) == (user, "task", None)


@pytest.mark.django_db(transaction=True)
def test_an_entry_outside_the_transaction_of_its_change_is_refused() -> None:
    with pytest.raises(TransactionManagementError, match="belongs to the transaction"):
        record(action="rename", target=factories.league())


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_leaves_no_entry() -> None:
    league = factories.league()
    with transaction.atomic():
        write(league)
        transaction.set_rollback(True)
    assert not AuditEntry.objects.exists()
    with transaction.atomic():
        assert write(league)[0].number == 1


def test_each_entry_carries_the_hash_of_the_one_before(season: Season) -> None:
    first, second, third = write(season.league, 3)
    assert [entry.number for entry in (first, second, third)] == [1, 2, 3]
    assert [first.previous_hash, second.previous_hash, third.previous_hash] == ["", first.hash, second.hash]
    assert len({first.hash, second.hash, third.hash}) == 3


def test_leagues_and_the_installation_have_chains_of_their_own(season: Season) -> None:
    other = factories.league()
    write(season.league, 2)
    write(None)
    write(other)
    write(season.league)
    assert verify_chain(season.league).entries == 3
    assert verify_chain(other).entries == 1
    assert verify_chain(None).entries == 1


def test_an_entry_cannot_be_changed_or_deleted(season: Season) -> None:
    (entry,) = write(season.league)
    entry.reason = "Another"
    with refused_by_trigger("UPDATE on league_auditentry is refused: its rows stay as they were written"):
        entry.save()
    with refused_by_trigger("UPDATE on league_auditentry is refused: its rows stay as they were written"):
        AuditEntry.objects.update(reason="Another")
    with refused_by_trigger("DELETE on league_auditentry is refused: its rows stay as they were written"):
        entry.delete()
    assert AuditEntry.objects.get().reason == ""


def test_the_trail_cannot_be_truncated(season: Season) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_auditentry ENABLE TRIGGER audit_trail_stays")  # off in tests: see conftest
        with refused_by_trigger("TRUNCATE on league_auditentry is refused: its rows stay as they were written"):
            cursor.execute("TRUNCATE league_auditentry")


def test_the_database_refuses_a_fork(season: Season) -> None:
    (entry,) = write(season.league)
    entry.pk = None
    with refused_by("audit_chain_never_forks"):
        entry.save(force_insert=True)
    (entry,) = write(None)
    entry.pk = None
    with refused_by("audit_chain_never_forks"):
        entry.save(force_insert=True)


def test_an_entry_of_a_season_is_in_the_chain_of_its_league(season: Season) -> None:
    (entry,) = write(season.league)
    entry.pk, entry.number, entry.league, entry.season = None, 2, None, season  # type: ignore[assignment]
    with refused_by("audit_season_with_its_league"):
        entry.save(force_insert=True)
    entry.season, entry.source = None, "rumour"
    with refused_by("audit_source_known"):
        entry.save(force_insert=True)


@pytest.mark.django_db(transaction=True)
def test_two_transactions_at_once_make_one_chain() -> None:
    """The second waits for the first, and follows it; another league's doesn't wait."""
    league, other = factories.league(), factories.league()
    first_wrote, first_may_commit, second_wrote = threading.Event(), threading.Event(), threading.Event()
    errors: list[BaseException] = []

    def first() -> None:
        with transaction.atomic():
            write(league, 2)
            first_wrote.set()
            assert first_may_commit.wait(10)

    def second() -> None:
        assert first_wrote.wait(10)
        with transaction.atomic():
            write(league, 2)
            second_wrote.set()

    def run(work: object) -> None:
        try:
            work()  # type: ignore[operator]
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in (first, second)]
    for thread in threads:
        thread.start()
    assert first_wrote.wait(10)
    with transaction.atomic():
        write(other)
    assert not second_wrote.wait(0.3)
    first_may_commit.set()
    for thread in threads:
        thread.join(10)
    assert errors == []
    check = verify_chain(league)
    assert (check.entries, check.broken) == (4, None)
    assert verify_chain(other).entries == 1


@pytest.mark.parametrize(
    ("tampering", "broken"),
    [
        ("UPDATE league_auditentry SET reason = 'none' WHERE number = 3", Break(3, CONTENT)),
        ("UPDATE league_auditentry SET after = '{\"n\": 9}' WHERE number = 2", Break(2, CONTENT)),
        ("UPDATE league_auditentry SET at = at + interval '1 second' WHERE number = 1", Break(1, CONTENT)),
        ("UPDATE league_auditentry SET hash = repeat('0', 64) WHERE number = 2", Break(2, CONTENT)),
        ("UPDATE league_auditentry SET previous_hash = '' WHERE number = 4", Break(4, ORDER)),
        ("DELETE FROM league_auditentry WHERE number = 2", Break(3, "entry 2 is missing")),
        ("DELETE FROM league_auditentry WHERE number = 1", Break(2, "entry 1 is missing")),
    ],
)
def test_a_change_behind_the_triggers_is_found(season: Season, tampering: str, broken: Break) -> None:
    write(season.league, 5)
    with triggers_off(), connection.cursor() as cursor:
        cursor.execute(tampering)
        assert cursor.rowcount == 1
    assert verify_chain(season.league).broken == broken


def test_an_entry_rewritten_with_its_hash_breaks_the_next_one(season: Season) -> None:
    entries = write(season.league, 3)
    entries[1].reason = "Forged"
    entries[1].hash = hash_of(entries[1])
    with triggers_off():
        entries[1].save()
    assert verify_chain(season.league).broken == Break(3, ORDER)


def test_entries_cut_off_at_the_end_show_in_the_head(season: Season) -> None:
    entries = write(season.league, 3)
    with triggers_off():
        entries[2].delete()
    check = verify_chain(season.league)
    assert (check.entries, check.head, check.broken) == (2, entries[1].hash, None)


def test_verify_audit_prints_each_chain(season: Season) -> None:
    season.league.slug = "d9"
    season.league.save()
    entries = write(season.league, 2)
    out = StringIO()
    call_command("verify_audit", stdout=out, stderr=StringIO())
    assert out.getvalue().splitlines() == [
        "installation: 0 entries hold, head -",
        f"d9: 2 entries hold, head {entries[1].hash}",
    ]


def test_verify_audit_names_the_first_break_and_fails(season: Season) -> None:
    season.league.slug = "d9"
    season.league.save()
    write(season.league, 5)
    write(None)
    with triggers_off(), connection.cursor() as cursor:
        cursor.execute("UPDATE league_auditentry SET action = 'nothing' WHERE number IN (3, 4)")
    out = StringIO()
    with pytest.raises(CommandError, match=r"1 broken chain\(s\)") as caught:
        call_command("verify_audit", league="d9", stdout=out, stderr=StringIO())
    assert caught.value.returncode == 1
    assert out.getvalue() == "d9: broken at entry 3: its content isn't what was written\n"
    with pytest.raises(CommandError, match="1 broken"):
        call_command("verify_audit", stdout=StringIO(), stderr=StringIO())


def test_verify_audit_knows_its_leagues(db: None) -> None:
    with pytest.raises(CommandError, match='no league "nowhere"') as caught:
        call_command("verify_audit", league="nowhere", stdout=StringIO(), stderr=StringIO())
    assert caught.value.returncode == 2


@pytest.mark.parametrize(
    ("address", "stored"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:DB8:0:0::7", "2001:db8::7"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("", None),
        ("unknown, or worse", None),
    ],
)
def test_whatever_address_a_client_claims_the_entry_is_written(
    season: Season, address: str, stored: str | None
) -> None:
    with acting(address=address):
        entry = record(action="rename", target=season, season=season)
    assert AuditEntry.objects.get(pk=entry.pk).address == stored
    assert verify_chain(season.league).broken is None


def test_text_that_the_database_cannot_hold_is_replaced(season: Season) -> None:
    record(action="rename", target=season, season=season, after={"na\x00me": ["\ud800", 0.1]}, reason="\x00")
    entry = AuditEntry.objects.get()
    assert (entry.after, entry.reason) == ({"na\ufffdme": ["?", "0.1"]}, "\ufffd")
    assert verify_chain(season.league).broken is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(after=st.dictionaries(st.text(), VALUES, max_size=4), reason=st.text())
def test_whatever_is_recorded_the_chain_can_be_computed_again(
    season: Season, after: dict[str, object], reason: str
) -> None:
    record(action="change", target=season, season=season, after=after, reason=reason)
    assert verify_chain(season.league).broken is None


def test_a_snapshot_holds_columns_by_field(season: Season) -> None:
    assert snapshot(season, "name", "league") == {"name": "2014-15", "league": season.league_id}
    assert {"slug", "starts", "rulebook", "published"} <= snapshot(season).keys()
