"""The commands of rule books: check one, export the schema, publish, and see what is covered."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from league.models import RuleBookVersion
from league.rulebook.loader import shipped
from league.rulebook.schema import schema_text
from tests.league.rulebook.sample import tiny

EXAMPLE = """
[[clause.example]]
says = "A win is two points."
games = ["2014-11-08 Otters 3-2 Bears"]
expect = '{{"standings": [{{"rows": [{{"team": "Otters", "points": {points}}}, {{}}]}}]}}'

[points]"""


def lint(*arguments: str) -> tuple[int, str, str]:
    """Exit status, what was said, and what went wrong."""
    out, err = StringIO(), StringIO()
    try:
        call_command("lint_rulebook", *arguments, "--no-color", stdout=out, stderr=err)
    except CommandError as error:
        return error.returncode, out.getvalue(), err.getvalue() + str(error)
    return 0, out.getvalue(), err.getvalue()


def with_example(points: int) -> str:
    ranking = '\n[ranking]\nclause = "1"\nby = "points"\n'
    return tiny().replace("\n[points]", EXAMPLE.format(points=points)) + ranking


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tiny.toml"


def test_a_sound_book_is_told_section_by_section() -> None:
    status, out, err = lint("mn-hockey-fair-play")
    assert (status, err) == (0, "")
    assert out.startswith("mn-hockey-fair-play 1: sound. 10 clauses, 10 worked examples, all hold.\n")
    assert "Points\n  - A win brings 2, a tie 1, a loss 0 (P.1).\n" in out


def test_every_shipped_book_is_sound() -> None:
    status, out, err = lint("--all", "--quiet")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == list(shipped())


def test_a_faulty_book_fails_with_file_line_and_remedy(file: Path) -> None:
    file.write_text(tiny().replace("win = 2", "wins = 2"))
    status, out, err = lint(str(file))
    assert (status, out) == (1, "")
    assert err.splitlines() == [
        "tiny.toml:19: points.win: the key 'win' is missing (add win = ...)",
        "tiny.toml:21: points.wins: unknown key 'wins' (did you mean \"win\"?)",
        f"At fault: {file}.",
    ]


def test_an_example_that_does_not_hold_is_a_fault(file: Path) -> None:
    file.write_text(with_example(points=2))
    assert lint(str(file))[0] == 0
    file.write_text(with_example(points=3))
    status, _, err = lint(str(file))
    assert status == 1
    assert "the example 'A win is two points.' doesn't hold: standings[0].rows[0].points: 3 expected, got 2" in err


@pytest.mark.parametrize("name", ["nowhere.toml", "mn-distrct-9"])
def test_what_is_no_book_is_said(name: str) -> None:
    status, _, err = lint(name)
    assert status == 2
    assert "neither a file nor one of" in err


def test_nothing_to_check_is_said() -> None:
    assert lint()[0] == 2


def test_a_file_that_is_no_text_is_said(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    assert lint(str(file))[0] == 2


def test_the_schema_is_printed_or_written(tmp_path: Path, settings: Settings) -> None:
    out = StringIO()
    call_command("rulebook_schema", "--print", stdout=out)
    assert out.getvalue() == schema_text()
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    call_command("rulebook_schema", stdout=StringIO())
    assert (tmp_path / "docs/rulebook.schema.json").read_text() == schema_text()


@pytest.mark.django_db
def test_shipped_books_are_published_once() -> None:
    for _ in range(2):
        out = StringIO()
        call_command("publish_rulebooks", stdout=out)
        assert sorted(line.split()[0] for line in out.getvalue().splitlines()) == list(shipped())
    assert RuleBookVersion.objects.count() == len(shipped())


@pytest.mark.django_db
def test_a_league_publishes_its_own_book_with_a_reason(file: Path) -> None:
    file.write_text(with_example(points=3))
    with pytest.raises(CommandError, match="doesn't hold"):
        call_command("publish_rulebooks", str(file))
    assert not RuleBookVersion.objects.exists()
    file.write_text(with_example(points=2))
    out = StringIO()
    call_command("publish_rulebooks", str(file), "--reason", "first edition", stdout=out)
    assert out.getvalue().startswith("tiny 1: published on ")
    assert RuleBookVersion.objects.get().reason == "first edition"
    with pytest.raises(CommandError, match="can't be read"):
        call_command("publish_rulebooks", str(file.parent / "nowhere.toml"))


def test_the_page_is_written_and_an_old_one_fails(tmp_path: Path, settings: Settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests").mkdir()
    err = StringIO()
    call_command("rulebook_coverage", stdout=StringIO(), stderr=err)
    page = tmp_path / "docs/coverage.md"
    assert "### 3.15.a Head to head" in page.read_text()
    assert "mn-district-9: clause 3.15.b: no test shows it" in err.getvalue(), "a checkout without tests has gaps"
    page.write_text("old")
    with pytest.raises(CommandError, match=r"docs/coverage\.md is out of date"):
        call_command("rulebook_coverage", "--check")
