"""What the command line passes on to pytest and to manage.py."""

import subprocess

import pytest

from rinkside import __main__ as command


@pytest.mark.parametrize("arguments", [["-k", "fights"], ["--durations=5", "tests/demo"], ["tests/demo", "-x"], []])
def test_options_of_the_tests_are_passed_on(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []

    def run(given: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(given)
        return subprocess.CompletedProcess(given, 3)

    monkeypatch.setattr(command, "ensure_chromium", lambda: None)
    monkeypatch.setattr(command.subprocess, "run", run)
    assert command.main(["test", *arguments]) == 3
    assert ran[0][-len(arguments) - 1 :] == ["--dist=loadscope", *arguments]
