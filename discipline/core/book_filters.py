"""Decides how a rule book says which penalties and infractions it means: by offence, class, game, role, flags, time."""

from collections.abc import Iterable

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import (
    FLAGS,
    GAME_KINDS,
    INFRACTIONS,
    LEVELS,
    OFFENCES,
    PENALTY_CLASSES,
    ROLES,
    ROSTER_STATUSES,
    TEAM_OFFICIAL_ROLES,
)
from league.rulebook.sections import Part

ROLE_GROUPS = {"player": frozenset({"skater", "goalie"}), "team-official": TEAM_OFFICIAL_ROLES}
"""Roles that go by one name."""


class Filter(Part):
    """Which penalties are meant. Everything that is given must hold; a list that is empty leaves it open."""

    offences: tuple[str, ...] = ()
    """Offences of the sheet, or infractions off the sheet."""
    classes: tuple[str, ...] = ()
    """Empty: any class, and infractions off the sheet, which have none."""
    game_kinds: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    """Roles of the person in that team on that day; "player" and "team-official" stand for their groups."""
    statuses: tuple[str, ...] = ()
    """The only ways in which the person belongs to teams: ["substitute"] means somebody on no team of his own."""
    levels: tuple[str, ...] = ()
    """Levels of the division that the game was played in."""
    checking: bool | None = None
    """Whether body checking is allowed in the division of the game."""
    flags: tuple[str, ...] = ()
    """Flags that must all be there."""
    any_flags: tuple[str, ...] = ()
    """Flags of which one must be there."""
    without_flags: tuple[str, ...] = ()
    """Flags that must not be there."""
    with_offences: tuple[str, ...] = ()
    """Offences of which the person has one as well, in the same game or, off the sheets, on the same day."""
    late: bool | None = None
    """Whether it came late in the game, as `[sentencing]` says."""

    @property
    def narrowness(self) -> tuple[int, int]:
        """How narrow it is: one that names offences before one that doesn't, then by the number of other conditions."""
        asked = (self.roles, self.statuses, self.levels, self.any_flags, self.without_flags, self.with_offences)
        others = (*asked, *self.flags)
        choices = (self.checking, self.late)
        return (int(bool(self.offences)), sum(map(bool, others)) + sum(item is not None for item in choices))

    def words(self) -> str:
        """The filter as part of a sentence: "major for boarding, by a team official"."""
        named = f" for {_either(self.offences)}" if self.offences else ""
        found = [f"{_either(self.classes) or 'anything'}{named}"]
        found += [f"by a {_either(self.roles)}"] if self.roles else []
        found += [f"by somebody who is only {_either(self.statuses)}"] if self.statuses else []
        found += [f"in a {_either(self.game_kinds)} game"] if 0 < len(self.game_kinds) < len(GAME_KINDS) else []
        found += [f"at {_either(self.levels)}"] if self.levels else []
        found += ["where checking is allowed" if self.checking else "in a non-checking game"] * (
            self.checking is not None
        )
        found += [f"marked {' and '.join(self.flags)}"] if self.flags else []
        found += [f"marked {_either(self.any_flags)}"] if self.any_flags else []
        found += [f"not marked {_either(self.without_flags)}"] if self.without_flags else []
        found += [f"together with {_either(self.with_offences)}"] if self.with_offences else []
        found += ["late in the game" if self.late else "not late in the game"] * (self.late is not None)
        return ", ".join(found)

    def filter_faults(self) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.offences, (*OFFENCES, *INFRACTIONS), "offence", "offences")
        yield from unknown_words(self.with_offences, (*OFFENCES, *INFRACTIONS), "offence", "with_offences")
        yield from unknown_words(self.classes, PENALTY_CLASSES, "class", "classes")
        yield from unknown_words(self.game_kinds, GAME_KINDS, "kind of game", "game_kinds")
        yield from unknown_words(self.roles, (*ROLE_GROUPS, *ROLES), "role", "roles")
        yield from unknown_words(self.statuses, ROSTER_STATUSES, "roster status", "statuses")
        yield from unknown_words(self.levels, LEVELS, "level", "levels")
        for name in ("flags", "any_flags", "without_flags"):
            yield from unknown_words(getattr(self, name), FLAGS, "flag", name)


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(word.replace("-", " ") for word in words)
