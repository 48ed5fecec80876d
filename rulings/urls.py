"""Addresses of the pages of `rulings`."""

from django.urls import URLPattern, URLResolver

app_name = "rulings"

urlpatterns: list[URLPattern | URLResolver] = []
