"""The records of a league, one theme a file."""

from league.models.accounts import Invitation, LinkRequest, Membership, Role, User
from league.models.audit import AuditEntry, Source
from league.models.base import FileEntry, FileRow, new_key
from league.models.cards import CardAccount, CardEvent, Checkout, CheckoutState
from league.models.games import (
    DecidedIn,
    Excuse,
    Game,
    GameKind,
    GameMove,
    LineupSpot,
    Outcome,
    ReportState,
    UnlistedPerson,
)
from league.models.ledger import ChargeAmount, DunningNotice, EntryKind, LedgerEntry, LedgerRequest, Method
from league.models.money import Payment
from league.models.organisation import (
    Association,
    Division,
    Half,
    League,
    Season,
    SeasonRuleBook,
    Team,
    Venue,
)
from league.models.people import Person, RosterRole, RosterSpot, RosterStatus, SeasonPerson
from league.models.recompute import RecomputeKind, RecomputeRequest
from league.models.reports import Attachment, AttachmentContent, GameReport, ReportKind, ReportReminder
from league.models.rulebook import RuleBookVersion
from league.models.sheets import Clock, Conduct, ConductEvent, Penalty, PenaltyClass

__all__ = [
    "Association",
    "Attachment",
    "AttachmentContent",
    "AuditEntry",
    "CardAccount",
    "CardEvent",
    "ChargeAmount",
    "Checkout",
    "CheckoutState",
    "Clock",
    "Conduct",
    "ConductEvent",
    "DecidedIn",
    "Division",
    "DunningNotice",
    "EntryKind",
    "Excuse",
    "FileEntry",
    "FileRow",
    "Game",
    "GameKind",
    "GameMove",
    "GameReport",
    "Half",
    "Invitation",
    "League",
    "LedgerEntry",
    "LedgerRequest",
    "LineupSpot",
    "LinkRequest",
    "Membership",
    "Method",
    "Outcome",
    "Payment",
    "Penalty",
    "PenaltyClass",
    "Person",
    "RecomputeKind",
    "RecomputeRequest",
    "ReportKind",
    "ReportReminder",
    "ReportState",
    "Role",
    "RosterRole",
    "RosterSpot",
    "RosterStatus",
    "RuleBookVersion",
    "Season",
    "SeasonPerson",
    "SeasonRuleBook",
    "Source",
    "Team",
    "UnlistedPerson",
    "User",
    "Venue",
    "new_key",
]
