"""Variants of a game on the same deals: what a rule change does, as paired differences with intervals."""

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np

from lasttrick.lab import figures, sections, stats
from lasttrick.lab.cards import worth_unit
from lasttrick.lab.effects import what_bots_know
from lasttrick.lab.figures import Dot
from lasttrick.lab.measures import Measure, change, dealt_cards, groups, measure, seats
from lasttrick.lab.page import Section, counted, document, folded, table, write_figures, write_numbers
from lasttrick.lab.plan import Plan
from lasttrick.lab.report import changed_data, keep_data, option_text, read, won_means
from lasttrick.lab.report import made as made_by
from lasttrick.lab.run import run
from lasttrick.lab.store import written

MOST_WORDS = 6  # changes said in words
MOST_BESIDE = 4  # variants whose histograms are shown; figures of more are folded up
FEWEST_STEPS = 3  # of one number, for a curve
MOST_CURVES = 8
FEWEST = 20  # seats or matches with something, for a row about it


def compare(
    game,
    plans: dict[str, Plan],
    folder: Path,
    pace: float,
    workers: int = 0,
    ray: str = "",
    watch: Callable = lambda n: None,
    files: dict[str, dict[str, str]] | None = None,
    again: bool = False,
) -> dict[str, Path]:
    """Play what is missing of each variant, then write the page and its numbers. `files` names data by variant."""
    found = []
    for number, plan in enumerate(plans.values()):
        place = folder / f"variant-{number + 1}"
        run(plan, place / "matches.parquet", workers, ray, watch, again)
        keep_data(plan, place)
        found.append(read(plan, place / "matches.parquet", pace))
    names, bots = list(plans), next(iter(plans.values())).bots
    parts = [differences(names, found), by_group(names, found, bots), by_card(names, found), side_by_side(names, found)]
    curves = curve(names, plans, found)
    parts = [part for part in (curves, *parts) if part.sentences or part.figures]
    made = {"index": folder / "index.html", "numbers": folder / "numbers.csv"}
    with written(folder):
        made["index"].write_text(
            document(f"{game.about.title}: variants", lead(plans, found, files or {}), parts), encoding="utf-8"
        )
        write_numbers(made["numbers"], parts)
        write_figures(folder / "figures", parts)
    return made


def lead(plans: dict[str, Plan], found: list[sections.Found], files: dict[str, dict[str, str]]) -> list[str]:
    names, plan = list(plans), next(iter(plans.values()))
    what = [_variant(name, _options(p, files.get(name, {}))) for name, p in plans.items()]
    return [
        f"{plan.matches:,} matches of each variant with {plan.players} players between {', '.join(plan.bots)}, seed "
        f"{plan.seed}: match k of every variant has the same key, so the cards are dealt alike as long as the rules "
        f"draw alike. {made_by(plan)}",
        f"The variants are {'; '.join(what)}.",
        *(f"{name}. {said}" for name, p in plans.items() for said in changed_data(p)),
        f"Differences are to the first variant, {names[0]}, match by match. What stands in brackets is a 95 % "
        f"interval. A star, and blue in a figure, is a difference that is sure although so many were looked at: all "
        f"stars of a table together are wrong in 5 of 100 such pages (Holm's method).",
        *_endings(names, found),
        won_means(found[0])[0],
    ]


def _endings(names: list[str], found: list[sections.Found]) -> list[str]:
    """How the matches of each variant ended; once where it is the same."""
    said = [won_means(f)[1] for f in found]
    return said[:1] if len(set(said)) == 1 else [f"{name}. {words}" for name, words in zip(names, said, strict=True)]


def _variant(name: str, options: str) -> str:
    return name if name == options else f"{name}: {options}"


def _options(plan: Plan, files: dict[str, str]) -> str:
    return ", ".join(option_text(n, v, files) for n, v in plan.options.items()) or "the rules as they are"


# --- Differences -----------------------------------------------------------------------------------------------------


