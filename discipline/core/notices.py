"""Decides what the league is told in words: what the book doesn't rule on, and decisions that leave something open."""

from collections.abc import Iterable, Iterator

from discipline.core.book import Offence
from discipline.core.book_additions import Accumulation, SpecialConditions
from discipline.core.book_serving import Serving
from discipline.core.cases import OpenMatter
from discipline.core.gates.book_games import Consent, GamesNeeded
from discipline.core.gates.book_people import AgeLimit, Carded, Joining
from discipline.core.numbering import counts_for
from discipline.core.owing import REINSTATEMENT
from discipline.core.sentencing import Sentenced
from discipline.core.wording import day_text
from league.core.facts import Facts, PriorOffence
from league.rulebook.book import RuleBook


def notices(
    facts: Facts, book: RuleBook, matters: Iterable[OpenMatter], sentences: Iterable[Sentenced]
) -> tuple[str, ...]:
    """Every notice about discipline, each once: open matters, unclear decisions, records the book has no use for."""
    found = [_about(matter) for matter in matters]
    found += [text for sentenced in sentences for text in _unclear(sentenced, book.get(Serving))]
    found += _without_use(facts, book)
    return tuple(dict.fromkeys(found))


def _about(matter: OpenMatter) -> str:
    who = matter.person or "nobody named"
    team = f" ({matter.team})" if matter.team else ""
    where = f" in {matter.game}" if matter.game else ""
    when = f" on {day_text(matter.given)}" if matter.given else ""
    clause = f" ({matter.clause})" if matter.clause else ""
    return (
        f"{matter.what[:1].upper()}{matter.what[1:]}, {who}{team}{where}{when}, {matter.incident}:"
        f" the rule book sets no length{clause}; the director decides."
    )


def _unclear(sentenced: Sentenced, serving: Serving | None) -> Iterator[str]:
    case = sentenced.case
    if (
        sentenced.waited_until
        and sentenced.stretches
        and not sentenced.holds
        and case.counts_missed is None
        and serving is not None
    ):
        counted = "they are counted" if serving.missed_count else "they are not counted"
        yield (
            f"The decision on {case.incident} ({case.person}) doesn't say whether games missed while waiting count"
            f" ({serving.waiting_clause}): {counted}."
        )
    if sentenced.expelled and case.length is not None and not case.dismissed:
        yield (
            f"The decision on {case.incident} ({case.person}) sets a length, and the rule book expels"
            f" ({sentenced.open_clause}): the expulsion stands."
        )
    if sentenced.pending and case.decisions:
        yield f"The decision on {case.incident} ({case.person}) sets no length: the suspension goes on until one does."


def _without_use(facts: Facts, book: RuleBook) -> Iterator[str]:
    special, serving = book.get(SpecialConditions), book.get(Serving)
    unused = {
        "approvals": any(item.kind not in _approvals(book) for item in facts.approvals),
        "offences of earlier seasons": bool(facts.prior) and not _any_counts(facts, book),
        "the mark that a person is carded": book.get(Carded) is None and any(person.carded for person in facts.people),
        "special conditions of people": special is None and any(person.special_conditions for person in facts.people),
        "special conditions of teams": special is None and any(team.special_conditions for team in facts.teams),
        "suspensions carried over": bool(facts.carried) and serving is None,
        "decisions about discipline": bool(facts.decisions) and serving is None,
        "the half of the season of carried suspensions": (serving is None or serving.halves is None)
        and any(item.half is not None for item in facts.carried),
    }
    for what, there in unused.items():
        if there:
            yield f"The rule book {book.slug} doesn't rule on {what}: kept, with no effect."


def _approvals(book: RuleBook) -> frozenset[str]:
    """The kinds of approval that some rule of the book asks for."""
    asked = [rule.approvals for rule in book.all(Joining)] + [rule.approvals for rule in book.all(AgeLimit)]
    asked += [rule.approvals for rule in book.all(Consent)] + [rule.approvals for rule in book.all(GamesNeeded)]
    found = {kind for kinds in asked for kind in kinds}
    serving = book.get(Serving)
    return frozenset(found | ({REINSTATEMENT} if serving and serving.reinstatement else set()))


def _any_counts(facts: Facts, book: RuleBook) -> bool:
    """Whether one of the offences off the sheets moves the number of an offence, or a count of penalties."""
    return any(_counts(prior, facts.season.name, book) for prior in facts.prior)


def _counts(prior: PriorOffence, season: str, book: RuleBook) -> bool:
    if any(counts_for(prior, row, season) for row in book.all(Offence)):
        return True
    return any(
        rule.of == "penalties"
        and (rule.within == "career" or prior.season == season)
        and (not rule.offences or prior.offence in rule.offences)
        and (not rule.classes or prior.penalty_class in rule.classes)
        for rule in book.all(Accumulation)
    )
