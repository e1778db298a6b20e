"""Strength of the bots: win shares on duplicate deals with 95 % intervals, a line of JSON for each comparison.

`--what heuristic`  heuristic against random in every game at every number of players, thousands of compiled matches;
                    for The Trick To Survival, how often a group of each gets somebody to the safe house;
`--what search`     search against heuristic, by default 300 ms a decision, four players;
`--what budgets`    a longer budget against a shorter one.

The share is that of one seat against copies of the other bot. `times_even` is the share times the number of players.

Milliseconds are turned into the iterations that they give on a core of this machine that does nothing else: the CPU
time of an iteration is measured over the decisions of a match. So other work on the machine weakens nobody, and a line
can be had again by giving its iterations as the budget. A comparison ends early, at a look after every six deals, once
the share is away from what is wanted by one and a half of its interval.
"""

import argparse
import itertools
import json
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.bots.batch import JudgedMatches
from lasttrick.core.match import Match
from lasttrick.lab import arena, arena_report

CONTESTS = ("ten_tricks_later", "scout", "zombie_escape")
SURVIVAL = "trick_to_survival"
WANTED = {SURVIVAL: 1.0}  # times even, of search against heuristic
OTHERWISE = 1.4
LOOK_AFTER = 6  # deals
SURE = 1.5  # intervals


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


def cpu_of_an_iteration(name: str, players: int, iterations: int = 64) -> float:
    """Seconds of CPU time, on average over the decisions of one match between heuristics."""
    game = games.game(name)
    match = Match(game, players, game.about.automatic_options({}), "calibrate")
    search, judge = make_bot(f"search:iterations={iterations}"), make_bot("heuristic")
    search.ready(game)
    spent, decisions = 0.0, 0
    while not match.over:
        seat = match.acting[0]
        view = match.view(seat)
        if len(match.legal(seat)) > 1:
            begun = time.thread_time()
            search.choose(game, view, seat)
            spent, decisions = spent + time.thread_time() - begun, decisions + 1
        match.apply(seat, judge.choose(game, view, seat))
    return spent / decisions / iterations


def in_iterations(budget: str, name: str, players: int) -> str:
    """`ms=300` as the iterations that it gives, to two digits; iterations stay as they are."""
    kind, _, number = budget.partition("=")
    if kind != "ms":
        return budget
    each = cpu_of_an_iteration(name, players)
    iterations = float(f"{int(number) / 1000 / each:.2g}")
    tell(
        game=name, players=players, budget=budget, iterations=int(iterations), cpu_us_an_iteration=round(1e6 * each, 1)
    )
    return f"iterations={int(iterations)}"


class Settled(Exception):
    """The interval has said enough."""


def duel(name: str, bot: str, host: str, wanted: float, matches: int, said) -> None:
    """One pairing of an arena, not the reverse one, until its interval is above or below what is wanted."""
    players = said.players
    plan = OneWay(**vars(arena.make_plan(games.game(name), [bot, host], players, matches, said.seed, {})))
    rows: list[dict] = []

    def watch(piece: list[dict]) -> None:
        rows.extend(piece)
        found = arena_report.shares(plan, rows)[bot, host]
        whole = found["matches"] % (LOOK_AFTER * players) == 0 and found["matches"] > 0
        if whole and abs(found["share"] - wanted / players) > SURE * found["interval"]:
            raise Settled

    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, suppress(Settled):
        arena.run(plan, Path(folder), said.workers, watch)
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
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--matches", type=int, help="at most so many of each comparison")
    parser.add_argument("--budget", default="ms=300", help="of the search, as in ms=300 or iterations=1000")
    parser.add_argument("--budgets", default="ms=30,ms=300,ms=1000")
    parser.add_argument("--seed", default="strength", help="of the deals of search; another one gives others")
    parser.add_argument("--workers", type=int, default=0)
    said = parser.parse_args()
    for name in said.game or (*CONTESTS, SURVIVAL):
        if said.what == "heuristic" and name == SURVIVAL:
            survival_groups(said.matches or 2000)
        elif said.what == "heuristic":
            heuristic_against_random(name, said.matches or 6000)
        elif said.what == "search":
            bot = f"search:{in_iterations(said.budget, name, said.players)}"
            wanted = WANTED.get(name, OTHERWISE)
            duel(name, bot, "heuristic", wanted, said.matches or 240, said)
        else:
            bots = [f"search:{in_iterations(budget, name, said.players)}" for budget in said.budgets.split(",")]
            for shorter, longer in itertools.pairwise(bots):
                duel(name, longer, shorter, 1.0, said.matches or 120, said)


if __name__ == "__main__":
    main()
