"""The headline of a report once more, between bots that look ahead: what is true of the bots, what of the game."""

import threading

import numpy as np

from lasttrick.core.winning import win_shares
from lasttrick.core.words import LETTERS
from lasttrick.lab import stats
from lasttrick.lab.cores import in_order
from lasttrick.lab.matches import open_table
from lasttrick.lab.notes import FIRST, TRICKS
from lasttrick.lab.page import Section, counted, table
from lasttrick.lab.plan import Plan
from lasttrick.lab.sections import Found
from lasttrick.lab.skill import SEARCH

MATCHES = 300  # of a plan of depth 1
FEWEST = 40


def headline(decisions, shares, first, tricks, trick_word="trick") -> dict[str, tuple[str, stats.Estimate]]:
    """Length, seats and first lead: words and an estimate for each."""
    players = shares.shape[1]
    found = {"decisions": ("decisions of a match", stats.mean(decisions, 0))}
    if tricks is not None:
        found["tricks"] = (f"{trick_word}s of a match", stats.mean(tricks, 0))
    for s, letter in enumerate(LETTERS[:players]):
        found[f"seat_{letter}"] = (f"seat {letter} wins", stats.share(shares[:, s]))
    if first is not None:
        led = shares[np.arange(len(shares)), first]
        found["first_lead"] = ("who leads first wins", stats.share(led))
    found["nobody"] = ("nobody has won", stats.share(shares.sum(axis=1) == 0))
    return found


def stronger(game, plan: Plan, found: Found, workers: int = 0) -> Section:
    """A table: what these bots come to, and what bots that look ahead do."""
    rows, has_first = found.rows, "first" in found.rows.columns
    seats = {letter: s for s, letter in enumerate(LETTERS)}
    first = rows["first"].replace_strict(seats).to_numpy() if has_first else None
    tricks = rows["tricks"].to_numpy() if "tricks" in rows.columns else None
    word = found.facts.trick_word
    here = headline(rows["decisions"].to_numpy(), found.shares, first, tricks, word)
    matches = max(FEWEST, round(MATCHES * plan.depth))
    decisions, shares, led, taken = _played(game, plan, matches, workers)
    there = headline(decisions, shares, led if has_first else None, taken if tricks is not None else None, word)
    section = Section("Between bots that look ahead")
    differences = {name: stats.between(here[name][1], there[name][1]) for name in here}
    marks = stats.sure([e.p for e in differences.values()])
    lines, changed = [], []
    for (name, (words, e)), mark in zip(here.items(), marks, strict=True):
        is_share = name not in ("decisions", "tricks")
        other = there[name][1]
        lines.append((words, *(x.percent() if is_share else x.text(1) for x in (e, other)), "*" if mark else ""))
        section.numbers.append(counted(f"{name} (search)", other))
        changed += [words] if mark else []
    said = f"sure to be different: {'; '.join(changed)}" if changed else "nothing is different as far as they can tell"
    section.sentences.append(
        f"{matches} matches between bots that look ahead ({SEARCH} in every seat), beside those of "
        f"{', '.join(plan.bots)}: {said}. What changes with the players is a fact about players, not about the rules."
    )
    if not game.about.win.shared and differences["nobody"].low > 0:
        section.sentences.append(
            "These bots win less often in this game, so they are the weaker ones: another way to play, no better one."
        )
    elif game.about.win.shared:
        section.sentences.append("Whether they are the stronger ones is said under Skill and luck.")
    section.figures.append(table(["", ", ".join(plan.bots), SEARCH, "sure to differ"], lines))
    return section


def _played(game, plan: Plan, matches: int, workers: int):
    """Decisions, shares of the win, first lead and tricks of matches between searches."""
    mine = threading.local()

    def play(number: int):
        if not hasattr(mine, "table"):
            mine.table = open_table(game, plan.players, plan.options, f"{plan.seed}/strong", [SEARCH], rows="rules")
        (block,) = mine.table.play(number, 1)
        r = block.rows
        shares = win_shares(game, r.winners, r.ends["ending"], plan.players)[0]
        return int(r.decisions[0]), shares, int(r.notes[0, FIRST]), int(r.notes[0, TRICKS])

    rows = in_order(play, range(matches), workers)
    decisions, shares, first, tricks = (np.array([row[i] for row in rows]) for i in range(4))
    return decisions, shares, first, tricks
