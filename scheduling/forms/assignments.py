"""Checks who is assigned to a game and as what: somebody who officiates already, or a name."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Person, Season
from scheduling.models import OfficialRole
from scheduling.queries.schedule import officials_of


class AssignmentForm(forms.Form):
    """An official of a game: one of the league's, or somebody else on record there by their whole name."""

    person = forms.ModelChoiceField(
        Person.objects.none(), label=_("Official"), required=False, empty_label=_("Choose, or write a name below")
    )
    name = forms.CharField(
        label=_("Somebody else"),
        required=False,
        max_length=200,
        help_text=_("First and last name, as on the league's record; who isn't there is added."),
    )
    role = forms.ChoiceField(label=_("As"), choices=OfficialRole, initial=OfficialRole.REFEREE)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        person: Any = self.fields["person"]
        person.queryset = officials_of(season)

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two, and find whom a name means."""
        cleaned = super().clean() or self.cleaned_data
        cleaned["name"] = " ".join(cleaned.get("name", "").split())
        if not self.errors and not cleaned.get("person"):
            if not cleaned["name"]:
                self.add_error("person", _("Choose an official, or write a name."))
            else:
                self._named(cleaned)
        return cleaned

    def _named(self, cleaned: dict[str, Any]) -> None:
        people = list(
            Person.objects.filter(league=self.season.league_id, name__iexact=cleaned["name"], merged_into__isnull=True)[
                :2
            ]
        )
        if len(people) > 1:
            self.add_error("name", _("Several people of the league have this name; give one an assignment by another."))
        cleaned["person"] = people[0] if people else None
