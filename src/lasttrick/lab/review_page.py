"""The review of a match as a page that needs nothing else."""

from html import escape

from lasttrick.appraisal import words
from lasttrick.appraisal.words import (
    LEDGER,
    LEDGER_HEAD,
    LOSSES,
    continuation_in_words,
    ledger_rows,
    sentence,
    split_in_words,
)
from lasttrick.core.words import seat_letter
from lasttrick.lab.figures import INK, WIDTH, _line, _svg, _text
from lasttrick.lab.page import Section, document, folded, table

COLOURS = ("#2f6db5", "#c8631b", "#3a8f4d", "#8a4fa3", "#b03a48", "#6b6b1f")


def page(told: dict, name: str) -> str:
    """The whole page for what `Whole.to_json` tells."""
    sections = [_mattered(told), _graphs(told), _ledger(told), _decisions(told)]
    lead = [
        words.outcome(told),
        f"{len(told['decisions'])} decisions with a choice, each weighed in up to {told['worlds']:,} worlds that fit "
        "what its seat could know (in more, where a verdict is in doubt), "
        f"played on by {told['reference']} for all seats.",
        LOSSES,
        *told["limits"],
    ]
    return document(f"Review of {name}", lead, sections)


def _mattered(told: dict) -> Section:
    section = Section("What mattered most")
    decisions = {decision["number"]: decision for decision in told["decisions"]}
    for entry in told["mattered"]:
        reasons = [split_in_words(entry["split"])] if entry["split"] else []
        reasons += [continuation_in_words(entry["continuation"])] if entry["continuation"] else []
        said = f"<strong>{escape(sentence(decisions[entry['number']]))}</strong>"
        section.figures.append("<p>" + "<br>".join([said, *map(escape, reasons)]) + "</p>")
    if not told["mattered"]:
        section.sentences.append("No decision can be shown to have cost anything.")
    return section


def _graphs(told: dict) -> Section:
    section = Section("Chances on the way")
    known = {
        seat: [(d["number"], d["actions"][0]["chance"]) for d in told["decisions"] if d["seat"] == seat]
        for seat in range(told["players"])
    }
    opened = {seat: [(o["number"], o["chances"][seat]) for o in told["open"]] for seat in range(told["players"])}
    section.figures = [
        lines("What each seat could know: its chance before its own decisions", known, _begun(told), len(told["open"])),
        lines("All cards open", opened, _begun(told), len(told["open"])),
    ]
    return section


def _begun(told: dict) -> dict[str, int]:
    """The first decision with a choice in each part of the match."""
    begun: dict[str, int] = {}
    for decision in told["decisions"]:
        begun.setdefault(told["parts"][str(decision["stage"])], decision["number"])
    return begun


def lines(title: str, seats: dict[int, list[tuple[int, float]]], begun: dict[str, int], decisions: int) -> str:
    """A line for each seat: its chance over the decisions of the match, and where its parts begin."""
    drawn = {seat: points for seat, points in seats.items() if points}
    last = max(1, decisions - 1)
    left, base, top = 46, 212, 24

    def place(number: int, chance: float) -> str:
        return f"{left + (WIDTH - left - 40) * number / last:.1f},{base - (base - top) * chance:.1f}"

    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = base - (base - top) * percent / 100
        parts += [_line(left, y, WIDTH - 40, y, "#e6e6e6"), _text(left - 6, y + 4, f"{percent} %", "end")]
    free: float = left + 18 * len(seats)
    for part, number in list(begun.items())[1:]:
        x, half = left + (WIDTH - left - 40) * number / last, 4 * len(part)
        parts.append(_line(x, top, x, base, "#bbb", 'stroke-dasharray="3 3"'))
        if x - half > free:
            parts.append(_text(x, top - 8, part, "middle"))
            free = x + half + 8
    for seat, points in drawn.items():
        way = " ".join(place(*point) for point in points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2"/>')
        parts.append(_text(left + 18 * seat, top - 8, seat_letter(seat), colour=COLOURS[seat]))
    for number in (0, last):
        parts.append(_text(left + (WIDTH - left - 40) * number / last, base + 16, str(number + 1), "middle"))
    parts.append(_text((left + WIDTH) / 2, base + 20, "decision", "middle", INK))
    return _svg(title, base + 28, parts)


def _ledger(told: dict) -> Section:
    section = Section("The ledger of luck")
    section.sentences.append(LEDGER)
    section.figures.append(table(LEDGER_HEAD, ledger_rows(told)))
    return section


def _decisions(told: dict) -> Section:
    section = Section("Every decision")
    for stage in dict.fromkeys(decision["stage"] for decision in told["decisions"]):
        here = [decision for decision in told["decisions"] if decision["stage"] == stage]
        content = "".join(f"<p>{escape(sentence(decision))}</p>{_actions(decision)}" for decision in here)
        section.figures.append(folded(f"{told['parts'][str(stage)]}: {len(here)} decisions", content))
    return section


def _actions(decision: dict) -> str:
    """All actions that were looked at; the one that was played is marked."""
    looked = [action for action in decision["actions"] if action["worlds"]]
    unseen = len(decision["actions"]) - len(looked)
    rows = [
        [
            ", ".join(f"{text} (played)" if text == decision["played"] else text for text in action["texts"]),
            f"{100 * action['chance']:.1f}\u00a0±\u00a0{100 * action['reach']:.1f}",
            f"{100 * max(0.0, action['loss']):.1f}\u00a0±\u00a0{100 * action['loss_reach']:.1f}",
            f"{action['worlds']:,}",
        ]
        for action in looked
    ]
    more = f"<p>{escape(words.not_looked_at(unseen))}</p>" if unseen else ""
    return table(["action", "chance", "loss", "worlds"], rows) + more
