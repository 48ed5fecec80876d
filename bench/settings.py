"""Decides the settings to measure with: as in production, on a database of its own that is thrown away."""

from league.project.settings.test import *  # noqa: F403
