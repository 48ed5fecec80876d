"""A season to set up, and its league's administrator signed in."""

from collections.abc import Iterator

import pytest
from django.test import Client

from league.models import Role, RuleBookVersion, Season
from league.services.rulebooks import publish_shipped
from tests import factories


@pytest.fixture
def rulebook(db: None) -> RuleBookVersion:
    """District 9's book, published as it is shipped."""
    return next(version for version in publish_shipped() if version.slug == "mn-district-9")


@pytest.fixture
def season(rulebook: RuleBookVersion) -> Season:
    """The winter of 2014."""
    return factories.season(rulebook=rulebook, slug="2014-15")


@pytest.fixture
def client(season: Season) -> Iterator[Client]:
    """Signed in as the league's administrator."""
    made = Client()
    made.force_login(factories.member(Role.ADMINISTRATOR, season.league))
    return made
