"""Variants of a game on the same deals: what a rule change does, as paired differences with intervals."""

import itertools
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from lasttrick.core.errors import LastTrickError
from lasttrick.core.words import seat_letter
from lasttrick.lab import figures, sections, stats
from lasttrick.lab.figures import Dot
from lasttrick.lab.page import Section, document, table, write_figures, write_numbers
from lasttrick.lab.plan import Plan
from lasttrick.lab.report import read
from lasttrick.lab.run import run
from lasttrick.lab.store import written

MOST_VARIANTS = 8


class Variant(NamedTuple):
    name: str
    options: dict


class Measure(NamedTuple):
    """One thing that is compared: a value for each match."""

    name: str
    words: str
    percent: bool
    values: np.ndarray


def variants_of(given: list[str]) -> list[tuple[str, list[str]]]:
    """`["rescue=default,strict"]` as every choice of one value for each option: a name and the options it means."""
    choices = []
    for item in given:
        name, equals, values = item.partition("=")
        if not equals or not name:
            raise LastTrickError(f"Option {item!r} is not of the form NAME=VALUE,VALUE….")
        choices.append([(name, value) for value in values.split(",")])
    varied = {name for (name, _), *rest in choices if rest}
    found = [
        (", ".join(f"{n}={short(v)}" for n, v in picked if n in varied), [f"{n}={v}" for n, v in picked])
        for picked in itertools.product(*choices)
    ]
    if not 2 <= len(found) <= MOST_VARIANTS:
        raise LastTrickError(
            f"A comparison needs 2 to {MOST_VARIANTS} variants, as in --option rescue=default,strict, not {len(found)}."
        )
    return found


def short(value: str) -> str:
    """A data file by its name."""
    return os.path.basename(value) if value.endswith(".json") else value


def compare(
    game,
    plans: dict[str, Plan],
    folder: Path,
    pace: float,
    workers: int = 0,
    ray: str = "",
    watch: Callable = lambda n: None,
) -> dict[str, Path]:
    """Play what is missing of each variant, then write the page and its numbers."""
    found = []
    for number, plan in enumerate(plans.values()):
        place = folder / f"variant-{number + 1}"
        run(plan, place / "matches.parquet", workers, ray, watch)
        found.append(read(game, plan, place, pace))
    measures = [{m.name: m for m in measure(f)} for f in found]
    parts = [differences(list(plans), measures), side_by_side(list(plans), found)]
    files = {"index": folder / "index.html", "numbers": folder / "numbers.csv"}
    plan = next(iter(plans.values()))
    with written(folder):
        files["index"].write_text(
            document(f"{game.about.title}: variants", lead(plan, list(plans)), parts), encoding="utf-8"
        )
        write_numbers(files["numbers"], parts)
        write_figures(folder / "figures", parts)
    return files


def lead(plan: Plan, names: list[str]) -> list[str]:
    return [
        f"{plan.matches:,} matches of each variant with {plan.players} players between {', '.join(plan.bots)}, seed "
        f"{plan.seed}: match k of every variant has the same key, so the cards are dealt alike as long as the rules "
        f"draw alike.",
        f"Differences are to the first variant, {names[0]}, match by match. What stands after ± is half of a 95 % "
        f"interval.",
    ]


# --- What is compared ------------------------------------------------------------------------------------------------


def measure(found: sections.Found) -> list[Measure]:
    """Length, scores, tension, rules and seats of each match."""
    facts, rows = found.facts, found.rows
    words = {
        "decisions": "decisions",
        "tricks": f"{facts.trick_word}s",
        "rounds": f"{facts.round_word}s",
        "lead_changes": "changes of the lead",
        "behind": "furthest the winner was behind",
    }
    numbers = [(name, word, rows[name].to_numpy()) for name, word in words.items() if name in rows.columns]
    numbers.append(("minutes", "minutes", rows["decisions"].to_numpy() * found.pace / 60))
    if found.about.win.shared:
        numbers.append(("score", f"a seat's {facts.score_word}", found.scores.mean(axis=1)))
        numbers.append(("margin", "margin", sections.margins(found)))
    numbers += [(rule.name, rule.words, rows[rule.name].to_numpy()) for rule in facts.rules]
    shares = [("winners", "winners", found.won.sum(axis=1), False)]
    shares += [
        (f"seat_{seat_letter(s)}", f"seat {seat_letter(s)} wins", found.shares[:, s], True)
        for s in range(found.players)
    ]
    if "first" in rows.columns:
        led = found.shares[np.arange(len(rows)), _seats(rows["first"])]
        shares.append(("first_lead", "who leads first wins", led, True))
    return [Measure(*n[:2], False, n[2]) for n in numbers] + [Measure(n, w, p, v) for n, w, v, p in shares]


