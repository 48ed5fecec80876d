"""Decides how pictures of a table are drawn: as SVG with words for those who don't see it, coloured by style sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

SERIES: Final = 8
"""So many kinds of line can be told apart; then they begin again."""
STEP, ROW, LABELS, EDGE = 34, 26, 190, 40  # pixels: between moments, between ranks, for names, around


@dataclass(frozen=True, slots=True)
class Dot:
    """One team in the picture of points against games left."""

    name: str
    left: int
    points: int


def ranks(title: str, days: Sequence[str], lines: Mapping[str, Sequence[int | None]]) -> SafeString:
    """Rank by date: a line a team from left to right, its name where it ends. `days` name the moments."""
    most = max((rank for line in lines.values() for rank in line if rank), default=1)
    width, height = EDGE + STEP * max(len(days) - 1, 1) + LABELS, ROW * most + EDGE + 10

    def at(moment: int, rank: int) -> tuple[int, int]:
        return EDGE + STEP * moment, ROW * rank

    parts: list[SafeString] = []
    for rank in range(1, most + 1):
        x, y = at(0, rank)
        end = at(max(len(days) - 1, 1), rank)[0]
        parts.append(_line("rule", x, y, end, y))
        parts.append(_text("axis", x - 12, y + 4, str(rank), "end"))
    for moment in sorted({0, len(days) // 2, len(days) - 1}) if days else ():
        x, _y = at(moment, 1)
        parts.append(_text("axis", x, height - 12, days[moment], "middle" if moment else "start"))
    taken: dict[int, int] = {}
    for number, (name, line) in enumerate(lines.items()):
        points = [(moment, rank) for moment, rank in enumerate(line) if rank]
        if not points:
            continue
        kind = f"series series-{number % SERIES + 1}"
        path = " ".join("{},{}".format(*at(*point)) for point in points)
        moment, rank = points[-1]
        x, y = at(moment, rank)
        shared = taken[rank] = taken.get(rank, 0) + 1
        label = _text(
            "name", x + 10, y + 4 + ROW * (shared - 1), name, "start"
        )  # a shared rank leaves the next ones free
        parts.append(
            format_html(
                '<g class="{}"><title>{}</title><polyline points="{}"></polyline>'
                '<circle cx="{}" cy="{}" r="4"></circle>{}</g>',
                kind,
                name,
                path,
                x,
                y,
                label,
            )
        )
    return _picture(title, width, height, parts)


def points_left(title: str, left_label: str, points_label: str, dots: Iterable[Dot]) -> SafeString:
    """Points against games left: the fewer are left the further right, the more points the higher."""
    shown = sorted(dots, key=lambda dot: (-dot.left, -dot.points, dot.name))
    most_left = max((dot.left for dot in shown), default=0)
    most, least = max((dot.points for dot in shown), default=0), min((dot.points for dot in shown), default=0)
    scale = max(most - least, 1)
    across, height = 320, max(220, 22 * len(shown))

    def at(dot: Dot) -> tuple[int, int]:
        x = EDGE + 10 + (across * (most_left - dot.left) // most_left if most_left else across)
        return x, 20 + (height - 40) * (most - dot.points) // scale

    bottom = height + 6
    parts = [
        _line("rule", EDGE, 10, EDGE, bottom),
        _line("rule", EDGE, bottom, EDGE + across + 20, bottom),
        _text("axis", EDGE - 8, 24, str(most), "end"),
        _text("axis", EDGE - 8, height - 16, str(least), "end"),
        _text("axis", EDGE + 10, bottom + 16, str(most_left), "middle"),
        _text("axis", EDGE + 10 + across, bottom + 16, "0", "middle"),
        _text("axis", EDGE + 10 + across // 2, bottom + 30, left_label, "middle"),
        _text("axis", 4, 10, points_label, "start"),
    ]
    lowest: dict[int, int] = {}
    for dot in shown:
        x, y = at(dot)
        label = max(y, lowest.get(x, -20) + 15)  # names of one column stand below each other
        lowest[x] = label
        parts.append(
            format_html(
                '<g class="dot"><title>{}</title><circle cx="{}" cy="{}" r="5"></circle>{}</g>',
                f"{dot.name}: {dot.points}, {dot.left}",
                x,
                y,
                _text("name", x + 10, label + 4, dot.name, "start"),
            )
        )
    return _picture(title, EDGE + across + LABELS + 20, bottom + 40, parts)


def grid(title: str, names: Sequence[str], cells: Mapping[tuple[int, int], tuple[str, str]]) -> SafeString:
    """Head to head: a square for each pair, the row's team against the column's. `cells`: tone and figure."""
    size, aside = 34, 170
    parts: list[SafeString] = []
    for row, name in enumerate(names):
        y = EDGE + size * row
        parts.append(_text("name", aside - 28, y + 22, name, "end"))
        parts.append(_text("axis", aside - 8, y + 22, str(row + 1), "end"))
        parts.append(_text("axis", aside + size * row + size // 2, EDGE - 10, str(row + 1), "middle"))
        for column, other in enumerate(names):
            tone, figure = cells.get((row, column), ("none", ""))
            x = aside + size * column
            parts.append(
                format_html(
                    '<g class="cell cell-{}"><title>{}</title><rect x="{}" y="{}" width="{}" height="{}"></rect>{}</g>',
                    "own" if row == column else tone,
                    f"{name} {_TO} {other}: {figure}",
                    x + 1,
                    y + 1,
                    size - 2,
                    size - 2,
                    _text("figure", x + size // 2, y + 21, figure, "middle") if figure else "",
                )
            )
    return _picture(title, aside + size * len(names) + 10, EDGE + size * len(names) + 10, parts)


_TO = "\N{EN DASH}"


def _picture(title: str, width: int, height: int, parts: Iterable[SafeString]) -> SafeString:
    return format_html(
        '<svg class="drawn" role="img" aria-label="{}" viewBox="0 0 {} {}" width="{}" height="{}">{}</svg>',
        title,
        width,
        height,
        width,
        height,
        format_html_join("", "{}", ((part,) for part in parts)),
    )


def _line(kind: str, x: int, y: int, to_x: int, to_y: int) -> SafeString:
    return format_html('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"></line>', kind, x, y, to_x, to_y)


def _text(kind: str, x: int, y: int, words: str, anchor: str) -> SafeString:
    return format_html(
        '<text class="{}" x="{}" y="{}" text-anchor="{}">{}</text>', kind, x, y, anchor, conditional_escape(words)
    )
