"""What a mailed report says, as people type it, and that whatever can't be read is told with its line."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.report_mail import MailReport, read_mail
from league.core.reports import Side, SideReport

TEAMS: dict[Side, str] = {"home": "Owatonna", "away": "Faribault"}
LAYOUT = """\
Subject: Bantam A Game: Faribault at Owatonna

Score:
Faribault ~ 1, 2, 3 = 6
Owatonna ~ 1, 1, 1 = 3

Penalties:
Faribault ~ 4 minor, 1 major, 0 misconduct = 13 minutes
Owatonna ~ 5 minor, 0 major, 0 misconduct = 10 minutes

FPP:
Faribault ~ yes
Owatonna ~ yes
"""


def read(text: str) -> MailReport:
    return read_mail(text, TEAMS)


def told(report: MailReport, severity: str = "warn") -> list[str]:
    return [f"{item.where}: {item.message}" for item in report.findings if item.severity == severity and item.where]


@pytest.mark.clause("mn-district-9", "5.1")
def test_the_leagues_layout_is_read_without_a_word() -> None:
    report = read(LAYOUT)
    assert (report.level, report.away, report.home) == ("Bantam A", "Faribault", "Owatonna")
    assert report.content.away == SideReport(
        (1, 2, 3), {"minor": 4, "major": 1, "misconduct": 0}, total=6, minutes=13, fair_play=True
    )
    assert report.content.home == SideReport(
        (1, 1, 1), {"minor": 5, "major": 0, "misconduct": 0}, total=3, minutes=10, fair_play=True
    )
    assert (report.content.decided_in, report.content.shootout_winner, report.findings) == ("regulation", None, ())


def test_the_subject_names_the_teams_where_nobody_else_does() -> None:
    assert read_mail(LAYOUT).document() == read(LAYOUT).document()


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("~", "-"),
        lambda text: text.replace("~", "\N{EN DASH}"),
        lambda text: text.replace("~", "\N{EM DASH}"),
        lambda text: text.replace(" ~", ":"),
        lambda text: text.replace("~", "\N{SMALL TILDE}"),
        lambda text: text.replace(" ~ ", "~"),
        lambda text: text.replace(" ~ ", " "),
        lambda text: text.replace("\n", "\r\n\r\n"),
        lambda text: text.replace("\n", "\n> "),
        lambda text: "".join(f"> > {line}\n" for line in text.splitlines()),
        lambda text: text.replace(" ", "\N{NO-BREAK SPACE}"),
        lambda text: text.upper(),
        lambda text: text.lower(),
        lambda text: text.replace("Subject: ", "Subject: Re: Fwd: "),
        lambda text: text.replace("Subject: ", ""),
        lambda text: text.replace(" at ", " @ "),
        lambda text: text.replace("Faribault ~", "Farib ~").replace("Owatonna ~", "Owatonna Huskies ~"),
        lambda text: text.replace("Faribault ~", "F\N{LATIN SMALL LETTER A WITH ACUTE}ribault ~"),
        lambda text: text.replace("Faribault ~", "Visitors ~").replace("Owatonna ~", "Home ~"),
        lambda text: text.replace("1, 2, 3 = 6", "1-2-3=6").replace("1, 1, 1 = 3", "(1/1/1) total 3"),
        lambda text: text.replace("1, 2, 3 = 6", "1 2 3 = 6").replace("1, 1, 1 = 3", "1st 1, 2nd 1, 3rd 1 = 3"),
        lambda text: text.replace("minor,", "minors,").replace("major,", "majors,").replace("misconduct ", "misc. "),
        lambda text: text.replace("4 minor, 1 major, 0 misconduct", "min 4, maj 1, misc 0"),
        lambda text: text.replace("4 minor, 1 major, 0 misconduct =", "4 x minor; 1 x major; 0 misconducts,"),
        lambda text: text.replace("4 minor, 1 major", "four minors and one major"),
        lambda text: text.replace("FPP:", "Fair Play Points"),
        lambda text: text.replace("FPP:\nFaribault ~ yes\nOwatonna ~ yes", "FPP: both yes"),
        lambda text: text.replace("~ yes", "~ Y"),
        lambda text: text.replace("~ yes", "~ kept"),
        lambda text: text.replace("Score:\n", "").replace("Penalties:\n", ""),
    ],
)  # fmt: skip
def test_the_same_typed_in_another_way_is_the_same(change: object) -> None:
    report, layout = read(change(LAYOUT)), read(LAYOUT)  # type: ignore[operator]
    assert report.content == layout.content
    assert told(report) == []


@pytest.mark.parametrize(
    ("goals", "periods", "total"),
    [
        ("1, 2, 3", (1, 2, 3), None),
        ("1, 2, 3 = 7", (1, 2, 3), 7),
        ("6", (), 6),
        ("1 2 3 6", (1, 2, 3), 6),
        ("0 0 0 0", (0, 0, 0), 0),
    ],
)
def test_goals_with_and_without_totals(goals: str, periods: tuple[int, ...], total: int | None) -> None:
    side = read(f"Faribault ~ {goals}").content.away
    assert (side.goals, side.total) == (periods, total)


@pytest.mark.parametrize(
    "away", ["1, 1, 1, OT 1 = 4", "1, 1, 1, 1 OT = 4", "1 1 1 1 (OT) 4", "1-1-1 overtime 1 total 4"]
)
def test_overtime(away: str) -> None:
    content = read(f"Faribault ~ {away}\nOwatonna ~ 1, 1, 1 = 3").content
    assert (content.away.goals, content.home.goals) == ((1, 1, 1, 1), (1, 1, 1, 0))
    assert (content.away.total, content.decided_in, content.shootout_winner) == (4, "overtime", None)


@pytest.mark.parametrize(
    ("away", "home"),
    [
        ("1, 1, 1, OT 0, SO 1 = 4", "1, 1, 1, OT 0, SO 0 = 3"),
        ("1, 1, 1, OT 0, SO win", "1, 1, 1, OT 0"),
        ("1, 1, 1, 0 OT, shootout 3", "1, 1, 1, 0 OT, shootout 2"),
        ("1, 1, 1, 0 OT", "1, 1, 1, 0 OT, SO loss"),
    ],
)
def test_a_shootouts_winner_and_its_goal_that_is_in_no_score(away: str, home: str) -> None:
    content = read(f"Faribault ~ {away}\nOwatonna ~ {home}").content
    assert (content.away.goals, content.home.goals) == ((1, 1, 1, 0), (1, 1, 1, 0))
    assert (content.decided_in, content.shootout_winner) == ("shootout", "away")
    assert content.away.total in (None, 3)


@pytest.mark.parametrize(
    ("typed", "counts", "minutes"),
    [
        ("2 minor, 1 CFB = 16 min", {"minor": 2, "checking-from-behind": 1}, 16),
        ("1 GM", {"game-misconduct": 1}, None),
        ("1 game misconduct, 1 misconduct", {"game-misconduct": 1, "misconduct": 1}, None),
        ("double minor", {"minor": 2}, None),
        ("10 minute misconduct", {"misconduct": 1}, None),
        ("3 minors 6 minutes", {"minor": 3}, 6),
        ("3 minors, PIM 6", {"minor": 3}, 6),
        ("minors: 3, bench minors: 1", {"minor": 3, "bench-minor": 1}, None),
        ("no mouth guard, 1 penalty shot", {"no-mouth-guard": 1, "penalty-shot": 1}, None),
        ("none", {"minor": 0, "major": 0, "misconduct": 0}, None),
        ("no penalties", {"minor": 0, "major": 0, "misconduct": 0}, None),
        ("4, 1, 0 = 13", {"minor": 4, "major": 1, "misconduct": 0}, 13),
        ("3 minor = 4.5 minutes", {"minor": 3}, 4),
    ],
)
def test_penalties_as_people_write_them(typed: str, counts: dict[str, int], minutes: int | None) -> None:
    side = read(f"Penalties:\nFaribault ~ {typed}").content.away
    assert (side.counts, side.minutes) == (counts, minutes)


def test_penalties_may_go_on_in_the_next_line() -> None:
    report = read("Penalties\nFaribault: 4 minors\n1 major\nOwatonna: 2 minors\nTotal 4 minutes")
    assert report.content.away.counts == {"minor": 4, "major": 1}
    assert (report.content.home.counts, report.content.home.minutes) == ({"minor": 2}, 4)


def test_what_cant_be_read_is_told_with_its_line_and_the_rest_is_read() -> None:
    report = read(
        "Hi Pat,\nFaribault ~ 1, 2, x, 3 = 6\nRochester ~ 1, 1, 1 = 3\nOwatonna ~ 1, 1, 1 = 3\nRef no. 12 late"
    )
    assert told(report) == [
        "line 2: can't read 'x'",
        "line 3: can't read 'Rochester ~ 1, 1, 1 = 3'",
        "line 5: can't read 'Ref no. 12 late'",
    ]
    assert told(report, "info") == ["line 1: can't read 'Hi Pat,'"]
    assert (report.content.away.goals, report.content.home.goals) == ((1, 2, 3), (1, 1, 1))


def test_what_is_missing_is_told() -> None:
    assert [item.message for item in read("Faribault ~ 6\nOwatonna ~ 1, 1, 1").findings if not item.where] == [
        "no penalties was found for Owatonna",
        "no Fair Play point was found for Owatonna",
        "no penalties was found for Faribault",
        "no Fair Play point was found for Faribault",
        "the goals by period of Faribault are missing",
    ]


def test_a_subject_of_another_game_is_told() -> None:
    assert told(read("Subject: Bantam A Game: Owatonna at Faribault")) == [
        "line 1: the subject says Owatonna at Faribault; this game is Faribault at Owatonna"
    ]
    assert told(read("Subject: Bantam A Game: Rochester at Owatonna")) == [
        "line 1: Rochester doesn't play in this game"
    ]


def test_a_second_score_is_told_unless_it_is_the_same() -> None:
    assert told(read("Faribault ~ 1, 2, 3\n> Faribault ~ 1, 2, 3")) == []
    report = read("Faribault ~ 1, 2, 3\n> Faribault ~ 1, 2, 4")
    assert told(report) == ["line 2: a second score for Faribault was left out: '1, 2, 4'"]
    assert report.content.away.goals == (1, 2, 3)


def test_a_misspelt_team_is_read_and_told() -> None:
    report = read("Fairbault ~ 1, 2, 3")
    assert report.content.away.goals == (1, 2, 3)
    assert told(report, "info") == ["line 1: 'Fairbault' was read as Faribault"]


def test_a_name_that_fits_both_teams_is_nobodys() -> None:
    teams: dict[Side, str] = {"home": "Northfield Red", "away": "Northfield Blue"}
    report = read_mail("Northfield ~ 1, 2, 3\nNorthfield Red ~ 1, 1, 1", teams)
    assert (report.content.home.goals, report.content.away.goals) == ((1, 1, 1), ())
    assert told(report) == ["line 1: can't read 'Northfield ~ 1, 2, 3'"]


def test_names_with_dashes_and_figures() -> None:
    teams: dict[Side, str] = {"home": "Dodge County-Kasson", "away": "Team 2"}
    report = read_mail("Dodge County-Kasson - 1-2-3\nTeam 2 - 0-0-1", teams)
    assert (report.content.home.goals, report.content.away.goals) == ((1, 2, 3), (0, 0, 1))


WORDS = ["Faribault", "Owatonna", "~", ":", "=", "OT", "SO", "minor", "GM", "yes", "no", "1", "99", "\n", "Subject:",
         "Penalties", "FPP", "game", "at", "> ", ",", "\N{EN DASH}", "min", "win", "both"]  # fmt: skip


@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)))
def test_nothing_typed_makes_it_fail_and_figures_stay_in_bounds(text: str) -> None:
    for report in (read(text), read_mail(text)):
        for side in (report.content.home, report.content.away):
            assert len(side.goals) in (0, 1, 2, 3, 4)
            assert all(0 <= number <= 999 for number in (*side.goals, side.minutes or 0, side.total or 0))


@given(st.text(st.characters(blacklist_categories=["Cc", "Zs", "Zl", "Zp", "Cf"]), min_size=3, max_size=20))
def test_a_line_is_read_or_told(line: str) -> None:
    report = read(f"Faribault ~ 1, 2, 3\n{line}\nOwatonna ~ 1, 1, 1")
    if line.strip("-=_*~ "):
        assert (
            any(item.where == "line 2" for item in report.findings)
            or report.content != read("Faribault ~ 1, 2, 3\nOwatonna ~ 1, 1, 1").content
        )


@pytest.mark.parametrize(
    "hostile",
    [
        ":" * 20_000,
        ("Faribault " + "=" * 50) * 330,
        ("Faribault " + "-" * 50 + " ") * 330,
        "Game: " + "a at " * 4_000,
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 20_000,
        "\n".join("Owatonn " + "= x " * 28 for _line in range(150)),
    ],
)
def test_reading_takes_no_time_whatever_is_pasted(hostile: str) -> None:
    started = time.process_time()
    found = read(hostile)
    assert time.process_time() - started < 3
    assert found.findings


def test_a_line_that_is_none_is_left_out_and_told_with_its_beginning() -> None:
    found = read(LAYOUT + "Faribault ~ " + "9, " * 300)
    assert found.content.away.goals == (1, 2, 3)
    [finding] = [item for item in found.findings if item.code == "mail.long-line"]
    assert (finding.severity, finding.where) == ("warn", "line 14")
    assert finding.message.startswith("a line of 911 characters was left out: 'Faribault ~ 9, 9")
    assert len(finding.message) < 100
