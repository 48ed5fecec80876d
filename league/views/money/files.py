"""Decides how statements and receipts look as files: CSV for bookkeepers, PDF for everybody else."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from league.core.money import amount
from league.models import LedgerEntry, Season

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def statement_csv(name: str, season: Season, lines: Sequence[dict[str, Any]]) -> HttpResponse:
    """The statement as comma-separated values, one entry a line, amounts as decimals."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["number", "date", "what", "for", "clauses", "due", "amount", "balance", "currency", "reason"])
    for line in lines:
        row: LedgerEntry = line["row"]
        words = (line["what"], row.purpose, ", ".join(row.clauses))
        writer.writerow(
            [
                row.pk,
                row.date.isoformat(),
                *map(harmless, words),
                row.due.isoformat() if row.due else "",
                amount(row.cents),
                amount(line["balance"]),
                row.currency,
                harmless(" ".join(line["reasons"])),
            ]
        )
    return _file(out.getvalue().encode("utf-8-sig"), "text/csv; charset=utf-8", f"{name} {season.name}.csv")


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def statement_pdf(name: str, season: Season, lines: Sequence[dict[str, Any]], currency: str) -> HttpResponse:
    """The statement as a document to be printed or mailed."""
    head = [_("Date"), _("What"), _("Clauses"), _("Due"), _("Amount"), _("Balance")]
    rows = [
        [
            line["row"].date.isoformat(),
            _paragraph(line["what"], *line["reasons"]),
            _paragraph(", ".join(line["row"].clauses)),
            line["row"].due.isoformat() if line["row"].due else "",
            amount(line["row"].cents),
            amount(line["balance"]),
        ]
        for line in lines
    ]
    balance = lines[-1]["balance"] if lines else 0
    told = _("To pay: %(sum)s %(currency)s") if balance >= 0 else _("In favour: %(sum)s %(currency)s")
    content = [
        *_heading(_("Statement"), f"{season.league.name} {season.name}", name),
        _table([head, *rows], [60, 230, 60, 60, 60, 60]),
        Spacer(1, 12),
        _paragraph(told % {"sum": amount(abs(balance)), "currency": currency}, style="Heading3"),
    ]
    return _pdf(content, _("Statement of %(name)s") % {"name": name}, f"{name} {season.name}.pdf")


def receipt_pdf(entry: LedgerEntry, season: Season) -> HttpResponse:
    """The receipt for one payment, under its number in the ledger."""
    facts = [
        (_("Receipt number"), str(entry.pk)),
        (_("Received from"), str(entry.account)),
        (_("Amount"), f"{amount(-entry.cents)} {entry.currency}"),
        (_("Date"), entry.date.isoformat()),
        (_("Paid by"), entry.get_method_display() if entry.method else ""),
        (_("For"), entry.purpose),
        (_("Reference"), entry.reference),
        (_("Paid online by") if entry.checkout_id else _("Taken by"), str(entry.created_by or "")),
    ]
    rows = [[label, _paragraph(value)] for label, value in facts if value]
    content = [*_heading(_("Receipt"), f"{season.league.name} {season.name}"), _table(rows, [130, 330])]
    title = _("Receipt %(number)s") % {"number": entry.pk}
    return _pdf(content, title, f"receipt-{entry.pk}.pdf")


def _heading(title: str, *lines: str) -> list[Any]:
    return [_paragraph(title, style="Title"), *(_paragraph(line, style="Heading3") for line in lines), Spacer(1, 12)]


def _paragraph(*texts: str, style: str = "BodyText") -> Paragraph:
    """A paragraph of plain texts; the document's fonts know the letters of Western languages."""
    plain = [text.encode("cp1252", "replace").decode("cp1252") for text in texts if text]
    safe = [text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for text in plain]
    return Paragraph("<br/>".join(safe), getSampleStyleSheet()[style])


def _table(rows: list[list[Any]], widths: list[int]) -> Table:
    table = Table(rows, colWidths=widths, repeatRows=1 if len(widths) > 2 else 0)
    style = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LINEBELOW", (0, 0), (-1, -1), 0.25, "#999999")]
    if len(widths) > 2:
        style += [("ALIGN", (4, 0), (-1, -1), "RIGHT"), ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")]
    table.setStyle(TableStyle(style))
    return table


def _pdf(content: list[Any], title: str, name: str) -> HttpResponse:
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=letter, title=title, author="Rinkside", leftMargin=40, rightMargin=40).build(
        content
    )
    return _file(out.getvalue(), "application/pdf", name)


def _file(data: bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(data, content_type=content_type)
    response["Content-Disposition"] = str(content_disposition_header(True, name))
    response["Cache-Control"] = "private, no-store"
    return response
