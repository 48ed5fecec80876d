"""How the sentences of rulings are shown: clauses in them as links, games in them by their teams."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from league.face.clauses import clause_url

_IN_BRACKETS = re.compile(r"\(([^()]+)\)")


def linked(text: str, clauses: Collection[str], book: Any) -> SafeString:
    """The sentence with every clause of `clauses` that it names in brackets leading to the rule book."""
    known = set(clauses)
    parts: list[str] = []
    end = 0
    for found in _IN_BRACKETS.finditer(text):
        clause = found[1]
        if clause not in known or not (url := clause_url(book, clause)):
            continue
        parts.append(conditional_escape(text[end : found.start()]))
        parts.append(format_html('(<a class="clause" href="{}">{}</a>)', url, clause))
        end = found.end()
    parts.append(conditional_escape(text[end:]))
    return mark_safe("".join(parts))


def with_games(text: str, games: Mapping[str, str]) -> str:
    """The sentence with games called by what readers know, not by their ids.

    `games` maps a phrase that can only mean one game, such as `g7 on Nov 8`, to the words for it.
    Longer phrases go first, and a phrase is replaced only where it stands by itself.
    """
    if not games:
        return text
    phrases = sorted(games, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, phrases))})(?![\w-])")
    told = pattern.sub(lambda found: games[found[0]], text)
    return told[:1].upper() + told[1:]
