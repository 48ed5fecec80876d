"""Days and lines are taken as people type them, and everything wrong with them is said at once."""

import datetime as dt

import pytest
from django import forms

from league.core.findings import Finding
from league.forms.fields import DayField, DaysField, LinesField, YesNoField, add_findings


def test_days_come_in_order_each_once_however_they_are_apart() -> None:
    assert DaysField().clean("2014-12-25, 2014-11-27\n2014-12-25;2015-01-01") == [
        dt.date(2014, 11, 27),
        dt.date(2014, 12, 25),
        dt.date(2015, 1, 1),
    ]
    assert DaysField().clean("") == []
    assert DaysField().prepare_value([dt.date(2014, 12, 25)]) == "2014-12-25"


def test_every_text_that_is_no_day_is_said() -> None:
    with pytest.raises(forms.ValidationError) as wrong:
        DaysField().clean("2014-13-01 2014-12-25 tomorrow 0001-01-01 9999-12-31")
    assert len(wrong.value.messages) == 4


@pytest.mark.parametrize("text", ["1899-12-31", "2200-01-01", "2014-02-30", "9999-12-31"])
def test_a_day_is_of_a_year_in_which_leagues_play(text: str) -> None:
    with pytest.raises(forms.ValidationError):
        DayField().clean(text)


def test_lines_lose_what_is_only_space() -> None:
    assert LinesField().clean("  Otters \r\n\n Lynx\u00a0 B\nTerns\tblue") == ["Otters", "Lynx B", "Terns; blue"]


def test_too_many_and_too_long_lines_are_refused() -> None:
    with pytest.raises(forms.ValidationError, match="2 lines at most"):
        LinesField(most=2).clean("a\nb\nc")
    with pytest.raises(forms.ValidationError) as wrong:
        LinesField(longest_line=3).clean("abcd\nab\nefgh")
    assert len(wrong.value.messages) == 2


@pytest.mark.parametrize(("typed", "value"), [("true", True), ("false", False), ("", None)])
def test_yes_no_and_not_said_are_three_things(typed: str, value: bool | None) -> None:
    assert YesNoField().clean(typed) is value
    assert YesNoField().prepare_value(value) == typed


def test_findings_come_to_the_fields_that_they_name() -> None:
    class Sample(forms.Form):
        names = forms.CharField(required=False)

    form = Sample({})
    assert form.is_valid()
    found = [Finding("a", "it is taken", where="name", remedy="choose another"), Finding("b", "no", where="elsewhere")]
    add_findings(form, found, fields={"name": "names"})
    assert form.errors == {"names": ["It is taken: choose another."], "__all__": ["No."]}
