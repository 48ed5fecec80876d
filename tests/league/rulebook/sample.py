"""What the tests of rule books are made from: a tiny book, and readers of what is said about one."""

from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.loader import load_text, look_into

HEADER = """\
[book]
slug = "{slug}"
title = "{slug} rules"
authority = "Nobody"
season = "2014-15"
version = "{version}"
effective = 2014-09-01
currency = "USD"
{more}
"""

CLAUSE = """
[[clause]]
id = "{id}"
topic = "standings"
kind = "compute"
title = "Points"
text = "{text}"
does = "Adds them up."
"""

POINTS = """
[points]
clause = "1"
win = 2
tie = 1
loss = 0
kinds = ["league"]
"""


def header(slug: str = "tiny", version: str = "1", more: str = "") -> str:
    return HEADER.format(slug=slug, version=version, more=more)


def clause(id: str = "1", text: str = "A win is 2 points.") -> str:
    return CLAUSE.format(id=id, text=text)


def tiny(slug: str = "tiny") -> str:
    """A whole book: a header, one clause and the points."""
    return header(slug) + clause() + POINTS


def book(text: str, *bases: RuleBook) -> RuleBook:
    return load_text(text, name="book.toml", parents={base.slug: base for base in bases}.get)


def findings(text: str, *bases: RuleBook) -> list[Finding]:
    return list(look_into(text, name="book.toml", parents={base.slug: base for base in bases}.get).findings)


def told(text: str, *bases: RuleBook) -> list[str]:
    return [str(finding) for finding in findings(text, *bases)]
