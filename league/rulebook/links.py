"""Decides the address at which a clause is read. Everything that names a clause links here."""

from __future__ import annotations

import re
from urllib.parse import quote

ROOT = "/rulebooks/"
"""Where the rule book pages are; a test holds it against the address book of the pages."""


def clause_anchor(clause: str) -> str:
    """The id of a clause on its page: `clause-3.15.a`."""
    return "clause-" + re.sub(r"[^A-Za-z0-9._-]", "_", clause)


def book_url(slug: str, version: str | None = None) -> str:
    """The page of a rule book: of one version, or of the newest."""
    return ROOT + "".join(f"{quote(part, safe='')}/" for part in (slug, version) if part)


def clause_url(slug: str, version: str | None, clause: str) -> str:
    """The address of a clause's text; without a version that of the newest."""
    return f"{book_url(slug, version)}#{clause_anchor(clause)}"
