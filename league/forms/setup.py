"""Checks what administrators type to set up leagues, seasons, divisions, associations, teams and rinks."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.validators import validate_unicode_slug
from django.utils.translation import gettext_lazy as _

from league.face.levels import CHOICES as LEVELS
from league.forms.fields import DayField, DaysField, Editing, LinesField, YesNoField
from league.models import Association, Division, Half, League, RuleBookVersion, Season, Team

LONGEST_NAME = 200
_USUAL_ZONES = (
    "America/St_Johns", "America/Halifax", "America/Moncton", "America/Toronto", "America/New_York",
    "America/Winnipeg", "America/Chicago", "America/Regina", "America/Edmonton", "America/Denver",
    "America/Phoenix", "America/Vancouver", "America/Los_Angeles", "America/Anchorage",
)  # fmt: skip


def _zones() -> list[Any]:
    named = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [
        (_("Usual here"), [(name, name.replace("_", " ")) for name in _USUAL_ZONES]),
        (_("All others"), [(name, name.replace("_", " ")) for name in named if name not in _USUAL_ZONES]),
    ]


class LeagueForm(Editing):
    """What a league says of itself."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)
    names_public = forms.BooleanField(
        label=_("Show players' names to everybody, at adult levels"),
        required=False,
        help_text=_(
            "Holds for junior, senior and adult divisions only. Names, birth dates and suspensions of"
            " minors are never public, whatever is chosen here."
        ),
    )
    language = forms.ChoiceField(label=_("Language of invitations and mails"), choices=settings.LANGUAGES)

    @staticmethod
    def values_of(league: League) -> dict[str, Any]:
        """What the form shows of a league."""
        return {"name": league.name, "names_public": league.names_public, "language": league.language}


class SeasonForm(Editing):
    """A season's name, address and days."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, help_text=_("Such as 2026-27."))
    slug = forms.CharField(
        label=_("Address"),
        max_length=100,
        required=False,
        validators=[validate_unicode_slug],
        help_text=_("The last part of the season's web address; left empty, it is made from the name."),
    )
    starts = DayField(label=_("First day"), required=False)
    ends = DayField(label=_("Last day"), required=False)
    playoffs_start = DayField(label=_("First day of the playoffs"), required=False)
    championship = DayField(label=_("Day of the championship"), required=False)
    half = forms.ChoiceField(label=_("Half of the year"), choices=[("", _("Not said")), *Half.choices], required=False)
    timezone = forms.ChoiceField(
        label=_("Time zone"), choices=_zones, help_text=_("All times of the season are written in this zone.")
    )
    blocked = DaysField(label=_("Days without games"), help_text=_("Holidays, for example; one a line, as 2026-12-25."))

    def clean_half(self) -> str | None:
        """The half, None where it isn't said."""
        return self.cleaned_data["half"] or None

    @staticmethod
    def values_of(season: Season) -> dict[str, Any]:
        """What the form shows of a season."""
        return {name: getattr(season, name) for name in SeasonForm.base_fields if name != "seen"}


