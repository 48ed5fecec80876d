"""A team's report form: how it opens, what it points out, what is sent, and two who send at once."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.core.reports import as_json
from league.models import GameReport, ReportState, Role
from league.services.outcomes import set_outcome
from tests import factories
from tests.report_pages import GOALS, ROWS, address, codes, form_of, recent_evening, send, signed_in
from tests.reporting import Evening, content, penalty

pytestmark = pytest.mark.django_db


MAIL = """\
Subject: Bantam A Game: Faribault at Owatonna
Faribault ~ 1, 2, 3 = 6
Owatonna ~ 1, 1, 1 = 4
Faribault ~ 4 minor, 1 major, 0 misconduct = 13 minutes
Owatonna ~ 5 minor, 0 major, 0 misconduct = 10 minutes
Faribault ~ yes
Owatonna ~ no
Ref no. 12 came late
"""


@pytest.fixture
def played(db: None) -> Evening:
    """A game that ended two hours ago."""
    return recent_evening()


@pytest.fixture
def coach(played: Evening) -> Client:
    """The home team's coach, signed in."""
    return signed_in(played.home_coach)


# ---------------------------------------------------------------- the form


def test_the_form_opens_with_everybody_who_may_dress_of_the_own_team(played: Evening, coach: Client) -> None:
    response = coach.get(form_of(played))
    form = response.context["form"]
    assert form["home_dressed"].value() == ["h1", "h2", "h3", "hc"]
    assert "away_dressed" not in form.fields
    names = {played.players[key].name for key in ("a1", "a2", "a3")} - {
        played.players[key].name for key in ("h1", "h2", "h3", "hc")
    }
    page = response.content.decode()
    assert all(name not in page for name in names), "the other team's names are not for this reader"
    assert "No. 2" in page


def test_the_form_asks_the_same_queries_whoever_is_on_the_rosters(
    played: Evening, coach: Client, django_assert_num_queries: Any
) -> None:
    coach.get(form_of(played))
    with django_assert_num_queries(18):
        coach.get(form_of(played))
    for number in range(10, 22):
        factories.player(played.home, number=number)
        factories.player(played.away, number=number)
    with django_assert_num_queries(18):
        coach.get(form_of(played))


@pytest.mark.clause("mn-district-9", "5.1", "5.1.post")
def test_a_report_is_sent_and_posted(played: Evening, coach: Client) -> None:
    response = send(
        coach, played, home_count_minor="5", away_fair_play="yes", away_conduct="spectators-removed",
        home_dressed=["h1", "h2"], action="send-as-it-is",
    )  # fmt: skip
    assert (response.status_code, response["Location"]) == (302, address("game", played, game=played.game.pk))
    report = played.game.reports.get()
    assert report.content == as_json(
        content(
            (1, 1, 1), (1, 1, 4), home_counts={"minor": 5}, home_dressed=("h1", "h2"),
            away_conduct=("spectators-removed",), away_fair_play=True,
        )
    )  # fmt: skip
    assert (played.game.report_state, played.game.score_away) == (ReportState.PROVISIONAL, 6)


def test_the_script_is_told_where_to_go(played: Evening, coach: Client) -> None:
    data = {**ROWS, **GOALS, "token": "t1", "action": "send"}
    response = coach.post(form_of(played), data, headers={"X-Report": "script"})
    assert response.json() == {"location": address("game", played, game=played.game.pk)}


@pytest.mark.clause("mn-district-9", "4.5")
def test_penalties_one_by_one_with_both_parts_of_checking_from_behind_at_once(played: Evening, coach: Client) -> None:
    rows = {
        "penalties-TOTAL_FORMS": "4",
        "penalties-0-who": "away:a1", "penalties-0-what": "major", "penalties-0-offence": "fighting",
        "penalties-0-period": "2", "penalties-0-left": "8:05",
        "penalties-1-who": "away:a1", "penalties-1-what": "game-misconduct", "penalties-1-offence": "fighting",
        "penalties-1-same_act": "on",
        "penalties-2-who": "home:h1", "penalties-2-what": "checking-from-behind",
        "penalties-3-who": "home:", "penalties-3-what": "bench-minor", "penalties-3-offence": "too-many-men",
    }  # fmt: skip
    send(coach, played, **rows)
    found = played.game.penalties.order_by("position").values_list(
        "team__key", "person__key", "penalty_class", "offence", "period", "left_seconds"
    )
    assert list(found) == [
        ("owa", "h1", "minor", "checking-from-behind", None, None),
        ("owa", "h1", "misconduct", "checking-from-behind", None, None),
        ("owa", None, "bench-minor", "too-many-men", None, None),
        ("far", "a1", "major", "fighting", "2", 485),
        ("far", "a1", "game-misconduct", "fighting", None, None),
    ]
    acts = [row.incident_key for row in played.game.penalties.order_by("position")]
    assert acts[0] == acts[1] != acts[2] != acts[3] == acts[4]


