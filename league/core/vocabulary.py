"""Decides which words a season file, a form or a rule book may use for levels, roles, penalties and outcomes."""

from difflib import get_close_matches
from enum import StrEnum

LEVELS = (
    "mini-mite", "mite", "8u", "novice", "atom", "squirt", "peewee", "bantam", "midget", "16u", "junior-gold",
    "girls-8u", "girls-10u", "girls-12u", "girls-14u", "girls-16u", "girls-19u", "junior", "senior", "adult",
)  # fmt: skip
YOUTH_LEVELS = frozenset(LEVELS) - {"junior", "senior", "adult"}
ROLES = ("skater", "goalie", "coach", "assistant-coach", "manager", "trainer", "representative")
TEAM_OFFICIAL_ROLES = frozenset({"coach", "assistant-coach", "manager", "trainer"})
PENALTY_CLASSES = (
    "minor", "bench-minor", "major", "misconduct", "game-misconduct", "gross-misconduct", "match", "penalty-shot",
    "game-ejection",
)  # fmt: skip
OFFENCES = (
    "abuse-of-official", "abusive-language", "attempt-to-injure", "boarding", "body-checking", "broken-stick",
    "butt-ending", "charging", "charging-goaltender", "checking-from-behind", "cross-checking", "delay-of-game",
    "deliberate-injury", "discriminatory-language", "elbowing", "facial-protector-as-weapon", "fighting",
    "fighting-off-ice", "fighting-team-official", "goaltender-joins-fight", "hair-pulling", "head-butting",
    "head-contact", "helmet-removal-in-fight", "high-sticking", "holding", "hooking", "illegal-equipment",
    "interference", "kicking", "kneeing", "leaving-bench-for-fight", "leaving-bench-during-fight", "no-mouth-guard",
    "obscene-language", "refusing-to-leave", "removing-team", "retaliation-after-blow", "roughing",
    "shooting-after-whistle", "slashing", "spearing", "spitting", "striking-official", "contact-with-official",
    "threatening-official", "team-official-on-ice", "third-man-in", "travesty-of-game", "tripping", "too-many-men",
    "under-influence", "unsportsmanlike-conduct", "wearing-material-in-fight", "other",
)  # fmt: skip
INFRACTIONS = (
    "affiliation-without-consent", "arena-damage", "brawl-pre-post-game", "carded-player-used",
    "coach-bench-violation", "false-identity", "false-birth-certificate", "goalkeeper-played-out",
    "ineligible-player-used", "knowing-ineligible", "novice-game-limit", "no-helmet-on-ice", "no-show-provincials",
    "not-completing-game", "off-ice-altercation", "played-while-ineligible", "molesting-official", "smoking",
    "travel-without-permit", "unregistered-player-used", "verification-refused", "identity-not-shown",
)  # fmt: skip
FLAGS = (
    "accidental", "aggressor", "careless", "coincidental", "first-off-bench", "glass-broken", "injury",
    "injury-head-or-face", "instigator", "head-contact", "no-contact", "own-team-brawl", "post-game", "pre-game",
    "same-opponent-again", "second-fight", "severe",
)  # fmt: skip
GAME_KINDS = ("league", "playoff", "tournament", "exhibition", "scrimmage")
OUTCOMES = ("scheduled", "played", "forfeit", "no-show", "refused", "cancelled", "double-forfeit")
DECIDED_IN = ("regulation", "overtime", "shootout")
EXCUSES = ("weather", "illness")
CONDUCT_KINDS = ("spectators-removed", "off-ice-official-removed")
ROSTER_STATUSES = ("regular", "affiliate", "substitute", "spare")
REQUEST_REASONS = ("weather", "illness", "other")
REQUEST_DECISIONS = ("approved", "refused", "waived")
APPROVAL_KINDS = (
    "both-coaches", "affiliate-consent", "approved-goalie", "goalie-exception", "return-from-injury",
    "reinstatement", "identity", "release-approved", "release-accepted",
)  # fmt: skip
CONDITION_KINDS = ("warning", "probation", "bond", "special-conditions", "ineligible")
BOND_STATES = ("owed", "posted", "refused", "returned", "carried")
LENGTHENING_GROUNDS = ("seriousness", "serious-injury", "repeat-offender")
SEASON_HALVES = ("winter", "summer")
CLOCKS = ("stop", "running")


class GameKind(StrEnum):
    """The kinds of game, as the season file names them."""

    LEAGUE = "league"
    PLAYOFF = "playoff"
    TOURNAMENT = "tournament"
    EXHIBITION = "exhibition"
    SCRIMMAGE = "scrimmage"


class Outcome(StrEnum):
    """What became of a game, as recorded (a late cancellation is still `cancelled` here)."""

    SCHEDULED = "scheduled"
    PLAYED = "played"
    FORFEIT = "forfeit"
    NO_SHOW = "no-show"
    REFUSED = "refused"
    CANCELLED = "cancelled"
    DOUBLE_FORFEIT = "double-forfeit"


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The known word most like `word`, or None when nothing is near."""
    return next(iter(get_close_matches(word, known, n=1)), None)
