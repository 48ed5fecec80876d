"""Addresses of the pages of `league`."""

from django.urls import URLPattern, URLResolver

app_name = "league"

urlpatterns: list[URLPattern | URLResolver] = []