def test_a_report_opened_again_shows_what_was_sent(played: Evening, coach: Client) -> None:
    sent = content(
        (1, 1, 1, 0), (1, 1, 1, 0), decided_in="shootout", shootout_winner="away",
        home_penalties=(
            penalty("minor", "checking-from-behind", "h1", incident="1"),
            penalty("misconduct", "checking-from-behind", "h1", incident="1"),
            penalty(
                "penalty-shot", "hooking", "h2", stands_for="major", period="OT", left=65, seconds=0, flags=("injury",)
            ),
        ),
        away_counts={"minor": 2}, away_conduct=("spectators-removed",), home_fair_play=False, home_dressed=("h1", "h2"),
        away_minutes=4,
    )  # fmt: skip
    first = played.report(played.home, sent, now=timezone.now()).report
    form = coach.get(form_of(played)).context["form"]
    data = {name: value for name in form.fields if name != "sheets" and (value := form[name].value()) is not None}
    data |= {"penalties-TOTAL_FORMS": str(len(form.rows.forms)), "penalties-INITIAL_FORMS": "0"}
    for row in form.rows.forms:
        data |= {row[name].html_name: value for name in row.fields if (value := row[name].value()) not in (None, False)}
    response = send(
        coach, played, **(dict.fromkeys(GOALS) | data),
        token="t2", seen_version="1", seen_report=str(first.pk), action="send-as-it-is",
    )  # fmt: skip
    assert response.status_code == 302, response.context["found"]
    assert played.game.reports.get(current=True).content == as_json(sent)


# ---------------------------------------------------------------- what it points out


def test_what_doesnt_fit_is_shown_before_it_goes_and_goes_when_sent_again(played: Evening, coach: Client) -> None:
    values = {"home_total": "4", "home_count_minor": "8", "home_minutes": "10", "home_fair_play": "yes"}
    response = send(coach, played, **values)
    assert codes(response) == ["report.total", "report.minutes", "report.fair-play"]
    assert [(finding.severity, finding.clause, finding.where) for finding in response.context["found"]] == [
        ("warn", "5.1", "Total of goals (Owatonna)"),
        ("warn", "5.1", "Penalty minutes (Owatonna)"),
        ("warn", "P.2.a", "Fair Play point (Owatonna)"),
    ]
    assert (response.context["confirm"], GameReport.objects.count()) == (True, 0)
    assert response.context["form"]["home_count_minor"].value() == "8"
    assert send(coach, played, **values, action="send-as-it-is").status_code == 302
    assert GameReport.objects.get().content["home"]["fair_play"] is True


def test_a_check_sends_nothing_and_shows_what_comes_out(played: Evening, coach: Client) -> None:
    response = send(coach, played, action="check", away_count_major="3")
    made = {side["side"]: side["made"] for side in response.context["sides"]}
    assert (made["away"].score, made["away"].verdict.minutes, made["away"].verdict.kept) == (6, 15, False)
    assert GameReport.objects.count() == 0


def test_missing_goals_are_asked_for_and_nothing_typed_is_lost(played: Evening, coach: Client) -> None:
    response = send(coach, played, home_goals_2="", away_count_minor="x", **{
        "penalties-TOTAL_FORMS": "1", "penalties-0-who": "away:a1", "penalties-0-left": "99:99",
    })  # fmt: skip
    form = response.context["form"]
    assert set(form.errors) == {"home_goals_2", "away_count_minor"}
    assert set(form.rows.forms[0].errors) == {"what", "left"}
    assert form["away_goals_3"].value() == "4"
    assert form.rows.forms[0]["left"].value() == "99:99"
    assert GameReport.objects.count() == 0


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_score_takes_no_goals(db: None) -> None:
    mites = recent_evening("mite")
    client = signed_in(mites.home_coach)
    assert "home_goals_1" not in client.get(form_of(mites)).context["form"].fields
    assert send(client, mites).status_code == 302
    assert (mites.game.score_home, mites.game.score_away, mites.game.periods_home) == (0, 0, None)


