"""A page that needs nothing else: sentences, figures, tables; and the numbers behind them as CSV."""

import csv
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from lasttrick.lab import figures, stats

MANY_COLUMNS = 6  # more of them share their room on a wide page, and are moved sideways on a narrow one
BREAK = re.compile(r"(?<=[:=,])(?=\w)")  # where a name such as search:iterations=50 may go on in the next line
STYLE = """
body { font: 16px/1.55 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
h1 { line-height: 1.2; overflow-wrap: anywhere }
h2 { margin-top: 2.6rem; border-bottom: 2px solid #eee }
nav a { margin-right: 1rem }
table { border-collapse: collapse; margin: 1rem 0; font-size: .92rem }
td, th { padding: .25rem .7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap }
td:first-child, th:first-child { text-align: left }
figure { margin: 1.4rem 0 }
figcaption { font-weight: 600; margin-bottom: .4rem }
svg { width: 100%; height: auto }
summary { cursor: pointer }
.note { color: #666; font-size: .92rem }
.wide { overflow-x: auto }
figure, .wide { background: no-repeat linear-gradient(90deg, #fff 30%, #fff0) local,
  no-repeat linear-gradient(270deg, #fff 30%, #fff0) right local, no-repeat linear-gradient(90deg, #0002, #0000),
  no-repeat linear-gradient(270deg, #0002, #0000) right; background-size: 3rem 100%, 3rem 100%, .9rem 100%, .9rem 100% }
@media (min-width: 60rem) {
  .wide { width: max-content; max-width: calc(50vw + 24rem) }
  .many td, .many th { white-space: normal; vertical-align: top }
  .many td:first-child { white-space: nowrap }
}
@media (max-width: 44rem) {
  figure { overflow-x: auto }
  svg { min-width: 37rem }
  table:not(.many) :is(td, th) { white-space: normal; padding: .25rem .35rem; vertical-align: top }
  th { overflow-wrap: break-word }
}
"""


@dataclass(frozen=True)
class Number:
    """One number of a section, with its interval where it has one."""

    name: str
    value: float
    low: float | None = None  # ends of the 95 % interval
    high: float | None = None
    n: int | None = None  # how many things it was taken from


def counted(name: str, estimate: stats.Estimate) -> Number:
    return Number(name, estimate.value, estimate.low, estimate.high, estimate.n)


def dot(name: str, e: stats.Estimate, label: str = "", colour: str = figures.BLUE, face=("", "")) -> figures.Dot:
    return figures.Dot(name, e.value, e.low, e.high, label or e.percent(), colour, face)


@dataclass
class Section:
    title: str
    sentences: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)  # SVG and tables
    numbers: list[Number] = field(default_factory=list)
    note: str = ""

    @property
    def key(self) -> str:
        return self.title.lower().replace(" ", "-")


def table(head: Sequence[str], rows: Iterable[Iterable]) -> str:
    kind = ' class="many"' if len(head) > MANY_COLUMNS else ""
    cells = "".join(f"<th>{BREAK.sub('<wbr>', escape(h))}</th>" for h in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(c))}</td>" for c in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table{kind}><tr>{cells}</tr>{body}</table></div>'


def folded(title: str, content: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{content}</details>"


def document(title: str, lead: Iterable[str], sections: Iterable[Section]) -> str:
    """The whole page."""
    sections = list(sections)
    links = " ".join(f'<a href="#{s.key}">{escape(s.title)}</a>' for s in sections)
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{escape(title)}</title><style>{STYLE}</style><h1>{escape(title)}</h1>",
        *(f"<p>{escape(sentence)}</p>" for sentence in lead),
        f"<nav>{links}</nav>",
    ]
    for section in sections:
        parts.append(f'<h2 id="{section.key}">{escape(section.title)}</h2>')
        parts += [f"<p>{escape(sentence)}</p>" for sentence in section.sentences]
        parts += section.figures
        if section.note:
            parts.append(f'<p class="note">{escape(section.note)}</p>')
    return "\n".join([*parts, "</html>", ""])


def write_numbers(path: Path, sections: Iterable[Section]) -> None:
    """All numbers of a page: section, name, value, low and high end of the 95 % interval, and n."""
    with path.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["section", "name", "value", "low", "high", "n"])
        for section in sections:
            for n in section.numbers:
                cells = ("" if v is None or math.isnan(v) else f"{v:.6g}" for v in (n.value, n.low, n.high))
                out.writerow([section.key, n.name, *cells, "" if n.n is None else n.n])


def write_figures(folder: Path, sections: Iterable[Section]) -> None:
    """Each figure of a page as an SVG file of its own, named by its section and its place in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        drawn = [m for figure in section.figures for m in re.findall(r"<svg .*?</svg>", figure, re.DOTALL)]
        for place, svg in enumerate(drawn, 1):
            whole = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
            (folder / f"{section.key}-{place}.svg").write_text(whole + "\n", encoding="utf-8")
