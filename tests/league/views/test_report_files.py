"""Files that come with a report, the reports on the game's page, and input that no form makes."""

import io

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from league.models import Attachment, Game, GameReport
from tests import factories
from tests.report_pages import GOALS, ROWS, address, codes, form_of, recent_evening, send, signed_in
from tests.reporting import Evening, content

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db: None) -> Evening:
    """A game that ended two hours ago."""
    return recent_evening()


@pytest.fixture
def coach(played: Evening) -> Client:
    """The home team's coach, signed in."""
    return signed_in(played.home_coach)


def jpeg() -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (20, 20)).save(out, "JPEG")
    out.seek(0)
    out.name = "sheet.jpeg"
    return out


def test_files_come_with_the_report_and_are_handed_out_as_downloads(played: Evening, coach: Client) -> None:
    assert send(coach, played, sheets=[jpeg()]).status_code == 302
    file = Attachment.objects.get()
    assert (file.report, file.content_type, file.uploaded_by) == (
        played.game.reports.get(), "image/jpeg", played.home_coach,
    )  # fmt: skip
    url = address("attachment", played, game=played.game.pk, attachment=file.pk)
    response = coach.get(url)
    assert response.content == jpeg().getvalue()
    assert {name: response[name] for name in ("Content-Disposition", "X-Content-Type-Options", "Content-Type")} == {
        "Content-Disposition": 'attachment; filename="sheet.jpg"',
        "X-Content-Type-Options": "nosniff",
        "Content-Type": "image/jpeg",
    }
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert signed_in(factories.user()).get(url).status_code == 403
    other = factories.game(home=played.home, away=played.away)
    assert coach.get(address("attachment", played, game=other.pk, attachment=file.pk)).status_code == 404


def test_a_file_of_another_kind_is_refused_and_nothing_is_sent(played: Evening, coach: Client) -> None:
    script = io.BytesIO(b"<script>alert(1)</script>")
    script.name = "sheet.pdf"
    response = send(coach, played, sheets=[script])
    assert codes(response) == ["report.file-kind"]
    assert (GameReport.objects.count(), Attachment.objects.count()) == (0, 0)


def test_the_games_page_shows_both_reports_and_the_files_to_those_who_may_read_them(
    played: Evening, coach: Client
) -> None:
    send(coach, played, sheets=[jpeg()])
    played.report(played.away, content(), now=timezone.now())
    url = address("game", played, game=played.game.pk)
    page = coach.get(url).content.decode()
    assert "Owatonna reported 6\N{EN DASH}3" in page
    assert "Goals, 3rd period (Faribault)" in page
    assert "sheet.jpg" in page
    assert "sheet.jpg" not in Client().get(url).content.decode()


# ---------------------------------------------------------------- bad input

FIELDS = [*GOALS, *ROWS, "token", "seen_version", "seen_report", "action", "mail", "home_count_minor", "home_minutes",
          "home_conduct", "away_fair_play", "home_dressed", "shootout_winner", "home_goals_4", "penalties-0-who",
          "penalties-0-what", "penalties-0-left", "penalties-0-kept", "penalties-0-period",
          "penalties-0-DELETE"]  # fmt: skip
VALUES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["", "0", "1", "99", "-1", "1e9", "home", "home:h1", "home:zzz", "minor", "on", "{}",
                     '{"seconds": 1e9}',
                     '{"flags": ["x"]}', '{"note": "\\u0000"}', "\x00", "OT", "send", "send-as-it-is", "fill", "more",
                     "check", "9" * 40]),
)  # fmt: skip


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=12))
def test_no_input_makes_it_fail(played: Evening, coach: Client, values: dict[str, str]) -> None:
    response = coach.post(form_of(played), {**ROWS, **GOALS, "penalties-TOTAL_FORMS": "1", **values})
    assert response.status_code in (200, 302, 409)
    assert Game.objects.filter(pk=played.game.pk).exists()
