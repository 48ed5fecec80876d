"""Which files are kept: known by their content, whole, not too large, under a harmless name."""

import io
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from league.services.attachments import LARGEST, File, clean_name, inspect

PDF = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"


def picture(kind: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((128, 96), 80).convert("RGB").save(out, kind)
    return out.getvalue()


def bomb() -> bytes:
    """A PNG of a few bytes that says it is 60000 pixels wide and high."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4)

    head = (60000).to_bytes(4) * 2 + bytes([8, 2, 0, 0, 0])
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 999)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize(
    ("data", "content_type", "name"),
    [
        (PDF, "application/pdf", "sheet.pdf"),
        (picture("JPEG"), "image/jpeg", "sheet.jpg"),
        (picture("PNG"), "image/png", "sheet.png"),
        (picture("HEIF"), "image/heic", "sheet.heic"),
    ],
)
def test_a_file_is_what_its_content_shows(data: bytes, content_type: str, name: str) -> None:
    kept, findings = inspect([File("sheet.exe", data)])
    assert findings == []
    assert [(file.content_type, file.name, file.data) for file in kept] == [(content_type, name, data)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "report.file-empty"),
        (b"<html><script>alert(1)</script></html>", "report.file-kind"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "report.file-kind"),
        (b"MZ\x90\x00", "report.file-kind"),
        (picture("GIF"), "report.file-kind"),
        (PDF[:-20], "report.file-broken"),
        (picture("JPEG")[:-200], "report.file-broken"),
        (picture("PNG")[:60], "report.file-broken"),
        (bomb(), "report.file-pixels"),
        (PDF + b" " * LARGEST, "report.file-large"),
    ],
)
def test_anything_else_is_refused_with_a_reason(data: bytes, code: str) -> None:
    kept, findings = inspect([File("sheet.pdf", data)])
    assert (kept, [(finding.code, finding.where) for finding in findings]) == ([], [(code, "sheet.pdf")])


def test_one_bad_file_does_not_hide_another() -> None:
    kept, findings = inspect([File("a.pdf", b"x"), File("b.pdf", PDF), File("c.pdf", b"")])
    assert ([file.name for file in kept], [finding.where for finding in findings]) == (["b.pdf"], ["a.pdf", "c.pdf"])


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("../../etc/passwd", "passwd.pdf"),
        ("C:\\Users\\x\\Sheet 12.PDF", "Sheet 12.pdf"),
        ("\r\nSet-Cookie: a=b.pdf", "Set-Cookie- a-b.pdf"),
        ("Bogen \N{EN DASH} Ärger.pdf", "Bogen - Ärger.pdf"),
        ("", "sheet.pdf"),
        ("x" * 300, "x" * 80 + ".pdf"),
    ],
)
def test_a_name_is_made_harmless(name: str, clean: str) -> None:
    assert clean_name(name, "application/pdf") == clean


@given(
    st.binary(max_size=200),
    st.sampled_from([b"", b"%PDF-1.4", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"\0\0\0\x18ftypheic"]),
)
def test_no_bytes_make_it_fail(rest: bytes, start: bytes) -> None:
    kept, findings = inspect([File("any", start + rest)])
    assert len(kept) + len(findings) == 1
