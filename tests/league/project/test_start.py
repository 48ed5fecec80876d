"""Decides that a process starts without what only placing games needs."""

import subprocess
import sys

from rinkside.where import ROOT

_START = """
import os, sys
import django
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.project.settings.local")
django.setup()
from django.urls import get_resolver
from league.project.celery import app
app.loader.import_default_modules()
assert get_resolver().url_patterns
assert "scheduling.tasks" in sys.modules
print(sorted({"ortools", "pandas"} & sys.modules.keys()))
"""


def test_pages_and_tasks_load_no_solver() -> None:
    """Loading it takes half a second and a hundred megabytes of every process."""
    done = subprocess.run([sys.executable, "-c", _START], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    assert done.stdout == "[]\n"
