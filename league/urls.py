"""Addresses of the pages of `league`."""

from django.urls import URLPattern, URLResolver, path

from league.views import components, rulebooks

app_name = "league"

urlpatterns: list[URLPattern | URLResolver] = [
    path("rulebooks/", rulebooks.rulebooks, name="rulebooks"),
    path("rulebooks/<slug:book>/", rulebooks.rulebook, name="rulebook"),
    path("rulebooks/<slug:book>/<str:version>/", rulebooks.rulebook, name="rulebook_version"),
    path("rulebooks/<slug:book>/compare/<str:old>/<str:new>/", rulebooks.rulebook_changes, name="rulebook_changes"),
    path("components/", components.components, name="components"),
    path("components/live/", components.components_live, name="components_live"),
]
