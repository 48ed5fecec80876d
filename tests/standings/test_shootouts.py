"""Shows how a shootout goes on record: what is found before, what is kept, and how the result agrees with it."""

import pytest
from django.utils import timezone

from league.models import AuditEntry, Game, Role
from league.permissions import Access, Place
from league.services.errors import Conflict, Refused
from league.views.naming import about_of
from rulings.services import recompute_pending
from standings.core.shootout import Attempt
from standings.models import Shootout, ShootoutShot, StandingsSnapshot
from standings.shootouts import Entered, check, entered, record_shootout, rules_of
from tests import factories
from tests.seasons import imported, people, season_file


def season_with_a_level_game(kind="league", book="alberta-mens", stage=None, **game):
    """A season with one level game between A and B, each with six skaters and a goalie."""
    document = season_file(["A 2-2 B", "A 3-1 B"], teams=2, level="adult", rulebook=book)
    people(document, each=7)
    for spot in document["roster"]:
        spot["role"] = "goalie" if spot["number"] == 7 else "skater"
    document["games"][0] |= {"kind": kind, **({"stage": stage} if stage else {}), **game}
    return imported(document)


@pytest.fixture
def season(db):
    return season_with_a_level_game()


def game_of(season, key="g1"):
    return Game.objects.select_related("season__league", "division", "home", "away").get(season=season, key=key)


def shots(text):
    """`A1+ B1-`: A's player 1 scored, B's did not; `A?+` for somebody not written down."""
    return tuple(
        Attempt(word[0], None if word[1] == "?" else f"{word[0]}-{word[1:-1]}", word[-1] == "+")
        for word in text.split()
    )


def about(season, key="g1"):
    game = game_of(season, key)
    user = factories.member(Role.STATISTICIAN, season.league)
    return about_of(Access(user), Place(league=season.league, season=season, division=game.division, game=game), game)


def codes(found):
    return [(item.code, item.severity, item.clause) for item in found.findings]


def record(season, text, *, by=None, may_settle=True, seen=None, **more):
    game = game_of(season)
    by = by or factories.member(Role.STATISTICIAN, season.league)
    return record_shootout(
        game=game,
        given=Entered(shots(text), **more),
        by=by,
        may_settle=may_settle,
        seen_version=game.version if seen is None else seen,
        now=timezone.now(),
    )


@pytest.mark.clause("alberta-mens", "4-8.a.2", "4-8.a.3")
def test_every_breach_is_told_at_once_and_none_keeps_the_shots_from_being_recorded(season):
    factories.penalty(game_of(season), game_of(season).home.roster.get(person__key="A-1").person,
                      penalty_class="minor", period="3", left="00:30", left_seconds=30)  # fmt: skip
    found = check(Entered(shots("B1+ A1- B2+ A2-")), about(season), may_settle=True)
    assert codes(found) == [
        ("shootout-changes-result", "warn", "4-8.a.2"),
        ("shootout-first", "warn", "4-8.a.2"),
        ("shooter-barred", "warn", "4-8.a.3"),
    ]
    assert found.winner == "B"
    assert "Brook Bears won" in found.findings[0].message
    assert found.findings[1].message == "Ashby Otters, the home team, shoots first"


def test_a_game_that_is_not_level_and_one_without_shots_are_refused(season):
    assert codes(check(Entered(shots("A1+ B1-")), about(season, "g2"), may_settle=True))[0] == (
        "shootout-not-level", "refuse", "4-8.a.1",
    )  # fmt: skip
    assert codes(check(Entered(()), about(season), may_settle=True)) == [("shootout-empty", "refuse", "4-8.a.2")]


@pytest.mark.clause("alberta-mens", "9-1.c.b")
def test_sudden_death_has_to_have_a_winner(db):
    season = season_with_a_level_game(kind="playoff", stage="final")
    level = " ".join(f"A{n}- B{n}-" for n in range(1, 6))
    found = check(Entered(shots(level), "skipped"), about(season), may_settle=True)
    assert codes(found) == [("shootout-unfinished", "refuse", "9-1.c.b")]
    won = check(Entered(shots(f"{level} A6+ B6-"), "skipped"), about(season), may_settle=True)
    assert won.winner == "A"
    assert [code for code, *_ in codes(won)] == ["shootout-changes-result"]


