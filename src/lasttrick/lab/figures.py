"""Figures as SVG text that needs nothing else: columns, curves, and dots with their intervals."""

import math
import statistics
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH, STEP, FONT = 720, 24, 13
INK, SOFT, BLUE, ORANGE = "#222", "#8a8a8a", "#2f6db5", "#c8631b"
WIDEST = 5.0  # an interval so many times wider than the middle one does not rule the axis …
MANY = 8  # … of so many rows


class Dot(NamedTuple):
    """A value with its interval, on a line of its own."""

    name: str
    value: float
    low: float = math.nan  # the interval, where there is one
    high: float = math.nan
    label: str = ""
    colour: str = BLUE
    face: tuple[str, str] = ("", "")  # a little card before the name: what is on it, and its colour


def _text(x: float, y: float, words: str, anchor: str = "start", colour: str = INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, colour: str = SOFT, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" {more}/>'


def _svg(title: str, height: float, parts: list[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {height:.0f}" font-family="system-ui, sans-serif" font-size="{FONT}"'
    head = f'<svg {size} role="img" aria-label="{escape(title, quote=True)}">'
    caption = f"<figcaption>{escape(title)}</figcaption>"
    return f"<figure>{caption}{head}{''.join(parts)}</svg></figure>"


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from low to high."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    size = 10.0 ** len(str(int(rough))) / 10 if rough >= 1 else 1.0
    while size > rough and rough < 1:
        size /= 10
    step = next(size * k for k in (1, 2, 5, 10, 20) if size * k >= rough)
    first = -(-low // step)
    return [round(step * (first + i), 10) for i in range(int((high - first * step) / step + 1e-9) + 1)]


def dots(title: str, rows: Sequence[Dot], percent: bool = False, even: float | None = None, unit: str = " %") -> str:
    """A line for each row: its name, its value as a dot with the interval, its label; `even` is marked.

    The `unit` is that of percents: differences of them are points.
    """
    faces = 34 if any(row.face[0] for row in rows) else 0
    left = min(380, 20 + faces + 7 * max(len(row.name) for row in rows))
    right = WIDTH - 20 - 7 * max(len(row.label) for row in rows)
    ends = _ends(rows) + ([even] if even is not None else [])
    low, high = min(ends), max(ends)
    pad = 0.06 * (high - low) or 1.0
    low, high = low - pad, high + pad
    height = STEP * len(rows) + 44

    def at(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    parts = [_axis(tick, at(tick), height, unit if percent else "") for tick in ticks(low, high)]
    if even is not None:
        parts.append(_line(at(even), 6, at(even), height - 26, INK, 'stroke-dasharray="4 3"'))
    for i, row in enumerate(rows):
        y = 20 + i * STEP
        parts.append(_text(left - 10 - faces, y + 4, row.name, "end"))
        if row.face[0]:
            parts.append(_card(left - 38, y, *row.face))
        parts += _mark(row, y, at, low, high)
        parts.append(_text(right + 10, y + 4, row.label, colour=SOFT))
    return _svg(title, height, parts)


def _ends(rows: Sequence[Dot]) -> list[float]:
    """What the axis must show: all values and intervals, but for intervals so wide that the others would be dots."""
    widths = [row.high - row.low for row in rows if math.isfinite(row.low)]
    most = WIDEST * statistics.median(widths) if len(widths) >= MANY else 0.0
    calm = [row for row in rows if not row.high - row.low > most] if most > 0 else list(rows)
    return [end for row in calm for end in (row.low, row.value, row.high) if math.isfinite(end)] or [0.0]


def _mark(row: Dot, y: float, at, low: float, high: float) -> list[str]:
    """The interval and the value: a ring where there is no interval, an arrow where it goes on beyond the figure."""
    parts = []
    if math.isfinite(row.low):
        ends = at(min(max(row.low, low), high)), at(max(min(row.high, high), low))
        parts.append(_line(ends[0], y, ends[1], y, row.colour, 'stroke-width="2.5"'))
        for beyond, x, way in ((row.low < low, ends[0], -1), (row.high > high, ends[1], 1)):
            if beyond:
                shape = f"{x:.1f},{y} {x - 7 * way:.1f},{y - 4} {x - 7 * way:.1f},{y + 4}"
                parts.append(f'<polygon points="{shape}" fill="{row.colour}"/>')
    if low <= row.value <= high:
        fill = row.colour if math.isfinite(row.low) else "#fff"
        parts.append(f'<circle cx="{at(row.value):.1f}" cy="{y}" r="4.5" fill="{fill}" stroke="{row.colour}"/>')
    return parts


def _card(x: float, y: float, words: str, colour: str) -> str:
    shape = (
        f'x="{x:.1f}" y="{y - 9}" width="30" height="18" rx="3" fill="{colour}" fill-opacity=".22" stroke="{colour}"'
    )
    inside = f'x="{x + 15:.1f}" y="{y + 4}" text-anchor="middle" fill="{INK}"'
    fitted = ' textLength="27" lengthAdjust="spacingAndGlyphs"' if len(words) > 3 else ""
    return f"<rect {shape}/><text {inside}{fitted}>{escape(words)}</text>"


def _axis(tick: float, x: float, height: float, unit: str) -> str:
    words = number(100 * tick) + unit if unit else number(tick)
    return _line(x, 6, x, height - 26, "#e6e6e6") + _text(x, height - 8, words, "middle", SOFT)


def columns(title: str, counts: Sequence[tuple[str, float]], across: str = "", most: float = 0.0) -> str:
    """Upright bars, one for each value; their heights are shares of all, the highest `most` if not higher."""
    total = sum(count for _, count in counts) or 1
    most = max(most, max(count for _, count in counts) / total) or 1
    left, base, top = 46, 190, 12
    width = (WIDTH - left - 10) / len(counts)
    parts = []
    for tick in ticks(0, most, 4):
        y = base - (base - top) * tick / most
        parts += [
            _line(left, y, WIDTH - 10, y, "#e6e6e6"),
            _text(left - 6, y + 4, f"{number(100 * tick)} %", "end", SOFT),
        ]
    every = max(1, round(max(7.5 * max(len(name) for name, _ in counts) + 6, 20) / width + 0.49))
    for i, (name, count) in enumerate(counts):
        x, height = left + i * width, (base - top) * count / total / most
        shape = f'x="{x + 0.06 * width:.1f}" y="{base - height:.1f}" width="{0.88 * width:.1f}" height="{height:.1f}"'
        parts.append(f'<rect {shape} fill="{BLUE}"><title>{escape(name)}: {100 * count / total:.2f} %</title></rect>')
        if i % every == 0:
            parts.append(_text(x + width / 2, base + 18, name, "middle", SOFT))
    if across:
        parts.append(_text((left + WIDTH) / 2, base + 38, across, "middle", SOFT))
    return _svg(title, base + (46 if across else 26), parts)


def curve(title: str, points: Sequence[tuple[float, Dot]], across: str = "", percent: bool = False) -> str:
    """Values with their intervals over a number: a dot each, joined by a line."""
    left, right, base, top = 60, WIDTH - 20, 190, 12
    ends = [e for _, dot in points for e in (dot.low, dot.value, dot.high) if math.isfinite(e)]
    low, high = min(ends), max(ends)
    pad = 0.06 * (high - low) or 1.0
    low, high = low - pad, high + pad
    first, last = points[0][0], points[-1][0]

    def across_at(x: float) -> float:
        return left + 20 + (right - left - 40) * (x - first) / ((last - first) or 1)

    def up_at(value: float) -> float:
        return base - (base - top) * (value - low) / (high - low)

    parts = []
    for tick in ticks(low, high, 5):
        words = number(100 * tick) + " %" if percent else number(tick)
        parts += [
            _line(left, up_at(tick), right, up_at(tick), "#e6e6e6"),
            _text(left - 6, up_at(tick) + 4, words, "end", SOFT),
        ]
    path = " ".join(f"{across_at(x):.1f},{up_at(dot.value):.1f}" for x, dot in points)
    parts.append(f'<polyline points="{path}" fill="none" stroke="{BLUE}" stroke-opacity=".5"/>')
    for x, dot in points:
        if math.isfinite(dot.low):
            parts.append(
                _line(across_at(x), up_at(dot.low), across_at(x), up_at(dot.high), dot.colour, 'stroke-width="2.5"')
            )
        shape = f'cx="{across_at(x):.1f}" cy="{up_at(dot.value):.1f}" r="4.5"'
        parts.append(f'<circle {shape} fill="{dot.colour}"><title>{escape(dot.label)}</title></circle>')
        parts.append(_text(across_at(x), base + 18, number(x), "middle", SOFT))
    parts.append(_text((left + right) / 2, base + 38, across, "middle", SOFT))
    return _svg(title, base + 46, parts)


def number(value: float) -> str:
    """A number as people write it: no more digits than tell something."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    text = f"{value:.3g}"
    return f"{float(text):.10g}" if "e" in text else text
