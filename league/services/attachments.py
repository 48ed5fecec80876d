"""Decides which files may come with a game: what they are by their content, never by their name."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image
from pillow_heif import register_heif_opener

from league.core.findings import Finding
from league.models import Attachment, AttachmentContent, Game, GameReport, User

register_heif_opener()

LARGEST = 15 * 1024 * 1024
"""Bytes."""
MOST_PIXELS = 50_000_000
"""More than any phone's camera takes; what unpacks to more is a bomb."""
MOST_FILES = 10
"""Files at a time."""

_IMAGES = {"JPEG": "image/jpeg", "PNG": "image/png", "HEIF": "image/heic"}
_ENDINGS = {"application/pdf": "pdf", "image/jpeg": "jpg", "image/png": "png", "image/heic": "heic"}
_PDF_START = re.compile(rb"%PDF-[12]\.\d")
_PDF_END = re.compile(rb"startxref\s+\d+\s+%%EOF")


@dataclass(frozen=True, slots=True)
class File:
    """A file as it was sent: its name and bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Inspected:
    """A file that may be kept: a clean name, its type as its content shows, its bytes."""

    name: str
    content_type: str
    data: bytes


def inspect(files: Iterable[File]) -> tuple[list[Inspected], list[Finding]]:
    """The files that may be kept, and a finding for each other one. Reads them whole, writes nothing."""
    kept: list[Inspected] = []
    findings: list[Finding] = []
    for place, file in enumerate(files):
        if place == MOST_FILES:
            findings.append(_finding("files", _("At most %(n)s files at a time.") % {"n": MOST_FILES}, file))
            break
        found = _inspected(file)
        if isinstance(found, Finding):
            findings.append(found)
        else:
            kept.append(found)
    return kept, findings


@transaction.atomic(savepoint=False)
def store(*, files: Iterable[Inspected], game: Game, report: GameReport | None, by: User) -> list[Attachment]:
    """Keep the files with the game, and with the report that they came with.

    The audit entry is that of the report. Side effects: Attachment and AttachmentContent rows.
    """
    kept = []
    for file in files:
        attachment = Attachment.objects.create(
            game=game,
            report=report,
            uploaded_by=by,
            file_name=file.name,
            content_type=file.content_type,
            size=len(file.data),
            sha256=hashlib.sha256(file.data).hexdigest(),
        )
        AttachmentContent.objects.create(attachment=attachment, data=file.data)
        kept.append(attachment)
    return kept


def clean_name(name: str, content_type: str) -> str:
    """A harmless name for a download: no path, no control characters, the ending of what it is."""
    base = unicodedata.normalize("NFC", name).replace("\\", "/").rsplit("/", 1)[-1]
    stem = base.rsplit(".", 1)[0]
    stem = "".join(letter if letter.isalnum() or letter in " -_()" else "-" for letter in stem)
    return f"{stem.strip(' -')[:80] or 'sheet'}.{_ENDINGS[content_type]}"


def _inspected(file: File) -> Inspected | Finding:
    if not file.data:
        return _finding("file-empty", _("The file is empty."), file)
    if len(file.data) > LARGEST:
        return _finding("file-large", _("The file is larger than 15 MB."), file, _("send a smaller picture"))
    if _PDF_START.match(file.data):
        return _as_pdf(file)
    return _as_image(file)


def _as_pdf(file: File) -> Inspected | Finding:
    """By structure: a header, objects, and a trailer that says where the index stands."""
    if b" obj" not in file.data or not _PDF_END.search(file.data[-2048:]):
        return _finding("file-broken", _("The PDF is not complete."), file, _("save or scan it again"))
    return Inspected(clean_name(file.name, "application/pdf"), "application/pdf", file.data)


def _as_image(file: File) -> Inspected | Finding:
    found = _kind_and_pixels(file.data)
    if found is None:
        return _finding(
            "file-kind",
            _("This is no PDF, JPEG, PNG or HEIC, whatever its name says."),
            file,
            _("send the sheet as one of these"),
        )
    kind, pixels = found
    if pixels > MOST_PIXELS:
        return _finding("file-pixels", _("The picture has too many pixels."), file, _("send a smaller picture"))
    if not _can_be_unpacked(file.data, kind):
        return _finding("file-broken", _("The picture is damaged."), file, _("take or save it again"))
    content_type = _IMAGES[kind]
    return Inspected(clean_name(file.name, content_type), content_type, file.data)


def _kind_and_pixels(data: bytes) -> tuple[str, int] | None:
    """Which picture it is and how large, from its head alone; None for anything else."""
    try:
        with _quiet(), Image.open(io.BytesIO(data), formats=tuple(_IMAGES)) as image:
            return image.format or "", image.width * image.height
    except Image.DecompressionBombError:
        return "", MOST_PIXELS + 1
    except Exception:  # the libraries raise anything on crafted bytes
        return None


def _can_be_unpacked(data: bytes, kind: str) -> bool:
    """Whether every pixel can be read; how many there are was looked at before."""
    try:
        with _quiet(), Image.open(io.BytesIO(data), formats=(kind,)) as image:
            image.load()
    except Exception:
        return False
    return True


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the library's warning about large pictures: we have our own limit."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        yield


def _finding(code: str, message: str, file: File, remedy: str = "") -> Finding:
    return Finding(f"report.{code}", message, where=file.name[:100], remedy=remedy)
