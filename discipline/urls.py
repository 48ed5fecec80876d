"""Addresses of the pages of `discipline`."""

from django.urls import URLPattern, URLResolver

app_name = "discipline"

urlpatterns: list[URLPattern | URLResolver] = []