def differences(names: list[str], found: list[sections.Found]) -> Section:
    """A table with every measure of every variant, and what stands out in words; seats are one question."""
    section = Section("Differences")
    measures = [{m.name: m for m in measure(f)} for f in found]
    by_seat = [seats(f) for f in found]
    alike = [seats_alike(found[0], f) for f in found[1:]]
    rows, changes, marks = _rows(section, names, measures, alike)
    first_seats = [{m.name: m for m in s} for s in by_seat]
    seat_rows, _, _ = _rows(section, names, first_seats, [], marked=False)
    marks, unlike = marks[: len(changes)], marks[len(changes) :]
    section.sentences += _in_words(names[1:], changes, marks, unlike)
    section.sentences.append(_minutes(names, found))
    drawn = []
    for number, variant in enumerate(names[1:]):
        here = [(m, c, mark) for (v, m, c), mark in zip(changes, marks, strict=True) if v == number]
        drawn.append(_figure(variant, here))
    section.figures += [folded("A figure for each variant", "".join(drawn))] if len(names) > MOST_BESIDE else drawn
    section.figures.append(table(_head(names, "a match has"), rows))
    section.figures.append(table(_head(names, "seats, as one question above"), seat_rows))
    return section


def seats_alike(one: sections.Found, other: sections.Found) -> float:
    """How likely it is by chance alone that some seats gain more than others; what all gain is no matter of seats."""
    gained = other.shares - one.shares
    return stats.alike(gained - gained.mean(axis=1)[:, None])


def _head(names: list[str], first: str) -> list[str]:
    return [first, names[0], *itertools.chain(*((name, "difference, 95 %") for name in names[1:]))]


def _rows(section: Section, names: list[str], measures: list[dict[str, Measure]], more: list[float], marked=True):
    """A row for each measure that all variants have; changes in the order of the rows; and what is sure of them.

    `more` are chances of questions asked besides; their answers stand at the end.
    """
    base, *others = measures
    kept = [name for name in base if all(name in other for other in others)]
    changes = [(v, base[name], change(base[name], other[name])) for name in kept for v, other in enumerate(others)]
    marks = stats.sure([*(c.p for _, _, c in changes), *more])
    at, rows = 0, []
    for name in kept:
        row = [base[name].words, _value(base[name])]
        for variant, other in zip(names[1:], others, strict=True):
            e, mark = changes[at][2], marks[at] and marked
            row += [_value(other[name]), _change(e, base[name].percent) + (" *" if mark else "")]
            section.numbers.append(counted(f"{name} ({variant})", e))
            at += 1
        rows.append(row)
    return rows, changes, marks


def _value(measure: Measure) -> str:
    e = measure.estimate()
    if measure.percent and e.value == 0:
        return "none"
    return stats.percent(e.value) if measure.percent else figures.number(e.value)


def _change(e: stats.Estimate, percent: bool) -> str:
    if not np.isfinite(e.value):
        return "–"
    if e.value == 0 and not e.is_known:
        return "none"
    by, digits, unit = (100, 1, " points") if percent else (1, 3 if abs(e.value) < 1 else 2, "")
    if percent and max(abs(e.value), e.reach if e.is_known else 0) < 0.001:
        digits = 3
    ends = f" ({by * e.low:+.{digits}f} to {by * e.high:+.{digits}f})" if e.is_known else " (too few changed to tell)"
    return f"{by * e.value:+.{digits}f}{unit}{ends}"


def _in_words(variants: list[str], changes: list, marks: list[bool], unlike: list[bool]) -> list[str]:
    """For each variant what surely changes most, in proportion to what it was."""
    said = []
    for number, variant in enumerate(variants):
        here = [(m, c) for (v, m, c), mark in zip(changes, marks, strict=True) if v == number and mark]
        here = [(c.value / was, m.words) for m, c in here if (was := m.estimate().value)]
        here.sort(key=lambda pair: -abs(pair[0]))
        words = "; ".join(
            f"{words} {100 * part:+.{0 if abs(part) >= 0.1 else 1}f} %" for part, words in here[:MOST_WORDS]
        )
        first = f"With {variant}: {words}." if words else f"With {variant} nothing changes that these matches can show."
        fair = "Some seats gain more than others." if unlike[number] else "No seat gains on another that they can show."
        said.append(f"{first} {fair}")
    return said


def _minutes(names: list[str], found: list[sections.Found]) -> str:
    minutes = [f.rows["decisions"].to_numpy().mean() * f.pace / 60 for f in found]
    said = ", ".join(f"{m:.0f} with {name}" for name, m in zip(names, minutes, strict=True))
    return f"Minutes of a match at {found[0].pace:g} seconds a decision: {said}."


def _figure(variant: str, here: list[tuple[Measure, stats.Estimate, bool]]) -> str:
    """Changes in proportion, those that are sure in blue."""
    dots = []
    for m, e, mark in here:
        was = m.estimate().value
        if was and e.is_known:
            colour = figures.BLUE if mark else figures.SOFT
            ends = (e.value / was, e.low / was, e.high / was)
            dots.append(Dot(m.words, *ends, f"{100 * e.value / was:+.1f} %", colour))
    return figures.dots(f"{variant}: change in proportion", dots, percent=True, even=0.0) if dots else ""


