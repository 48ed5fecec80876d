"""Decides which figures `make bench` measures: all, or those whose names are given."""

import argparse
import logging
import os
import sys

from rinkside.services import throwaway_services

GROUPS = (
    *("rule", "ranking", "eligibility", "standings_page", "feed", "imports", "installation", "placing", "reports"),
    *("guards", "installation_penalties"),
)


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; returns 1 when an aim was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], help=f"of {', '.join(GROUPS)}; default: all")
    parser.add_argument("--seconds", type=int, default=60, help="how long reports come in (default: 60)")
    given = parser.parse_args(arguments)
    os.environ["RINKSIDE_BENCH_SECONDS"] = str(given.seconds)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bench.settings")
    with throwaway_services(durable=True) as urls:
        os.environ |= urls
        return _measure(given.groups or GROUPS)


def _measure(groups: list[str] | tuple[str, ...]) -> int:
    from importlib import import_module

    import django

    django.setup()
    logging.disable(logging.INFO)
    from bench.table import print_table

    missed = False
    for name in groups:
        group = import_module(f"bench.{name}")
        figures = list(group.figures())
        print_table(group.TITLE, figures)
        missed |= any(figure.held is False for figure in figures)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
