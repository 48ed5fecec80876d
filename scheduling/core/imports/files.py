"""Decides how an uploaded or pasted schedule becomes rows of text, and says what it was taken for."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from charset_normalizer import from_bytes

from league.core.findings import Finding
from league.core.rosters.grid import SEPARATORS, Grid, Shape, decoded, one_line, read_text, refused, separator_of
from league.core.rosters.workbook import read_file

ENCODINGS: Final = ("utf-8", "cp1252", "mac_roman", "cp850", "cp1250", "utf-16")
"""What somebody can choose from when the letters look wrong."""
_ACCENTS: Final = frozenset(
    "àâäçéèêëîïôöùûüœæÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŒÆñÑáíóúÁÍÓÚåøÅØßčšžěřýŠŽ«»°\u2019\u2018\u201c\u201d\u2013\u2014\u00a0"
)
_LIKELY: Final = ["cp1252", "mac_roman", "cp850", "cp1250"]


def cell(value: object) -> str:
    """A cell as text: moments as 2014-12-13 13:00, days as 2014-12-13, times of day as 13:00, lengths as 1:30."""
    match value:
        case None:
            return ""
        case dt.datetime():
            # spreadsheets keep times as fractions of a day: round to the minute
            moment = (value.replace(tzinfo=None) + dt.timedelta(seconds=30)).replace(second=0, microsecond=0)
            return f"{moment:%Y-%m-%d}" if moment.time() == dt.time() else f"{moment:%Y-%m-%d %H:%M}"
        case dt.date():
            return value.isoformat()
        case dt.time():
            return f"{value:%H:%M}"
        case dt.timedelta():
            minutes = value // dt.timedelta(minutes=1)
            return f"{minutes // 60}:{minutes % 60:02d}"
        case float() if value.is_integer():
            return str(int(value))
    return one_line(str(value))


SCHEDULE: Final = Shape(rows=5_001, bytes=3 * 1024 * 1024, cell=cell)
"""A heading and 5,000 games."""


@dataclass(frozen=True, slots=True)
class Source:
    """A table with what it was taken for: `encoding` and `separator` are "" where there are none (a workbook)."""

    grid: Grid
    encoding: str = ""
    separator: str = ""


def read_bytes(data: bytes, *, encoding: str = "", separator: str = "") -> Source:
    """The table of an uploaded file. What isn't given is recognised. Never raises; findings say what is wrong."""
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")) or len(data) > SCHEDULE.bytes or not data.strip():
        return Source(read_file(data, SCHEDULE))
    chosen = encoding if encoding in ENCODINGS else ""
    text = _as(data, chosen) if chosen else None
    found: list[Finding] = []
    if chosen and text is None:
        message = f"the file can't be read as {chosen}"
        found.append(Finding("encoding", message, where="encoding", remedy="choose another encoding"))
        return Source(Grid(findings=tuple(found)), chosen)
    if text is None:
        text, chosen = recognised(data)
    if text is None:
        remedy = "save it as XLSX or CSV, or paste the cells"
        return Source(refused("not-a-table", "this is neither a workbook nor a text with separators", remedy=remedy))
    return read_pasted(text, separator=separator, encoding=chosen)


def read_pasted(text: str, *, separator: str = "", encoding: str = "") -> Source:
    """The table of pasted cells."""
    given = separator if separator and separator in SEPARATORS else ""
    named = text[4:5] if text[:4].lower() == "sep=" else ""
    return Source(read_text(text, SCHEDULE, given), encoding, given or named or separator_of(text))


def recognised(data: bytes) -> tuple[str | None, str]:
    """The text of a file and the name of its encoding; None where it is no text.

    A mark at its beginning, NULs and sound UTF-8 tell for certain; else the likeliest of the encodings that
    spreadsheets write, and Windows-1252 where nothing is likelier.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\x00" in data:
        return decoded(data), "utf-16"
    if (text := _as(data, "utf-8")) is not None:
        return text, "utf-8"
    best = from_bytes(data[:200_000], cp_isolation=_LIKELY).best()
    first = best.encoding if best is not None else "cp1252"
    names = [first, *(name for name in _LIKELY if name != first)]
    readings = {name: read for name in names if (read := _as(data, name)) is not None}
    likeliest = max(readings, key=lambda name: (_likelihood(readings[name]), -names.index(name)), default="cp1252")
    return readings.get(likeliest), likeliest


def _likelihood(text: str) -> int:
    """How much the text looks like English or French: letters with their accents speak for it, all other signs against.

    Short lists of names tell too little for statistics alone.
    """
    signs = [letter for letter in text if letter > "\x7f"]
    return sum(1 if letter in _ACCENTS else -1 for letter in signs)


def _as(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings, those that refuse first."""
    order = {"refuse": 0, "warn": 1, "info": 2}
    return tuple(sorted(findings, key=lambda finding: order[finding.severity]))
