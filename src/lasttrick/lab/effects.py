"""What only one game has, and what it does: events, traits and roles, with and without them.

Chance gives a match its first event and a seat its trait and role, so that matches with and without one differ in
nothing else on average: the difference is what it does. Of each table Holm's method says which answers are sure.
"""

from typing import NamedTuple

import numpy as np
import polars as pl

from lasttrick.bots.registry import read_bot
from lasttrick.core.words import seat_letter
from lasttrick.lab import figures, stats
from lasttrick.lab.facts import Facts
from lasttrick.lab.page import Section, counted, dot, table
from lasttrick.lab.sections import Found, never_fired

FEWEST = 20  # matches with something, for a row about it


class Outcome(NamedTuple):
    """Something that a match comes to, a value for each."""

    name: str
    words: str
    values: np.ndarray
    is_share: bool


def outcomes(found: Found) -> list[Outcome]:
    """What a whole match comes to, on which an event or a role may act."""
    rows = found.rows
    kept = [Outcome("decisions", "decisions", rows["decisions"].to_numpy(), False)]
    if not found.about.win.shared:
        kept.insert(0, Outcome("wins", "seats' wins", found.shares.mean(axis=1), True))
    if found.facts.arrived:
        arrived = rows.select(f"{found.facts.arrived}_{seat_letter(s)}" for s in range(found.players)).to_numpy()
        kept.insert(1, Outcome("arrived", "seats arrive", arrived.mean(axis=1), True))
    for name in found.facts.acted_on:
        rule = next(r for r in found.facts.rules if r.name == name)
        kept.append(Outcome(name, rule.words, rows[name].to_numpy(), False))
    return kept


def own(found: Found, bots: tuple[str, ...] = ()) -> Section:
    """Figures that only this game has."""
    section = Section(f"Only in {found.about.title}")
    for histogram in found.facts.histograms:
        counts = found.bars.filter(pl.col("histogram") == histogram.name).select("value", "count").rows()
        if counts and histogram.name != found.facts.first_of:
            section.figures.append(_bars(histogram, dict(counts)))
    if found.facts.first_of:
        _events(found, section)
    for name, names in found.facts.groups:
        _group(found, section, name, names, bots)
    return section


def _bars(histogram, counts: dict[int, int]) -> str:
    values = range(min(counts), max(counts) + 1)
    return figures.columns(histogram.title, [(histogram.names.get(v, str(v)), counts.get(v, 0)) for v in values])


# --- With and without ------------------------------------------------------------------------------------------------


def effect(outcome: Outcome, with_it: np.ndarray) -> stats.Estimate:
    """What the matches with something come to, less what those without it do."""
    one = stats.share if outcome.is_share else stats.mean
    return stats.between(one(outcome.values[~with_it]), one(outcome.values[with_it]))


def effects_table(section: Section, kind: str, there: dict[str, np.ndarray], measured: list[Outcome]) -> str:
    """A row for each thing, a column for each outcome: the difference with its interval, a star where it is sure."""
    there = {name: w for name, w in there.items() if FEWEST <= w.sum() <= len(w) - FEWEST}
    there = dict(sorted(there.items(), key=lambda item: -effect(measured[0], item[1]).value))
    found = [[effect(outcome, with_it) for outcome in measured] for with_it in there.values()]
    said = iter(stats.sure([e.p for row in found for e in row]))
    rows = []
    for (name, with_it), row in zip(there.items(), found, strict=True):
        cells = []
        for outcome, e in zip(measured, row, strict=True):
            section.numbers.append(counted(f"{kind}_{name}: {outcome.name}", e))
            cells.append(difference_text(e, outcome.is_share) + (" *" if next(said) else ""))
        rows.append((name.replace("_", " "), f"{int(with_it.sum()):,}", *cells))
    return table([kind, "matches", *(outcome.words for outcome in measured)], rows) if rows else ""


def difference_text(e: stats.Estimate, is_share: bool) -> str:
    by, unit = (100, " points") if is_share else (1, "")
    digits = 1 if is_share or e.reach >= 1 else 2
    ends = f" ({by * e.low:+.{digits}f} to {by * e.high:+.{digits}f})" if e.is_known else ""
    return f"{by * e.value:+.{digits}f}{unit}{ends}"


