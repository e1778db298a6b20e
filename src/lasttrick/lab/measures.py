"""What a comparison measures: length, scores, tension, rules, seats; and traits, roles, first events, cards."""

from typing import NamedTuple

import numpy as np
import polars as pl

from lasttrick.core.words import LETTERS, seat_letter
from lasttrick.lab import sections, stats
from lasttrick.lab.cards import card_worth
from lasttrick.lab.effects import outcomes


class Measure(NamedTuple):
    """One thing that is compared: for each match a part of a whole, the whole being 1 where it is the match itself."""

    name: str
    words: str
    percent: bool
    values: np.ndarray
    wholes: np.ndarray | None = None

    def estimate(self) -> stats.Estimate:
        wholes = np.ones(len(self.values)) if self.wholes is None else self.wholes
        return (stats.share_of if self.percent else stats.mean_of)(self.values, wholes)


def change(before: Measure, after: Measure) -> stats.Estimate:
    """What is different, match by match: each match of both variants has the same key."""
    if before.wholes is None or after.wholes is None:
        return stats.change(before.values, after.values)
    return stats.change_of(before.values, before.wholes, after.values, after.wholes)


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
    if found.about.win.shared:
        numbers.append(("score", f"a seat's {facts.score_word}", found.scores.mean(axis=1)))
        numbers.append(("margin", "margin", sections.margins(found)))
    numbers += [(rule.name, rule.words, rows[rule.name].to_numpy()) for rule in facts.rules]
    shares = [("nobody", "nobody has won", (found.shares.sum(axis=1) == 0).astype(float))]
    if facts.arrived:
        arrived = rows.select(f"{facts.arrived}_{seat_letter(s)}" for s in range(found.players)).to_numpy()
        shares.append((facts.arrived, "seats arrive", arrived.mean(axis=1)))
    if not found.about.win.shared:
        shares.append(("wins", "a seat wins", found.shares.mean(axis=1)))
    if "first" in rows.columns:
        led = found.shares[np.arange(len(rows)), _seats(rows["first"])]
        shares.append(("first_lead", "who leads first wins", led))
    return [Measure(n, w, False, v) for n, w, v in numbers] + [Measure(n, w, True, v) for n, w, v in shares]


def _seats(letters: pl.Series) -> np.ndarray:
    return letters.replace_strict({letter: s for s, letter in enumerate(LETTERS)}).to_numpy()


def seats(found: sections.Found) -> list[Measure]:
    """What each seat wins; all together are one question."""
    return [
        Measure(f"seat_{seat_letter(s)}", f"seat {seat_letter(s)} wins", True, found.shares[:, s])
        for s in range(found.players)
    ]


def groups(found: sections.Found) -> dict[str, list[Measure]]:
    """By trait and role what seats with it win, also of those that arrived; by first event what its matches come to."""
    made: dict[str, list[Measure]] = {}
    for name, names in found.facts.groups:
        which = found.rows.select(f"{name}_{seat_letter(s)}" for s in range(found.players)).to_numpy()
        made[f"seats with a {name}: share of the wins"] = [
            _of_seats(f"{name}_{text}", text, found.shares, which == i) for i, text in enumerate(names)
        ]
        if found.facts.arrived:
            columns = [f"{found.facts.arrived}_{seat_letter(s)}" for s in range(found.players)]
            there = found.rows.select(columns).to_numpy() > 0
            made[f"seats with a {name}: {found.facts.arrived_words}"] = [
                _of_seats(f"{name}_{text}_{found.facts.arrived}", text, found.won, there & (which == i))
                for i, text in enumerate(names)
            ]
    if found.facts.first_of:
        histogram = next(h for h in found.facts.histograms if h.name == found.facts.first_of)
        first = found.rows[f"first_{histogram.name}"].to_numpy()
        for outcome in outcomes(found)[:2]:
            made[f"matches with this first {histogram.name}: {outcome.words}"] = [
                Measure(f"{histogram.name}_{text}_{outcome.name}", text, outcome.is_share, outcome.values * h, h)
                for number, text in histogram.names.items()
                for h in [(first == number).astype(float)]
            ]
    return made


def _of_seats(name: str, words: str, shares: np.ndarray, have: np.ndarray) -> Measure:
    return Measure(name, words.replace("_", " "), True, (shares * have).sum(axis=1), have.sum(axis=1).astype(float))


def dealt_cards(found: sections.Found) -> dict[str, stats.Estimate]:
    """By name, what a card that is dealt is worth."""
    if not found.facts.cards:
        return {}
    worth = card_worth(found).filter(pl.col("role") == "dealt").to_dicts()
    return {r["card"]: stats.Estimate(r["worth"], r["low"], r["high"], r["n"]) for r in worth}
