"""Which word, mark and tone a state is shown with, everywhere the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Badge:
    """A state as a reader sees it; the mark tells it apart where colour can't."""

    label: _StrPromise | str
    tone: str
    mark: str


_MARKS: Final = {"good": "✓", "info": "◔", "warn": "!", "bad": "✕", "quiet": "·"}

_STATES: Final[dict[str, tuple[str, _StrPromise]]] = {
    # a game and its reports
    "scheduled": ("quiet", _("Scheduled")),
    "unreported": ("warn", _("Unreported")),
    "due": ("warn", _("Report due")),
    "overdue": ("bad", _("Overdue")),
    "draft": ("quiet", _("Draft")),
    "provisional": ("info", _("Provisional")),
    "verified": ("good", _("Verified")),
    "disputed": ("bad", _("Disputed")),
    "settled": ("good", _("Settled")),
    "late": ("warn", _("Late")),
    "corrected": ("info", _("Corrected")),
    "replaced": ("quiet", _("Replaced")),
    "played": ("good", _("Played")),
    "postponed": ("warn", _("Postponed")),
    "if-necessary": ("quiet", _("If necessary")),
    "cancelled": ("quiet", _("Cancelled")),
    "forfeit": ("warn", _("Forfeit")),
    "double-forfeit": ("warn", _("Double forfeit")),
    "no-show": ("warn", _("No-show")),
    "ineligible-player": ("warn", _("Forfeited afterwards")),
    "refused": ("bad", _("Refused")),
    # a suspension
    "proposed": ("info", _("Proposed")),
    "confirmed": ("bad", _("Confirmed")),
    "suspended": ("bad", _("Suspended")),
    "until-hearing": ("bad", _("Until a hearing")),
    "indefinite": ("bad", _("Indefinite")),
    "serving": ("bad", _("Serving")),
    "served": ("good", _("Served")),
    "dismissed": ("quiet", _("Dismissed")),
    "eligible": ("good", _("May play")),
    "ineligible": ("bad", _("May not dress")),
    "review": ("warn", _("Up for review")),
    # an incident report
    "filed": ("good", _("Filed")),
    "returned": ("warn", _("A question waits")),
    # a notice on its way
    "sent": ("good", _("Sent")),
    "received": ("good", _("Received")),
    "bounced": ("bad", _("Bounced")),
    "no-address": ("bad", _("No address known")),
    # a request, a charge, a table
    "pending": ("info", _("Pending")),
    "waiting": ("info", _("Waiting")),
    "accepted": ("good", _("Accepted")),
    "approved": ("good", _("Approved")),
    "declined": ("bad", _("Declined")),
    "withdrawn": ("quiet", _("Withdrawn")),
    "waived": ("quiet", _("Waived")),
    "expired": ("quiet", _("Unanswered in time")),
    "paid": ("good", _("Paid")),
    "unpaid": ("warn", _("Unpaid")),
    "open": ("info", _("Open")),
    "taken-back": ("quiet", _("Taken back")),
    "to-be-set": ("warn", _("Amount to be set")),
    "frozen": ("good", _("Final")),
    "final": ("good", _("Final")),
    "reopened": ("warn", _("Reopened")),
    "tied": ("warn", _("Tied")),
    "clinched": ("good", _("Clinched")),
    "in-reach": ("info", _("In reach")),
    "out-of-reach": ("quiet", _("Out of reach")),
    # a Fair Play point
    "fair-play-earned": ("good", _("Fair Play point")),
    "fair-play-lost": ("bad", _("No Fair Play point")),
    # what a row of a roster table would do
    "new": ("info", _("New person")),
    "added": ("good", _("Joins")),
    "moved": ("warn", _("Moves")),
    "changed": ("info", _("Changes")),
    "unchanged": ("quiet", _("Unchanged")),
    "question": ("warn", _("Who is it?")),
    "faulty": ("bad", _("At fault")),
    # what the product does about a clause of a rule book
    "compute": ("info", _("Worked out")),
    "gate": ("warn", _("Enforced")),
    "workflow": ("good", _("Supported")),
    "record": ("good", _("Recorded")),
    "rink": ("quiet", _("At the rink")),
    # the severity of a finding
    "refuse": ("bad", _("Must be put right")),
    "warn": ("warn", _("Please check")),
    "info": ("info", _("Good to know")),
}


def badge_of(state: str, label: str = "") -> Badge:
    """Return how a state is shown. A state nobody listed is shown quietly, by its own name."""
    slug = str(state).replace("_", "-").lower()
    tone, name = _STATES.get(slug, ("quiet", slug.replace("-", " ").capitalize()))
    return Badge(label=label or name, tone=tone, mark=_MARKS[tone])
