"""The preview of a change says exactly what the workers leave after it."""

import datetime as dt
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discipline.models import Ineligibility, Review, Suspension
from league.core import facts as core
from league.core.report_game import as_played, content_of
from league.core.reports import ReportContent, ReportedPenalty, SideReport
from league.models import Game, Role, Season
from league.queries.reports import about
from league.services.errors import Refused
from league.services.outcomes import foresee_outcome, foresee_undoing, set_outcome, undo_outcome
from league.services.rulebooks import publish_shipped
from league.services.settling import correct
from rulings import services
from rulings.importing import import_season
from rulings.preview import Consequences, Ruled, consequences, people_of
from rulings.queries import basis_of
from rulings.reading import open_season_file
from standings.models import StandingsSnapshot
from tests import factories

CASE = Path(__file__).parents[1] / "cases" / "mn-district-9-25-second-fight-as-of" / "season.json"
NOW = dt.datetime(2015, 3, 1, tzinfo=dt.UTC)


@pytest.fixture
def season(db: None) -> Season:
    """Three teams, fights and their suspensions, everything worked out."""
    file = open_season_file(CASE.read_bytes()).file
    version = next(version for version in publish_shipped() if version.slug == file.rulebook)
    made, _ = import_season(file=file, version=version, league=factories.league())
    factories.member(Role.STATISTICIAN, made.league)
    services.recompute_pending()
    return made


def previewed(game: Game, content: ReportContent) -> Consequences:
    """What the page shows before a correction is saved."""
    numbers = count(1)
    return compared(game, as_played(about(game).game, content, lambda: f"new-{next(numbers)}"))


def compared(game: Game, after: core.Game) -> Consequences:
    """What follows if the game were `after`."""
    before = about(game).game
    return consequences(basis_of(game, people_of(before, after)), before, after)


def left(season: Season, ruled: Ruled) -> tuple[Any, Any, Any]:
    """What the workers left about the people and the division that `ruled` is about; new incidents without their id."""
    snapshot = StandingsSnapshot.objects.get(division__season=season)
    rows = {row["team"]: row for row in snapshot.rows}
    people = {item.person for item in (*ruled.discipline.suspensions, *ruled.discipline.ineligible)}
    suspensions = [row.data for row in Suspension.objects.filter(season=season, person__key__in=people)]
    barred = Ineligibility.objects.filter(season=season, person__key__in=people)
    return rows, without_ids(suspensions), sorted((row.game.key, row.person.key, tuple(row.why)) for row in barred)


def foreseen(ruled: Ruled) -> tuple[Any, Any, Any]:
    """The same as the preview has it."""
    rows = {row["team"]: row for row in ruled.table.content()["rows"]}
    barred = sorted(
        (item.game, item.person, tuple(r.why for r in item.reasons)) for item in ruled.discipline.ineligible
    )
    return rows, without_ids(item.document() for item in ruled.discipline.suspensions), barred


def without_ids(documents: Any) -> list[Mapping[str, Any]]:
    plain = [{name: value for name, value in item.items() if name != "incident"} for item in documents]
    return sorted(plain, key=lambda item: (item["person"], item["given"] or "", str(item["why"])))


def contents(players: Mapping[str, list[str]]) -> st.SearchStrategy[ReportContent]:
    """Reports with fights, misconducts and coaches' penalties of the people of both teams."""

    def side(team: str) -> st.SearchStrategy[SideReport]:
        penalty = st.builds(
            ReportedPenalty,
            st.sampled_from(("minor", "major", "misconduct", "game-misconduct", "match")),
            st.sampled_from(("fighting", "tripping", "checking-from-behind", "no-mouth-guard")),
            st.sampled_from([*players[team], None]),
            st.sampled_from(("1", "2", "3", None)),
        )
        return st.builds(
            SideReport,
            goals=st.tuples(*[st.integers(0, 4)] * 3),
            penalties=st.lists(penalty, max_size=5).map(tuple),
            conduct=st.sampled_from(((), ("spectators-removed",))),
        )

    return st.builds(ReportContent, side("home"), side("away"))


