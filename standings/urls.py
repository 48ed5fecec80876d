"""Addresses of the pages of `standings`."""

from django.urls import URLPattern, URLResolver, path

from standings.views import (
    behind,
    changes,
    explain,
    officers,
    outlook,
    pictures,
    playoffs,
    realignment,
    rule_change,
    shootout,
    table,
    what_if,
)

app_name = "standings"

_SEASON = "leagues/<slug:league>/<str:season>/standings/"
_DIVISION = f"{_SEASON}divisions/<int:division>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_SEASON, table.season, name="season"),
    path(f"{_SEASON}rule-change/", rule_change.rule_change, name="rule_change"),
    path(f"{_SEASON}teams/<int:team>/", behind.place, name="place"),
    path(f"{_SEASON}teams/<int:team>/behind/<int:other>/", behind.behind, name="behind"),
    path(_DIVISION, table.division, name="division"),
    path(f"{_DIVISION}why/", explain.why, name="why"),
    path(f"{_DIVISION}outlook/", outlook.prospects, name="outlook"),
    path(f"{_DIVISION}pictures/", pictures.pictures, name="pictures"),
    path(f"{_DIVISION}changes/", changes.changes, name="changes"),
    path(f"{_DIVISION}what-if/", what_if.what_if, name="what_if"),
    path(f"{_DIVISION}final/", officers.freeze, name="freeze"),
    path(f"{_DIVISION}reopen/", officers.reopen, name="reopen"),
    path(f"{_DIVISION}playoffs/", playoffs.bracket_page, name="playoffs"),
    path(f"{_DIVISION}playoffs/seed/", playoffs.seed, name="seed"),
    path(f"{_DIVISION}realignment/", realignment.realignment, name="realignment"),
    path("leagues/<slug:league>/<str:season>/games/<int:game>/shootout/", shootout.shootout, name="shootout"),
    path(f"{_DIVISION}coin-flip/", officers.flip, name="flip"),
]
