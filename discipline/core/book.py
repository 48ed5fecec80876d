"""Decides which data a rule book gives about offences and what they cost."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from discipline.core.book_serving import Serving
from discipline.core.wording import counted
from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import GAME_KINDS, OFFENCES, PENALTY_CLASSES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register

Scope = Literal["season", "career"]


class SentencePart(Part):
    """What one clause adds to a sentence."""

    clause: str
    games: int | None = None
    """Unset: the book gives no length, a decision does."""
    rule: str | None = None
    """The name of the serving rule for these games; a part without games needs none."""


class Hearing(Part):
    """Somebody has to decide before the person may come back."""

    kind: str = "hearing"
    """The kind of review that it opens."""
    clause: str


class Sentence(Part):
    """What one offence number costs."""

    clause: str
    parts: tuple[SentencePart, ...]
    hearing: Hearing | None = None
    appealable: bool = True
    director_may_increase: bool = True

    @property
    def minimum(self) -> int:
        """The games below which no decision may go; a part without a length has none."""
        return sum(part.games or 0 for part in self.parts)

    @property
    def open(self) -> bool:
        """Whether the book leaves the length to a decision."""
        return any(part.games is None for part in self.parts)


class Offence(Section):
    """`[[offence]]`: a row of the book, from the penalty on the sheet to what it costs the 1st, 2nd, ... time."""

    key: ClassVar[str] = "offence"
    many: ClassVar[bool] = True
    clause: str
    offences: tuple[str, ...]
    classes: tuple[str, ...]
    game_kinds: tuple[str, ...]
    counts: Scope
    """Earlier offences that move the number: those of the season, or of every season."""
    one_a_game: bool = False
    """Several of one person in one game are a single infraction, under the first one's incident."""
    absorbs: tuple[str, ...] = ()
    """Classes that cost nothing more when they come with it: in its incident, or for the same offence in the game."""
    sentences: tuple[Sentence, ...]
    """For the 1st, 2nd, ... time; the last one stands for all that follow."""

    def sentence(self, number: int) -> Sentence:
        """What the offence costs the `number`th time, from 1."""
        return self.sentences[min(number, len(self.sentences)) - 1]

    def explain(self) -> Iterable[str]:
        """Say what is punished and how."""
        penalty = f"{' or '.join(self.classes)} for {' or '.join(self.offences)}"
        yield f"Counted by {self.counts}: a {penalty} in a {' or '.join(self.game_kinds)} game ({self.clause})."
        if self.one_a_game:
            yield "Several by one person in one game are a single infraction."
        if self.absorbs:
            yield f"A {' or '.join(self.absorbs)} that comes with it costs nothing more."
        for number, sentence in enumerate(self.sentences, start=1):
            later = " and later" if number == len(self.sentences) and number > 1 else ""
            costs = "until it is decided" if sentence.open else f"{counted(sentence.minimum, 'game')}"
            appeal = "" if sentence.appealable else ", no appeal"
            yield f"Offence {number}{later}: suspended {costs}{appeal} ({sentence.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words, empty ladders and parts whose serving rule is missing."""
        yield from unknown_words(self.offences, OFFENCES, "offence", "offences")
        yield from unknown_words(self.classes, PENALTY_CLASSES, "class", "classes")
        yield from unknown_words(self.absorbs, PENALTY_CLASSES, "class", "absorbs")
        yield from unknown_words(self.game_kinds, GAME_KINDS, "kind of game", "game_kinds")
        if not self.sentences:
            yield Finding("no-sentence", "the offence costs nothing", where="sentences", remedy="add a sentence")
        known = tuple(book.one(Serving).by_name)
        for step, sentence in enumerate(self.sentences):
            for place, part in enumerate(sentence.parts):
                yield from _part_faults(part, known, f"sentences[{step}].parts[{place}]")
            if sentence.open and sentence.hearing is None:
                where, remedy = f"sentences[{step}].hearing", "say who decides"
                yield Finding("nobody-decides", "a part without games waits for nobody", where=where, remedy=remedy)


class Unruled(Section):
    """`[unruled]`: penalties that the director must look at although the book sets no length for them."""

    key: ClassVar[str] = "unruled"
    clause: str
    classes: tuple[str, ...]

    def explain(self) -> Iterable[str]:
        """Say what the director is told."""
        yield f"For any other {' or '.join(self.classes)} no length is proposed; the director is told ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown classes."""
        yield from unknown_words(self.classes, PENALTY_CLASSES, "class", "classes")


def _part_faults(part: SentencePart, known: tuple[str, ...], where: str) -> Iterable[Finding]:
    if part.games is None:
        return
    if part.games < 1:
        yield Finding("no-games", f"{part.games} games are no suspension", where=f"{where}.games", remedy="1 or more")
    if part.rule is None:
        remedy = f"known are {', '.join(known)}"
        yield Finding("no-rule", "nothing says which games serve this part", where=f"{where}.rule", remedy=remedy)
    else:
        yield from unknown_words([part.rule], known, "serving rule", f"{where}.rule")


register(Offence, Unruled)
