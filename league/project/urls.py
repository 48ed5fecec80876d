"""Decides which app answers which address.

`/healthz` and `/readyz` are answered before all of this, by `league.project.health`.
"""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("operators/", admin.site.urls),
    path("", include("league.urls")),
    path("", include("standings.urls")),
    path("", include("discipline.urls")),
    path("", include("scheduling.urls")),
    path("", include("rulings.urls")),
]
