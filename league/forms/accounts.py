"""Decides what is asked of somebody who signs in or keeps their account, and what is refused."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from league.models import User


def _email_widget(**attributes: Any) -> forms.EmailInput:
    return forms.EmailInput(attrs={"autocomplete": "username", "autocapitalize": "none", **attributes})


class SignInForm(AuthenticationForm):
    """E-mail and password. One answer for every failure, whether the address is known or not."""

    username = forms.EmailField(label=_("E-mail"), max_length=254, widget=_email_widget(autofocus=True))

    error_messages = {
        "invalid_login": _("That e-mail and password don't belong together. Mind capital letters in the password."),
        "inactive": _("This account is closed."),
    }

    def clean_username(self) -> str:
        """The address as it is stored, so that failures are counted together however it is written."""
        return str(self.cleaned_data["username"]).lower()


class LinkForm(forms.Form):
    """The address to which a sign-in link goes."""

    email = forms.EmailField(label=_("E-mail"), max_length=254, widget=_email_widget())


class AccountForm(forms.Form):
    """What somebody is called, and in which language mails come."""

    name = forms.CharField(
        label=_("Name"),
        max_length=200,
        help_text=_("As others of your leagues read it, in the history of a game for example."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


_NEW: Final = {"autocomplete": "new-password"}


class NewPasswordForm(forms.Form):
    """A new password for `user`, typed once; browsers show it on demand and keep it."""

    password = forms.CharField(
        label=_("New password"),
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs=_NEW),
        help_text=_("At least 12 characters. A few words that don't belong together are good."),
    )

    def __init__(self, *arguments: Any, user: User, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.user = user

    def clean_password(self) -> str:
        """The password, if it is long and unusual enough."""
        password = str(self.cleaned_data["password"])
        password_validation.validate_password(password, self.user)
        return password


class ChangePasswordForm(NewPasswordForm):
    """A new password, for somebody who knows the present one."""

    current = forms.CharField(
        label=_("Present password"),
        max_length=1000,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    field_order = ("current", "password")

    def clean_current(self) -> str:
        """The present password, which proves who is asking."""
        current = str(self.cleaned_data["current"])
        if not self.user.check_password(current):
            raise forms.ValidationError(_("That is not your present password."))
        return current


class NewAccountForm(NewPasswordForm):
    """What a new user says of themselves when accepting an invitation."""

    name = AccountForm.base_fields["name"]
    field_order = ("name", "password")
