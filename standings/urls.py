"""Addresses of the pages of `standings`."""

from django.urls import URLPattern, URLResolver, path

from standings.views import explain, table

app_name = "standings"

_SEASON = "leagues/<slug:league>/<str:season>/standings/"
_DIVISION = f"{_SEASON}divisions/<int:division>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_SEASON, table.season, name="season"),
    path(_DIVISION, table.division, name="division"),
    path(f"{_DIVISION}why/", explain.why, name="why"),
]