def _seats(letters: pl.Series) -> np.ndarray:
    return letters.replace_strict({seat_letter(s): s for s in range(8)}).to_numpy()


def differences(names: list[str], measures: list[dict[str, Measure]]) -> Section:
    """A table with every measure of every variant, and what stands out in words."""
    section = Section("Differences")
    base, *others = measures
    shared = [m for m in base if all(m in other for other in others)]
    rows, notable = [], []
    for name in shared:
        first = base[name]
        row = [first.words, _mean(first)]
        for variant, other in zip(names[1:], others, strict=True):
            change = stats.mean(other[name].values.astype(float) - first.values)
            row += [_mean(other[name]), _change(change, first.percent)]
            section.numbers.append(sections.counted(f"{name} ({variant})", change))
            notable.append((variant, first, change))
        rows.append(row)
    section.sentences += _in_words(names[1:], notable)
    for variant in names[1:]:
        section.figures.append(_figure(variant, [(m, c) for v, m, c in notable if v == variant]))
    head = ["a match has", names[0], *itertools.chain(*((name, "difference") for name in names[1:]))]
    section.figures.append(table(head, rows))
    return section


def _mean(measure: Measure) -> str:
    value = float(measure.values.mean())
    return f"{value:.1%}" if measure.percent else figures.number(value)


def _change(change: stats.Estimate, percent: bool) -> str:
    if percent:
        return f"{100 * change.value:+.1f} ± {100 * change.reach:.1f} points"
    digits = 3 if abs(change.value) < 1 else 2
    return f"{change.value:+.{digits}f} ± {change.reach:.{digits}f}"


def _in_words(variants: list[str], notable: list) -> list[str]:
    """For each variant what changes most, in proportion to what it was."""
    said = []
    for variant in variants:
        sure = [(m, c) for v, m, c in notable if v == variant and abs(c.value) > 1.5 * c.reach and m.values.mean()]
        sure.sort(key=lambda pair: -abs(pair[1].value / pair[0].values.mean()))
        words = "; ".join(f"{m.words} {100 * c.value / m.values.mean():+.0f} %" for m, c in sure[:6])
        said.append(
            f"With {variant}: {words}." if words else f"With {variant} nothing changes that these matches can show."
        )
    return said


def _figure(variant: str, pairs: list[tuple[Measure, stats.Estimate]]) -> str:
    """Changes in proportion, those that are sure in blue."""
    dots = []
    for m, change in pairs:
        was = float(m.values.mean())
        if was and np.isfinite(change.reach):
            colour = figures.BLUE if abs(change.value) > change.reach else figures.SOFT
            dots.append(
                Dot(m.words, change.value / was, change.reach / was, f"{100 * change.value / was:+.1f} %", colour)
            )
    return figures.dots(f"{variant}: change in proportion", dots, percent=True, even=0.0)


def side_by_side(names: list[str], found: list[sections.Found]) -> Section:
    """The same histograms for each variant, on the same scale of values."""
    section = Section("Side by side")
    for title, column in (("Decisions in a match", "decisions"), ("Margin between the best and the next", "")):
        if not column and not found[0].about.win.shared:
            continue
        for name, f in zip(names, found, strict=True):
            values = f.rows[column].to_numpy() if column else sections.margins(f)
            section.figures.append(sections.histogram(f"{title}: {name}", values))
    return section
