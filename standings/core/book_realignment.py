"""Decides which data a rule book gives about teams that move to another division during the season."""

from collections.abc import Iterable
from typing import Annotated, ClassVar

from pydantic import Field

from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section


class Dropped(Part):
    """How many teams are left out of the average at each end, by the size of the division."""

    clause: str
    at_least: int = 0
    at_most: int | None = None
    sizes: tuple[int, ...] = ()
    """The sizes in full; empty: all from `at_least` to `at_most`."""
    each_end: Annotated[int, Field(ge=0)]
    confirm: bool = False
    """The rules are silent at this size: an officer confirms it."""

    def fits(self, size: int) -> bool:
        """Whether the entry is for a division of this size."""
        if self.sizes:
            return size in self.sizes
        return self.at_least <= size and (self.at_most is None or size <= self.at_most)


class Realignment(Section):
    """`[realignment]`: a moved team takes the average points of its new division."""

    key: ClassVar[str] = "realignment"
    clause: str
    dropped: tuple[Dropped, ...]
    """The first that fits decides."""

    def dropped_at(self, size: int) -> Dropped | None:
        """What is left out of a division of `size` teams, the mover not counted."""
        return next((item for item in self.dropped if item.fits(size)), None)

    def explain(self) -> Iterable[str]:
        """Say what a moved team starts with."""
        yield f"A moved team takes the average points of its new division, rounded half up ({self.clause})."
        for item in self.dropped:
            upper = f" to {item.at_most}" if item.at_most is not None else " and more"
            sizes = " or ".join(map(str, item.sizes)) or f"{item.at_least}{upper}"
            silent = ", once an officer confirms it" if item.confirm else ""
            yield f"Of {sizes} teams {item.each_end} at each end are left out{silent} ({item.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find sizes from which nobody is left to average."""
        for number, item in enumerate(self.dropped):
            smallest = min(item.sizes) if item.sizes else max(1, item.at_least)
            if smallest <= 2 * item.each_end:
                yield Finding(
                    "nobody-left",
                    f"of {smallest} teams nobody is left between {item.each_end} at each end",
                    where=f"dropped[{number}].each_end",
                    clause=item.clause,
                    remedy="leave fewer out, or raise the smallest size",
                )
