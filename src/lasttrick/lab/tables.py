"""A part of a plan as tables: rows of matches or steps, and the sums that a report needs."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import polars as pl

from lasttrick.core.winning import win_shares
from lasttrick.core.words import seat_letter
from lasttrick.lab import notes
from lasttrick.lab.facts import groups_of, kinds_of
from lasttrick.lab.matches import Block, Table, open_table
from lasttrick.lab.plan import Plan

MAIN = "rows"
ROLE_NAMES = ("dealt", "played", "captured")
GROUPED_NAME = "dealt_kind"
ROW_SUMS = ("n", "total", "rows", "nn", "nt", "tt", "n_all_n", "n_all_t", "t_all_n", "t_all_t")
SUM_NAMES = (*ROW_SUMS, *(f"share_{name}" for name in ROW_SUMS))  # of scores of rounds, and of the win


def table_of(plan: Plan) -> Table:
    from lasttrick import games

    game = games.game(plan.game)
    ways = {"rows": plan.rows, "repeat": plan.repeat, "moving": plan.moving}
    return open_table(game, plan.players, plan.options, plan.seed, plan.bots, **ways)


def play_part(
    table: Table, first: int, count: int, rows: str, heard: Callable[[int], None] = lambda n: None
) -> dict[str, pl.DataFrame]:
    """The tables of some matches; `heard` is told of each block."""
    table.forget()
    frames = []
    for block in table.play(first, count):
        frames.append(_steps(table, block) if table.each else _matches(table, block))
        heard(len(block.rows.winners))
    found = {MAIN: pl.concat(frames)}
    if rows == "rules":
        found |= {"cards": _cards(table), "bars": _bars(table)}
    return found


# --- Matches ---------------------------------------------------------------------------------------------------------


def _named(names: tuple[str, ...], numbers) -> pl.Series:
    """Words for numbers."""
    return pl.Series(names).gather(np.asarray(numbers, np.int64))


@lru_cache
def _winner_names(players: int) -> tuple[str, ...]:
    return tuple("".join(seat_letter(s) for s in range(players) if w >> s & 1) for w in range(1 << players))


def _matches(table: Table, block: Block) -> pl.DataFrame:
    rows, ends, facts = block.rows, block.rows.ends, table.facts
    columns: dict = {
        "match": np.arange(block.first, block.first + len(rows.winners)),
        "winners": _named(_winner_names(table.players), rows.winners),
        "ending": _named(tuple(e.name.lower() for e in table.game.state.Ending), ends["ending"]),
    }
    for seat in range(table.players):
        columns[f"score_{seat_letter(seat)}"] = rows.scores[:, seat]
    shares = win_shares(table.game, rows.winners, ends["ending"], table.players)
    for seat in range(table.players):
        columns[f"share_{seat_letter(seat)}"] = shares[:, seat]
    columns["decisions"] = rows.decisions
    if facts.rounds_field:
        columns["rounds"] = ends[facts.rounds_field].astype(np.int32)
    if table.telling:
        columns |= _noted(table, block)
    return pl.DataFrame(columns)


def _noted(table: Table, block: Block) -> dict:
    """What the rules told."""
    facts, noted, fired = table.facts, block.rows.notes, block.rows.fired
    columns: dict = {}
    if facts.trick_event >= 0:
        columns["tricks"] = noted[:, notes.TRICKS]
    if facts.lead[0] >= 0:
        columns["first"] = _named(_seat_names(table.players), noted[:, notes.FIRST])
    if facts.leads_tricks:
        columns["lead_takes"] = noted[:, notes.LEAD_TAKES]
    if facts.score[0] >= 0:
        columns |= {"lead_changes": noted[:, notes.LEAD_CHANGES], "behind": noted[:, notes.BEHIND]}
    if facts.first_of:
        columns[f"first_{facts.first_of}"] = noted[:, notes.FIRST_BAR]
    columns |= {rule.name: fired[:, i] for i, rule in enumerate(facts.rules)}
    return columns | (facts.columns(block.rows.ends, table.players) if facts.columns else {})


def _seat_names(players: int) -> tuple[str, ...]:
    return tuple(seat_letter(seat) for seat in range(players))


# --- Steps -----------------------------------------------------------------------------------------------------------


def _steps(table: Table, block: Block) -> pl.DataFrame:
    """A row a decision, or a row a trick."""
    steps = block.steps
    seats = (*_seat_names(table.players), "-")
    columns = {
        "match": steps["match"],
        "round": steps["round_number"],
        "trick": steps["trick"],
        "decision": steps["decision"],
        "seat" if table.each == 1 else "taken_by": _named(seats, steps["seat"]),
        "lead": _named(seats, steps["lead"]),
    }
    if table.each == 1:
        columns |= {"legal": steps["legal"], "action": steps["action"], "text": _texts(table, steps["action"])}
    return pl.DataFrame(columns)


def _texts(table: Table, actions: np.ndarray) -> pl.Series:
    """Actions as text: each kind of action is written once."""
    known, places = np.unique(actions, return_inverse=True)
    return _named(tuple(table.game.notation.action_text(table.blank[0], int(a)) for a in known), places)


# --- Sums ------------------------------------------------------------------------------------------------------------


def _cards(table: Table) -> pl.DataFrame:
    """Sums for each card and role, for each group, and for all seats and all that led a round."""
    named = [(role, name, kinds_of(table.facts)) for role, name in enumerate(ROLE_NAMES)]
    found = []
    for role, name, texts in [*named, (notes.GROUPED, GROUPED_NAME, groups_of(table.facts))]:
        for card, text in enumerate(texts):
            found.append((name, text, *table.notes.worth[role, card].tolist()))
    found.append(("everyone", "", *table.notes.everyone.tolist()))
    found.append(("leads", "", *table.notes.leads.tolist()))
    return pl.DataFrame(found, schema=["role", "card", *SUM_NAMES], orient="row")


def _bars(table: Table) -> pl.DataFrame:
    found = [
        (histogram.name, value, int(count))
        for i, histogram in enumerate(table.facts.histograms)
        for value, count in enumerate(table.notes.bars[i])
        if count
    ]
    return pl.DataFrame(found, schema={"histogram": pl.String, "value": pl.Int64, "count": pl.Int64}, orient="row")
