"""Addresses of the pages of `rulings`."""

from django.urls import URLPattern, URLResolver, path

from rulings import views

app_name = "rulings"

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/<slug:league>/<str:season>/setup/rulebook/", views.change_rulebook, name="change_rulebook"),
]
