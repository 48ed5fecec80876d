"""Finds every address that the product answers, so that none is forgotten by the tests of access."""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

OPERATORS = "admin"
"""The namespace of Django's admin; it has tests of its own, and no league role opens it."""


@dataclass(frozen=True)
class Route:
    """A named address, its parts in angle brackets, and the view that answers it."""

    name: str
    path: str
    parts: tuple[str, ...]
    view: Callable[..., Any]

    @property
    def label(self) -> str:
        """What a row of the table is found by; two routes may share a name, never the path."""
        return f"{self.name} {self.path}"

    @property
    def takes_posts(self) -> bool:
        """Whether the view's source mentions POST."""
        return "POST" in inspect.getsource(inspect.unwrap(self.view))

    def address(self, **values: object) -> str:
        """The address with its parts filled in as they are, odd ones too."""
        return re.sub(r"<(\w+)>", lambda part: str(values[part.group(1)]), self.path)


def routes() -> list[Route]:
    """Every route outside of the operators' admin, by app and address."""
    found = [route for route in _inside(get_resolver(), "", "") if not route.name.startswith(f"{OPERATORS}:")]
    return sorted(found, key=lambda route: (route.name.partition(":")[0], route.path))


def operators_routes() -> list[Route]:
    """Every route of the operators' admin."""
    return [route for route in _inside(get_resolver(), "", "") if route.name.startswith(f"{OPERATORS}:")]


def _inside(resolver: URLResolver, prefix: str, namespace: str) -> Iterator[Route]:
    for pattern in resolver.url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _inside(pattern, path, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace)
        elif isinstance(pattern, URLPattern):
            plain = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", path)
            parts = tuple(re.findall(r"<(\w+)>", plain))
            yield Route(f"{namespace}{pattern.name}", plain, parts, pattern.callback)