# --- Traits, roles, events, cards ------------------------------------------------------------------------------------


def by_group(names: list[str], found: list[sections.Found], bots: tuple[str, ...]) -> Section:
    """The same for what only some seats or matches have: a table each, its stars its own."""
    section = Section("By what a seat or match has")
    all_groups = [groups(f) for f in found]
    for title in all_groups[0]:
        here = [
            {m.name: m for m in g.get(title, []) if m.wholes is not None and m.wholes.sum() >= FEWEST}
            for g in all_groups
        ]
        rows, _, marks = _rows(section, names, here, [])
        if rows:
            told = f": {sum(marks)} sure" if any(marks) else ": nothing sure"
            section.figures.append(folded(title + told, table(_head(names, ""), rows)))
    if section.figures:
        section.sentences += what_bots_know(found[0].facts, bots)
    return section


def by_card(names: list[str], found: list[sections.Found]) -> Section:
    """What cards that are dealt are worth in each variant, where the cards are the same."""
    section = Section("By card")
    worth = [dealt_cards(f) for f in found]
    kept = [card for card in worth[0] if all(card in other for other in worth[1:])]
    changes = [stats.between(worth[0][card], other[card]) for card in kept for other in worth[1:]]
    marks, at, rows = stats.sure([c.p for c in changes]), 0, []
    percent = found[0].facts.score[0] < 0
    by, digits = (100, 1) if percent else (1, 3)
    for card in kept:
        row = [found[0].facts.card_words(card), f"{by * worth[0][card].value:+.{digits}f}"]
        for variant, other in zip(names[1:], worth[1:], strict=True):
            row += [
                f"{by * other[card].value:+.{digits}f}",
                _change(changes[at], percent) + (" *" if marks[at] else ""),
            ]
            section.numbers.append(counted(f"dealt_{card} ({variant})", changes[at]))
            at += 1
        rows.append(row)
    if rows:
        told = f"{sum(marks)} sure" if any(marks) else "nothing sure"
        section.sentences.append(
            f"What a seat has when a card is dealt to it, beside the average card, in {worth_unit(found[0].facts)}."
        )
        section.figures.append(
            folded(f"What a card that is dealt is worth: {told}", table(_head(names, "dealt"), rows))
        )
    return section


# --- Side by side ----------------------------------------------------------------------------------------------------


def curve(names: list[str], plans: dict[str, Plan], found: list[sections.Found]) -> Section:
    """Over a range of one number: what changes most, as curves."""
    section = Section("Over the range")
    steps = [name.partition("=") for name in names]
    if len(names) < FEWEST_STEPS or len({s[0] for s in steps}) > 1 or not all(_is_number(s[2]) for s in steps):
        return section
    at = [float(s[2]) for s in steps]
    measures = [{m.name: m for m in [*measure(f), *seats(f)]} for f in found]
    told = [(_spread([ms[name].estimate() for ms in measures]), name) for name in measures[0]]
    for _, name in sorted(told, reverse=True)[:MOST_CURVES]:
        made = [ms[name].estimate() for ms in measures]
        first = measures[0][name]
        points = [
            (x, Dot("", e.value, e.low, e.high, e.percent() if first.percent else e.text()))
            for x, e in zip(at, made, strict=True)
        ]
        section.figures.append(figures.curve(first.words, points, steps[0][0], first.percent))
    section.sentences.append(
        f"What changes most in proportion to its interval as {steps[0][0]} goes from {steps[0][2]} to {steps[-1][2]}."
    )
    return section


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


def _spread(estimates: list[stats.Estimate]) -> float:
    """How far a curve goes up and down, in half intervals."""
    reach = [e.reach for e in estimates if e.is_known and e.reach > 0]
    values = [e.value for e in estimates]
    return (max(values) - min(values)) / float(np.mean(reach)) if reach else 0.0


def side_by_side(names: list[str], found: list[sections.Found]) -> Section:
    """The same histograms for each variant, on the same scale."""
    section = Section("Side by side")
    if len(names) > MOST_BESIDE:
        return section
    for title, column in (("Decisions in a match", "decisions"), ("Margin between the best and the next", "")):
        if not column and not found[0].about.win.shared:
            continue
        values = {}
        for name, f in zip(names, found, strict=True):
            values[f"{title}: {name}"] = f.rows[column].to_numpy() if column else sections.margins(f)
        section.figures += sections.histograms(values)
    return section
