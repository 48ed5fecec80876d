"""A rule book is read strictly, and everything that is wrong with it is told at once."""

import pytest

from league.rulebook.faults import RuleBookFaults
from league.rulebook.loader import UnknownRuleBook, load, load_text, look_into, shipped, shipped_text
from league.rulebook.reading import Header
from standings.core.book import Points
from tests.league.rulebook.sample import POINTS, book, clause, findings, header, tiny, told

FAULTY = """\
[book]
slug = "Bad Slug"
title = "Faulty"
authority = "Nobody"
seson = "2014-15"
season = "2014-15"
effective = 2014-09-01
currency = "USD"
extends = "mn-hockey-fair-pla"

[[clause]]
id = "1"
topic = "standings"
kind = "compte"
title = "Points"
text = "x"
does = "y"

[[clause]]
id = "2"
topic = "standings"
kind = "compute"
title = "Points"
text = "x"
does = "y"

[[clause.example]]
says = "an example"
games = ["2014-11-08 Otters 3-2 Bears", "rubbish"]
penalties = ["Otter minor", "Otters majro", "Otters minor trippin"]
expect = "{"

[[clause]]
id = "2"
topic = "standings"
kind = "rink"
title = "Again"
text = "x"
does = "y"

[pionts]
win = 2

[points]
clause = "2"
win = 2.5
lose = 3
loss = 0

[[tie_break]]
metric = "head-to-head-pints"
clause = "3.15"

[playoffs]
clause = "5.5"
"""


def test_every_fault_of_a_faulty_book_is_told_with_its_line_and_what_would_be_right() -> None:
    assert told(FAULTY) == [
        "book.toml:2: book.slug: string should match pattern '^[a-z0-9]+(-[a-z0-9]+)*$', not 'Bad Slug'",
        "book.toml:5: book.seson: unknown key 'seson' (did you mean \"season\"?)",
        "book.toml:9: book.extends: unknown rule book 'mn-hockey-fair-pla' (did you mean \"mn-hockey-fair-play\"?)",
        "book.toml:14: clause[0].kind: unknown value 'compte' (did you mean \"compute\"?)",
        "book.toml:29: clause[1].example[0].games[1]: 'rubbish' can't be read; write"
        " DATE[THH:MM] HOME 3-2 AWAY, or HOME v AWAY for a game still to come",
        "book.toml:30: clause[1].example[0].penalties[0]: 'Otter minor' begins with no team of the example",
        "book.toml:30: clause[1].example[0].penalties[1]: 'Otters majro' names no class of penalty; write"
        " TEAM [COUNT] [NAME] CLASS [OFFENCE]",
        "book.toml:30: clause[1].example[0].penalties[2]: unknown offence 'trippin', did you mean \"tripping\"?",
        "book.toml:31: clause[1].example[0].expect: is no JSON: Expecting property name enclosed in"
        " double quotes: line 1 column 2 (char 1)",
        "book.toml:34: clause[2].id: clause '2' is there twice",
        "book.toml:41: pionts: unknown section 'pionts' (did you mean \"points\"?)",
        "book.toml:44: points.tie: the key 'tie' is missing (add tie = ...)",
        "book.toml:46: points.win: 2.5 is not a whole number"
        " (count in a smaller unit (cents, seconds) or write a fraction as text)",
        "book.toml:47: points.lose: unknown key 'lose' (did you mean \"loss\"?)",
        *[line for line in told(FAULTY) if "tie_break[0].metric" in line],
        "book.toml:52: tie_break[0].clause: unknown clause '3.15'",
        "book.toml:55: playoffs.clause: unknown clause '5.5'",
    ]
    assert any("unknown metric 'head-to-head-pints'" in line for line in told(FAULTY))


def test_loading_a_faulty_book_raises_with_all_its_faults() -> None:
    with pytest.raises(RuleBookFaults) as caught:
        load_text(FAULTY, name="book.toml")
    assert len(caught.value.findings) == len(findings(FAULTY))
    assert "book.toml:47: points.lose" in str(caught.value)