class NewSeasonForm(SeasonForm):
    """A season to open: with its rule book, from nothing or from an earlier one."""

    field_order = ("name", "slug", "rulebook", "copy_from", "with_rosters", "starts", "ends")
    rulebook = forms.ModelChoiceField(
        RuleBookVersion.objects.none(),
        label=_("Rule book and version"),
        empty_label=None,
        help_text=_("It can be changed later, with a reason once games have been played."),
    )
    copy_from = forms.ModelChoiceField(
        Season.objects.none(),
        label=_("Copy divisions, associations and teams from"),
        required=False,
        empty_label=_("Nothing: start empty"),
        help_text=_("Games aren't copied. The divisions' days move by whole years."),
    )
    with_rosters = forms.BooleanField(
        label=_("Copy the rosters too"), required=False, help_text=_("Everybody who was on a roster to its end.")
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulebook: Any = self.fields["rulebook"]
        rulebook.queryset = RuleBookVersion.objects.defer("text").order_by("slug", "-pk")
        rulebook.label_from_instance = lambda version: f"{version.title}, {_('version')} {version.version}"
        copy_from: Any = self.fields["copy_from"]
        copy_from.queryset = league.seasons.all()
        copy_from.label_from_instance = lambda season: season.name


class RecordForm(Editing):
    """What all records have: a name. `names` of a form that adds holds several, one a line."""

    names = LinesField(label=_("Names, one a line"))
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)

    def __init__(self, *args: Any, adding: bool, season: Season | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["name" if adding else "names"]
        self.adding = adding
        if season is not None:
            self.offer(season)

    def offer(self, season: Season) -> None:
        """Let the choices be those of the season."""

    def values(self) -> dict[str, Any]:
        """The fields of one record; of a form that adds, those that all its records share."""
        return {name: value for name, value in self.cleaned_data.items() if name not in ("names", "seen")}

    def rows(self) -> list[dict[str, Any]]:
        """The records to add."""
        return [{"name": name, **self.values()} for name in self.cleaned_data["names"]]


class DivisionForm(RecordForm):
    """A division: its level, checking, and the days of its league games."""

    level = forms.ChoiceField(label=_("Level"), choices=[("", _("Choose")), *LEVELS])
    checking = YesNoField(label=_("Body checking allowed"))
    window_start = DayField(label=_("First day of league games"), required=False)
    window_end = DayField(label=_("Last day of league games"), required=False)
    rank = forms.IntegerField(
        label=_("Rank"), required=False, min_value=1, max_value=99, help_text=_("1 is the best division of a level.")
    )


class AssociationForm(RecordForm):
    """A club or town association."""


class TeamForm(RecordForm):
    """A team: its division, association, colours, and the days on which it can't play."""

    division = forms.ModelChoiceField(Division.objects.none(), label=_("Division"), empty_label=_("Choose"))
    association = forms.ModelChoiceField(
        Association.objects.none(), label=_("Association"), required=False, empty_label=_("None")
    )
    colours = forms.CharField(label=_("Colours"), max_length=LONGEST_NAME, required=False)
    omit = DaysField(label=_("Days on which it asked not to play"), help_text=_("One a line, as 2026-12-13."))
    special_conditions = forms.BooleanField(
        label=_("Under special conditions"),
        required=False,
        help_text=_("The league has put the team under conditions that its rule book gives a meaning."),
    )

    def offer(self, season: Season) -> None:
        """Offer the season's divisions and associations."""
        division: Any = self.fields["division"]
        division.queryset = season.divisions.order_by("position", "pk")
        association: Any = self.fields["association"]
        association.queryset = season.associations.order_by("name", "pk")


class RinkForm(RecordForm):
    """A rink of the league; one added line may hold its address and web page too."""

    names = LinesField(
        label=_("Rinks, one a line"),
        help_text=_(
            "A name; or a name, its address and its web page, apart by semicolons or pasted from a spreadsheet."
        ),
        longest_line=600,
    )
    address = forms.CharField(label=_("Address"), max_length=500, required=False, widget=forms.Textarea({"rows": 2}))
    url = forms.URLField(label=_("Web page"), max_length=200, required=False, assume_scheme="https")

    def __init__(self, *args: Any, adding: bool, **kwargs: Any) -> None:
        super().__init__(*args, adding=adding, **kwargs)
        if adding:
            del self.fields["address"], self.fields["url"]

    def clean_names(self) -> list[dict[str, str]]:
        """The rinks of the lines. Raises ValidationError with every line whose web page is none."""
        rinks, wrong = [], []
        for line in self.cleaned_data["names"]:
            try:
                rinks.append(_rink(line))
            except forms.ValidationError:
                wrong.append(_("“%(line)s”: the last part is no web page.") % {"line": line})
        if wrong:
            raise forms.ValidationError(wrong)
        return rinks

    def rows(self) -> list[dict[str, Any]]:
        """The rinks to add."""
        return list(self.cleaned_data["names"])


def _rink(line: str) -> dict[str, str]:
    """Name, address and web page of one line. Raises ValidationError when the last is none."""
    name, address, url = [part.strip() for part in (*line.split(";", 2), "", "")][:3]
    web_page = forms.URLField(required=False, max_length=200, assume_scheme="https")
    return {"name": name[:LONGEST_NAME], "address": address, "url": web_page.clean(url)}


def values_of(record: Division | Association | Team | Any, fields: tuple[str, ...]) -> dict[str, Any]:
    """What a form shows of a record."""
    return {name: getattr(record, name) for name in fields}