@pytest.mark.clause("mn-district-9", "5.1.post")
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_a_preview_equals_what_the_workers_leave(season: Season, data: st.DataObject) -> None:
    """Corrections follow each other, so that each starts from what the last one left."""
    by = season.league.memberships.get().user
    games = list(Game.objects.filter(season=season, outcome="played").order_by("key"))
    game = data.draw(st.sampled_from(games), label="game")
    rosters = {
        side: list(team.roster.values_list("person__key", flat=True))
        for side, team in (("home", game.home), ("away", game.away))
    }
    content = data.draw(contents(rosters), label="content")
    game.refresh_from_db()
    seen = previewed(game, content)
    try:
        correct(game=game, content=content, reason="Sheet read again", by=by, seen_version=game.version, now=NOW)
    except Refused:  # the score hangs together with overtime
        return
    services.recompute_pending()
    assert left(season, seen.after) == foreseen(seen.after)


def test_nothing_follows_from_a_correction_that_corrects_nothing(season: Season) -> None:
    game = Game.objects.get(season=season, key="g2")
    found = previewed(game, content_of(about(game).game))
    assert not found


def test_a_preview_writes_nothing(season: Season) -> None:
    game = Game.objects.get(season=season, key="g2")
    before = list(Suspension.objects.values_list("pk", "made_at")), list(StandingsSnapshot.objects.values())
    previewed(game, ReportContent(SideReport(goals=(9, 0, 0)), SideReport(goals=(0, 0, 0))))
    assert before == (list(Suspension.objects.values_list("pk", "made_at")), list(StandingsSnapshot.objects.values()))


@pytest.mark.clause("mn-district-9", "3.14", "3.12", "3.13.points")
@pytest.mark.parametrize(
    ("outcome", "charges", "reviews"), [("no-show", ["300.00"], []), ("refused", [], ["bar"]), ("forfeit", [], [])]
)
def test_an_outcome_and_its_undoing_are_foreseen_with_charge_and_review(
    season: Season, outcome: str, charges: list[str], reviews: list[str]
) -> None:
    by = season.league.memberships.get().user
    game = Game.objects.get(season=season, key="g2")
    after, findings = foresee_outcome(game=game, about=about(game), outcome=outcome, at_fault=[game.away])
    assert findings == []
    seen = compared(game, after)
    assert [pair.after["amount"] for pair in seen.charges if pair.after] == charges
    new = [pair.after for pair in seen.reviews if pair.after and not pair.before]
    assert [entry["kind"] for entry in new if entry["person"] is None] == reviews
    values = {"game": game, "by": by, "now": NOW}
    game = set_outcome(**values, outcome=outcome, at_fault=[game.away], reason="Told", seen_version=game.version)
    services.recompute_pending()
    assert left(season, seen.after) == foreseen(seen.after)
    opened = Review.objects.filter(season=season, open=True, person=None)
    assert list(opened.values_list("kind", flat=True)) == reviews

    back = compared(game, foresee_undoing(game=game, about=about(game)))
    assert [pair.before["amount"] for pair in back.charges if pair.before and not pair.after] == charges
    undo_outcome(game=game, by=by, now=NOW, reason="Wrong game", seen_version=game.version)
    services.recompute_pending()
    assert left(season, back.after) == foreseen(back.after)
    assert not opened.exists()


@pytest.mark.clause("mn-district-9", "3.12", "4.4")
def test_a_game_not_played_after_all_serves_nobody(season: Season) -> None:
    """Who sat it out has not served: the game after it was played while suspended."""
    game = Game.objects.get(season=season, key="g2")
    after, _ = foresee_outcome(game=game, about=about(game), outcome="forfeit", at_fault=[game.away])
    seen = compared(game, after)
    (kept_out,) = [pair for pair in seen.ineligible if pair.after and not pair.before]
    assert kept_out.either["why"] == ["1 game left of 2 (4.4)."]
