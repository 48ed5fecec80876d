"""Takes hearings with their panels, appeals, protests, conditions and other cases from forms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from discipline.models import AppealOutcome, BondState, CaseKind, ConditionKind
from league.forms.fields import DayField
from league.forms.games import TimeInput
from league.models import Game, Person, Season, Team

SEATS = 3
_TALL = {"rows": 4}


def _text(label: Any, required: bool = False) -> forms.CharField:
    return forms.CharField(label=label, required=required, max_length=20_000, widget=forms.Textarea(attrs=dict(_TALL)))


class GroundsForm(forms.Form):
    """Why somebody appeals, or what they want heard."""

    grounds = _text(lazy("Your grounds"))


class ProtestForm(forms.Form):
    """A protest of a game, or a request to look into something that happened in it."""

    kind = forms.ChoiceField(
        label=lazy("What do you ask for?"),
        choices=[
            (CaseKind.PROTEST, lazy("The game is protested")),
            (CaseKind.INVESTIGATION, lazy("The league should look into an incident")),
        ],
    )
    about = _text(lazy("What happened, and which rule"))


class HearingForm(forms.Form):
    """When and where a case is heard, about what, and by whom."""

    day = DayField(label=lazy("Day"), required=False)
    time = forms.TimeField(label=lazy("Time"), required=False, widget=TimeInput)
    place = forms.CharField(label=lazy("Where"), required=False, max_length=200)
    parties = _text(lazy("Parties"))
    evidence = _text(lazy("Evidence"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, SEATS + 1):
            head = _("Panel member %(n)s") % {"n": place}
            self.fields[f"name_{place}"] = forms.CharField(label=head, required=False, max_length=200)
            self.fields[f"office_{place}"] = forms.CharField(
                label=_("%(head)s, office") % {"head": head}, required=False, max_length=200
            )
            self.fields[f"email_{place}"] = forms.EmailField(
                label=_("%(head)s, e-mail") % {"head": head}, required=False
            )

    def seats(self) -> list[tuple[str, str, str]]:
        """Name, office and e-mail of those named, of a valid form."""
        data = self.cleaned_data
        found = [
            (data[f"name_{place}"], data[f"office_{place}"], data[f"email_{place}"]) for place in range(1, SEATS + 1)
        ]
        return [seat for seat in found if seat[0]]


class HeldForm(forms.Form):
    """What was done before the hearing, what the person said, what came of it."""

    steps = forms.MultipleChoiceField(
        label=lazy("Done before it was held"), required=False, widget=forms.CheckboxSelectMultiple
    )
    reply = _text(lazy("What the person said"))
    outcome = _text(lazy("What came of it"))

    def __init__(self, *args: Any, steps: tuple[str, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(step, step.replace("-", " ").capitalize()) for step in steps]
        self.fields["steps"].choices = choices  # type: ignore[attr-defined]
        if not steps:
            del self.fields["steps"]


class AppealDecisionForm(forms.Form):
    """What became of an appeal."""

    outcome = forms.ChoiceField(
        label=lazy("Outcome"),
        widget=forms.RadioSelect,
        choices=[choice for choice in AppealOutcome.choices if choice[0] != AppealOutcome.OPEN],
    )
    games = forms.IntegerField(
        label=lazy("Games in all, where it is changed"), required=False, min_value=0, max_value=999
    )
    counts_missed = forms.TypedChoiceField(
        label=lazy("Do games missed meanwhile count?"),
        choices=[("", lazy("As the rule book says")), ("yes", lazy("Yes")), ("no", lazy("No"))],
        coerce=lambda value: value == "yes",
        empty_value=None,
        required=False,
    )
    reason = _text(lazy("Reason"))


class StayForm(forms.Form):
    """The order that a suspension rests while its appeal is open."""

    day = DayField(label=lazy("Day of the order"))


class OtherCaseForm(forms.Form):
    """A matter that no sheet brings by itself."""

    kind = forms.ChoiceField(
        label=lazy("What is it?"), choices=[choice for choice in CaseKind.choices if choice[0] != CaseKind.SUSPENSION]
    )
    game = forms.ModelChoiceField(Game.objects.none(), label=lazy("Game"), required=False)
    team = forms.ModelChoiceField(Team.objects.none(), label=lazy("Team"), required=False)
    about = _text(lazy("What it is about"), required=True)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = Game.objects.filter(season=season).select_related("home", "away").order_by("-starts")
        self.fields["game"].queryset = games  # type: ignore[attr-defined]
        self.fields["team"].queryset = Team.objects.filter(season=season).order_by("name")  # type: ignore[attr-defined]


class OutcomeForm(forms.Form):
    """What came of a case."""

    outcome = _text(lazy("What came of it"), required=True)


class ConditionForm(forms.Form):
    """A warning, probation, bond, special conditions, or that somebody is ineligible."""

    kind = forms.ChoiceField(label=lazy("What"), choices=ConditionKind)
    person = forms.ModelChoiceField(Person.objects.none(), label=lazy("Person"), required=False)
    team = forms.ModelChoiceField(Team.objects.none(), label=lazy("Team"), required=False)
    starts = DayField(label=lazy("From"))
    ends = DayField(label=lazy("Through"), required=False, help_text=lazy("Left empty: until it is lifted."))
    bond = forms.DecimalField(
        label=lazy("Amount of the bond"), required=False, min_value=0, max_digits=9, decimal_places=2
    )
    for_good = forms.BooleanField(label=lazy("Ineligible for good: no reinstatement is considered"), required=False)
    reason = _text(lazy("Reason"))

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Person.objects.filter(seasons__season=season).order_by("name", "pk")
        self.fields["person"].queryset = people  # type: ignore[attr-defined]
        self.fields["team"].queryset = Team.objects.filter(season=season).order_by("name")  # type: ignore[attr-defined]

    def given(self) -> dict[str, Any]:
        """What the service takes."""
        data = dict(self.cleaned_data)
        bond = data.pop("bond")
        return data | {"bond_cents": int(bond * 100) if bond is not None else None}


class LiftForm(forms.Form):
    """The end of a condition."""

    last_day = DayField(label=lazy("Last day on which it holds"))
    because = _text(lazy("Why it ends"))


class BondForm(forms.Form):
    """What became of a bond."""

    state = forms.ChoiceField(label=lazy("The bond is"), choices=[choice for choice in BondState.choices if choice[0]])
