"""Decides how the parts of an incident report are called, on the form, on its page and in mails."""

from django.utils.translation import gettext_lazy as _

KINDS = {
    "incident": _("Something in or around a game"),
    "fair-play-off-ice": _("Fair play off the ice"),
    "code-of-ethics": _("The Code of Ethics"),
}
SIDES = {"home": _("Home"), "visitor": _("Visitor")}
TOLD = {
    "before": _("Before"),
    "incident": _("The incident and the call"),
    "after": _("After"),
    "people": _("People involved"),
    "actions": _("What they did"),
    "intent": _("Their intent, as it appeared"),
    "witnesses": _("Witnesses"),
    "positions": _("Where everybody stood"),
}
"""What the copy of a report about abuse of an official tells, in its order."""
