"""Decides what a mail looks like: a subject, a plain text and the same as HTML, in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

File = tuple[str, bytes, str]
"""What comes with a mail: its name, its bytes, its type."""


def send(*, template: str, to: str, language: str, values: Mapping[str, Any], files: Iterable[File] = ()) -> None:
    """Send the mail `league/mail/<template>` to one address, with files.

    The templates `.subject.txt`, `.txt` and `.html` get `values`. Raises what the mail server's
    connection raises. Side effect: a mail.
    """
    with translation.override(language):
        subject, text, html = (
            render_to_string(f"league/mail/{template}.{part}", dict(values)) for part in ("subject.txt", "txt", "html")
        )
    message = EmailMultiAlternatives(subject=" ".join(subject.split()), body=text, to=[to])
    message.attach_alternative(html, "text/html")
    for file in files:
        message.attach(*file)
    message.send()


def absolute(path: str) -> str:
    """The address of a page as a mail needs it; from the settings, never from what a request claims to be."""
    return f"{settings.SITE_URL.rstrip('/')}{path}"
