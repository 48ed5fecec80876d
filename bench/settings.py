"""Decides the settings to measure with: those of the tests, with queues that the measured worker shares."""

from league.project.settings.test import *  # noqa: F403
from league.project.settings.test import CELERY_BROKER_TRANSPORT_OPTIONS as _OF_ONE_PROCESS

CELERY_BROKER_TRANSPORT_OPTIONS = {name: value for name, value in _OF_ONE_PROCESS.items() if name != "global_keyprefix"}
# As in production, no file is looked for at every request.
WHITENOISE_AUTOREFRESH = False
WHITENOISE_USE_FINDERS = False
