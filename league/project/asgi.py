"""The ASGI entry point for web servers."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.project.settings.production")

application = get_asgi_application()
