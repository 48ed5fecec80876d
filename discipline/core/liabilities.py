"""Decides who answers for another's act: the coach for his player, the representatives for their team."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace

from discipline.core.book_additions import Liability, Rider
from discipline.core.cases import Case, Decisions
from discipline.core.circumstances import Circumstances
from discipline.core.incidents import BookOn
from discipline.core.sentencing import Item, Sentenced, put_together, with_decision
from league.core.facts import Facts, Game
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.rulebook.book import RuleBook

REPRESENTATIVES = "representatives"
WHO = {
    "head-coach": frozenset({"coach"}),
    "team-officials": TEAM_OFFICIAL_ROLES,
    REPRESENTATIVES: frozenset({"representative"}),
}


def derived(
    acts: Iterable[Case], made: Iterable[Sentenced], facts: Facts, book_on: BookOn, circumstances: Circumstances
) -> Iterator[Sentenced]:
    """The rulings on those who answer for these acts, under the incident of the act, without an offence number."""
    decisions = Decisions(facts.decisions)
    ruled = {item.case.key: item for item in made}
    hits: list[tuple[Case, Liability, RuleBook]] = []
    for act in acts:
        if act.team is None or act.given is None or act.dismissed or act.part_of:
            continue
        book = book_on(act.given)
        for rule in book.all(Liability):
            if _brings(rule, act, ruled.get(act.key), book, circumstances):
                hits.append((act, rule, book))
    for act, rule, book in _once(hits):
        for person in _who(rule, act, facts, circumstances):
            case = _case(act, rule, person, decisions)
            item = Item(rule.clause, rule, f"Answers for {_of_whom(act)}: {rule.costs()} ({rule.clause}).")
            whole = put_together(case, [item], book, circumstances.special(person, act.team, act.given))
            pending = rule.pending or whole.pending
            yield with_decision(replace(whole, pending=pending, holds=False, derived_from=act.person or act.team), book)


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


def _once(hits: list[tuple[Case, Liability, RuleBook]]) -> Iterator[tuple[Case, Liability, RuleBook]]:
    """Once a game where the rule says so, and not where another rule takes its place in that game."""
    replaced = {(act.game, act.team, other) for act, rule, _ in hits for other in rule.instead_of}
    seen = set()
    for act, rule, book in hits:
        place = (act.game, act.team, rule.clause)
        if place in replaced or (rule.once == "game" and place in seen):
            continue
        seen.add(place)
        yield act, rule, book


def _who(rule: Liability, act: Case, facts: Facts, circumstances: Circumstances) -> tuple[str, ...]:
    game = facts.game.get(act.game) if act.game else None
    return who_answers(rule.who, act.team or "", game, act.given, act.person, circumstances)


def _case(act: Case, rule: Liability, person: str, decisions: Decisions) -> Case:
    """The act as a case of the one who answers; only a decision that names him is on it."""
    said = decisions.naming({act.incident, *(line.penalty.id for line in act.lines)}, person)
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
