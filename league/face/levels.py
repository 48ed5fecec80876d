"""Decides how levels, which files and rule books write in small letters, are called on pages."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from league.core.vocabulary import LEVELS

NAMES: Final = {
    "mini-mite": _("Mini-Mite"),
    "mite": _("Mite"),
    "8u": _("8U"),
    "novice": _("Novice"),
    "atom": _("Atom"),
    "squirt": _("Squirt"),
    "peewee": _("Peewee"),
    "bantam": _("Bantam"),
    "midget": _("Midget"),
    "16u": _("16U"),
    "junior-gold": _("Junior Gold"),
    "girls-8u": _("Girls 8U"),
    "girls-10u": _("Girls 10U"),
    "girls-12u": _("Girls 12U"),
    "girls-14u": _("Girls 14U"),
    "girls-16u": _("Girls 16U"),
    "girls-19u": _("Girls 19U"),
    "junior": _("Junior"),
    "senior": _("Senior"),
    "adult": _("Adult"),
}

CHOICES: Final = [(level, NAMES[level]) for level in LEVELS]
