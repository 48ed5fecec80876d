"""Decides what `python -m rinkside` can do: demo, test, check, and commands on running services."""

import argparse
import os
import subprocess
import sys

from rinkside import processes
from rinkside.check import check
from rinkside.chromium import ensure_chromium
from rinkside.demo import demo
from rinkside.services import AlreadyRunning, services
from rinkside.where import HOME, ROOT, running_services


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m rinkside", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("demo", help="run everything on this machine until Ctrl-C")
    command.add_argument("--port", type=int, default=8000)
    # what is passed on may begin with an option, which isn't ours: no character begins one of ours there
    command = commands.add_parser(
        "test", help="run the tests, the browser tests included", prefix_chars="\0", add_help=False
    )
    command.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to pytest")
    commands.add_parser("check", help="lint, types, import directions, migrations, rule books, settings")
    command = commands.add_parser(
        "run", help="run a manage.py command on the data of the demo", prefix_chars="\0", add_help=False
    )
    command.add_argument("arguments", nargs=argparse.REMAINDER, help="passed on to manage.py")
    given = parser.parse_args(arguments)
    match given.command:
        case "demo":
            return demo(port=given.port)
        case "test":
            return _test(given.arguments)
        case "check":
            return check()
        case _:
            return _run(given.arguments)


def _test(arguments: list[str]) -> int:
    """Run pytest on two processes, after looking for a browser."""
    ensure_chromium()
    command = [sys.executable, "-m", "pytest", "--numprocesses=2", "--dist=loadscope", *arguments]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def _run(arguments: list[str]) -> int:
    """Run a command of manage.py, starting the services for as long as it takes unless they run."""

    def manage(urls: dict[str, str]) -> int:
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, env={"DEMO": "true", **os.environ, **urls}, cwd=ROOT, check=False).returncode

    if running := running_services():
        return manage(running)
    with processes.ending_signals_raise():
        try:
            with services(HOME, durable=True) as urls:
                return manage(urls)
        except AlreadyRunning:
            print(f"The services of {HOME} are starting or stopping; try again in a moment.", file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main())
