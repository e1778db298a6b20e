"""Decisions that matter: how far the actions of a position are apart, as a search sees them, in each phase."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import polars as pl

from lasttrick.bots.registry import make_bot, seats_of
from lasttrick.core.match import Match
from lasttrick.core.rng import below, new_rng
from lasttrick.lab import figures, stats
from lasttrick.lab.arena_match import luck
from lasttrick.lab.figures import Dot
from lasttrick.lab.matches import mistakes_of
from lasttrick.lab.page import Section
from lasttrick.lab.plan import Plan
from lasttrick.lab.sections import Found, counted

MATCHES, EACH = 24, 8  # positions looked at
ITERATIONS = 600
TRIED = 20  # an action tried less often says nothing
FEW = 5  # a phase with fewer positions gets no dot


class Position(NamedTuple):
    match: int
    decision: int
    of: int
    seat: int
    phase: str
    view: np.record


def choices(game, plan: Plan, found: Found, workers: int = 0) -> tuple[Section, pl.DataFrame]:
    """The section, and a row for each position that was looked at."""
    mine = threading.local()

    def positions(number: int) -> list[Position]:
        return sample(game, plan, number, found.facts.phase_field)

    def look(position: Position) -> dict:
        if not hasattr(mine, "bot"):
            mine.bot = make_bot(f"search:iterations={ITERATIONS}")
        return value(game, mine.bot, position)

    with ThreadPoolExecutor(workers or os.cpu_count()) as cores:
        sampled = [p for part in map(positions, range(MATCHES)) for p in part]
        rows = pl.DataFrame(list(cores.map(look, sampled)), infer_schema_length=None)
    return _section(rows), rows


def sample(game, plan: Plan, number: int, phase_field: str) -> list[Position]:
    """Some positions with a choice of one match of these bots; those that think are stood in for by heuristics."""
    names = [name if mistakes_of(name) is not None else "heuristic" for name in seats_of(list(plan.bots), plan.players)]
    bots = [make_bot(name, luck(plan.seed, "choices", number, seat)) for seat, name in enumerate(names)]
    match = Match(game, plan.players, game.about.automatic_options(plan.options), f"{plan.seed}/choices/{number}")
    rng, seen = new_rng(luck(plan.seed, "choices", number), 2), 0
    kept: list[Position] = []
    while not match.over:
        seat, view = match.acting[0], match.view(match.acting[0])
        if len(match.legal(seat)) > 1:
            seen += 1
            place = len(kept) if len(kept) < EACH else below(rng, seen)
            if place < EACH:
                phase = game.describe.describe(view, seat)[phase_field]
                kept[place : place + 1] = [Position(number, len(match.decisions), 0, seat, phase, view)]
        match.decide(seat, bots[seat].choose(game, view, seat))
    return [position._replace(of=len(match.decisions)) for position in kept]


def value(game, bot, position: Position) -> dict:
    """What hangs on a position: the chance to win of its best action beside the mean of all that were tried."""
    bot.reseed(luck("look", position.match, position.decision))
    tried = [a for a in bot.explain(game, position.view, position.seat)["actions"] if a["visits"] >= TRIED]
    means = sorted((a["mean"] for a in tried), reverse=True)
    return {
        "match": position.match,
        "decision": position.decision,
        "progress": position.decision / position.of,
        "seat": position.seat,
        "phase": position.phase,
        "actions": len(tried),
        "best": tried[0]["text"] if tried else "",
        "spread": means[0] - float(np.mean(means)) if means else 0.0,
        "over_next": means[0] - means[1] if len(means) > 1 else 0.0,
    }


def _section(rows: pl.DataFrame) -> Section:
    section = Section("Decisions that matter")
    spread = rows["spread"].to_numpy()
    all_ = stats.mean(spread)
    section.sentences += [
        f"In a position with a choice the best action wins {100 * all_.value:.1f} ± {100 * all_.reach:.1f} percentage "
        f"points more often than the average one, as a search of {ITERATIONS} looks ahead sees it.",
        f"In {np.mean(spread > 0.1):.0%} of {len(rows)} positions it is more than 10 points, in "
        f"{np.mean(spread < 0.02):.0%} less than 2.",
    ]
    section.numbers.append(counted("spread", all_))
    by_phase = [
        (f"phase {name.replace('_', ' ')}", part["spread"])
        for (name,), part in rows.group_by("phase", maintain_order=True)
    ]
    thirds = ("first third", "second third", "last third")
    third = (rows["progress"] * 3).cast(pl.Int64)
    by_time = [(name, rows.filter(third == i)["spread"]) for i, name in enumerate(thirds)]
    for title, parts in (("What a choice is worth, by phase", by_phase), ("… and by how far the match is", by_time)):
        dots = [_dot(section, name, values) for name, values in parts if len(values) >= FEW]
        if dots:
            section.figures.append(figures.dots(title, dots, percent=True, even=0.0))
    section.note = "A search sees small differences where there are none, so the lowest values mean nothing."
    return section


def _dot(section: Section, name: str, values: pl.Series) -> Dot:
    e = stats.mean(values)
    section.numbers.append(counted(name.replace(" ", "_"), e))
    return Dot(name, e.value, e.reach, f"{e.percent()} ({e.n})")
