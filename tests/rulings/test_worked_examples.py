"""Every worked example of every shipped rule book holds."""

import pytest

from league.rulebook.clause import Clause, Example
from league.rulebook.loader import load, shipped
from rulings.worked_examples import misses, worked_examples

EXAMPLES = [
    pytest.param(slug, clause, example, id=f"{slug}-{clause.id}-{number}")
    for slug in shipped()
    for number, (clause, example) in enumerate(worked_examples(load(slug)), start=1)
]


@pytest.mark.parametrize(("slug", "clause", "example"), EXAMPLES)
def test_the_example_holds(slug: str, clause: Clause, example: Example) -> None:
    assert misses(example, load(slug)) == [], example.says
