"""Decides what a photographed score sheet of the demo looks like."""

import io

from PIL import Image, ImageDraw, ImageFont

from league.core.reports import SIDES, ReportContent, one_by_one

_SIZE = (900, 640)
_MARGIN = 40
_LINE = 26


def score_sheet(title: str, content: ReportContent) -> bytes:
    """A score sheet as a PNG: goals by period and penalties by number, without names."""
    image = Image.new("RGB", _SIZE, "#fbfaf4")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(20)
    lines = [f"OFFICIAL SCORE SHEET    {title}", ""]
    for side in SIDES:
        report = content.side(side)
        lines.append(f"{side:6} {'  '.join(str(goals) for goals in report.goals)}   total {report.score}")
        for item in one_by_one(report):
            left = "" if item.left is None else f"{item.left // 60:02d}:{item.left % 60:02d}"
            lines.append(f"        period {item.period or '-'}  {left}  {item.penalty_class}  {item.offence}")
        lines.append("")
    for number, line in enumerate(lines):
        draw.text((_MARGIN, _MARGIN + number * _LINE), line, fill="#20304a", font=font)
    draw.rectangle((_MARGIN // 2, _MARGIN // 2, _SIZE[0] - _MARGIN // 2, _SIZE[1] - _MARGIN // 2), outline="#20304a")
    found = io.BytesIO()
    image.save(found, "PNG")
    return found.getvalue()