@pytest.mark.clause("mn-district-9", "5.1")
def test_a_pasted_mail_fills_the_form_and_is_told_line_by_line(played: Evening, coach: Client) -> None:
    response = send(coach, played, action="fill", mail=MAIL, home_conduct="spectators-removed", **dict.fromkeys(GOALS))
    form = response.context["form"]
    values = {name: form[name].value() for name in ("away_goals_3", "home_goals_1", "home_total", "away_count_minor")}
    assert values == {"away_goals_3": "3", "home_goals_1": "1", "home_total": "4", "away_count_minor": "4"}
    assert form["home_conduct"].value() == ["spectators-removed"]
    told = [(finding.code, finding.where) for finding in response.context["mail_found"]]
    assert told == [
        ("mail.unread", "line 8"),
        ("report.total", "Total of goals (Owatonna)"),
    ]
    assert GameReport.objects.count() == 0


def test_more_rows_complain_about_nothing(played: Evening, coach: Client) -> None:
    response = send(coach, played, action="more", home_goals_1="")
    assert (len(response.context["form"].rows.forms), dict(response.context["form"].errors)) == (3, {})


# ---------------------------------------------------------------- two at once, and games that are closed


def test_somebody_elses_report_is_shown_beside_mine_and_mine_can_be_sent_knowingly(
    played: Evening, coach: Client
) -> None:
    other = factories.member(Role.TEAM_REPRESENTATIVE, played.season.league, team=played.home)
    theirs = played.report(played.home, content(), by=other, now=timezone.now()).report
    response = send(coach, played)
    assert (response.status_code, response.context["theirs"]) == (409, theirs)
    differing = [(row.label, row.left, row.right) for row in response.context["compare"] if row.left != row.right]
    assert differing == [("Goals, 2nd period (Faribault)", "2", "1"), ("Goals, 3rd period (Faribault)", "3", "4")]
    assert response.context["form"]["away_goals_3"].value() == "4"
    again = {name: str(response.context[name]) for name in ("token", "seen_version", "seen_report")}
    assert again["token"] != "t1"
    assert send(coach, played, **again).status_code == 302
    assert played.game.reports.get(current=True).content["away"]["goals"] == [1, 1, 4]


def test_sending_twice_makes_one_report_even_when_the_game_is_verified_meanwhile(
    played: Evening, coach: Client
) -> None:
    send(coach, played)
    played.report(played.away, content(away=(1, 1, 4), home_dressed=None), now=timezone.now())
    assert played.game.report_state == ReportState.VERIFIED
    assert send(coach, played).status_code == 302
    assert GameReport.objects.count() == 2


def test_a_closed_game_says_why_and_keeps_what_was_typed(played: Evening, coach: Client) -> None:
    set_outcome(
        game=played.game, outcome="forfeit", at_fault=[played.away], reason="No players", by=played.statistician,
        seen_version=0, now=timezone.now(),
    )  # fmt: skip
    response = coach.get(form_of(played))
    assert (response.status_code, codes(response, "closed")) == (200, ["report.not-open"])
    response = send(coach, played)
    assert (response.status_code, codes(response, "closed")) == (409, ["report.not-open"])
    assert response.context["form"]["away_goals_3"].value() == "4"


@pytest.mark.parametrize(
    "kept",
    ['{"note": "\\ud800"}', '{"note": "a\\u0000b"}', '{"flags": ["\\udfff"]}', '{"served_by": "\\ud800"}', "[" * 1999],
)
def test_what_no_database_holds_is_refused_with_the_form(played: Evening, coach: Client, kept: str) -> None:
    row = {"who": "home:", "what": "minor", "offence": "other", "kept": kept}
    rows = {f"penalties-0-{name}": value for name, value in row.items()} | {"penalties-TOTAL_FORMS": "1"}
    response = send(coach, played, **rows, action="send-as-it-is")
    assert response.status_code == 200
    assert "kept" in response.context["form"].rows.forms[0].errors
    assert not GameReport.objects.exists()


@pytest.mark.parametrize("version", ["999999999999999999", "-1", "x", "9" * 5000])
def test_a_made_up_version_harms_nothing(played: Evening, coach: Client, version: str) -> None:
    assert send(coach, played, seen_version=version, action="send-as-it-is").status_code == 302
    assert played.game.reports.get().game_version in (0, 999999999)