def test_the_result_follows_from_the_shots_and_the_table_from_the_result(season):
    record(season, "A1+ B1- A2+ B2-", goalies={"A": "A-7", "B": None})
    recompute_pending()
    game = game_of(season)
    assert (game.decided_in, game.winner.key, game.score_home, game.score_away) == ("shootout", "A", 2, 2)
    assert list(ShootoutShot.objects.values_list("team__key", "person__key", "goalie__key", "scored")) == [
        ("A", "A-1", None, True),
        ("B", "B-1", "A-7", False),
        ("A", "A-2", None, True),
        ("B", "B-2", "A-7", False),
    ]
    rows = {row["team"]: row for row in StandingsSnapshot.objects.get().rows}
    assert (rows["A"]["shootout_wins"], rows["B"]["shootout_losses"], rows["B"]["points"]) == (1, 1, 1)
    assert list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))[-2:] == [
        "correct-result",
        "record-shootout",
    ]
    assert entered(Shootout.objects.get(), game).attempts == shots("A1+ B1- A2+ B2-")


def test_once_the_result_agrees_only_the_shots_change_and_the_old_ones_stand_in_the_trail(season):
    record(season, "A1+ B1- A2+ B2-")
    record(season, "A?+ B?- A?+ B?-")
    assert ShootoutShot.objects.filter(person__isnull=True).count() == ShootoutShot.objects.count() == 4
    entry = AuditEntry.objects.latest("pk")
    assert entry.action == "record-shootout"
    assert entry.after["shootout_before"]["shots"][0] == ["A", "A-1", True]
    assert entry.after["shootout"]["shots"][0] == ["A", None, True]


def test_a_representative_can_not_turn_the_result(season):
    representative = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=game_of(season).home)
    with pytest.raises(Refused) as refused:
        record(season, "A1+ B1- A2+ B2-", by=representative, may_settle=False)
    assert [item.code for item in refused.value.findings] == ["shootout-contradicts"]
    assert not Shootout.objects.exists()
    record(season, "A1+ B1- A2- B2- A3- B3+", by=representative, may_settle=False)
    assert game_of(season).winner is None


def test_of_two_who_save_at_once_the_second_is_told(season):
    seen = game_of(season).version
    record(season, "A1+ B1- A2+ B2-", seen=seen)
    with pytest.raises(Conflict):
        record(season, "A1- B1+ A2- B2+", seen=seen)
    assert game_of(season).winner.key == "A"


def test_somebody_who_is_on_no_roster_is_refused(season):
    with pytest.raises(Refused) as refused:
        record(season, "A99+ B1- A2+ B2-")
    assert "shooter-unknown" in [item.code for item in refused.value.findings]


def test_books_without_a_shootout_have_none(db):
    season = imported(season_file(["A 2-2 B"], teams=2))
    assert rules_of(about(season)) is None


@pytest.mark.clause("maha-adult", "20")
def test_the_showdown_takes_its_own_rules(db):
    season = season_with_a_level_game(kind="playoff", book="maha-adult", stage="showdown")
    _entry, attempts = rules_of(about(season))
    assert attempts.lines == ("B", "C", "A")


@pytest.mark.clause("maha-adult", "20")
def test_where_both_take_equally_many_shots_one_too_few_is_told(db):
    season = season_with_a_level_game(kind="playoff", book="maha-adult", stage="showdown")
    text = "A1+ B1+ A2+ B2- A3+"
    found = check(Entered(shots(text), "played"), about(season), may_settle=True)
    assert ("shootout-uneven", "warn", "20") in codes(found)
    found = check(Entered(shots(f"{text} B3-"), "played"), about(season), may_settle=True)
    assert "shootout-uneven" not in [code for code, *_ in codes(found)]


def test_elsewhere_the_last_shot_may_be_left_out(season):
    found = check(Entered(shots("A1+ B1+ A2+ B2- A3+")), about(season), may_settle=True)
    assert "shootout-uneven" not in [code for code, *_ in codes(found)]


@pytest.mark.clause("alberta-mens", "4-8.a.2")
def test_a_goalie_who_comes_in_later_stands_with_the_shots_from_that_round_on(season):
    record(season, "A1+ B1- A2- B2- A3- B3-", goalies={"A": "A-7", "B": "B-7"}, reliefs={"B": (3, "B-6")})
    assert list(ShootoutShot.objects.values_list("team__key", "goalie__key")) == [
        ("A", "B-7"), ("B", "A-7"), ("A", "B-7"), ("B", "A-7"), ("A", "B-6"), ("B", "A-7"),
    ]  # fmt: skip
    again = entered(Shootout.objects.get(), game_of(season))
    assert (again.goalies, again.reliefs) == ({"A": "A-7", "B": "B-7"}, {"B": (3, "B-6")})
    assert AuditEntry.objects.latest("pk").after["shootout"]["reliefs"] == {"B": [3, "B-6"]}


def test_a_relief_who_is_on_no_roster_is_refused(season):
    with pytest.raises(Refused) as refused:
        record(season, "A1+ B1- A2+ B2-", goalies={"A": "A-7"}, reliefs={"A": (2, "A-99")})
    assert [item.code for item in refused.value.findings][-1] == "shooter-unknown"
