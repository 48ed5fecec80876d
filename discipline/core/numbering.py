"""Decides which number an offence has: the how-many-eth of that person under that row."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from discipline.core.book import Offence
from discipline.core.cases import Case
from league.core.facts import Facts, PriorOffence


def numbered(facts: Facts, cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases with their offence numbers: earlier ones count from when they happened unless dismissed."""
    priors: dict[str, list[PriorOffence]] = defaultdict(list)
    for prior in facts.prior:
        priors[prior.person].append(prior)
    standing: dict[tuple[str, str], int] = defaultdict(int)
    found = []
    for case in cases:
        if case.row is None:
            found.append(case)
            continue
        key = (case.person, case.row.clause)
        earlier = standing[key] + _before(case, case.row, priors[case.person], facts.season.name)
        found.append(replace(case, number=earlier + 1))
        standing[key] += not case.dismissed
    return tuple(found)


def _before(case: Case, row: Offence, priors: list[PriorOffence], season: str) -> int:
    """How many offences recorded outside the sheets came before; without a class they are taken to fit."""
    days = [prior.date for prior in priors if counts_for(prior, row, season) and _earlier(prior, case)]
    return len(set(days)) if row.one_a_game else len(days)


def counts_for(prior: PriorOffence, row: Offence, season: str) -> bool:
    """Whether an offence recorded outside the sheets moves the number under the row."""
    fitting = prior.offence in row.offences and (prior.penalty_class is None or prior.penalty_class in row.classes)
    return fitting and (row.counts == "career" or prior.season == season)


def _earlier(prior: PriorOffence, case: Case) -> bool:
    return case.given is not None and prior.date < case.given
