"""Addresses of the pages of `scheduling`."""

from django.urls import URLPattern, URLResolver, path

from scheduling.views import (
    calendar_links,
    confirmations,
    feeds,
    imports,
    moves,
    officials,
    pairings,
    placing,
    publishing,
    rounds,
    schedule,
    versions,
)

app_name = "scheduling"

_SEASON = "leagues/<slug:league>/<str:season>/"
_ROUND = f"{_SEASON}rounds/<int:round>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/calendars/", calendar_links.calendars, name="calendars"),
    path("account/calendars/<int:link>/revoke/", calendar_links.revoke_calendar, name="revoke_calendar"),
    path("calendars/games.ics", feeds.private_feed, name="private_feed"),
    path(f"{_SEASON}teams/<int:team>/games.ics", feeds.team_feed, name="team_feed"),
    path(f"{_SEASON}divisions/<int:division>/games.ics", feeds.division_feed, name="division_feed"),
    path(f"{_SEASON}rinks/<int:rink>/games.ics", feeds.rink_feed, name="rink_feed"),
    path(f"{_SEASON}setup/games/import/", imports.import_games, name="import_games"),
    path(f"{_SEASON}schedule/", schedule.schedule, name="schedule"),
    path(f"{_SEASON}rinks/<int:rink>/", schedule.rink_day, name="rink_day"),
    path("confirm/", confirmations.by_link, name="confirm"),
    path(f"{_SEASON}unconfirmed/", confirmations.unconfirmed, name="unconfirmed"),
    path(f"{_SEASON}moves/", moves.moves, name="moves"),
    path(f"{_SEASON}moves/<int:move>/", moves.move, name="move"),
    path(f"{_SEASON}games/<int:game>/move/<int:team>/", moves.ask, name="ask"),
    path(f"{_SEASON}rounds/", rounds.rounds, name="rounds"),
    path(_ROUND, rounds.round_board, name="round"),
    path(f"{_ROUND}remind/", rounds.remind_round, name="remind_round"),
    path(f"{_ROUND}pairings/", pairings.pairings, name="round_pairings"),
    path(f"{_ROUND}list/", pairings.to_place, name="round_list"),
    path(f"{_ROUND}versions/", versions.versions, name="round_versions"),
    path(f"{_ROUND}placing/", placing.placing, name="placing"),
    path(f"{_ROUND}publish/", publishing.publish_round, name="publish_round"),
    path(f"{_ROUND}teams/<int:team>/", rounds.round_form, name="round_form"),
    path(f"{_ROUND}teams/<int:team>/form.xlsx", rounds.round_file, name="round_file"),
    path(f"{_SEASON}officials/", officials.officials, name="officials"),
    path(f"{_SEASON}games/<int:game>/officials/", officials.game_officials, name="game_officials"),
    path(
        f"{_SEASON}games/<int:game>/officials/release/<int:assignment>/",
        officials.release_official,
        name="release_official",
    ),
]
