"""What a production image serves: every static file that a template names is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from rinkside.where import ROOT

_NAMED = sorted(
    {
        (str(template.relative_to(ROOT)), name)
        for template in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"""{% static ["']([^"']+)["']""", template.read_text())
    }
)


def test_some_template_names_a_style_sheet() -> None:
    assert any(name.endswith(".css") for _template, name in _NAMED)


@pytest.mark.parametrize(("template", "name"), _NAMED)
def test_every_file_that_a_template_names_exists(template: str, name: str) -> None:
    assert finders.find(name) is not None, f"{template} names {name}"


def test_all_are_collected_with_the_references_between_them(tmp_path: Path) -> None:
    code = (
        "import sys, django; from django.conf import settings; django.setup();"
        "settings.STATIC_ROOT = sys.argv[1];"
        "from django.core.management import call_command; call_command('collectstatic', interactive=False)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "league.project.settings.build"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "staticfiles.json").exists()
