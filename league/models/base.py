"""Decides how a row remembers its place and its wording in a season file."""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

# No vowels and no look-alikes: a key can be read out on the phone and spells nothing.
_KEY_LETTERS = "23456789bcdfghjkmnpqrstvwxz"


def new_key() -> str:
    """A short random id for a row that was made here and not read from a file."""
    return "".join(secrets.choice(_KEY_LETTERS) for _ in range(10))


def one_of(
    field: str, choices: type[models.TextChoices], *, name: str, nullable: bool = False
) -> models.CheckConstraint:
    """The constraint that keeps `field` inside its list, in the database too."""
    inside = Q(**{f"{field}__in": choices.values})
    condition = inside | Q(**{f"{field}__isnull": True}) if nullable else inside
    return models.CheckConstraint(condition=condition, name=name)


class FileEntry(models.Model):
    """An entry of one of the lists of a season file.

    `position` is its place in that list; rows made here have none and come last.
    `stated` names the keys which the file wrote although they hold their default, so that
    an export writes them again. Names are dotted below the entry: "penalties", "lineup.home".
    """

    position = models.PositiveIntegerField(null=True, blank=True, editable=False)
    stated = ArrayField(models.CharField(), default=list, blank=True, editable=False)

    class Meta:
        abstract = True
        ordering = ["position", "pk"]


class FileRow(FileEntry):
    """An entry with an id of its own: any text, kept byte for byte, unique in its list."""

    key = models.CharField(default=new_key, editable=False)

    class Meta(FileEntry.Meta):
        abstract = True

    def __str__(self) -> str:
        return getattr(self, "name", "") or self.key
