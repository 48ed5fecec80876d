"""Decides how a notice looks on paper: one page, whatever it says, with fonts that come along."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import KeepInFrame, Paragraph, Spacer, Table
from reportlab.platypus.doctemplate import BaseDocTemplate, PageTemplate
from reportlab.platypus.frames import Frame

_INK, _QUIET, _LINE = HexColor("#10233f"), HexColor("#4a5a70"), HexColor("#c9d3e0")
_MARGIN = 18 * mm


@cache
def fonts() -> tuple[str, str]:
    """The regular and the bold font; both are part of the library and are embedded."""
    pdfmetrics.registerFont(TTFont("Notice", "Vera.ttf"))
    pdfmetrics.registerFont(TTFont("NoticeBold", "VeraBd.ttf"))
    return "Notice", "NoticeBold"


def notice_pdf(content: Mapping[str, Any]) -> bytes:
    """The PDF of a notice: {"title", "lines": [[label, text], ...], "foot"}. Always one page, letter size."""
    plain, bold = fonts()
    title = ParagraphStyle("title", fontName=bold, fontSize=18, leading=23, textColor=_INK, spaceAfter=8)
    label = ParagraphStyle("label", fontName=bold, fontSize=8.5, leading=11.5, textColor=_QUIET)
    text = ParagraphStyle("text", fontName=plain, fontSize=9, leading=12, textColor=_INK)
    foot = ParagraphStyle("foot", fontName=plain, fontSize=7.5, leading=10, textColor=_QUIET)
    width, height = letter[0] - 2 * _MARGIN, letter[1] - 2 * _MARGIN
    rows = [[_paragraph(name, label), _paragraph(said, text)] for name, said in content["lines"]]
    table = Table(
        rows,
        colWidths=[width * 0.27, width * 0.73],
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.5, _LINE),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 3),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
        ],
    )
    story = [_paragraph(content["title"], title), table, Spacer(1, 8), _paragraph(content["foot"], foot)]
    out = io.BytesIO()
    language, called = str(content.get("language", "en")), str(content["title"])
    document = BaseDocTemplate(out, pagesize=letter, title=called, author="", invariant=1, lang=language)
    frame = Frame(_MARGIN, _MARGIN, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    document.addPageTemplates([PageTemplate(frames=[frame])])
    document.build([KeepInFrame(width, height, story, mode="shrink")])
    return out.getvalue()


def _paragraph(said: str | Sequence[str], style: ParagraphStyle) -> Paragraph:
    """Text as it is, lines kept; nothing in it is markup."""
    return Paragraph(escape(str(said), quote=False).replace("\n", "<br/>"), style)
