"""The WSGI entry point for web servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.project.settings.production")

application = get_wsgi_application()
