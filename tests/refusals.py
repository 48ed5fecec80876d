"""Shows that the database itself refuses a row, and by which constraint."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, transaction


@contextmanager
def refused_by(constraint: str) -> Iterator[None]:
    """Expect an IntegrityError of exactly this constraint; the test's transaction goes on after it."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        yield
    assert caught.value.__cause__.diag.constraint_name == constraint  # type: ignore[union-attr]


@contextmanager
def refused_by_trigger(message: str) -> Iterator[None]:
    """Expect the refusal of a trigger, with this message."""
    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        yield
    assert caught.value.__cause__.diag.message_primary == message  # type: ignore[union-attr]
