"""The components that every page is built from. How to call each: docs/face.md."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from crispy_forms.templatetags.crispy_forms_filters import as_crispy_field
from django import template
from django.template.context import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from league.face import badges, clauses, moments
from league.face.navigation import navigation as main_navigation

register = template.Library()

_TONES = {"error": "danger", "warning": "warning", "success": "success", "info": "info", "debug": "secondary"}
_SEVERITIES = {"refuse": "danger", "warn": "warning", "info": "info"}


def _block(name: str, content: str, **values: Any) -> SafeString:
    """Render a component around the content between its opening and closing tag."""
    return mark_safe(render_to_string(f"components/{name}.html", {"content": content, **values}))


# ---------------------------------------------------------------- words and figures


@register.inclusion_tag("components/badge.html")
def badge(state: str, label: str = "") -> dict[str, Any]:
    """Show a state (`provisional`, `served`, ...) with its word, mark and tone."""
    return {"badge": badges.badge_of(state, label)}


@register.simple_tag(takes_context=True)
def when(
    context: Context,
    moment: date | datetime | None,
    season: object = None,
    style: str = "short",
    zone: bool = False,
) -> str:
    """Show a moment in the season's time zone. Styles: short, full, date, day, time."""
    return moments.written(moment, season or context.get("season"), style, zone=zone)


@register.filter
def money(cents: int | None, currency: str = "USD") -> str:
    """Show integer cents: 7500 as $75.00, or CA$ for Canadian dollars."""
    if cents is None:
        return ""
    sign = "\N{MINUS SIGN}" if cents < 0 else ""
    unit = {"USD": "$", "CAD": "CA$"}.get(currency, f"{currency} ")
    return f"{sign}{unit}{Decimal(abs(cents)) / 100:,.2f}"


@register.simple_tag(takes_context=True)
def clause_link(context: Context, book: Any, clause: str | None, text: str = "") -> str:
    """Link a clause to its place in the rule book page. `book`: slug, book or season ("" for the page's)."""
    if not clause:
        return ""
    url = clauses.clause_url(_book(context, book), clause)
    words = text or gettext("rule {clause}").format(clause=clause)
    if not url:
        return format_html('<span class="clause">{}</span>', words)
    return format_html('<a class="clause" href="{}">{}</a>', url, words)


@register.inclusion_tag("components/figure.html", takes_context=True)
def figure(context: Context, value: Any, why: Any, label: str = "", book: Any = None) -> dict[str, Any]:
    """Show a figure with a "Why?" that opens its reasons, each with its clause.

    `label` says what the figure is, for readers who don't see it; `why` as `clauses.reasons_of`.
    """
    return {
        "value": value,
        "label": label,
        "reasons": clauses.reasons_of(why),
        "book": _book(context, book),
    }


@register.simple_block_tag
def why(content: str, label: str, open: bool = False, id: str = "") -> SafeString:
    """Fold free content under a question: `{% why "Why third?" %}...{% endwhy %}`."""
    return _block("why", content, label=label, open=open, id=id)


@register.inclusion_tag("components/stat.html")
def stat(label: str, value: Any, note: str = "", url: str = "", tone: str = "") -> dict[str, Any]:
    """Show one figure of a row of tiles; put several into `<div class="stats">`."""
    return {"label": label, "value": value, "note": note, "url": url, "tone": tone}


# ---------------------------------------------------------------- messages


@register.simple_block_tag
def alert(content: str, tone: str = "info", title: str = "") -> SafeString:
    """Set a message apart: `{% alert "warning" %}...{% endalert %}`; tones as Django's messages."""
    return _block("alert", content, tone=_TONES.get(tone, tone), title=title, urgent=tone == "error")


@register.filter
def alert_tone(level_tag: str) -> str:
    """Return the Bootstrap tone of a Django message's level tag."""
    return _TONES.get(level_tag, "info")


@register.inclusion_tag("components/findings.html", takes_context=True)
def findings(context: Context, found: Iterable[Any] | None, book: Any = None) -> dict[str, Any]:
    """Show findings, the gravest first: where, what, by which clause, and what to do about it."""
    order = list(_SEVERITIES)
    rows = [{"finding": one, "tone": _SEVERITIES[one.severity]} for one in found or ()]
    rows.sort(key=lambda row: order.index(row["finding"].severity))
    return {"rows": rows, "book": _book(context, book)}


@register.simple_block_tag
def empty(content: str, title: str, url: str = "", action: str = "") -> SafeString:
    """Say why there is nothing here, and what to do next."""
    return _block("empty", content, title=title, url=url, action=action)


