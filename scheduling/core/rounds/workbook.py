"""Decides what a team's schedule form looks like as a workbook: what is to be filled in stands out."""

import io
from collections.abc import Sequence
from typing import Final

from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter

from scheduling.core.rounds.form import COLUMNS, FILLED

_WIDTHS: Final = (22, 22, 28, 30, 10, 14, 18, 24, 24, 14)
_TO_FILL: Final = PatternFill("solid", fgColor="FFF4CC")


def workbook(rows: Sequence[Sequence[str]]) -> bytes:
    """The rows of a form as XLSX; every cell a text, so that nothing is taken for a formula or another date."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Schedule"
    for number, row in enumerate(rows, 1):
        for place, text in enumerate(row, 1):
            cell = sheet.cell(number, place)
            cell.value = text or None
            if text:
                cell.data_type = "s"
            cell.number_format = "@"
            if number == 1:
                cell.font = Font(bold=True)
            elif COLUMNS[place - 1] in FILLED:
                cell.fill = _TO_FILL
    for place, width in enumerate(_WIDTHS, 1):
        sheet.column_dimensions[get_column_letter(place)].width = width
    sheet.freeze_panes = "A2"
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()
