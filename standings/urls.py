"""Addresses of the pages of `standings`."""

from django.urls import URLPattern, URLResolver

app_name = "standings"

urlpatterns: list[URLPattern | URLResolver] = []
