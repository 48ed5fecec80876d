"""Shows recorded decisions: play-ins by the book's step with who, when and why, and how one is withdrawn and kept."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.models import AuditEntry, Role, RuleBookVersion, Season
from league.queries.rulebooks import newest_version
from league.seasonfile import write
from league.services import recompute
from league.services.errors import Refused
from rulings.exporting import season_file as exported
from rulings.services import recompute_pending
from standings import services
from standings.models import CoinFlip, StandingsSnapshot
from tests import factories
from tests.playoffs import frozen, seed
from tests.seasons import imported, season_file
from tests.standings.views.test_officers import sign_in
from tests.standings.views.test_table import address

NOW = dt.datetime(2015, 2, 2, 12, tzinfo=dt.UTC)
DAY = dt.date(2015, 2, 2)
LEVEL_PAIR = ["A 1-1 B", "B 1-1 A"]


def codes(refused):
    return [finding.code for finding in refused.value.findings]


def play_in_season(*, witness=False):
    """Two level teams by a book whose last step is a play-in."""
    season = imported(season_file(LEVEL_PAIR, teams=2, level="adult", rulebook="alberta-mens"))
    newest = newest_version("alberta-mens")
    step = f'metric = "play-in"\nwitness = {str(witness).lower()}'
    text = RuleBookVersion.objects.get(pk=newest.pk).text.replace('metric = "coin-flip"', step)
    book = factories.rulebook(slug="alberta-mens", version="play-in", title=newest.title, text=text)
    Season.objects.filter(pk=season.pk).update(rulebook=book)
    season = Season.objects.select_related("league", "rulebook").get(pk=season.pk)
    division = season.divisions.get()
    recompute.request(season=season, divisions=[division.pk])
    recompute_pending()
    return season, division


def ranks(division):
    rows = StandingsSnapshot.objects.get(division=division).rows
    return [(row["rank"], row["team"]) for row in rows]


def play_in(division, actor, order, **more):
    values = {"official": "Ida Frost", "witness": "", "date": DAY, "reason": "B won it 3-2"} | more
    return services.record_coin_flip(division=division, order=order, actor=actor, day=DAY, **values)


def test_a_play_in_is_a_decision_of_its_own_with_who_when_why_and_for_which_place(db):
    season, division = play_in_season()
    director = factories.member(Role.DIRECTOR, season.league)
    recorded = play_in(division, director, ["B", "A"])
    recompute_pending()
    assert ranks(division) == [(1, "B"), (2, "A")]
    assert (recorded.kind, recorded.first_place, recorded.last_place, recorded.recorded_by) == (
        "play-in", 1, 2, director,
    )  # fmt: skip
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.reason, entry.after["order"]) == ("record-play-in", "B won it 3-2", ["B", "A"])


@pytest.mark.parametrize(
    ("witness", "more", "expected"),
    [
        (False, {"reason": " "}, ["reason-missing"]),
        (False, {"official": ""}, ["name-missing"]),
        (True, {}, ["name-missing"]),
        (True, {"official": "", "reason": "", "date": dt.date(2016, 1, 1)},
         ["name-missing", "name-missing", "reason-missing", "flipped-later"]),
    ],
)  # fmt: skip
def test_a_play_in_without_all_that_the_book_asks_is_refused(db, witness, more, expected):
    season, division = play_in_season(witness=witness)
    with pytest.raises(Refused) as refused:
        play_in(division, factories.member(Role.DIRECTOR, season.league), ["B", "A"], **more)
    assert codes(refused) == expected
    assert {item.clause for item in refused.value.findings if item.where in ("official", "witness", "reason")} == {
        "9-1.b.i.6"
    }
    assert not CoinFlip.objects.exists()


def test_a_decision_is_withdrawn_with_a_reason_and_its_teams_are_level_again(db):
    season, division = play_in_season()
    director = factories.member(Role.DIRECTOR, season.league)
    recorded = play_in(division, director, ["B", "A"])
    with pytest.raises(Refused) as refused:
        services.withdraw_decision(decision=recorded, actor=director, reason=" ", now=NOW)
    assert codes(refused) == ["reason-missing"]
    services.withdraw_decision(decision=recorded, actor=director, reason="The wrong teams were told", now=NOW)
    recompute_pending()
    assert ranks(division) == [(1, "A"), (1, "B")]
    assert write(exported(season)).get("coin_flips", []) == []
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.before, entry.reason) == (
        "withdraw-play-in",
        {"division": "ba", "order": ["B", "A"]},
        "The wrong teams were told",
    )
    with pytest.raises(Refused) as refused:
        services.withdraw_decision(decision=recorded, actor=director, reason="again", now=NOW)
    assert codes(refused) == ["withdrawn-already"]
    assert play_in(division, director, ["A", "B"]).kind == "play-in"
    recompute_pending()
    assert ranks(division) == [(1, "A"), (2, "B")]
    services.freeze_table(division=division, actor=director, day=DAY, now=NOW)
    with pytest.raises(Refused) as refused:
        services.withdraw_decision(decision=CoinFlip.objects.last(), actor=director, reason="late", now=NOW)
    assert codes(refused) == ["final-already"]


def test_the_database_keeps_no_withdrawal_without_its_reason(db):
    season, division = play_in_season()
    recorded = play_in(division, factories.member(Role.DIRECTOR, season.league), ["B", "A"])
    with pytest.raises(IntegrityError), transaction.atomic():
        CoinFlip.objects.filter(pk=recorded.pk).update(withdrawn_at=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        CoinFlip.objects.filter(pk=recorded.pk).update(reason="", kind="play-in")


def test_the_page_asks_for_a_play_in_and_takes_one_back(client, db):
    season, division = play_in_season()
    sign_in(client, season, Role.DIRECTOR)
    url = address(division, "standings:flip")
    text = client.get(url).text
    assert "Record a play-in" in text
    assert "level from place 1 on" in text
    sent = {"place_1": "B", "date": "2015-02-02", "official": "Ida Frost"}
    assert client.post(url, sent).context["form"].errors["reason"]
    assert client.post(url, sent | {"reason": "B won it 3-2"}).status_code == 302
    recorded = CoinFlip.objects.get()
    recompute_pending()
    text = client.get(url).text
    for part in ("Play-in:", "Brook Bears, Ashby Otters", "places 1 to 2", "decided by Ida Frost", "B won it 3-2"):
        assert part in text
    response = client.post(url, {"withdraw": recorded.pk, "back-why": ""})
    assert response.context["withdraw_form"].errors
    assert client.post(url, {"withdraw": recorded.pk + 1, "back-why": "x"}).status_code == 404
    assert client.post(url, {"withdraw": "\x00", "back-why": "x"}).status_code == 404
    assert client.post(url, {"withdraw": recorded.pk, "back-why": "Wrong teams"}).status_code == 302
    recorded.refresh_from_db()
    assert recorded.withdrawn_reason == "Wrong teams"
    assert "Wrong teams" in client.get(url).text


@pytest.mark.clause("alberta-mens", "9-1.b.i.6")
def test_the_bracket_says_what_decided_the_seeds_and_names_nobody_in_public(client, db):
    games = ["A 1-1 B", "B 1-1 A", "A 1-0 C", "C 0-1 A", "B 1-0 C", "C 0-1 B"]
    season = imported(season_file(games, teams=3, level="adult", rulebook="alberta-mens"))
    division = season.divisions.select_related("season__league").get()
    statistician = factories.member(Role.STATISTICIAN, season.league)
    services.record_coin_flip(
        division=division, order=["B", "A"], official="Ida Frost", witness="Ole Berg", date=DAY,
        actor=statistician, day=DAY,
    )  # fmt: skip
    services.freeze_table(division=division, actor=statistician, day=DAY, now=timezone.now())
    assert seed(division, statistician).teams == ["B", "A"]
    url = address(division, "standings:playoffs")
    text = client.get(url).text
    assert "Coin flip: <strong>Brook Bears, Ashby Otters</strong> · places 1 to 2" in text
    assert "Ida Frost" not in text
    client.force_login(statistician)
    assert "flipped by Ida Frost, seen by Ole Berg" in client.get(url).text


def test_a_division_without_decisions_says_nothing_of_them(client, db):
    division, statistician = frozen(["A 3-0 B", "A 2-0 C", "B 1-0 C"], teams=3)
    seed(division, statistician)
    assert "recorded flip or play-in" not in client.get(address(division, "standings:playoffs")).text
