"""The rule book pages: every book, every version, every clause with what the product does, what changed."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.models import RuleBookVersion
from league.permissions import Action
from league.queries.rulebooks import newest_versions, read_version, versions_of
from league.rulebook.description import describe
from league.rulebook.differences import differences
from league.rulebook.links import ROOT, book_url
from league.rulebook.reader import chapters
from league.views.place import PageRequest, page


@page(Action.READ_PUBLIC)
def rulebooks(request: PageRequest) -> HttpResponse:
    """Every rule book in its newest version."""
    context = {"versions": newest_versions(), "breadcrumbs": [(_("Rule books"), "")]}
    return render(request, "league/rulebooks/list.html", context)


@page(Action.READ_PUBLIC)
def rulebook(request: PageRequest, book: str, version: str = "") -> HttpResponse:
    """One version of a rule book, the newest unless the address names one, with an anchor a clause."""
    versions = list(versions_of(book).select_related("extends", "parent"))
    shown = _named(versions, version) if version else next(iter(versions), None)
    if shown is None:
        raise Http404(_("There is no such rule book."))
    read = read_version(shown)
    context: dict[str, Any] = {
        "book": shown,
        "read": read,
        "chapters": chapters(read),
        "sections": describe(read),
        "versions": versions,
        "newest": versions[0],
        "breadcrumbs": [(_("Rule books"), ROOT), (shown.title, "")],
    }
    return render(request, "league/rulebooks/book.html", context)


@page(Action.READ_PUBLIC)
def rulebook_changes(request: PageRequest, book: str, old: str, new: str) -> HttpResponse:
    """What changed between two versions: clauses word by word, data value by value."""
    versions = list(versions_of(book))
    before, after = _named(versions, old), _named(versions, new)
    context = {
        "before": before,
        "after": after,
        "book": after,
        "read": read_version(after),
        "found": differences(read_version(before), read_version(after)),
        "breadcrumbs": [
            (_("Rule books"), ROOT),
            (after.title, book_url(book)),
            (_("Version %(old)s to %(new)s") % {"old": old, "new": new}, ""),
        ],
    }
    return render(request, "league/rulebooks/changes.html", context)


def _named(versions: list[RuleBookVersion], name: str) -> RuleBookVersion:
    found = next((version for version in versions if version.version == name), None)
    if found is None:
        raise Http404(_("There is no such version of this rule book."))
    return found
