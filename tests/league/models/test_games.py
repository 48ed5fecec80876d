"""What the database refuses about games: two at once, impossible results, states without their dates."""

import datetime as dt
from typing import Any

import pytest

from league.models import Division, Game, LineupSpot, Outcome, ReportState, Team, UnlistedPerson, Venue
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db

ONE_O_CLOCK = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)
QUARTER_PAST_TWO = dt.datetime(2014, 11, 8, 20, 15, tzinfo=dt.UTC)


@pytest.fixture
def division() -> Division:
    return factories.division()


@pytest.fixture
def teams(division: Division) -> list[Team]:
    return factories.teams(4, division=division)


@pytest.fixture
def rink(division: Division) -> Venue:
    return factories.venue(league=division.season.league)


def make(teams: list[Team], home: int = 0, away: int = 1, **fields: Any) -> Game:
    return factories.game(home=teams[home], away=teams[away], **{"starts": ONE_O_CLOCK} | fields)


def test_two_games_on_one_rink_at_one_time_are_refused(teams: list[Team], rink: Venue) -> None:
    make(teams, 0, 1, venue=rink)
    with refused_by("game_rink_once_at_a_time"):
        make(teams, 2, 3, venue=rink, starts=QUARTER_PAST_TWO - dt.timedelta(minutes=1))
    make(teams, 2, 3, venue=rink, starts=QUARTER_PAST_TWO)


def test_a_rink_is_free_for_others_while_another_rink_is_taken(teams: list[Team], rink: Venue) -> None:
    make(teams, 0, 1, venue=rink)
    make(teams, 2, 3, venue=factories.venue(league=rink.league))
    assert Game.objects.count() == 2


@pytest.mark.parametrize(("home", "away"), [(0, 2), (2, 0), (1, 2), (2, 1)])
def test_a_team_in_two_games_at_one_time_is_refused_at_home_or_away(teams: list[Team], home: int, away: int) -> None:
    make(teams, 0, 1)
    with refused_by("game_team_once_at_a_time"):
        make(teams, home, away, starts=ONE_O_CLOCK + dt.timedelta(minutes=30))
    make(teams, home, away, starts=QUARTER_PAST_TWO)


@pytest.mark.parametrize("outcome", sorted(set(Outcome.values) - {"scheduled", "played"}))
def test_a_game_that_was_not_played_frees_rink_and_teams(teams: list[Team], rink: Venue, outcome: str) -> None:
    make(teams, venue=rink, outcome=outcome)
    make(teams, venue=rink)
    assert Game.objects.count() == 2


def test_a_game_postponed_without_a_date_frees_rink_and_teams(teams: list[Team], rink: Venue) -> None:
    make(teams, venue=rink, starts=None)
    make(teams, venue=rink, starts=None)
    make(teams, venue=rink)
    assert Game.objects.count() == 3


def test_a_played_game_keeps_its_time(teams: list[Team]) -> None:
    make(teams, score=(3, 2))
    with refused_by("game_team_once_at_a_time"):
        make(teams, 0, 2)


def test_a_double_booking_that_a_file_brought_is_kept_as_a_recorded_clash(teams: list[Team], rink: Venue) -> None:
    make(teams, venue=rink)
    make(teams, venue=rink, clash_recorded=True)
    assert Game.objects.count() == 2


def test_moving_a_game_into_another_is_refused(teams: list[Team]) -> None:
    make(teams, 0, 1)
    later = make(teams, 0, 2, starts=QUARTER_PAST_TWO)
    later.starts, later.occupied_until = ONE_O_CLOCK, QUARTER_PAST_TWO
    with refused_by("game_team_once_at_a_time"):
        later.save()


def test_a_team_does_not_play_itself(teams: list[Team]) -> None:
    with refused_by("game_home_is_not_away"):
        make(teams, 0, 0, starts=None)


def test_a_game_id_is_unique_in_its_season(teams: list[Team]) -> None:
    make(teams, key="g1")
    with refused_by("game_key_once_a_season"):
        make(teams, key="g1", starts=None)
    factories.game(key="g1")


