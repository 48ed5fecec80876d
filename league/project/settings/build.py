"""Decides how an image is built: collects the static files, knows no secret, serves nothing."""

from league.project.settings.base import *  # noqa: F403
from league.project.settings.base import STORAGES

SECRET_KEY = "only-while-an-image-is-built"

STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