# ---------------------------------------------------------------- tables, lists, places


@register.simple_block_tag
def table(content: str, caption: str, show_caption: bool = False, classes: str = "") -> SafeString:
    """Wrap `<thead>` and `<tbody>`: scrolls sideways on a phone, by keyboard too; see docs/face.md."""
    return _block("table", content, caption=caption, show_caption=show_caption, classes=classes)


@register.inclusion_tag("components/timeline.html", takes_context=True)
def timeline(context: Context, entries: Iterable[Any], season: object = None) -> dict[str, Any]:
    """Show what happened, in order: entries with `at`, `title` and, where known, `who`, `text`, `state`, `url`."""
    return {"entries": entries, "season": season or context.get("season")}


@register.inclusion_tag("components/comparison.html")
def comparison(fields: Iterable[Any], left: str, right: str, caption: str = "") -> dict[str, Any]:
    """Show two versions side by side: fields with `label`, `left`, `right`; those that differ are marked."""
    rows = [{"label": _get(one, "label"), "left": _get(one, "left"), "right": _get(one, "right")} for one in fields]
    for row in rows:
        row["differs"] = row["left"] != row["right"]
    return {
        "rows": rows,
        "left": left,
        "right": right,
        "caption": caption,
        "differing": sum(row["differs"] for row in rows),
    }


@register.inclusion_tag("components/tabs.html", takes_context=True)
def tabs(context: Context, items: Collection[tuple[Any, ...]], label: str) -> dict[str, Any]:
    """Show neighbouring pages: (label, url) or (label, url, count).

    The one with this address is current; on a page below one of them, that one is marked.
    """
    path = getattr(context.get("request"), "path", "")
    above = max((item[1] for item in items if item[1] and path.startswith(item[1])), key=len, default=None)
    rows = [
        {
            "label": item[0],
            "url": item[1],
            "count": item[2] if len(item) > 2 else None,
            "current": "page" if item[1] == path else "true" if item[1] == above else "",
        }
        for item in items
    ]
    return {"items": rows, "label": label}


@register.inclusion_tag("components/pagination.html", takes_context=True)
def pagination(context: Context, page: Any) -> dict[str, Any]:
    """Show the pages around a `Page` of a Django paginator; keeps the rest of the query."""
    request = context.get("request")
    pages = page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
    return {"page": page, "pages": pages, "request": request, "gap": page.paginator.ELLIPSIS}


@register.inclusion_tag("components/breadcrumbs.html")
def breadcrumbs(trail: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Show the way here: (label, url) from the top; the last one is this page and needs no url."""
    return {"trail": list(trail)}


@register.simple_block_tag
def live(content: str, id: str, url: str, version: Any, every: int = 2, says: str = "") -> SafeString:
    """Keep a region current: asks `url?seen=<version>` every few seconds while somebody looks.

    The view answers `live.nothing_new(request, version)` or the region anew, this tag around it;
    status 286 ends the asking. `says` is read out when something newer has come in.
    """
    return _block("live", content, id=id, url=url, version=version, every=every, says=says)


@register.inclusion_tag("components/navigation.html", takes_context=True)
def navigation(context: Context) -> dict[str, Any]:
    """Show the main navigation, for the person, league and season at hand."""
    return main_navigation({str(name): value for name, value in context.flatten().items()})


# ---------------------------------------------------------------- forms


@register.inclusion_tag("components/form_errors.html", takes_context=True)
def form_errors(context: Context, form: Any) -> dict[str, Any]:
    """List everything wrong with a form, each linked to its field. `{% crispy form %}` does it by itself."""
    return {"form": form, "request": context.get("request")}


@register.simple_tag
def form_row(field: Any, label: str = "") -> SafeString:
    """Show one field with label, help and errors tied to it, for forms laid out by hand."""
    if label:
        field.label = label
    row: SafeString = as_crispy_field(field)
    return row


@register.simple_tag
def season_zone(season: object) -> str:
    """Name the season's zone with its present abbreviation: `America/Chicago (CST)`."""
    zone = moments.zone_of(season)
    return format_html("{} ({})", zone.key, datetime.now(zone).tzname())


def _book(context: Context, book: Any) -> Any:
    """The book given, else the page's (`book`), else the one that the page's season pins."""
    return book or context.get("book") or context.get("season")


def _get(one: Any, name: str) -> Any:
    return one[name] if isinstance(one, dict) else getattr(one, name)
