"""What a page's script needs to count along while somebody types a report: the book's figures, nothing else."""

from __future__ import annotations

from typing import Any

from league.core.book import FairPlay
from league.core.report_about import About
from league.core.reports import CATEGORIES, SIDES


def rules_for_script(about: About) -> dict[str, Any] | None:
    """Equivalent minutes, limit, exceptions and what else loses the point, for `static/js/report.js`.

    None where no Fair Play point can be won. The server's own verdict is what counts.
    """
    rules = about.book.get(FairPlay)
    if rules is None or not about.keeps_score or about.level not in rules.limits:
        return None
    staff = rules.staff
    return {
        "limit": rules.limits[about.level],
        "equivalents": rules.equivalents,
        "exceptions": [
            item.model_dump(include={"offence", "penalty_class", "minutes", "unless_with"}) for item in rules.exceptions
        ],
        "conduct": sorted(rules.conduct_clauses),
        "staff_classes": list(staff.classes) if staff else [],
        "staff": [
            f"{side}:{spot.person}"
            for side in SIDES
            for spot in about.spots(side)
            if staff and spot.role in staff.roles
        ],
        "categories": {name: [list(pair) for pair in parts] for name, parts in CATEGORIES.items()},
    }
