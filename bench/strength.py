"""Strength of the bots: win shares on duplicate deals with 95 % intervals, a line of JSON for each comparison.

`--what heuristic`  heuristic against random in every game at every number of players, thousands of compiled matches;
                    for The Trick To Survival, how often a group of each gets somebody to the safe house;
`--what search`     search against heuristic, by default 300 ms a decision;
`--what budgets`    a longer budget against a shorter one.

The share is that of one seat against copies of the other bot. `times_even` is the share times the number of players.
"""

import argparse
import itertools
import json
import tempfile
import time
from pathlib import Path

import numpy as np

from lasttrick import games
from lasttrick.bots.batch import JudgedMatches
from lasttrick.lab import arena, arena_report

CONTESTS = ("ten_tricks_later", "scout", "zombie_escape")
SURVIVAL = "trick_to_survival"


def tell(**facts) -> None:
    print(json.dumps({"bench": "strength", **facts}), flush=True)


def heuristic_against_random(name: str, matches: int) -> None:
    for players in games.about(name).players:
        mistakes = [0] + [100] * (players - 1)
        play = JudgedMatches(games.game(name), players, {}, "strength", mistakes, duplicate=True)
        deals = play.shares(0, matches // players * players)[:, 0].reshape(-1, players).mean(axis=1)
        interval = 1.96 * deals.std(ddof=1) / len(deals) ** 0.5
        tell(
            game=name,
            players=players,
            bot="heuristic",
            against="random",
            matches=len(deals) * players,
            share=round(float(deals.mean()), 4),
            interval=round(float(interval), 4),
            times_even=round(float(deals.mean()) * players, 2),
        )


def arrivals(players: int, mistakes: int, matches: int) -> tuple[float, float]:
    """How often somebody arrives, and how often somebody wins there, when all seats are alike."""
    game = games.game(SURVIVAL)
    play = JudgedMatches(game, players, {}, "strength", [mistakes] * players)
    arrived = won = 0
    for number in range(matches):
        winners, _, _ = play.play(number, 1)
        if play.last_state.ending == game.state.Ending.SAFE_HOUSE:
            arrived += 1
            won += bool(winners[0])
    return arrived / matches, won / matches


def survival_groups(matches: int) -> None:
    for players in games.about(SURVIVAL).players:
        for bot, mistakes in (("heuristic", 0), ("random", 100)):
            arrive, win = arrivals(players, mistakes, matches)
            interval = 1.96 * np.sqrt(arrive * (1 - arrive) / matches)
            tell(
                game=SURVIVAL,
                players=players,
                group=bot,
                matches=matches,
                somebody_arrives=round(arrive, 4),
                interval=round(float(interval), 4),
                somebody_wins_safe=round(win, 4),
            )


def duel(name: str, players: int, bot: str, host: str, matches: int, workers: int) -> None:
    """One pairing of an arena, not the reverse one."""
    plan = arena.make_plan(games.game(name), [bot, host], players, matches, "strength", {})
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        rows = arena.run(OneWay(**vars(plan)), Path(folder), workers)
    found = arena_report.shares(plan, rows)[bot, host]
    tell(
        game=name,
        players=players,
        bot=bot,
        against=host,
        matches=found["matches"],
        share=round(found["share"], 4),
        interval=round(found["interval"] or 1.0, 4),
        times_even=round(found["share"] * players, 2),
        failed=found["failed"],
        slowest_ms=arena_report.slowest(plan, rows)[bot],
        seconds=round(time.perf_counter() - begun),
    )


class OneWay(arena.Plan):
    """A plan of which only the first bot challenges."""

    @property
    def pairings(self):
        return [self.bots]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--what", choices=("heuristic", "search", "budgets"), default="heuristic")
    parser.add_argument("--game", choices=(*CONTESTS, SURVIVAL), action="append")
    parser.add_argument("--players", type=int, help="one number of players; the least if not said")
    parser.add_argument("--matches", type=int)
    parser.add_argument("--budget", default="ms=300", help="of the search, as in ms=300 or iterations=1000")
    parser.add_argument("--budgets", default="ms=30,ms=300,ms=1000")
    parser.add_argument("--workers", type=int, default=0)
    said = parser.parse_args()
    for name in said.game or (*CONTESTS, SURVIVAL):
        players = said.players or min(games.about(name).players)
        if said.what == "heuristic" and name == SURVIVAL:
            survival_groups(said.matches or 2000)
        elif said.what == "heuristic":
            heuristic_against_random(name, said.matches or 6000)
        elif said.what == "search":
            duel(name, players, f"search:{said.budget}", "heuristic", said.matches or 60, said.workers)
        else:
            budgets = said.budgets.split(",")
            for shorter, longer in itertools.pairwise(budgets):
                duel(name, players, f"search:{longer}", f"search:{shorter}", said.matches or 60, said.workers)


if __name__ == "__main__":
    main()
