"""Decides how a service keeps a record to itself until its transaction ends, and what it says when it is gone.

Services lock and write in one order, so that no two wait for each other in a circle: the league, the
season, the record itself, then the requests for recomputation, and last the audit trail.
"""

from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.services.errors import Refused


def lock[Row: Model](rows: QuerySet[Row], pk: Any) -> Row:
    """The one of `rows` with this primary key as it is now, kept from everybody else until the transaction ends.

    Its key stays free: others may go on writing rows that refer to it, such as audit entries and what
    workers make, who may hold what we are going to wait for. Raises Refused when it was removed meanwhile.
    """
    found = rows.select_for_update(of=("self",), no_key=True).filter(pk=pk).first()
    if found is None:
        raise Refused([removed_meanwhile()])
    return found


def removed_meanwhile() -> Finding:
    """Somebody else removed what was to be changed."""
    return Finding(
        "removed-meanwhile",
        _("somebody else has removed this meanwhile"),
        remedy=_("go back to the list; enter it anew if it is needed after all"),
    )
