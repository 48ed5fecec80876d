"""Decides who answers for another's act: the coach for his player, the representatives for their team."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace

from discipline.core.book_additions import Liability, Rider
from discipline.core.cases import Case, Decisions
from discipline.core.circumstances import Circumstances
from discipline.core.incidents import BookOn
from discipline.core.sentencing import Item, Sentenced, put_together
from league.core.facts import Facts, Game
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.rulebook.book import RuleBook

REPRESENTATIVES = "representatives"
Hit = tuple[Case, Liability, RuleBook]
"""An act, what it brings, and the book of its day."""

WHO = {
    "head-coach": frozenset({"coach"}),
    "team-officials": TEAM_OFFICIAL_ROLES,
    REPRESENTATIVES: frozenset({"representative"}),
}


def derived(
    acts: Iterable[Case], made: Iterable[Sentenced], facts: Facts, book_on: BookOn, circumstances: Circumstances
) -> Iterator[Sentenced]:
    """What those get who answer for these acts, under its incident, without an offence number, not decided on yet."""
    decisions = Decisions(facts.decisions)
    acts = tuple(acts)
    ruled = {item.case.key: item for item in made}
    hits: list[Hit] = []
    for act in acts:
        if act.team is None or act.given is None or act.dismissed or act.part_of:
            continue
        book = book_on(act.given)
        for rule in book.all(Liability):
            if _brings(rule, act, ruled.get(act.key), book, circumstances):
                hits.append((act, rule, book))
    for act, rule, book, clause in _once(hits):
        for person in _who(rule, act, acts, facts, circumstances):
            case = _case(act, rule, person, decisions)
            item = Item(clause, rule, f"Answers for {_of_whom(act)}: {rule.costs()} ({clause}).")
            whole = put_together(case, [item], book, circumstances.special(person, act.team, act.given))
            pending = rule.pending or whole.pending
            holds = whole.holds and (rule.at_once or not act.person)
            yield replace(whole, pending=pending, holds=holds, derived_from=act.person or act.team)


def who_answers(
    who: str, team: str, game: Game | None, day: dt.date | None, actor: str | None, circumstances: Circumstances
) -> tuple[str, ...]:
    """Who answers for what `actor` did, or for what the team did where that is None.

    Representatives answer for their team to the league: all of them, present or not, for each other and
    for themselves. A team official answers for others, of several whoever was there.
    """
    if who == REPRESENTATIVES:
        return circumstances.holders(team, WHO[who], None, day)
    return tuple(person for person in circumstances.holders(team, WHO[who], game, day) if person != actor)


def _brings(rule: Liability, act: Case, made: Sentenced | None, book: RuleBook, circumstances: Circumstances) -> bool:
    if rule.unless_named and act.person:
        return False
    if not rule.rows:
        return any(circumstances.fits(rule, line, book) for line in act.lines)
    for charge in act.charges:
        number = charge.number or 1
        if charge.chosen.id in rule.rows and rule.from_number <= number <= (rule.to_number or number):
            return any(circumstances.fits(rule, line, book) for line in (*charge.lines, *charge.absorbed))
    riders = {rider.clause for rider in book.all(Rider)}.intersection(rule.rows)
    ridden = made is not None and any(part.clause in riders for part in made.parts)
    return ridden and any(circumstances.fits(rule, line, book) for line in act.lines)


def _once(hits: list[Hit]) -> Iterator[tuple[Case, Liability, RuleBook, str]]:
    """Once a stoppage or a game where the rule says so, and not where another rule takes its place there."""
    taken: list[tuple[Case, Liability]] = []
    for act, rule, book in hits:
        if any(rule.clause in other.instead_of and _together(other, act, by) for by, other, _ in hits):
            continue
        if any(other.clause == rule.clause and _together(rule, act, by) for by, other in taken):
            continue
        taken.append((act, rule))
        several = sum(other.clause == rule.clause and by.game == act.game and by.team == act.team
                      for by, other, _ in hits) > 1  # fmt: skip
        yield act, rule, book, rule.again_clause if several and rule.again_clause else rule.clause


def _together(rule: Liability, act: Case, other: Case) -> bool:
    """Whether two acts bring it once: of one team, and in one game or stoppage, as the rule says."""
    if rule.once == "incident" or (act.game, act.team, act.given) != (other.game, other.team, other.given):
        return False
    if rule.once == "game" or act.incident == other.incident:
        return True
    return act.clock == other.clock or not (_timed(act) and _timed(other))


def _timed(act: Case) -> bool:
    """Whether the sheet says when it was."""
    return not act.clock[0] and act.clock[2] <= 0


def _who(
    rule: Liability, act: Case, acts: Iterable[Case], facts: Facts, circumstances: Circumstances
) -> tuple[str, ...]:
    """Those who answer, but not who did it, or is charged with the same in that game himself."""
    game = facts.game.get(act.game) if act.game else None
    people = who_answers(rule.who, act.team or "", game, act.given, act.person, circumstances)
    themselves = {
        other.person for other in (acts if rule.at_once else ())
        if not other.dismissed and (other.game, other.team) == (act.game, act.team)
        and any(charge.chosen.id in rule.rows for charge in other.charges)
    }  # fmt: skip
    return tuple(person for person in people if person not in themselves)


def _case(act: Case, rule: Liability, person: str, decisions: Decisions) -> Case:
    """The act as a case of the one who answers; only a decision that names him is on it, or where nobody did it any."""
    names = {act.incident, *(line.penalty.id for line in act.lines)}
    said = decisions.naming(names, person) if act.person else decisions.about(names, person)
    return Case(
        person,
        act.team,
        act.incident,
        act.moment,
        act.given,
        act.what,
        act.game,
        decisions=tuple(decision for decision in said if not decision.dismissed),
        dismissed=bool(said) and said[-1].dismissed,
        clock=act.clock,
    )


def _of_whom(act: Case) -> str:
    return f"{act.person}'s {act.what}" if act.person else f"the team's {act.what}"
