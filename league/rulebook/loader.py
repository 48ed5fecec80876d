"""Decides where rule books come from: those shipped with the product, and texts given by hand."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from league.rulebook.book import RuleBook
from league.rulebook.faults import RuleBookFaults, did_you_mean
from league.rulebook.reading import Examined, Parents, examine
from league.rulebook.sections import Section, registered


class UnknownRuleBook(LookupError):
    """No rule book of that slug is shipped."""


def load(slug: str) -> RuleBook:
    """The shipped rule book of that slug, cached. Raises UnknownRuleBook, RuleBookFaults."""
    return _load(slug, registered())


def load_text(text: str, *, name: str, parents: Parents | None = None) -> RuleBook:
    """The rule book written in `text`; `name` is the file name that faults are told with.

    `parents` gives the book of a slug named in `extends`, or None; by default the shipped ones.
    Raises RuleBookFaults with every fault.
    """
    examined = look_into(text, name=name, parents=parents)
    if examined.book is None:
        raise RuleBookFaults(tuple(f for f in examined.findings if f.severity == "refuse"))
    return examined.book


def look_into(text: str, *, name: str, parents: Parents | None = None) -> Examined:
    """What there is to say about a rule book's text, warnings included; raises nothing."""
    return examine(text, name=name, parents=parents or shipped_or_none, known=shipped())


def shipped() -> tuple[str, ...]:
    """The slugs of the rule books that come with the product, in alphabetical order."""
    names = (entry.name for entry in _books().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def shipped_text(slug: str) -> str:
    """The text of a shipped rule book. Raises UnknownRuleBook."""
    if slug not in shipped():
        raise UnknownRuleBook(f"No rule book {slug!r} is shipped. {did_you_mean(slug, shipped())}".rstrip())
    return _books().joinpath(f"{slug}.toml").read_text(encoding="utf-8")


def shipped_or_none(slug: str) -> RuleBook | None:
    """The shipped rule book of that slug, or None."""
    return load(slug) if slug in shipped() else None


def _books() -> Traversable:
    return files("league.rulebook") / "books"


@lru_cache(maxsize=32)
def _load(slug: str, known: tuple[type[Section], ...]) -> RuleBook:
    return load_text(shipped_text(slug), name=f"{slug}.toml")