def _events(found: Found, section: Section) -> None:
    """What the first event of a match does: chance chose it."""
    facts = found.facts
    histogram = next(h for h in facts.histograms if h.name == facts.first_of)
    first = found.rows[f"first_{facts.first_of}"].to_numpy()
    there = {words: first == number for number, words in histogram.names.items()}
    made = effects_table(section, facts.first_of, there, outcomes(found))
    if made:
        section.sentences.append(
            f"What each {facts.first_of} does: what the matches come to in which it is the first, less what those with "
            f"another first {facts.first_of} do, with 95 % intervals. A star marks what is sure although so many were "
            f"looked at."
        )
        caption = f"What each {facts.first_of} does, as the first of its match"
        section.figures.append(f"<figure><figcaption>{caption}</figcaption>{made}</figure>")


def _group(found: Found, section: Section, name: str, names: tuple[str, ...], bots: tuple[str, ...]) -> None:
    """Seats that have the same of something, such as a trait: their wins, and what it does to the whole table."""
    columns = [f"{name}_{seat_letter(s)}" for s in range(found.players)]
    which = found.rows.select(columns).to_numpy()
    shares = {text: group_share(found.shares, which == i) for i, text in enumerate(names) if (which == i).any()}
    section.numbers += [counted(f"{name}_{text}", e) for text, e in shares.items()]
    title = f"Share of the wins of a seat by {name}"
    section.figures.append(_group_dots(title, shares, found.even))
    told = what_bots_know(found.facts, bots) if name == found.facts.groups[0][0] else []
    if told:
        section.sentences += told
        never = never_fired(found)
        if never:
            section.sentences.append(
                f"Nothing here tells about a {name} that asks for what never happened: {'; '.join(never)}."
            )
    if found.facts.arrived:
        _holding(found, section, name, names, which)
    there = {text: (which == i).any(axis=1) for i, text in enumerate(names)}
    made = effects_table(section, f"{name} in play", there, outcomes(found))
    if made:
        caption = (
            f"What a {name} does to the whole table: matches in which somebody has it, less those in which nobody does"
        )
        section.figures.append(f"<figure><figcaption>{caption}</figcaption>{made}</figure>")


def what_bots_know(facts: Facts, bots: tuple[str, ...]) -> list[str]:
    """What the bots that played make of what they have, such as a trait: a sentence for each kind of them."""
    kinds = dict.fromkeys(read_bot(bot)[0].name for bot in bots)
    return [facts.known[kind] for kind in kinds if kind in facts.known]


def group_share(shares: np.ndarray, have: np.ndarray) -> stats.Estimate:
    """The share of the wins of the seats that have something; seats of one match are counted together."""
    return stats.share_of((shares * have).sum(axis=1), have.sum(axis=1))


def _holding(found: Found, section: Section, name: str, names: tuple[str, ...], which: np.ndarray) -> None:
    """Of the seats that got far enough, how many won: whether the condition of a trait holds."""
    columns = [f"{found.facts.arrived}_{seat_letter(s)}" for s in range(found.players)]
    arrived = found.rows.select(columns).to_numpy() > 0
    holding = {text: group_share(found.won, arrived & (which == i)) for i, text in enumerate(names)}
    holding = {text: e for text, e in holding.items() if e.n}
    section.numbers += [counted(f"{name}_{text}: {found.facts.arrived}", e) for text, e in holding.items()]
    if holding:
        title = f"By {name}: {found.facts.arrived_words}"
        section.figures.append(_group_dots(title, holding, None))


def _group_dots(title: str, estimates: dict[str, stats.Estimate], even: float | None) -> str:
    """Where there is an even share, what is surely another in blue and the rest in grey."""
    marks = [True] * len(estimates)
    if even is not None:
        off = (stats.between(e._replace(value=even, low=even, high=even), e) for e in estimates.values())
        marks = stats.sure([e.p for e in off])
        title += ": blue is surely not even, although so many were looked at"
    colours = [figures.BLUE if mark else figures.SOFT for mark in marks]
    rows = [dot(t.replace("_", " "), e, "", c) for (t, e), c in zip(estimates.items(), colours, strict=True)]
    return figures.dots(title, sorted(rows, key=lambda d: -d.value), percent=True, even=even)
