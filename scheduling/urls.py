"""Addresses of the pages of `scheduling`."""

from django.urls import URLPattern, URLResolver, path

from scheduling.views import calendar_links, feeds

app_name = "scheduling"

_SEASON = "leagues/<slug:league>/<str:season>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/calendars/", calendar_links.calendars, name="calendars"),
    path("account/calendars/<int:link>/revoke/", calendar_links.revoke_calendar, name="revoke_calendar"),
    path("calendars/games.ics", feeds.private_feed, name="private_feed"),
    path(f"{_SEASON}teams/<int:team>/games.ics", feeds.team_feed, name="team_feed"),
    path(f"{_SEASON}divisions/<int:division>/games.ics", feeds.division_feed, name="division_feed"),
    path(f"{_SEASON}rinks/<int:rink>/games.ics", feeds.rink_feed, name="rink_feed"),
]
