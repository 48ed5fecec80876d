"""One booking is guarded by what it touches alone, and gets the answers that a look at the whole season would give."""

import datetime as dt
import random
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from league.core.findings import Finding
from league.models import Game, Outcome, Season, Team, Venue
from league.queries.clock import today
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import book_for
from league.services.rulebooks import publish_shipped
from rulings.preview import with_game
from rulings.schedule import _rinks, _wanted, findings, propose
from scheduling.core.bookings import clashes_of, slots
from scheduling.core.game_counts import limit_faults
from scheduling.core.places import place_faults
from standings.queries import withdrawals
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.clause("mn-district-9", "3.6", "3.7", "3.9")]

HOUR = dt.timedelta(hours=1)
BEGINS = dt.datetime(2014, 11, 10, 0, 0, tzinfo=dt.UTC)


def make_season(slug: str, **fields: Any) -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    return factories.season(rulebook=book, slug=slug, **fields)


def fill(season: Season, chance: random.Random, *, teams: int, games: int) -> tuple[list[Team], list[Venue]]:
    """Teams of two divisions and associations, rinks, and games at odd hours, some cancelled or without a date."""
    window = {"window_start": dt.date(2014, 11, 12), "window_end": dt.date(2014, 12, 20)}
    divisions = [
        factories.division(season=season, level="bantam", **window),
        factories.division(season=season, level="squirt"),
    ]
    associations = [factories.association(season=season) for _ in range(2)]
    made = [
        factories.team(division=chance.choice(divisions), association=chance.choice([*associations, None]))
        for _ in range(teams)
    ]
    rinks = [factories.venue(league=season.league) for _ in range(3)]
    for number in range(games):
        home, away = chance.sample(made, 2)
        starts = BEGINS + number * 2 * HOUR if chance.random() < 0.9 else None
        factories.game(
            season=season,
            division=home.division,
            home=home,
            away=away,
            starts=starts,
            occupied_until=starts + 1.5 * HOUR if starts else None,
            venue=chance.choice([*rinks, None]) if starts else None,
            kind=chance.choice(["league", "league", "exhibition"]),
            outcome=Outcome.CANCELLED if chance.random() < 0.1 else Outcome.SCHEDULED,
        )
    return made, rinks


def values_of(chance: random.Random, teams: list[Team], rinks: list[Venue]) -> dict[str, Any]:
    home, away = chance.sample(teams, 2)
    half_hours = chance.choice([chance.randrange(-200, 600), chance.randrange(3_200, 3_800)])  # in January too
    starts = BEGINS + half_hours * HOUR / 2 if chance.random() < 0.95 else None
    return {
        "home": home,
        "away": away,
        "kind": chance.choice(["league", "exhibition"]),
        "starts": starts,
        "ends": starts + chance.randrange(1, 5) * HOUR if starts and chance.random() < 0.3 else None,
        "venue": chance.choice([*rinks, None]) if starts else None,
    }


def by_the_whole_season(season: Season, values: dict[str, Any], game: Game | None) -> tuple[Finding, ...]:
    facts = league_facts(Slice(season)).changed(withdrawn=withdrawals(season))
    book = book_for(season, today(season))
    wanted = _wanted(season, values, facts, game)
    changed = with_game(facts, wanted)
    limits = [fault for fault in limit_faults(changed, book) if fault.game == wanted.id]
    found = [*place_faults(changed, book, wanted), *limits, *clashes_of(changed, book, wanted)]
    assert len(slots(changed, book, [wanted])) == (values["starts"] is not None)
    return tuple(findings(found, changed, _rinks(season)))


@pytest.mark.parametrize("starts", [None, dt.date(2014, 10, 1)])
def test_the_answers_are_those_of_the_whole_season(starts: dt.date | None) -> None:
    chance = random.Random(7)
    season = make_season("2014-15", starts=starts)
    teams, rinks = fill(season, chance, teams=6, games=150)
    games = [None, *Game.objects.filter(season=season, outcome=Outcome.SCHEDULED)]
    told = set()
    for _ in range(60):
        game, values = chance.choice([None, chance.choice(games)]), values_of(chance, teams, rinks)
        proposal = propose(season, values, game=game)
        assert proposal.findings == by_the_whole_season(season, values, game)
        told |= {finding.clause for finding in proposal.findings}
    assert told == {None, "3.6", "3.7", "3.9"}  # each kind of answer was among them


def test_a_booking_takes_as_many_queries_in_a_large_season(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number, games in enumerate((2, 120)):
        season = make_season(f"20{number}", starts=dt.date(2014, 10, 1))
        teams, rinks = fill(season, random.Random(games), teams=2 + games // 10, games=games)
        values = values_of(random.Random(3), teams, rinks) | {"starts": BEGINS, "venue": rinks[0]}
        propose(season, values)  # the book is in memory from now on
        with django_assert_num_queries(5):
            propose(season, values)
