"""Which parts the apps built on `league` add to its pages: tables to a season's, suspensions to a game's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from league.views.place import PageRequest

Page = Literal["season", "game", "report", "team", "change"]
"""`report`: a team's report of a game, for whoever sends it. `change`: a change of a game before it is saved; the
context says what it is `about` and what comes `after`."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a page: its template, which finds its values in `panel`."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)


Provider = Callable[["PageRequest", Mapping[str, Any]], Panel | None]
"""Gives the part for the request's place and person, or None; the second argument is the page's context."""

Version = Callable[["PageRequest"], str]
"""Says how new that part is for the request's person: it changes whenever what is shown does."""

_providers: dict[str, list[Provider]] = defaultdict(list)
_versions: dict[str, list[Version]] = defaultdict(list)


def add(page: Page, provider: Provider, version: Version | None = None) -> None:
    """Have `provider` asked whenever that page is shown. Apps call this once, when they start.

    `version` belongs to a part that changes later than what the page is about, as when a worker rules on it.
    """
    if provider not in _providers[page]:
        _providers[page].append(provider)
        if version is not None:
            _versions[page].append(version)


def panels_of(page: Page, request: PageRequest, context: Mapping[str, Any]) -> list[Panel]:
    """Every part that the apps add to this page for this visitor, in the order of the installed apps."""
    return [panel for provider in _providers[page] if (panel := provider(request, context)) is not None]


def version_of(page: Page, request: PageRequest) -> str:
    """How new the parts of this page are, for what an open page compares."""
    return ".".join(version(request) for version in _versions[page])
