"""Shows the page with pictures: the figures behind each, the days that are chosen, and how much work it takes."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from standings.views.pictures import MOST_MOMENTS, _evenly
from tests.seasons import imported, season_file


def address(season):
    kwargs = {"league": season.league.slug, "season": season.slug, "division": season.divisions.get().pk}
    return reverse("standings:pictures", kwargs=kwargs)


def test_ranks_points_and_pairs_are_given_as_figures_too(client, db):
    season = imported(season_file(["A 3-2 B", "B 4-1 C", "C 2-2 A", "A v C"], teams=3))
    context = client.get(address(season)).context
    assert [strip_tags(day) for day in context["days"]] == ["Sat, Nov 1", "Sat, Nov 8", "Sat, Nov 15"]
    assert context["rank_rows"] == [
        ("Ashby Otters", [1, 1, 1]),
        ("Brook Bears", [2, 2, 2]),
        ("Cold Lake Cranes", [3, 3, 3]),
    ]
    assert [(row.name, row.points, row.left, row.most) for row in context["left_rows"]] == [
        ("Ashby Otters", 5, 1, 8),
        ("Brook Bears", 4, 0, 4),
        ("Cold Lake Cranes", 3, 1, 6),
    ]
    own = "\N{MULTIPLICATION SIGN}"
    assert context["grid_rows"] == [
        ("Ashby Otters", [own, "1-0-0", "0-0-1"]),
        ("Brook Bears", ["0-1-0", own, "1-0-0"]),
        ("Cold Lake Cranes", ["0-0-1", "0-1-0", own]),
    ]


@pytest.mark.parametrize("days", [0, 1, 19, 20, 21, 100])
def test_days_are_chosen_evenly_with_the_first_and_the_last(days):
    every = [dt.date(2014, 11, 1) + dt.timedelta(days=number) for number in range(days)]
    chosen = _evenly(every, MOST_MOMENTS)
    assert len(chosen) == min(days, MOST_MOMENTS)
    assert list(chosen) == sorted(set(chosen))
    assert chosen[:1] + chosen[-1:] == every[:1] + every[-1:]


@pytest.mark.clause("mn-district-9", "5.3")
@pytest.mark.parametrize(
    ("level", "says"), [("mite", "There is nothing to draw"), ("bantam", "once games were played")]
)
def test_where_there_is_nothing_to_draw_it_says_so(client, db, level, says):
    assert says in client.get(address(imported(season_file(["A v B"], teams=2, level=level)))).text


@pytest.mark.parametrize("teams", [3, 12])
def test_pictures_take_the_same_queries_for_few_teams_and_many(client, db, teams, django_assert_num_queries):
    keys = [chr(ord("A") + number) for number in range(teams)]
    season = imported(season_file([f"{home} 1-0 {away}" for home in keys for away in keys if home < away], teams=teams))
    with django_assert_num_queries(14):
        client.get(address(season))
