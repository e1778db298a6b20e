"""Skill against luck: stronger and weaker bots on the same deals, and the same deals again and again."""

import threading

import numpy as np

from lasttrick.core.winning import win_shares
from lasttrick.lab import figures, stats
from lasttrick.lab.cores import in_order
from lasttrick.lab.matches import mistakes_of, open_table
from lasttrick.lab.page import Section, counted, dot
from lasttrick.lab.plan import Plan

SEARCH = "search:iterations=50"
# Who sits among whom, and in how many matches of a plan of depth 1.
PAIRINGS = (("heuristic", "random", 3200), ("random", "heuristic", 3200), (SEARCH, "heuristic", 200))
FEWEST_DEALS = 12
DEALS, AGAIN = 250, 8
ERRING = "heuristic:mistakes=10"  # decides a little differently each time
CHUNK = 50  # deals that a core plays at a time where bots only judge


def skill(game, plan: Plan, even: float, workers: int = 0) -> Section:
    section = Section("Skill and luck")
    rows, found = [], []
    for challenger, host, matches in PAIRINGS:
        deals = max(FEWEST_DEALS, round(matches * plan.depth / plan.players))
        bots = [challenger, *[host] * (plan.players - 1)]
        won = results(game, plan, bots, deals, plan.players, True, workers)
        seats = np.arange(len(won)) % plan.players
        mine = won[np.arange(len(won)), seats]
        share = stats.share(stats.by_deal(mine, plan.players))
        name = f"{challenger.partition(':')[0]} among {host}s"
        rows.append(dot(name, share))
        found.append(share)
        section.numbers.append(counted(name.replace(" ", "_"), share))
    up, down, further = found
    together = not game.about.win.shared
    where = "" if together else f", where {stats.percent(even, 0)} is even"
    section.sentences += [
        f"Share of the wins on the same deals with the seats moved round{where}: one heuristic bot among bots that "
        f"play at random, {up.percent(0)}; one that plays at random among heuristic bots, {down.percent(0)}; one that "
        f"looks ahead ({SEARCH}) among heuristic bots, {further.percent(0)}, by {further.n} deals.",
    ]
    section.figures.append(
        figures.dots("Share of the wins of one seat", rows, percent=True, even=None if together else even)
    )
    if together:
        _together(game, plan, workers, section)
    _luck(game, plan, workers, section)
    return section


def _together(game, plan: Plan, workers: int, section: Section) -> None:
    """Where seats win together, what matters is what all of them are."""
    rows = []
    for bot in ("random", ERRING, "heuristic"):
        won = results(game, plan, [bot], round(PAIRINGS[0][2] * plan.depth), 1, False, workers)
        share = stats.share(won.mean(axis=1))
        rows.append(dot(f"all {bot}", share))
        section.numbers.append(counted(f"all_{bot}", share))
    section.sentences.append("Seats can win together here, so it matters more what all of them are than what one is.")
    section.figures.append(figures.dots("Share of the wins of a seat when all are alike", rows, percent=True))


def _luck(game, plan: Plan, workers: int, section: Section) -> None:
    """Equal players on the same deals: what comes out alike each time is the cards'."""
    shares = results(game, plan, [ERRING], DEALS, AGAIN, False, workers)
    luck = stats.share_of_deal(shares.T.reshape(plan.players, DEALS, AGAIN))
    if not luck.is_known:
        section.sentences.append(
            f"Every match between {ERRING} ends alike for every seat, so cards decide nothing there."
        )
        return
    section.sentences.append(
        f"Between equal bots that err now and then ({ERRING}) the cards account for {luck.percent(0)} of who wins: so "
        f"much comes out alike when a deal is played again. The rest is chance in what they did, which is no skill."
    )
    section.numbers.append(counted("cards_decide", luck))
    section.note = (
        f"Duplicate deals, each once in every seat; intervals count deals. The cards' share is the part of the "
        f"variance that lies between {DEALS} deals, each played {AGAIN} times."
    )


def results(game, plan: Plan, bots: list[str], deals: int, repeat: int, moving: bool, workers: int):
    """What each seat has of the win in all matches of these deals, on all cores."""
    mine = threading.local()
    judged = all(mistakes_of(bot) is not None for bot in bots)
    size = repeat * (CHUNK if judged else 1)

    def play(first: int):
        if not hasattr(mine, "table"):
            mine.table = open_table(
                game, plan.players, plan.options, f"{plan.seed}/skill", bots, repeat=repeat, moving=moving
            )
        blocks = [block.rows for block in mine.table.play(first, min(size, deals * repeat - first))]
        return np.concatenate([win_shares(game, b.winners, b.ends["ending"], plan.players) for b in blocks])

    return np.concatenate(in_order(play, range(0, deals * repeat, size), workers))