def test_a_fault_says_file_line_and_path_by_themselves_too() -> None:
    found = next(finding for finding in findings(FAULTY) if finding.params["path"] == "points.lose")
    assert found.params == {"file": "book.toml", "line": "47", "path": "points.lose"}
    assert found.code == "rulebook.extra_forbidden"


def test_text_that_is_no_toml_is_told_with_its_line() -> None:
    assert [(finding.where, finding.code) for finding in findings("[book]\nslug = \n")] == [
        ("book.toml:2", "rulebook.toml")
    ]


def test_a_text_without_a_header_is_no_book() -> None:
    assert told(clause()) == [
        "book.toml:1: there is no [book] table (begin with [book] and slug, title, ...)",
    ]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[[points]]\nwin = 2", "book.toml:18: points: 'points' is one table (write [points])"),
        ("[tie_break]\nclause = '1'", "book.toml:18: tie_break: 'tie_break' is a list of tables (write [[tie_break]])"),
        ("[points]\nwin = true\n", "book.toml:19: points.win: input should be a valid integer, not True"),
        ("[points]\nwin = '2'\n", "book.toml:19: points.win: input should be a valid integer, not '2'"),
    ],
)
def test_a_section_of_the_wrong_shape_is_refused(written: str, said: str) -> None:
    assert said in told(header() + clause() + written)


def test_a_book_says_which_clause_it_has_not() -> None:
    assert told(header() + clause("1.a") + POINTS.replace('"1"', '"1.b"')) == [
        "book.toml:20: points.clause: unknown clause '1.b' (did you mean \"1.a\"?)",
    ]


def test_a_book_cannot_extend_itself() -> None:
    assert told(header("loop", more='extends = "loop"')) == [
        "book.toml:9: book.extends: a book can't extend itself",
    ]


def test_a_fault_in_a_value_taken_over_is_told_at_extends() -> None:
    base = book(tiny("base"))
    child = header("child", more='extends = "base"')
    assert findings(child, base) == []
    refusing = base.data | {"points": {"clause": "1", "win": 2}}
    broken = type(base)(**{**base.__dict__, "data": refusing})
    assert told(child, broken) == [
        "book.toml:9: book.extends: points.tie: the key 'tie' is missing (add tie = ...)",
        "book.toml:9: book.extends: points.loss: the key 'loss' is missing (add loss = ...)",
    ]


def test_a_book_that_extends_has_the_base_s_clauses_and_sections_and_its_own() -> None:
    base = book(tiny("base"))
    child = book(
        header("child", more='extends = "base"') + clause("2") + clause("1", "A win is 3.") + "[points]\nwin = 3\n",
        base,
    )
    assert list(child.clauses) == ["1", "2"]
    assert child.clause("1").text == "A win is 3."
    assert (child.clause_book("1"), child.clause_book("2")) == ("child", "child")
    points = child.one(Points)
    assert (points.win, points.tie, points.loss) == (3, 1, 0)
    assert base.one(Points).win == 2


def test_a_clause_taken_over_is_stated_by_the_base() -> None:
    base = book(tiny("base"))
    child = book(header("child", more='extends = "base"') + clause("2"), base)
    assert (child.clause_book("1"), child.clause_book("2")) == ("base", "child")
    assert [own.id for own in child.own_clauses()] == ["2"]


def test_a_changed_base_is_another_book() -> None:
    child = header("child", more='extends = "base"')
    one, other = book(child, book(tiny("base"))), book(child, book(tiny("base") + "# amended\n"))
    assert one != other
    assert one == book(child, book(tiny("base")))


def test_every_shipped_book_loads_without_a_finding() -> None:
    assert {"mn-hockey-fair-play", "mn-district-9"} <= set(shipped())
    for slug in shipped():
        assert look_into(shipped_text(slug), name=slug).findings == (), slug
        assert load(slug).slug == slug


def test_an_unknown_book_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownRuleBook, match=r"did you mean \"mn-district-9\"\?"):
        load("mn-distrct-9")


def test_a_header_names_the_version_and_the_day_from_which_it_holds() -> None:
    assert set(Header.model_fields) == {
        "slug", "title", "authority", "season", "version", "effective", "currency", "language", "extends",
        "source_note",
    }  # fmt: skip
