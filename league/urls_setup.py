"""Addresses of the pages on which administrators set up leagues and seasons."""

from django.urls import URLPattern, path

from league.views.setup import cards, leagues, rosters, seasons
from league.views.setup.records import ASSOCIATIONS, DIVISIONS, RINKS, TEAMS, Records

_LEAGUE = "leagues/<slug:league>/setup/"
_SEASON = "leagues/<slug:league>/<str:season>/setup/"
_ROSTER = f"{_SEASON}rosters/<int:team>/"


def _records(place: str, name: str, one: str, pages: Records) -> list[URLPattern]:
    return [
        path(f"{place}{name}/", pages.listing(), name=f"set_up_{name}"),
        path(f"{place}{name}/<int:record>/", pages.one(), name=f"set_up_{one}"),
        path(f"{place}{name}/<int:record>/remove/", pages.remove(), name=f"remove_{one}"),
    ]


# To be listed before the pages of seasons, so that a season called "setup" doesn't hide these of its league.
urlpatterns: list[URLPattern] = [
    path(_LEAGUE, leagues.set_up_league, name="set_up_league"),
    path(f"{_LEAGUE}seasons/new/", leagues.new_season, name="new_season"),
    path(f"{_LEAGUE}cards/", cards.set_up_cards, name="set_up_cards"),
    *_records(_LEAGUE, "rinks", "rink", RINKS),
    path(_SEASON, seasons.set_up, name="set_up"),
    path(f"{_SEASON}season/", seasons.set_up_season, name="set_up_season"),
    path(f"{_SEASON}publish/", seasons.publish, name="publish_season"),
    *_records(_SEASON, "divisions", "division", DIVISIONS),
    *_records(_SEASON, "associations", "association", ASSOCIATIONS),
    *_records(_SEASON, "teams", "team", TEAMS),
    path(f"{_SEASON}rosters/", rosters.rosters, name="set_up_rosters"),
    path(f"{_SEASON}rosters/table/", rosters.roster_table, name="set_up_rosters_table"),
    path(_ROSTER, rosters.roster, name="set_up_roster"),
    path(f"{_ROSTER}table/", rosters.roster_table, name="set_up_roster_table"),
    path(f"{_ROSTER}<int:spot>/", rosters.roster_spot, name="set_up_roster_spot"),
    path(f"{_ROSTER}<int:spot>/remove/", rosters.remove_spot, name="remove_roster_spot"),
]
