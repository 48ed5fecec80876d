#!/usr/bin/env python3
"""Django's command line for Rinkside."""

import os
import sys


def main() -> None:
    """Run the command given on the command line, with the local settings unless told otherwise."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.project.settings.local")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
