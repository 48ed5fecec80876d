"""Each clause says which data drive it and which tests show it, and gaps are found."""

from league.rulebook.coverage import Evidence, attributed, coverage, gaps, page
from tests.league.rulebook.sample import POINTS, book, clause, header, tiny


def test_a_clause_has_the_data_that_name_it_and_the_tests_that_show_it() -> None:
    one = book(tiny())
    shown = [Evidence("tiny", "1", "`b.py`", "`test_b`"), Evidence("tiny", "1", "`a.py`", "`test_a`")]
    (covered,) = coverage(one, [one], [*shown, *shown, Evidence("other", "1", "`c.py`", "`test_c`")])
    assert covered.data == ("points.clause",)
    assert covered.evidence == (shown[1], shown[0])
    assert list(gaps(one, [covered])) == []


def test_a_clause_of_a_base_may_be_driven_by_a_book_that_extends_it() -> None:
    base = book(header("base") + clause())
    child = book(header("child", more='extends = "base"') + POINTS, base)
    (covered,) = coverage(base, [base, child], [])
    assert covered.data == ("child: points.clause",)
    assert coverage(child, [base, child], []) == ()


def test_a_clause_without_data_or_test_is_a_gap_when_it_is_worked_out() -> None:
    one = book(header() + clause())
    found = list(gaps(one, coverage(one, [one], [])))
    assert [(finding.code, finding.clause) for finding in found] == [("coverage.data", "1"), ("coverage.tests", "1")]


def test_a_clause_may_say_why_it_has_no_data_and_then_the_page_says_so() -> None:
    why = 'without_data = "The figure is not in the source."\n'
    one = book(header() + clause() + why)
    covered = coverage(one, [one], [])
    assert list(gaps(one, covered)) == []
    assert "- Without data: The figure is not in the source." in page([(one, covered)])


def test_a_clause_with_data_can_not_say_that_it_has_none() -> None:
    one = book(header() + clause() + 'without_data = "No."\n' + POINTS)
    (fault,) = gaps(one, coverage(one, [one], []))
    assert (fault.code, fault.clause) == ("coverage.without-data", "1")


def test_a_clause_of_the_rink_is_no_gap() -> None:
    one = book(header() + clause().replace('"compute"', '"rink"'))
    assert list(gaps(one, coverage(one, [one], []))) == []


def test_evidence_goes_to_the_book_that_states_the_clause() -> None:
    base = book(tiny("base"))
    child = book(header("child", more='extends = "base"') + clause("2"), base)
    found, faults = attributed(
        [
            Evidence("child", "1", "`a.py`", "`test_a`"),
            Evidence("child", "2", "`a.py`", "`test_b`"),
            Evidence("child", "9", "`a.py`", "`test_c`"),
            Evidence("nobody", "1", "`a.py`", "`test_d`"),
        ],
        {"base": base, "child": child},
    )
    assert [(item.book, item.clause) for item in found] == [("base", "1"), ("child", "2")]
    assert [str(fault) for fault in faults] == [
        "`a.py`: `test_c` shows clause '9' of 'child', which there is not (name a clause of a book)",
        "`a.py`: `test_d` shows clause '1' of 'nobody', which there is not (name a clause of a book)",
    ]


def test_the_page_tells_each_clause_with_its_kind_data_and_tests() -> None:
    one = book(header() + clause() + clause("2").replace('"compute"', '"workflow"') + POINTS)
    shown = [Evidence("tiny", "1", "`a.py`", "`test_a`"), Evidence("tiny", "1", "`a.py`", "`test_b`")]
    text = page([(one, coverage(one, [one], shown))])
    assert text.endswith(
        "## tiny rules\n\n"
        "`tiny`, version 1: 2 clauses, 1 worked out, 1 supported.\n\n"
        "### 1 Points\n\n"
        "*Worked out.* Adds them up.\n\n"
        "- Data: `points.clause`\n"
        "- `a.py`: `test_a`, `test_b`\n\n"
        "### 2 Points\n\n"
        "*Supported.* Adds them up.\n\n"
        "- No test shows it yet.\n"
    )
