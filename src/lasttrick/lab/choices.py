"""Decisions that matter: how far the actions of a position are apart in their chance to win, in each phase.

Each action of a sampled position is tried in the same worlds that fit what its seat sees, and each is played to the end
by heuristic bots with the same luck. What choosing well is worth is told by other worlds than those that chose, so that
chance differences between actions count for nothing.
"""

import threading
from typing import NamedTuple

import numpy as np
import polars as pl

from lasttrick.appraisal.appraise import Appraiser
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.registry import make_bot, seats_of
from lasttrick.core.luck import luck
from lasttrick.core.match import Match
from lasttrick.core.rng import below, new_rng
from lasttrick.lab import figures, stats
from lasttrick.lab.cores import in_order
from lasttrick.lab.figures import Dot
from lasttrick.lab.matches import mistakes_of
from lasttrick.lab.page import Section, counted, dot
from lasttrick.lab.plan import Plan
from lasttrick.lab.sections import Found

MATCHES, EACH = 48, 8  # positions looked at, of a plan of depth 1
WORLDS = 20
ACTIONS = 5  # of a position with more, so many are drawn
FEW = 5  # a phase seen in fewer matches gets no dot


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

    def look(position: Position) -> dict:
        if not hasattr(mine, "trial"):
            mine.trial = Trial(game)
        return weigh(position, mine.trial.values(position))

    matches = max(3, round(MATCHES * plan.depth))
    sampled = [p for n in range(matches) for p in sample(game, plan, n, found.facts.phase_field)]
    rows = pl.DataFrame(in_order(look, sampled, workers), infer_schema_length=None)
    return _section(rows, matches), rows


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
                phase = game.describe.describe_table(view)[phase_field]
                kept[place : place + 1] = [Position(number, len(match.decisions), 0, seat, phase, view)]
        match.decide(seat, bots[seat].choose(game, view, seat))
    return [position._replace(of=len(match.decisions)) for position in kept]


class Trial:
    """Tries actions out by the play-outs of an appraisal, all of them to the end of the match."""

    def __init__(self, game):
        self._looking = Appraiser(game)

    def values(self, position: Position) -> np.ndarray:
        """What each action tried got in each world: worlds × actions."""
        seed = luck("worlds", position.match, position.decision) >> 8
        rng = new_rng(seed, 3)
        legal = [int(a) for a in legal_actions(self._looking.game, position.view, position.seat)]
        while len(legal) > ACTIONS:
            legal.pop(below(rng, len(legal)))
        tried = np.array(legal, np.int16)
        return self._looking.values(position.view, position.seat, tried, seed, 0, WORLDS, every=1)[1]


def weigh(position: Position, values: np.ndarray) -> dict:
    """What choosing well gains over choosing at random: chosen by one half of the worlds, told by the other."""
    halves = values[::2], values[1::2]
    gains = []
    for chosen, told in (halves, halves[::-1]):
        means = chosen.mean(axis=0)
        gains.append(told.mean(axis=0)[means == means.max()].mean() - told.mean())
    return {
        "match": position.match,
        "decision": position.decision,
        "progress": position.decision / position.of,
        "seat": position.seat,
        "phase": position.phase,
        "actions": values.shape[1],
        "chance": float(values.mean()),
        "gain": float(np.mean(gains)),
        "variance": stats.variance_of_columns(values),
    }


def by_match(rows: pl.DataFrame, column: str) -> stats.Estimate:
    """A mean over positions; those of one match hang together."""
    sums = rows.group_by("match").agg(pl.col(column).sum(), pl.len())
    return stats.mean_of(sums[column], sums["len"])


def _section(rows: pl.DataFrame, matches: int) -> Section:
    section = Section("Decisions that matter")
    gain, variance = by_match(rows, "gain"), by_match(rows, "variance")
    value, low, high = (float(np.sqrt(np.maximum(0.0, end))) for end in variance[:3])
    spread = stats.Estimate(value, low, high, variance.n)
    doubt = "" if gain.low > 0 else " So few positions do not show that it matters at all."
    section.sentences += [
        f"Where there is a choice, choosing well wins {_points(gain)} more often than choosing at random, when the "
        f"rest is played by heuristic bots.{doubt}",
        f"The chances of the actions of one position differ by {_points(spread)} (standard deviation).",
    ]
    section.numbers += [counted("gain", gain), counted("variance", variance)]
    by_phase = [(name.replace("_", " "), part) for (name,), part in rows.group_by("phase", maintain_order=True)]
    thirds = ("first third", "second third", "last third")
    third = (rows["progress"] * 3).cast(pl.Int64)
    by_time = [(name, rows.filter(third == i)) for i, name in enumerate(thirds)]
    worth = "What choosing well is worth, in points of the share of the wins, by"
    for title, parts in ((f"{worth} phase", by_phase), (f"{worth} third of the match", by_time)):
        dots = [_dot(section, name, part) for name, part in parts if part["match"].n_unique() >= FEW]
        if dots:
            section.figures.append(figures.dots(title, dots, percent=True, even=0.0, unit=" points"))
    section.note = (
        f"{len(rows)} positions from {matches} matches; at most {ACTIONS} actions of each, tried in {WORLDS} worlds "
        f"that fit what the seat sees. Four times the --games look at twice as many. A ring: all came out alike, which "
        f"is too little to say how sure it is."
    )
    return section


def _dot(section: Section, name: str, part: pl.DataFrame) -> Dot:
    e = by_match(part, "gain")
    section.numbers.append(counted(name.replace(" ", "_"), e))
    return dot(name, e, f"{_points(e)}, {e.n} positions" if e.is_known else f"no difference seen, {e.n} positions")


def _points(e: stats.Estimate) -> str:
    ends = f" ({100 * e.low:.1f} to {100 * e.high:.1f})" if e.is_known else ""
    return f"{100 * e.value:.1f} points{ends}"
