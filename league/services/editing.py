"""Decides how two people who edit one record notice each other, and how a broken constraint becomes a finding."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, models, transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.services.audit import snapshot
from league.services.errors import Conflict, Refused


def state_of(record: models.Model, *fields: str) -> str:
    """What these fields of a record hold, as a digest that a form carries along; "" for no record yet."""
    if record.pk is None:
        return ""
    text = json.dumps(snapshot(record, *fields), cls=DjangoJSONEncoder, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def require_unchanged(record: models.Model, fields: tuple[str, ...], seen: str) -> None:
    """Raise Conflict, with the record as it stands, unless its fields are as somebody saw them."""
    if state_of(record, *fields) != seen:
        finding = Finding(
            "changed-meanwhile",
            _("somebody else changed this meanwhile"),
            remedy=_("compare the two, and save again what should hold"),
        )
        raise Conflict([finding], theirs=record)


@contextmanager
def constraints_told(findings: Mapping[str, Finding]) -> Iterator[None]:
    """Run a block in a savepoint; raise Refused with the finding of the constraint that it breaks.

    What isn't in `findings`, by the constraint's name, is raised as it came.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        finding = findings.get(constraint_of(error))
        if finding is None:
            raise
        raise Refused([finding]) from error


def constraint_of(error: IntegrityError) -> str:
    """The name of the constraint that an error is about, or ""."""
    diagnosis: Any = getattr(error.__cause__, "diag", None)
    return getattr(diagnosis, "constraint_name", None) or ""
