"""Shows when a notice of suspension may go out, what it says on the screen and on paper, and where it arrives."""

import io
import smtplib

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from pypdf import PdfReader

from discipline.models import Case, Delivery, Notice
from discipline.queries import due_process
from discipline.services import cases, incident_reports, notices
from league.models import AuditEntry, Role
from league.services.errors import Refused
from tests import factories
from tests.due_process import HOUR, NAME, SECRET, content, decided, process, suspended

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(db):
    return process()


@pytest.fixture
def row(made):
    return suspended(made)


def report(made):
    return incident_reports.file_report(
        game=made.game, author=made.official, content=content(), token="t1", now=made.game.starts + HOUR
    )


def issue(made, row, language="en", hours=5):
    row.refresh_from_db()
    return notices.issue(suspension=row, actor=made.director, language=language, now=made.game.starts + hours * HOUR)


def ready(made, row, **more):
    report(made)
    decided(made, row, **more)


def lacking(made, row):
    with pytest.raises(Refused) as refused:
        issue(made, row)
    return [(item.code, item.clause) for item in refused.value.findings]


def words(data):
    reader = PdfReader(io.BytesIO(data))
    assert len(reader.pages) == 1
    return " ".join(reader.pages[0].extract_text().split())


def squeezed(text):
    """Without any space: paper breaks lines where the screen doesn't."""
    return "".join(text.split())


@pytest.mark.clause("nb-minor-discipline", "3.1", "13.d")
def test_a_notice_needs_a_decision_and_a_report(made, row):
    assert lacking(made, row) == [("not-decided", None), ("no-report", "3.1")]
    filed = report(made)
    assert lacking(made, row) == [("not-decided", None)]
    incident_reports.say(
        report=filed, by=made.director, text="Which hand?", question=True, now=made.game.starts + 2 * HOUR
    )
    assert lacking(made, row) == [("not-decided", None), ("question-open", None)]
    assert not Notice.objects.exists()
    assert not Delivery.objects.exists()


@pytest.mark.clause("nb-minor-discipline", "4.c.ii")
def test_the_director_of_the_other_district_is_asked_first(made, row):
    ready(made, row)
    now = made.game.starts + 4 * HOUR
    cases.mark_case(suspension=row, actor=made.director, serious=False, other_district=True, now=now)
    assert lacking(made, row) == [("not-consulted", "4.c.ii")]
    cases.note_on(
        suspension=row,
        actor=made.director,
        kind="consulted",
        whom="director-of-the-other-district",
        name="Ira Juhl",
        on=now.date(),
        today=now.date(),
        now=now,
    )
    assert issue(made, row).number == 1


@pytest.mark.clause("nb-minor-discipline", "13.d.1", "5.d", "5.e")
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_paper_is_one_page_and_says_what_the_screen_says(made, row, language):
    ready(made, row)
    notice = issue(made, row, language)
    client = Client()
    client.force_login(made.director)
    url = made.address("notice", notice=notice.pk)
    screen = client.get(url).context["notice"].content
    paper = client.get(made.address("notice_paper", notice=notice.pk))
    assert paper["Content-Type"] == "application/pdf"
    said = squeezed(words(paper.content))
    for label, text in [*screen["lines"], [screen["title"], screen["foot"]]]:
        assert squeezed(label) in said
        assert squeezed(text) in said
    assert squeezed("".join([screen["title"], *(a + b for a, b in screen["lines"]), screen["foot"]])) == said
    assert NAME in client.get(url).text
    labels = [label for label, _text in screen["lines"]]
    assert labels[:2] == {"en": ["Number", "League"], "fr": ["Numéro", "Ligue"]}[language]


def test_what_it_says_of_games_and_rights(made, row):
    ready(made, row)
    said = dict(issue(made, row).content["lines"])
    assert said["Number"] == "2014-15-1"
    assert said["Suspended"] == f"{NAME}, player, Owatonna"
    assert said["Infraction"] == "match, slashing"
    assert said["Games it can be served in, as scheduled now"].splitlines()[0] == "Faribault at Owatonna, Nov. 15, 2014"
    assert said["Meanwhile allowed"] == "practise with the team (5.g.i.a, 5.g.i.b, app.c, app.a.ii)"
    assert said["Appeal"].startswith("An appeal goes to the HNB Appeals Committee, through its Executive Director.")
    assert SECRET not in str(said)


