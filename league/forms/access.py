"""Decides how roles are offered in the browser: addresses as people paste them, a role, and what it is for."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.findings import Finding
from league.models import Association, Role, Team
from league.permissions import Place
from league.services.access import Offer

MOST_ADDRESSES = 100
_SCOPED = {Role.TEAM_REPRESENTATIVE, Role.ASSOCIATION_PRESIDENT}


def read_addresses(text: str) -> tuple[list[str], list[Finding]]:
    """Read addresses separated by commas, semicolons or line ends, plain or as `Name <address>`.

    Returns them in lower case, and a finding for each that is none.
    """
    addresses, found = [], []
    for entry in filter(None, (part.strip() for part in re.split(r"[,;\r\n]+", text))):
        inside = re.search(r"<([^<>]*)>", entry)
        address = (inside.group(1) if inside else entry).strip().lower()
        try:
            validate_email(address)
        except ValidationError:
            remedy = _("Write one address a line, like coach@example.org.")
            found.append(Finding(code="address", where=entry[:100], message=_("Is no address."), remedy=remedy))
        else:
            addresses.append(address)
    return addresses, found


class InviteForm(forms.Form):
    """A role and whom it is offered to; at a season everything of it, at a league what holds in all seasons."""

    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=())
    team = forms.ModelChoiceField(
        label=gettext_lazy("Team"),
        queryset=Team.objects.none(),
        required=False,
        empty_label=gettext_lazy("No team"),
        help_text=gettext_lazy("For a team representative."),
    )
    association = forms.ModelChoiceField(
        label=gettext_lazy("Association"),
        queryset=Association.objects.none(),
        required=False,
        empty_label=gettext_lazy("No association"),
        help_text=gettext_lazy("For an association president."),
    )
    emails = forms.CharField(
        label=gettext_lazy("E-mail addresses"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4, "autocapitalize": "none", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One or many, separated by commas or line ends. Each gets a mail with a link of its own."
        ),
    )

    def __init__(self, *arguments: Any, place: Place, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.place = place
        self.found: list[Finding] = []
        season = place.season
        roles = [role for role in Role if season is not None or role not in _SCOPED]
        self.fields["role"].choices = [("", _("Choose")), *((role.value, role.label) for role in roles)]  # type: ignore[attr-defined]
        if season is None:
            del self.fields["team"], self.fields["association"]
        else:
            teams = Team.objects.filter(season=season).select_related("division").order_by("division", "name", "pk")
            self.fields["team"].queryset = teams  # type: ignore[attr-defined]
            self.fields["team"].label_from_instance = _team_with_division  # type: ignore[attr-defined]
            self.fields["association"].queryset = Association.objects.filter(season=season).order_by("name", "pk")  # type: ignore[attr-defined]

    def clean_emails(self) -> list[str]:
        """The addresses; whatever isn't one is kept in `found`, every one of them."""
        addresses, self.found = read_addresses(str(self.cleaned_data["emails"]))
        if len(addresses) > MOST_ADDRESSES:
            raise forms.ValidationError(_("At most %(most)s addresses at once.") % {"most": MOST_ADDRESSES})
        if self.found:
            raise forms.ValidationError(_("Some of this is no address; see above."))
        return addresses

    def clean(self) -> dict[str, Any]:
        """Check that role and team or association belong together, at the field concerned."""
        values = super().clean() or {}
        if values.get("role") and not self.errors.keys() & {"team", "association"}:
            for finding in self.offer().findings():
                self.add_error(finding.where if finding.where in self.fields else None, finding.message)
        return values

    def offer(self) -> Offer:
        """The role with its scope, from a form whose role is valid."""
        assert self.place.league is not None
        return Offer(
            league=self.place.league,
            role=Role(self.cleaned_data["role"]),
            season=self.place.season,
            team=self.cleaned_data.get("team"),
            association=self.cleaned_data.get("association"),
        )


def _team_with_division(team: Team) -> str:
    return f"{team} ({team.division})"


class EndRoleForm(forms.Form):
    """Why a role ends."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("It stands in the audit trail."),
    )


class AuditFilterForm(forms.Form):
    """Which entries of the audit trail are shown; an empty field shows all."""

    who = forms.CharField(label=gettext_lazy("Who"), max_length=200, required=False)
    what = forms.CharField(label=gettext_lazy("What"), max_length=100, required=False)
    start = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    end = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
