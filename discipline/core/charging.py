"""Decides under which rows of the book the acts of one person in one game fall, each penalty under one row."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from discipline.core.acts import Act
from discipline.core.book import Offence
from discipline.core.cases import Charge
from discipline.core.circumstances import Circumstances, Line
from league.rulebook.book import RuleBook


@dataclass(slots=True)
class Charged:
    """An act with its charges; `also` are the acts that became part of it."""

    act: Act
    charges: list[Charge]
    rest: list[Line]
    """Penalties that no row covers."""
    also: list[Act] = field(default_factory=list)
    part_of: bool = False


def charged(acts: Iterable[Act], book: RuleBook, circumstances: Circumstances) -> list[Charged]:
    """The acts of one person in one game with their charges, in the order of the clock."""
    found = [_charged(act, book, circumstances) for act in acts]
    standing = [item for item in found if not item.act.struck]
    for item in standing:
        _absorb_within(item)
    for place, item in enumerate(standing):
        for other in standing:
            if other is not item and not other.part_of:
                _absorb(item, other)
        for later in standing[place + 1 :]:
            _once_a_game(item, later)
    return found


def fitting_rows(line: Line, book: RuleBook, circumstances: Circumstances) -> list[tuple[Offence, ...]]:
    """The rows that a penalty falls under: the narrowest, or all of which the heaviest applies, and those beside it."""
    fitting = [row for row in book.all(Offence) if circumstances.fits(row, line, book)]
    found: list[tuple[Offence, ...]] = [(row,) for row in fitting if row.beside]
    own = sorted((row for row in fitting if not row.beside), key=lambda row: row.narrowness, reverse=True)
    if not own or (not own[0].offences and any(row.offences for (row,) in found)):
        return found  # a general row isn't added to one that names the offence
    best = own[0]
    group = tuple(row for row in own if row.heaviest_of == best.heaviest_of) if best.heaviest_of else (best,)
    return [group, *found]


def _charged(act: Act, book: RuleBook, circumstances: Circumstances) -> Charged:
    lines: dict[str, list[Line]] = {}
    rows: dict[str, dict[str, Offence]] = {}
    rest = []
    for line in act.lines:
        hits = fitting_rows(line, book, circumstances)
        if not hits:
            rest.append(line)
        for group in hits:
            name = group[0].heaviest_of or group[0].id
            lines.setdefault(name, []).append(line)
            rows.setdefault(name, {}).update({row.id: row for row in group})
    charges = [
        Charge(tuple(sorted(rows[name].values(), key=lambda row: row.narrowness, reverse=True)), together)
        for name in lines
        for together in _apart(tuple(lines[name]), rows[name].values())
    ]
    return Charged(act, charges, rest)


def _apart(lines: tuple[Line, ...], rows: Iterable[Offence]) -> list[tuple[Line, ...]]:
    """The penalties of one charge each: one by one where the row says so, with the first what it absorbs."""
    if not all(row.each for row in rows):
        return [lines]
    absorbed = {name for row in rows for name in row.absorbs}
    main = [line for line in lines if line.penalty.penalty_class not in absorbed] or list(lines)
    first = (main[0], *(line for line in lines if line not in main))
    return [first, *((line,) for line in main[1:])]


def _absorb_within(item: Charged) -> None:
    for charge in tuple(item.charges):
        if charge not in item.charges:
            continue
        taken = [line for other in item.charges if other is not charge and not any(row.beside for row in other.rows)
                 for line in other.lines if _takes(charge, line, other.rows)]  # fmt: skip
        taken += [line for line in item.rest if _takes(charge, line, ())]
        if taken:
            more = Charge(charge.rows, charge.lines, (*charge.absorbed, *taken))
            item.charges[item.charges.index(charge)] = more
            _without(item, taken, keep=more)


def _absorb(item: Charged, other: Charged) -> None:
    """Take from another act of the game what costs nothing more; all of it or nothing."""
    for place, charge in enumerate(item.charges):
        offences = {offence for row in charge.rows for offence in row.offences}
        lines = list(other.act.lines)
        if not all(line.penalty.offence in offences and _takes(charge, line, charge.rows) for line in lines):
            continue
        if any(_is_main(theirs, charge) for theirs in other.charges):
            continue
        item.charges[place] = Charge(charge.rows, charge.lines, (*charge.absorbed, *lines))
        item.also.append(other.act)
        other.charges, other.rest, other.part_of = [], [], True
        return


def _is_main(theirs: Charge, charge: Charge) -> bool:
    """Whether the other act has a penalty that isn't one of those absorbed, or one with a row of its own."""
    absorbed = {name for row in charge.rows for name in row.absorbs}
    others = any(row.offences and not row.beside for row in theirs.rows if row not in charge.rows)
    own = others and not all(_its_own(charge, line) for line in theirs.lines)
    return own or any(line.penalty.penalty_class not in absorbed for line in theirs.lines)


def _once_a_game(item: Charged, later: Charged) -> None:
    for place, charge in enumerate(item.charges):
        if not charge.rows[0].one_a_game:
            continue
        same = [other for other in later.charges if other.rows[0].id == charge.rows[0].id]
        if same:
            absorbed = tuple(line for other in same for line in (*other.lines, *other.absorbed))
            item.charges[place] = Charge(charge.rows, charge.lines, (*charge.absorbed, *absorbed))
            item.also += [later.act, *later.also]
            later.charges = [other for other in later.charges if other not in same]
            later.part_of = not later.charges


def _takes(charge: Charge, line: Line, rows: tuple[Offence, ...]) -> bool:
    """Whether a penalty costs nothing more beside the charge: by its class, and for want of a row of its own."""
    absorbs = {name for row in charge.rows for name in row.absorbs}
    if line in charge.lines and rows is not charge.rows:
        return False
    if line.penalty.penalty_class not in absorbs:
        return False
    if all(item.penalty.penalty_class in absorbs for item in charge.lines):
        return False
    return _its_own(charge, line) or not any(row.offences for row in rows if row not in charge.rows)


def _its_own(charge: Charge, line: Line) -> bool:
    """Whether it is the game misconduct that a row of the charge brings by its own text, written down."""
    bringing = [row for row in charge.rows if row.brings_game_misconduct]
    return any(line.penalty.offence in row.offences for row in bringing)


def _without(item: Charged, taken: list[Line], keep: Charge) -> None:
    """Take penalties out of the other charges of the act, and charges out of which all are taken."""
    item.rest = [line for line in item.rest if line not in taken]
    left = []
    for charge in item.charges:
        if charge is keep or any(row.beside for row in charge.rows):
            left.append(charge)
        elif lines := tuple(line for line in charge.lines if line not in taken):
            left.append(Charge(charge.rows, lines, charge.absorbed))
    item.charges[:] = left
