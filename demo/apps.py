"""Decides that the demo is an application of its own: it only brings a command."""

from django.apps import AppConfig


class DemoConfig(AppConfig):
    """An invented league to look at."""

    name = "demo"
    verbose_name = "Demo"
