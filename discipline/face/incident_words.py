"""Decides how the parts of an incident report are called, on the form, on its page and in mails."""

from django.utils.translation import gettext_lazy as _

KINDS = {
    "incident": _("Something in or around a game"),
    "fair-play-off-ice": _("Fair play off the ice"),
    "code-of-ethics": _("The Code of Ethics"),
}
SIDES = {"home": _("Home"), "visitor": _("Visitor")}
