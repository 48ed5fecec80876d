"""What the database refuses about recompute requests."""

import pytest

from league.models import RecomputeKind, RecomputeRequest
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db


def test_a_target_waits_once_in_its_season() -> None:
    season = factories.season()
    RecomputeRequest.objects.create(season=season, kind=RecomputeKind.TEAM, target_id=1)
    with refused_by("recompute_once_a_target"):
        RecomputeRequest.objects.create(season=season, kind=RecomputeKind.TEAM, target_id=1)
    RecomputeRequest.objects.create(season=season, kind=RecomputeKind.PERSON, target_id=1)
    RecomputeRequest.objects.create(season=factories.season(), kind=RecomputeKind.TEAM, target_id=1)


def test_a_target_is_of_a_known_kind() -> None:
    with refused_by("recompute_kind_known"):
        RecomputeRequest.objects.create(season=factories.season(), kind="planet", target_id=1)
