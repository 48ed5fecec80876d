"""Decides which app answers which address."""

from django.contrib import admin
from django.urls import include, path

from league.project import health

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("operators/", admin.site.urls),
    path("", include("league.urls")),
    path("", include("standings.urls")),
    path("", include("discipline.urls")),
    path("", include("scheduling.urls")),
    path("", include("rulings.urls")),
]
