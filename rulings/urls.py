"""Addresses of the pages of `rulings`."""

from django.urls import URLPattern, URLResolver, path

from rulings.views import games, merging, rulebook, season_files

app_name = "rulings"

_SETUP = "leagues/<slug:league>/<str:season>/setup/"
_GAME = f"{_SETUP}games/<int:game>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/<slug:league>/setup/import/", season_files.import_file, name="import_season"),
    path("leagues/<slug:league>/setup/people/<int:person>/merge/", merging.merge, name="merge_people"),
    path(f"{_SETUP}export/", season_files.export_season, name="export_season"),
    path(f"{_SETUP}rulebook/", rulebook.change_rulebook, name="change_rulebook"),
    path(f"{_SETUP}games/", games.games, name="set_up_games"),
    path(f"{_SETUP}games/new/", games.new_game, name="new_game"),
    path(f"{_SETUP}games/check/", games.check, name="check_schedule"),
    path(_GAME, games.one_game, name="set_up_game"),
    path(f"{_GAME}remove/", games.remove, name="remove_game"),
]
