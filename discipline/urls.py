"""Addresses of the pages of `discipline`."""

from django.urls import URLPattern, URLResolver, path

from discipline.views import lists, suspension

app_name = "discipline"

_SEASON = "leagues/<slug:league>/<str:season>/suspensions/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(_SEASON, lists.season, name="season"),
    path(f"{_SEASON}reviews/", suspension.reviews, name="reviews"),
    path(f"{_SEASON}reviews/<int:review>/close/", suspension.close_review, name="close_review"),
    path(f"{_SEASON}teams/<int:team>/", lists.team, name="team"),
    path(f"{_SEASON}games/<int:game>/", lists.game, name="game"),
    path(f"{_SEASON}<int:suspension>/", suspension.suspension, name="suspension"),
    path(f"{_SEASON}<int:suspension>/decide/", suspension.decide, name="decide"),
]
