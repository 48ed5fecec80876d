"""What the database refuses about game reports and attachments: two current ones, and any change."""

import pytest

from league.models import Attachment, AttachmentContent, Game, GameReport, ReportKind
from tests import factories
from tests.refusals import refused_by, refused_by_trigger

pytestmark = pytest.mark.django_db

REPLACED_ONLY = "UPDATE on league_gamereport is refused: a report can only be replaced"


@pytest.fixture
def game() -> Game:
    return factories.game()


def test_a_team_has_one_current_report_of_a_game(game: Game) -> None:
    first = factories.report(game, game.home)
    with refused_by("report_current_once_a_team"):
        factories.report(game, game.home)
    factories.report(game, game.away)
    GameReport.objects.filter(pk=first.pk).update(current=False)
    second = factories.report(game, game.home)
    assert [(report, report.current) for report in game.reports.filter(team=game.home)] == [
        (first, False),
        (second, True),
    ]


def test_a_submission_makes_one_report_however_often_it_is_sent(game: Game) -> None:
    factories.report(game, game.home, token="t1")
    with refused_by("league_gamereport_token_key"):
        factories.report(game, game.away, token="t1")


def test_a_report_is_replaced_and_never_changed(game: Game) -> None:
    report = factories.report(game, game.home, content={"goals": 3})
    for change in ({"content": {"goals": 4}}, {"late": True}, {"current": False, "reason": "x"}, {"current": True}):
        with refused_by_trigger(REPLACED_ONLY):
            GameReport.objects.filter(pk=report.pk).update(**change)
    GameReport.objects.filter(pk=report.pk).update(current=False)
    with refused_by_trigger(REPLACED_ONLY):
        GameReport.objects.filter(pk=report.pk).update(current=True)
    report.refresh_from_db()
    assert (report.content, report.current) == ({"goals": 3}, False)


def test_a_report_is_never_deleted(game: Game) -> None:
    report = factories.report(game, game.home)
    with refused_by_trigger("DELETE on league_gamereport is refused: its rows stay as they were written"):
        report.delete()


def test_a_report_is_of_a_known_kind_and_a_team_signs_its_own(game: Game) -> None:
    user = factories.user()
    with refused_by("report_kind_known"):
        GameReport.objects.create(game=game, kind="rumour", content={})
    with refused_by("report_of_a_team_names_it"):
        GameReport.objects.create(game=game, kind=ReportKind.TEAM, content={}, submitted_by=user)
    with refused_by("report_of_a_team_names_it"):
        GameReport.objects.create(game=game, kind=ReportKind.TEAM, content={}, team=game.home)


@pytest.mark.parametrize("kind", [ReportKind.SETTLEMENT, ReportKind.CORRECTION])
def test_what_overrules_a_report_gives_its_reason(game: Game, kind: ReportKind) -> None:
    with refused_by("report_that_overrules_has_a_reason"):
        GameReport.objects.create(game=game, kind=kind, content={})
    assert GameReport.objects.create(game=game, kind=kind, content={}, reason="Sheet misread").pk


def test_the_bytes_of_an_attachment_are_not_in_its_list(game: Game) -> None:
    attachment = Attachment.objects.create(
        game=game, file_name="sheet.pdf", content_type="application/pdf", size=4, sha256="a" * 64
    )
    AttachmentContent.objects.create(attachment=attachment, data=b"%PDF")
    assert "data" not in {field.name for field in Attachment._meta.get_fields()}
    assert bytes(Attachment.objects.get().content.data) == b"%PDF"
    with refused_by("attachment_digest_is_sha256"):
        Attachment.objects.create(game=game, file_name="x", content_type="x/y", size=1, sha256="A" * 64)