@pytest.mark.clause("nb-minor-discipline", "13.e")
def test_it_goes_to_whom_the_book_names_and_says_who_has_no_address(made, row):
    town = factories.association(season=made.season)
    made.evening.home.association = town
    made.evening.home.save()
    president = factories.member(Role.ASSOCIATION_PRESIDENT, made.season.league, association=town)
    cases.keep_offices(
        season=made.season, actor=made.director, offices={"registry": ("Registry", "registry@example.org")}
    )
    ready(made, row)
    notice = issue(made, row)
    now = made.game.starts + 6 * HOUR
    assert [notices.send_waiting(now=now), notices.send_waiting(now=now)] == [2, 0]
    assert [message.to for message in mail.outbox] == [[president.email], ["registry@example.org"]]
    name, data, kind = mail.outbox[0].attachments[0]
    assert (name, kind, data) == ("2014-15-1.pdf", "application/pdf", bytes(notice.paper.data))
    assert NAME not in "".join(message.body + message.subject for message in mail.outbox)
    states = dict(notice.deliveries.values_list("recipient", "state"))
    assert states == {"association-president": "sent", "registry": "sent", "officials-representative": "no-address"}
    assert notices.incomplete(notice.deliveries.all())


def test_a_refused_address_bounces_and_is_sent_again_to_another(made, row, monkeypatch):
    cases.keep_offices(season=made.season, actor=made.director, offices={"registry": ("", "gone@example.org")})
    ready(made, row)
    notice = issue(made, row)

    def refuse(**given):
        raise smtplib.SMTPRecipientsRefused({"gone@example.org": (550, b"no such mailbox")})

    now = made.game.starts + 6 * HOUR
    with monkeypatch.context() as patched:
        patched.setattr(notices.mail, "send", refuse)
        assert notices.send_waiting(now=now) == 0
    delivery = notice.deliveries.get(recipient="registry")
    assert (delivery.state, "no such mailbox" in delivery.note) == ("bounced", True)
    notices.note_bounce(delivery=delivery, actor=made.director, note="", email="new@example.org", now=now)
    assert notices.send_waiting(now=now) == 1
    with monkeypatch.context() as patched:
        patched.setattr(notices.mail, "send", lambda **given: (_ for _ in ()).throw(ConnectionError()))
        notices.note_bounce(delivery=delivery, actor=made.director, note="", email="newer@example.org", now=now)
        assert notices.send_waiting(now=now) == 0
    delivery.refresh_from_db()
    assert delivery.state == "waiting"


def test_who_has_the_mail_confirms_that_it_came_and_reads_no_name(made, row):
    cases.keep_offices(season=made.season, actor=made.director, offices={"registry": ("", "registry@example.org")})
    ready(made, row)
    delivery = issue(made, row).deliveries.get(recipient="registry")
    url = f"/notices/{delivery.receipt}/"
    assert Client().get("/notices/other/").status_code == 404
    assert NAME not in Client().get(url).text
    assert Client().post(url).status_code == 200
    delivery.refresh_from_db()
    assert delivery.state == "received"


@pytest.mark.clause("nb-minor-discipline", "13.d.1")
def test_a_corrected_notice_takes_its_place_and_neither_ever_changes(made, row):
    ready(made, row)
    first = issue(made, row)
    second = issue(made, row, hours=7)
    assert (second.number, second.supersedes) == (2, first)
    said = dict(second.content["lines"])
    assert said["Corrected notice"] == "This notice takes the place of notice 2014-15-1, which no longer holds."
    for rows in (Notice.objects.filter(pk=first.pk), Notice.objects.all()):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(language="fr")
    client = Client()
    client.force_login(made.director)
    assert "This notice no longer holds" in client.get(made.address("notice", notice=first.pk)).text


