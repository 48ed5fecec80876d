"""Addresses of the pages of `league`."""

from django.urls import URLPattern, URLResolver, path

from league.views import components

app_name = "league"

urlpatterns: list[URLPattern | URLResolver] = [
    path("components/", components.components, name="components"),
    path("components/live/", components.components_live, name="components_live"),
]