def test_goals_are_not_negative(teams: list[Team]) -> None:
    with refused_by("league_game_score_home_check"):
        make(teams, score=(-1, 2))
    with refused_by("league_game_score_away_check"):
        make(teams, score=(1, -2))


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("game_score_has_two_sides", {"score_home": 3}),
        ("game_periods_have_two_sides", {"score_home": 3, "score_away": 2, "periods_home": [1, 1, 1]}),
        ("game_periods_come_with_a_score", {"periods_home": [1, 1, 1], "periods_away": [0, 0, 0]}),
        ("game_shootout_has_a_winner", {"score_home": 2, "score_away": 2, "decided_in": "shootout"}),
        ("game_kind_known", {"kind": "friendly"}),
        ("game_outcome_known", {"outcome": "abandoned"}),
        ("game_excuse_known", {"excused": "traffic"}),
        ("game_decided_in_known", {"decided_in": "coin flip"}),
        ("game_report_state_known", {"report_state": "lost"}),
        ("game_occupies_its_time", {"occupied_until": None}),
        ("game_occupied_after_its_start", {"occupied_until": ONE_O_CLOCK}),
        ("game_ends_after_its_start", {"ends": ONE_O_CLOCK, "occupied_until": QUARTER_PAST_TWO}),
        ("game_ends_after_its_start", {"starts": None, "ends": ONE_O_CLOCK, "occupied_until": None}),
        ("game_booked_on_a_day_or_at_a_time", {"booked": dt.date(2014, 10, 1), "booked_at": ONE_O_CLOCK}),
        ("game_scheduled_is_unreported", {"report_state": ReportState.VERIFIED}),
        ("game_reported_at_some_time", {"outcome": "played", "report_state": ReportState.PROVISIONAL}),
        ("game_reported_at_some_time", {"outcome": "played", "report_state": ReportState.DISPUTED}),
        ("game_verified_at_when_verified", {"verified_at": ONE_O_CLOCK}),
    ],
)
def test_what_cannot_be_is_refused(teams: list[Team], constraint: str, fields: dict[str, Any]) -> None:
    with refused_by(constraint):
        make(teams, **fields)


def test_the_winner_plays_in_the_game(teams: list[Team]) -> None:
    with refused_by("game_winner_plays_in_it"):
        make(teams, score=(2, 2), winner=teams[2], decided_in="shootout")
    assert make(teams, score=(2, 2), winner=teams[1], decided_in="shootout").winner == teams[1]


def test_those_at_fault_play_in_the_game(teams: list[Team]) -> None:
    with refused_by("game_at_fault_plays_in_it"):
        make(teams, outcome=Outcome.NO_SHOW, at_fault=[teams[2].pk])
    both = [teams[1].pk, teams[0].pk]
    assert make(teams, outcome=Outcome.DOUBLE_FORFEIT, at_fault=both).at_fault == both


def test_a_person_and_a_number_stand_once_on_a_bench(teams: list[Team]) -> None:
    game, seven, eight = make(teams), factories.player(teams[0]), factories.player(teams[0])
    factories.lineup_spot(game, teams[0], seven, number=7)
    with refused_by("lineup_person_once_a_team"):
        factories.lineup_spot(game, teams[0], seven, number=9)
    with refused_by("lineup_number_once_a_team"):
        factories.lineup_spot(game, teams[0], eight, number=7)
    factories.lineup_spot(game, teams[1], eight, number=7)
    assert LineupSpot.objects.count() == 2


def test_an_unlisted_person_is_named_once_a_game(teams: list[Team]) -> None:
    game, person = make(teams), factories.player(teams[0])
    UnlistedPerson.objects.create(game=game, person=person)
    with refused_by("unlisted_once_a_game"):
        UnlistedPerson.objects.create(game=game, person=person)


def test_entries_of_a_file_keep_its_order_and_those_made_here_follow(teams: list[Team]) -> None:
    made_here = make(teams, starts=None)
    second = make(teams, starts=None, position=1)
    first = make(teams, starts=None, position=0)
    assert list(Game.objects.all()) == [first, second, made_here]
