"""Decides whom a team's or rink's name in a schedule means: exactly, as it was answered before, or by asking."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rapidfuzz import fuzz, process

from league.core.rosters.columns import plain

What = Literal["team", "rink"]
NEW: Final = "new"
NONE: Final = "none"
NEAR: Final = 60
SURE: Final = 90
"""From this likeness on, of a hundred, a suggestion is chosen beforehand; it still has to be confirmed."""
_MOST: Final = 4


@dataclass(frozen=True, slots=True)
class Known:
    """A team or rink on record, with what keeps equal names apart (a team's division)."""

    id: int
    name: str
    apart: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A name that nobody on record has: `suggested` are the likeliest, best first; `sure` says the first is near."""

    what: What
    written: str
    suggested: tuple[Known, ...] = ()
    sure: bool = False


class Names:
    """Everybody of one kind on record, and what was answered about names, now and before."""

    def __init__(self, what: What, known: Iterable[Known], answers: Mapping[str, str], remembered: Mapping[str, int]):
        self.what: What = what
        self.known = {one.id: one for one in known}
        self.answers, self.remembered = answers, remembered
        self.by_name: dict[str, list[int]] = defaultdict(list)
        for one in self.known.values():
            for name in {plain(one.name), plain(one.name + one.apart), plain(one.apart + one.name)} - {""}:
                self.by_name[name].append(one.id)
        self.asked: dict[str, Question] = {}
        self.answered: dict[str, int] = {}
        self.new: dict[str, str] = {}

    def find(self, written: str, apart: str = "") -> int | str | None:
        """The id that a name means; `NEW` for one to be added, `NONE` for one left empty, None while it is asked."""
        key = plain(written)
        given = self.answers.get(key, "")
        if given in (NEW, NONE) and self.what == "rink":
            self.asked[key] = self._question(written)
            if given == NEW:
                self.new[key] = written
            return given
        if given.isascii() and given.isdecimal() and int(given) in self.known:
            self.asked[key] = self._question(written)
            self.answered[key] = int(given)
            return int(given)
        for name in (plain(written + apart), plain(apart + written), key) if apart else (key,):
            if len(found := self.by_name.get(name, [])) == 1:
                return found[0]
        if self.remembered.get(key) in self.known:
            return self.remembered[key]
        if key not in self.asked:
            self.asked[key] = self._question(written)
        return None

    def _question(self, written: str) -> Question:
        return _suggestions(self.what, written, tuple(self.known.values()))


@lru_cache(maxsize=4_000)
def _suggestions(what: What, written: str, known: tuple[Known, ...]) -> Question:
    choices = {place: one.name for place, one in enumerate(known)}
    found = process.extract(
        written, choices, scorer=fuzz.WRatio, processor=str.casefold, limit=_MOST, score_cutoff=NEAR
    )
    sure = bool(found) and found[0][1] >= SURE and (len(found) == 1 or found[1][1] < found[0][1])
    return Question(what, written, tuple(known[place] for _name, _score, place in found), sure)
