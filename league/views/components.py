"""The component page: every building block of the pages, with invented samples. Reads no data."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.face import live
from league.models import League, RuleBookVersion, Season
from league.permissions import Action
from league.views.place import PageRequest, page


class SampleForm(forms.Form):
    """One field of each kind that pages use."""

    email = forms.EmailField(label="E-mail", help_text="We write to it when a report is disputed.")
    goals = forms.IntegerField(label="Goals, first period", min_value=0, max_value=99)
    division = forms.ChoiceField(label="Division", choices=[("", "Choose"), ("ba", "Bantam A"), ("pb", "Peewee B")])
    outcome = forms.ChoiceField(
        label="Outcome", choices=[("played", "Played"), ("forfeit", "Forfeit")], widget=forms.RadioSelect
    )
    fair_play = forms.BooleanField(label="Fair Play point kept", required=False)
    sheet = forms.FileField(label="Game sheet", required=False, help_text="PDF, JPEG, PNG or HEIC, up to 15 MB.")
    reason = forms.CharField(label="Reason", widget=forms.Textarea(attrs={"rows": 3}))


STATES = {
    "Reports": "scheduled unreported due overdue provisional verified disputed late settled corrected replaced",
    "Games": "played postponed cancelled forfeit double-forfeit no-show refused",
    "Suspensions": "proposed confirmed suspended until-hearing indefinite serving served dismissed",
    "Whether one may play": "eligible ineligible review",
    "Requests, charges, tables": "pending accepted declined withdrawn paid unpaid waived open final reopened tied",
    "Fair Play": "fair-play-earned fair-play-lost",
    "Clauses": "compute gate workflow record rink",
}

FINDINGS = [
    Finding(
        code="sum",
        message="The periods add up to 4 goals, the total says 5.",
        severity="warn",
        where="Away, total",
        remedy="Check the third period against the sheet.",
    ),
    Finding(
        code="roster",
        message="Number 17 is not on the roster on the day of the game.",
        where="Penalty 3",
        clause="5.1",
        remedy="Choose a player of the roster, or ask the registrar to add the number.",
    ),
    Finding(code="read", message="“OT” was read as overtime.", severity="info", where="Line 6"),
]

HISTORY = [
    {
        "at": datetime(2014, 12, 6, 3, 42, tzinfo=UTC),
        "title": "Lynx reported 3 to 2",
        "who": "R. Maple, Lynx",
        "state": "provisional",
    },
    {
        "at": datetime(2014, 12, 6, 15, 5, tzinfo=UTC),
        "title": "Otters reported 3 to 3",
        "who": "T. Birch, Otters",
        "state": "disputed",
        "text": "Third period: 1 against 2.",
    },
    {
        "at": datetime(2014, 12, 7, 18, 30, tzinfo=UTC),
        "title": "Settled at 3 to 2",
        "who": "the statistician",
        "state": "settled",
        "text": "The sheet shows the goal after the horn.",
    },
]

VERSIONS = [
    {"label": "First period", "left": 1, "right": 1},
    {"label": "Second period", "left": 1, "right": 1},
    {"label": "Third period", "left": 0, "right": 1},
    {"label": "Penalty minutes", "left": "8:00", "right": "8:00"},
    {"label": "Fair Play point, Otters", "left": "kept", "right": "lost"},
]

ROWS = [
    {"rank": 1, "team": "Lynx", "games": (9, 7, 1, 1), "fair_play": 8, "points": 23, "percentage": "0.8519"},
    {"rank": 2, "team": "Badgers of the Upper River", "games": (9, 5, 2, 2), "fair_play": 9, "points": 21,
     "percentage": "0.7778"},
    {"rank": 3, "team": "Herons", "games": (8, 5, 3, 0), "fair_play": 6, "points": 16, "percentage": "0.6667"},
    {"rank": 3, "team": "Otters", "games": (8, 4, 3, 1), "fair_play": 7, "points": 16, "percentage": "0.6667",
     "provisional": True},
]  # fmt: skip

WHY = [
    ("Asked for on December 2, after November 16.", "3.10.b"),
    ("The cause is a tournament, which is not excused.", "3.10.c"),
]


@page(Action.READ_PUBLIC)
def components(request: PageRequest) -> HttpResponse:
    """Show every component once; for developers and operators, and in the demo.

    Answers 404 to anybody else.
    """
    if not (settings.DEBUG or settings.DEMO or _is_operator(request)):
        raise Http404
    return render(request, "league/components.html", sample(request))


@page(Action.READ_PUBLIC)
def components_live(request: PageRequest) -> HttpResponse:
    """Answer the sample live region: never anything newer."""
    return live.nothing_new(request, "1") or HttpResponse(status=286)


def _is_operator(request: PageRequest) -> bool:
    return bool(getattr(request.user, "is_staff", False))


def sample(request: HttpRequest) -> dict[str, Any]:
    """Return the invented samples that the page shows."""
    season = Season(
        league=League(slug="sample", name="Sample league"),
        slug="2014-15",
        name="2014-15",
        timezone="America/Chicago",
        rulebook=RuleBookVersion(slug="mn-district-9", version="2014-15"),
    )
    form = SampleForm({"email": "coach", "goals": "-1", "division": "", "reason": ""})
    form.is_valid()
    return {
        "league": season.league,
        "season": season,
        "breadcrumbs": [("Sample league", "/"), ("2014-15", "/"), (_("Components"), "")],
        "states": {group: names.split() for group, names in STATES.items()},
        "tones": ["success", "info", "warning", "error"],
        "findings": FINDINGS,
        "history": HISTORY,
        "versions": VERSIONS,
        "rows": ROWS,
        "why": WHY,
        "form": form,
        "moment": datetime(2014, 11, 2, 1, 30, tzinfo=UTC),
        "twice": datetime(2014, 11, 2, 7, 30, tzinfo=UTC),
        "tabs": [("All divisions", request.path), ("Bantam A", "#bantam-a", 9), ("Peewee B", "#peewee-b", 12)],
        "page": Paginator(range(400), 20).page(8),
    }