def test_only_those_who_may_read_the_suspension_open_it(made, row):
    ready(made, row)
    notice = issue(made, row)
    urls = [made.address(view, notice=notice.pk) for view in ("notice", "notice_paper")]
    expected = {
        made.evening.home_coach: 200,
        made.evening.away_coach: 404,
        made.official: 403,
        made.evening.statistician: 200,
    }
    for user, status in expected.items():
        client = Client()
        client.force_login(user)
        assert [client.get(url).status_code for url in urls] == [status, status]
    assert [Client().get(url).status_code for url in urls] == [302, 302]


def test_a_very_long_reason_still_fits_one_page(made, row):
    ready(made, row, confirmed=False, games=9, reason="because " * 240)
    assert squeezed("because " * 240) in squeezed(words(bytes(issue(made, row).paper.data)))


@pytest.mark.clause("nb-minor-discipline", "4.c.vi", "13.f")
def test_the_desk_shows_what_is_due_until_it_is_done(made, row):
    [item] = due_process.docket(made.season)
    assert item.authority == "director"
    assert (item.first.what, item.first.at) == ("decision", made.game.starts + 72 * HOUR)
    report(made)
    [item] = due_process.docket(made.season)
    assert ("notice", made.game.starts + 25 * HOUR) in [(due.what, due.at) for due in item.dues]
    decided(made, row)
    issue(made, row)
    [item] = due_process.docket(made.season)
    assert (item.dues, item.done) == ((), True)


@pytest.mark.parametrize("more", [0, 5])
def test_the_desk_asks_the_same_number_of_queries_for_one_and_many(made, more, django_assert_num_queries):
    for key in ("a1", "a2", "a3", "h2", "h3")[:more]:
        person = made.evening.players[key]
        team = made.evening.home if key[0] == "h" else made.evening.away
        factories.penalty(made.game, person, team=team, key=f"p-{key}", penalty_class="match", offence="slashing")
        suspended(made, key)
    row = suspended(made)
    cases.mark_case(suspension=row, actor=made.director, serious=True, other_district=False, now=made.game.starts)
    client = Client()
    client.force_login(made.director)
    client.get(made.address("desk"))
    with django_assert_num_queries(16):
        assert len(client.get(made.address("desk")).context["lines"]) == 1 + more
    assert Case.objects.count() == 1
    assert AuditEntry.objects.filter(action="mark-case").count() == 1


# ---------------------------------------------------------------- explained to the person


def tick(made, client, row, day):
    return client.post(made.address("explained", suspension=row.pk), {"on": str(day)}, follow=True)


@pytest.mark.clause("nb-minor-discipline", "4.a.vi")
def test_the_team_notes_once_that_it_explained_the_suspension_and_the_director_sees_it(made, row):
    coach, director = Client(), Client()
    coach.force_login(factories.member(Role.TEAM_REPRESENTATIVE, made.season.league, team=row.team))
    director.force_login(made.director)
    day = made.game.starts.date()
    here = made.address("suspension", suspension=row.pk)
    assert "It is explained" not in coach.get(here).text
    assert "no notice of this suspension has gone out yet" in tick(made, coach, row, day).text
    ready(made, row, confirmed=True)
    issue(made, row)
    assert "It is explained" in coach.get(here).text
    assert "It is explained" not in director.get(here).text
    assert "To be explained" in director.get(here).text
    assert "Give the day" in tick(made, coach, row, "yesterday").text
    assert "still to come" in tick(made, coach, row, "2199-01-01").text
    assert "Noted." in tick(made, coach, row, day).text
    tick(made, coach, row, day)
    entry = Case.objects.get().entries.get(kind="explained")
    assert entry.on == day
    assert "To be explained" not in director.get(here).text
    assert "noted by" in director.get(here).text


def test_another_teams_representative_notes_nothing(made, row):
    ready(made, row, confirmed=True)
    issue(made, row)
    other = made.game.away if row.team_id == made.game.home_id else made.game.home
    client = Client()
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, made.season.league, team=other))
    assert client.post(made.address("explained", suspension=row.pk), {"on": "2014-01-01"}).status_code == 404
    assert not Case.objects.get().entries.filter(kind="explained").exists()
