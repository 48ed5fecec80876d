"""Tags for the sentences of rulings."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from league.face.wording import linked

register = template.Library()


@register.simple_tag(takes_context=True)
def told(context: Context, text: str, clauses: Collection[str] = (), book: Any = None) -> SafeString:
    """Show a ruling's sentence; the clauses that it names in brackets lead to the rule book."""
    return linked(text, clauses, book or context.get("book") or context.get("season"))
