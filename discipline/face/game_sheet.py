"""Decides how game sheets look on paper: a page a game, both rosters without who may not dress, and a code."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any
from zoneinfo import ZoneInfo

import segno
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.graphics.shapes import Drawing, Rect
from reportlab.lib.colors import HexColor, black
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import KeepInFrame, PageBreak, Paragraph, Spacer, Table
from reportlab.platypus.doctemplate import BaseDocTemplate, PageTemplate
from reportlab.platypus.frames import Frame

from discipline.face.paper import fonts
from discipline.queries.evening import EveningGame, Out, SheetSide
from league.models import Season

_INK, _QUIET, _LINE = HexColor("#10233f"), HexColor("#4a5a70"), HexColor("#9aa7b8")
_MARGIN, _CODE = 15 * mm, 26 * mm
_WIDTH, _HEIGHT = letter[0] - 2 * _MARGIN, letter[1] - 2 * _MARGIN


def code_of(address: str, size: float) -> Drawing:
    """A QR code of an address, drawn as squares; the paper around it is its quiet zone."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    step, drawing = size / len(rows), Drawing(size, size)
    for place, row in enumerate(rows):
        for column, dark in enumerate(row):
            if dark:
                top = size - (place + 1) * step
                square = Rect(column * step, top, step * 1.02, step * 1.02, fillColor=black, strokeColor=None)
                drawing.add(square)
    return drawing


def game_sheets(games: Sequence[EveningGame], season: Season, address: str) -> bytes:
    """The PDF of these games' sheets, letter size, a page each; the code on them leads to `address`."""
    styles, story = _styles(), []
    for item in games:
        page = [*_head(item, season, address, styles), _benches(item, styles), *_foot(styles)]
        story += [KeepInFrame(_WIDTH, _HEIGHT - 2, page, mode="shrink"), PageBreak()]
    out = io.BytesIO()
    document = BaseDocTemplate(
        out, pagesize=letter, title=_("Game sheets"), author="", invariant=1, lang=get_language() or "en"
    )
    frame = Frame(_MARGIN, _MARGIN, _WIDTH, _HEIGHT, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)
    document.addPageTemplates([PageTemplate(frames=[frame])])
    document.build(story[:-1] or [_text(_("No games."), styles["text"])])
    return out.getvalue()


def out_line(out: Out) -> str:
    """Who is out, as the sheet lists it: "Suspended: 12 Name, game 2 of 3" (NB minor: app.d)."""
    number = f"{out.number} " if out.number is not None else ""
    if not out.row.serving:
        return _("May not take part: %(who)s") % {"who": f"{number}{out.name}"}
    games = "; ".join(_("game %(game)s of %(all)s") % {"game": game, "all": total} for game, total in out.row.serving)
    return _("Suspended: %(who)s, %(games)s") % {"who": f"{number}{out.name}", "games": games}


def _styles() -> dict[str, ParagraphStyle]:
    plain, bold = fonts()
    return {
        "title": ParagraphStyle("title", fontName=bold, fontSize=15, leading=19, textColor=_INK),
        "head": ParagraphStyle("head", fontName=bold, fontSize=10.5, leading=14, textColor=_INK),
        "text": ParagraphStyle("text", fontName=plain, fontSize=8.5, leading=11, textColor=_INK),
        "out": ParagraphStyle("out", fontName=bold, fontSize=8.5, leading=11, textColor=_INK),
        "quiet": ParagraphStyle("quiet", fontName=plain, fontSize=7.5, leading=10, textColor=_QUIET),
    }


def _head(item: EveningGame, season: Season, address: str, styles: dict[str, ParagraphStyle]) -> Iterable[Any]:
    game = item.game
    where = [season.league.name, game.division.name if game.division else "", game.venue.name if game.venue else ""]
    starts = game.starts.astimezone(ZoneInfo(season.timezone)) if game.starts else None
    at = date_format(starts, "DATETIME_FORMAT") if starts else ""
    called = _("%(away)s at %(home)s") % {"away": game.away, "home": game.home}
    words = [
        _text(called, styles["title"]),
        _text(at, styles["head"]),
        _text(", ".join(filter(None, where)), styles["text"]),
        _text(_("The code shows who may not take part, as it stands, on the day of the game."), styles["quiet"]),
    ]
    yield Table(
        [[words, code_of(address, _CODE)]],
        colWidths=[_WIDTH - _CODE - 4 * mm, _CODE + 4 * mm],
        style=[("VALIGN", (0, 0), (-1, -1), "TOP"), ("ALIGN", (1, 0), (1, 0), "RIGHT"), *_no_padding()],
    )
    yield Spacer(1, 8)


def _benches(item: EveningGame, styles: dict[str, ParagraphStyle]) -> Table:
    half = _WIDTH / 2 - 3 * mm
    return Table(
        [[_bench(side, half, styles) for side in item.sides]],
        colWidths=[_WIDTH / 2, _WIDTH / 2],
        style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *_no_padding()],
    )


def _bench(side: SheetSide, width: float, styles: dict[str, ParagraphStyle]) -> list[Any]:
    rows = [
        [
            _text("" if spot.number is None else str(spot.number), styles["text"]),
            _text(spot.person.name or spot.person.key, styles["text"]),
            _text("" if spot.role == "skater" else spot.get_role_display(), styles["quiet"]),
        ]
        for spot in (*side.players, *side.officials)
    ]
    found: list[Any] = [_text(side.team.name, styles["head"])]
    found += [_text(out_line(out), styles["out"]) for out in side.out]
    if rows:
        found.append(Spacer(1, 3))
        found.append(
            Table(
                rows,
                colWidths=[9 * mm, width - 34 * mm, 25 * mm],
                hAlign="LEFT",
                style=[
                    ("LINEBELOW", (0, 0), (-1, -1), 0.4, _LINE),
                    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
                    ("TOPPADDING", (0, 0), (-1, -1), 1.5),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
                    ("LEFTPADDING", (0, 0), (-1, -1), 1),
                    ("RIGHTPADDING", (0, 0), (-1, -1), 1),
                ],
            )
        )
    return found


def _foot(styles: dict[str, ParagraphStyle]) -> Iterable[Any]:
    yield Spacer(1, 10)
    lines = [_("Referee"), _("Linesman"), _("Scorekeeper"), _("Timekeeper")]
    yield Table(
        [[_text(line, styles["quiet"]) for line in lines]],
        colWidths=[_WIDTH / len(lines)] * len(lines),
        style=[("LINEABOVE", (0, 0), (-1, -1), 0.5, _LINE), ("TOPPADDING", (0, 0), (-1, -1), 2)],
    )


def _no_padding() -> list[tuple[Any, ...]]:
    return [("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 0)]


def _text(said: str, style: ParagraphStyle) -> Paragraph:
    """Text as it is; nothing in it is markup."""
    return Paragraph(escape(str(said), quote=False), style)
