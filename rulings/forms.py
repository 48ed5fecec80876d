"""Checks what people typed in `rulings`."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.validators import validate_unicode_slug
from django.utils.translation import gettext_lazy as _

from league.models import RuleBookVersion, Season
from league.services.setup_seasons import RESERVED_SLUGS

MOST_BYTES = 20 * 1024 * 1024
"""The largest season file that is taken in."""


class RuleBookForm(forms.Form):
    """Which version of which rule book a season is played by, from which day, and why."""

    version = forms.ModelChoiceField(RuleBookVersion.objects.none(), label=_("Rule book and version"), empty_label=None)
    effective_from = forms.DateField(
        label=_("In force from"),
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("What happened before this day is judged as before."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Needed once the season's first game has been played. It stays in the audit trail."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = RuleBookVersion.objects.defer("text").order_by("slug", "-pk")
        version: Any = self.fields["version"]
        version.queryset = choices
        version.label_from_instance = lambda book: f"{book.title}, {_('version')} {book.version}"
        version.initial = season.rulebook_id

    def what_is_asked(self) -> str:
        """Version and day as one text: what a preview was made for."""
        return f"{self.cleaned_data['version'].pk} {self.cleaned_data['effective_from']}"

    def was_seen(self) -> bool:
        """Whether what is asked is what the preview before showed."""
        return bool(self.cleaned_data["seen"] == self.what_is_asked())


class MergeForm(forms.Form):
    """Why two records are one person; `seen` is what the page showed that it would change."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("How you know that they are one person. It stays in the audit trail."),
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)


class SeasonFileForm(forms.Form):
    """A season file to take in, and where the season goes; `kept` is a file that was looked at before."""

    file = forms.FileField(label=_("Season file"), required=False, help_text=_("JSON, up to 20 MB."))
    slug = forms.CharField(
        label=_("Address"),
        max_length=100,
        required=False,
        validators=[validate_unicode_slug],
        help_text=_("The last part of the season's web address; left empty, it is made from the name."),
    )
    published = forms.BooleanField(label=_("Everybody sees the season at once"), required=False)
    kept = forms.CharField(widget=forms.HiddenInput, required=False)

    def clean_file(self) -> Any:
        """The file. Raises ValidationError for one that is too large."""
        file = self.cleaned_data["file"]
        if file is not None and file.size > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than 20 MB."))
        return file

    def clean_slug(self) -> str:
        """The address. Raises ValidationError for one that names another page."""
        slug = str(self.cleaned_data["slug"])
        if slug in RESERVED_SLUGS:
            raise forms.ValidationError(_("This is the address of another page."))
        return slug

    def clean(self) -> dict[str, Any]:
        """Ask for a file."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not cleaned.get("file") and not cleaned.get("kept"):
            self.add_error("file", _("Choose a file."))
        return cleaned

    def text(self, unpacked: Callable[[str], str]) -> str | bytes:
        """The content of the file, else of the one that was kept, which `unpacked` reads."""
        file = self.cleaned_data["file"]
        return bytes(file.read()) if file is not None else unpacked(self.cleaned_data["kept"])

    def keep(self, packed: str) -> None:
        """Have the form, already sent, carry the file along."""
        data: Any = self.data.copy()  # type: ignore[attr-defined]
        data["kept"] = packed
        self.data = data
