"""The JSON Schema that editors use is the one of the code."""

import json
import tomllib
from pathlib import Path

from league.rulebook.loader import shipped, shipped_text
from league.rulebook.reference import reference
from league.rulebook.schema import schema, schema_text
from league.rulebook.sections import registered

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "rulebook.schema.json"


def test_the_published_schema_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == schema_text(), "run: python manage.py rulebook_schema"


def test_the_list_of_keys_is_up_to_date() -> None:
    written = (DOCS / "rulebook-reference.md").read_text(encoding="utf-8")
    assert written == reference(), "run: python manage.py rulebook_schema"


def test_every_section_is_listed_with_its_keys() -> None:
    text = reference()
    for section in registered():
        title = f"[[{section.key}]]" if section.many else f"[{section.key}]"
        part = text.split(f"## `{title}`")[1].split("\n## ")[0]
        for name in section.model_fields:
            assert f"| `{name}` |" in part, (section.key, name)


def test_every_section_has_its_place_in_the_schema() -> None:
    found = schema()
    assert set(found["properties"]) == {"book", "clause"} | {section.key for section in registered()}
    assert found["additionalProperties"] is False


def test_every_reference_leads_somewhere() -> None:
    found = schema()
    text = json.dumps(found)
    references = {piece.split('"')[0] for piece in text.split('"#/$defs/')[1:]}
    assert references <= set(found["$defs"])


def test_every_key_of_the_shipped_books_is_in_the_schema() -> None:
    for slug in shipped():
        for key in tomllib.loads(shipped_text(slug)):
            assert key in schema()["properties"], (slug, key)


def test_a_book_that_extends_may_state_a_part_of_a_table() -> None:
    assert "required" not in schema()["properties"]["points"]
