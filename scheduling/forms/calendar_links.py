"""Checks the name that somebody gives a private calendar address."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LinkForm(forms.Form):
    """A new address."""

    label = forms.CharField(
        label=_("Name"),
        max_length=100,
        help_text=_("Such as the program or the person it is for, so that you know which one to revoke."),
    )
