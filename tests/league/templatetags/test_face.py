"""Shows what the components come out as."""

from typing import Any

import pytest
from django import forms
from django.core.paginator import Paginator
from django.template import Context, Template
from django.test import RequestFactory

from league.core.findings import Finding


def rendered(source: str, **context: Any) -> str:
    """A template's text, white space evened out."""
    return " ".join(Template("{% load face %}" + source).render(Context(context)).split())


def test_a_badge_hides_its_mark_from_screen_readers() -> None:
    assert rendered('{% badge "served" %}') == (
        '<span class="state state-good"><span aria-hidden="true">✓</span> Served</span>'
    )


@pytest.mark.parametrize(
    ("cents", "text"),
    [("7500", "$75.00"), ("0", "$0.00"), ("-5005", "\N{MINUS SIGN}$50.05"), ("123456789", "$1,234,567.89")],
)
def test_money_is_shown_from_cents(cents: str, text: str) -> None:
    assert rendered(f"{{{{ {cents}|money }}}}") == text
    assert rendered("{{ 7500|money:'CAD' }}{{ none|money }}", none=None) == "CA$75.00"


def test_a_clause_without_a_book_is_named_but_leads_nowhere() -> None:
    assert rendered('{% clause_link "" "3.15.a" %}') == '<span class="clause">rule 3.15.a</span>'
    assert rendered('{% clause_link "" clause %}', clause=None) == ""


def test_a_figure_gives_its_reasons_with_their_clauses() -> None:
    text = rendered('{% figure "$50.00" why label="the fee" %}', why=[("Late.", "3.10.b")])
    assert '<span class="figure-value">$50.00</span>' in text
    assert '<summary>Why?<span class="visually-hidden"> the fee</span></summary>' in text
    assert "<li>Late." in text
    assert "rule 3.10.b" in text


def test_a_figure_without_reasons_asks_no_question() -> None:
    assert "Why?" not in rendered('{% figure "3" why %}', why=[])


def test_findings_stand_gravest_first_with_their_remedy() -> None:
    text = rendered(
        "{% findings found %}",
        found=[
            Finding(code="a", message="Read as overtime.", severity="info"),
            Finding(code="b", message="Not on the roster.", clause="5.1", remedy="Choose another.", where="row 3"),
        ],
    )
    assert text.index("Not on the roster.") < text.index("Read as overtime.")
    for part in ("<code>row 3</code>", "rule 5.1", "Choose another.", "Must be put right"):
        assert part in text
    assert rendered("{% findings found %}", found=[]) == ""


def test_content_given_by_a_user_is_escaped() -> None:
    bad = "<script>alert(1)</script>"
    text = rendered(
        "{% alert 'info' title=bad %}{{ bad }}{% endalert %}{% badge bad %}{% figure bad bad %}{% stat bad bad %}"
        "{% table bad %}{{ bad }}{% endtable %}{% empty bad %}{% endempty %}{% clause_link '' bad %}",
        bad=bad,
    )
    assert "<script>" not in text
    assert text.count("&lt;script&gt;") >= 9


def test_a_table_scrolls_by_keyboard_under_its_name() -> None:
    text = rendered('{% table "Bantam A" %}<tbody></tbody>{% endtable %}')
    assert '<div class="table-region" role="region" aria-label="Bantam A" tabindex="0">' in text
    assert '<caption class="visually-hidden">Bantam A</caption> <tbody></tbody>' in text


def test_a_comparison_marks_in_words_what_differs() -> None:
    text = rendered(
        '{% comparison fields "Lynx" "Otters" %}',
        fields=[{"label": "First", "left": 0, "right": 0}, {"label": "Third", "left": 0, "right": None}],
    )
    assert "1 field differs." in text
    assert text.count("</span> differs</span>") == 1
    assert text.count("<td>0</td>") == 3
    assert "<td>–</td>" in text  # noqa: RUF001


def test_the_tab_of_this_page_is_current() -> None:
    text = rendered(
        '{% tabs items "Pages" %}',
        items=[("One", "/one/"), ("Two", "/two/", 0)],
        request=RequestFactory().get("/two/?page=3"),
    )
    assert '<a href="/two/" aria-current="page">Two <span class="count">0</span></a>' in text
    assert text.count("aria-current") == 1


def test_on_a_page_below_a_tab_the_nearest_tab_is_marked() -> None:
    text = rendered(
        '{% tabs items "Pages" %}',
        items=[("All", "/set/"), ("Teams", "/set/teams/"), ("Games", "/set/games/")],
        request=RequestFactory().get("/set/teams/7/"),
    )
    assert '<a href="/set/teams/" aria-current="true">Teams</a>' in text
    assert text.count("aria-current") == 1


def test_pages_keep_the_rest_of_the_query() -> None:
    request = RequestFactory().get("/games/?team=lynx&page=2")
    text = rendered("{% pagination page %}", page=Paginator(range(60), 20).page(2), request=request)
    assert 'rel="next" href="?team=lynx&amp;page=3"' in text
    assert rendered("{% pagination page %}", page=Paginator(range(9), 20).page(1), request=request) == ""


def test_a_live_region_asks_with_the_version_it_shows() -> None:
    text = rendered('{% live id="t" url="/t/" version=7 says="Updated" %}<p>{% endlive %}')
    assert 'id="t" data-live data-live-says="Updated" hx-get="/t/" hx-vals=\'{"seen": "7"}\'' in text
    assert 'hx-trigger="every 2s" hx-swap="outerHTML"' in text


class SheetForm(forms.Form):
    """A form with an ordinary field and a group."""

    goals = forms.IntegerField(help_text="In all.")
    outcome = forms.ChoiceField(choices=[("played", "Played")], widget=forms.RadioSelect)

    def clean(self) -> None:
        self.add_error(None, "The goals don't add up.")


def test_errors_stand_on_top_linked_to_their_fields() -> None:
    text = rendered("{% form_errors form %}", form=SheetForm({"goals": "x"}))
    assert "3 things must be put right:" in text
    assert '<a href="#id_goals">Goals</a>: Enter a whole number.' in text
    assert '<a href="#div_id_outcome">Outcome</a>: This field is required.' in text
    assert "<li>The goals don&#x27;t add up.</li>" in text
    assert rendered("{% form_errors form %}", form=SheetForm()) == ""


def test_the_help_and_the_errors_of_a_row_are_tied_to_its_field() -> None:
    text = rendered("{% form_row form.goals %}", form=SheetForm({"goals": "x"}))
    for part in (
        '<label for="id_goals"',
        'aria-invalid="true"',
        'aria-describedby="id_goals_helptext id_goals_error"',
        'id="id_goals_helptext"',
        'id="id_goals_error"',
    ):
        assert part in text
