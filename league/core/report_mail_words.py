"""Decides which words people mean in a mailed report: teams, categories of penalty, yes and no."""

import re
import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher

from league.core.reports import Side

LIKE_ENOUGH = 80
"""So many letters of a hundred have to be in a misspelt team name and in the name, in their order."""
SHORTEST = 3
"""A shortened team name has at least so many letters."""
MOST_MORE_WORDS = 2
"""A team name may be followed by so many words that the league doesn't use ("Falcons")."""

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-")
_TILDES = dict.fromkeys(map(ord, "\u02dc\u223c\u301c\uff5e"), "~")
_NOTHING = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))

HOME_WORDS = frozenset({"home", "home team"})
AWAY_WORDS = frozenset({"away", "away team", "visitor", "visitors", "visiting team", "guest", "guests"})

NUMBERS: Mapping[str, int] = {
    "no": 0, "none": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip

# The longest phrase that fits counts, so "game misconduct" is never a misconduct.
_PHRASES: Mapping[str, str] = {
    "minor": "minor", "minors": "minor", "min": "minor", "mins": "minor", "mnr": "minor",
    "bench minor": "bench-minor", "bench minors": "bench-minor", "bench": "bench-minor",
    "double minor": "double-minor", "double minors": "double-minor", "dbl minor": "double-minor",
    "major": "major", "majors": "major", "maj": "major", "majs": "major",
    "misconduct": "misconduct", "misconducts": "misconduct", "misc": "misconduct", "miscs": "misconduct",
    "mis": "misconduct", "ten minute misconduct": "misconduct", "10 minute misconduct": "misconduct",
    "game misconduct": "game-misconduct", "game misconducts": "game-misconduct", "gm": "game-misconduct",
    "gms": "game-misconduct", "game misc": "game-misconduct", "game mis": "game-misconduct",
    "gross misconduct": "gross-misconduct", "gross misconducts": "gross-misconduct", "gross misc": "gross-misconduct",
    "match": "match", "matches": "match", "match penalty": "match", "match penalties": "match",
    "penalty shot": "penalty-shot", "penalty shots": "penalty-shot", "ps": "penalty-shot",
    "checking from behind": "checking-from-behind", "check from behind": "checking-from-behind",
    "checks from behind": "checking-from-behind", "hit from behind": "checking-from-behind",
    "hits from behind": "checking-from-behind", "cfb": "checking-from-behind", "cfbs": "checking-from-behind",
    "mouth guard": "no-mouth-guard", "mouthguard": "no-mouth-guard", "no mouth guard": "no-mouth-guard",
    "no mouthguard": "no-mouth-guard", "mouthpiece": "no-mouth-guard", "no mouthpiece": "no-mouth-guard",
    "mouth piece": "no-mouth-guard", "mouthguards": "no-mouth-guard", "mouth guards": "no-mouth-guard",
}  # fmt: skip
_LONGEST_PHRASE = max(len(phrase.split()) for phrase in _PHRASES)

_YES = frozenset({
    "yes", "y", "yep", "yeah", "yea", "kept", "keep", "earned", "earn", "got", "ok", "1", "true", "\u2713", "\u2714",
    "x", "point", "1 point",
})  # fmt: skip
_NO = frozenset({
    "no", "n", "nope", "not", "lost", "lose", "none", "0", "false", "not earned", "\u2717", "\u2718", "\u2715",
    "no point", "0 points", "not kept",
})  # fmt: skip

_NOT_NAMES = {*NUMBERS, *_YES, *_NO, "total", "overtime", "shootout", "period", "double", "game", "penalties", "won"}


def plain(text: str) -> str:
    """The text in one spelling: compatibility forms, dashes, tildes and spaces made alike, invisible marks gone."""
    text = unicodedata.normalize("NFKC", text.translate(_NOTHING).translate(_TILDES))
    return " ".join(text.translate(_DASHES).translate(_TILDES).split())


def folded(text: str) -> str:
    """For comparing: no case, no accents, words of letters and digits with one space between."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[^\W_]+", bare.casefold()))


def whose(name: str, teams: Mapping[Side, str]) -> Side | None:
    """The side whose team is meant: by its name, the beginning of it, a word for the side, or nearly its name.

    None where no team or more than one fits.
    """
    typed = folded(name)
    if not typed:
        return None
    known = {side: folded(team) for side, team in teams.items()}
    exact = [side for side, team in known.items() if team == typed]
    if exact:
        return exact[0] if len(exact) == 1 else None
    if typed in HOME_WORDS:
        return "home"
    if typed in AWAY_WORDS:
        return "away"
    for fits in (_begins, _nearly):
        fitting = [side for side, team in known.items() if team and fits(typed, team)]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _begins(typed: str, team: str) -> bool:
    """Whether one is the beginning of the other; words beyond the name have to look like a name."""
    if typed.startswith(f"{team} "):
        more = typed[len(team) :].split()
        return len(more) <= MOST_MORE_WORDS and all(_can_be_a_name(word) for word in more)
    return len(typed) >= SHORTEST and team.startswith(typed)


def _nearly(typed: str, team: str) -> bool:
    words = team.split()
    if not all(word in words or _can_be_a_name(word) for word in typed.split()):
        return False
    if 200 * min(len(team), len(typed)) < LIKE_ENOUGH * (len(team) + len(typed)):
        return False  # even if all letters of the shorter one were shared
    shared = sum(block.size for block in SequenceMatcher(None, team, typed).get_matching_blocks())
    return 200 * shared >= LIKE_ENOUGH * (len(team) + len(typed))


def _can_be_a_name(word: str) -> bool:
    """Not a figure and none of the words that follow a name in a report."""
    return word.isalpha() and len(word) >= SHORTEST and word not in _PHRASES and word not in _NOT_NAMES


def is_misspelt(name: str, team: str) -> bool:
    """Whether `name` is neither the team's name nor its beginning nor longer by some words."""
    typed, known = folded(name), folded(team)
    return not (known.startswith(typed) or typed.startswith(known)) and typed not in HOME_WORDS | AWAY_WORDS


def answer(text: str) -> bool | None:
    """Yes or no; None for anything else."""
    typed = folded(text) or text.strip()
    if typed in _NO:
        return False
    if typed in _YES:
        return True
    first = typed.split(" ", 1)[0]
    if first in ("yes", "kept", "earned"):
        return True
    return False if first in ("no", "lost") else None


def category(words: list[str]) -> tuple[str, int] | None:
    """The category that the words begin with and how many words it takes; "double-minor" is two minors."""
    for length in range(min(_LONGEST_PHRASE, len(words)), 0, -1):
        found = _PHRASES.get(" ".join(words[:length]))
        if found:
            return found, length
    return None
