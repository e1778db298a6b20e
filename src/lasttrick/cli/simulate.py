"""`lasttrick simulate`: many matches between bots, and what came out."""

import json
import math
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Json, Options, Players, Seed, read_options

BLOCK = 1000  # matches a piece of work; results do not depend on it
FEW = 4  # the same where bots think


def simulate(
    game: GameName,
    players: Players = None,
    number: Annotated[int, typer.Option("--games", "-n", min=1, help="How many matches.")] = 10_000,
    seed: Seed = "0",
    bots: Annotated[
        str, typer.Option(help="One bot for all seats, or one for each: heuristic, random,search:ms=30…")
    ] = "random",
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Play many matches between bots, on all cores, and sum up lengths, scores and wins by seat."""
    from lasttrick.bots.registry import bot_list
    from lasttrick.cli.ready import open_game

    names = bot_list(bots)

    opened = open_game(game)
    players = players if players is not None else max(opened.about.players)
    summary = run(opened, players, read_options(option, opened.about), seed, number, names)
    if as_json:
        print(json.dumps(summary, indent=1))
    else:
        _show(opened, summary)


def run(game, players: int, options: dict, seed, number: int, bots: list[str]) -> dict:
    """Play the matches and sum them up; the same seed gives the same numbers, whatever the cores."""
    import os
    import threading

    from lasttrick.cli.ready import get_ready

    mine = threading.local()
    tally = Tally(players)
    matches = _matches(game, players, options, seed, bots)  # says what is wrong before any work starts
    if hasattr(matches, "ready"):
        get_ready(game, ", ".join(dict.fromkeys(bots)), matches.ready)
    size = FEW if hasattr(matches, "names") else BLOCK

    def block(first: int):
        if not hasattr(mine, "matches"):
            mine.matches = _matches(game, players, options, seed, bots)
        return mine.matches.play(first, min(size, number - first))

    with ThreadPoolExecutor(os.cpu_count()) as cores, _progress(number) as advance:
        try:
            for winners, scores, decisions in cores.map(block, range(0, number, size)):
                tally.add(winners, scores, decisions)
                advance(len(winners))
        except KeyboardInterrupt:
            cores.shutdown(cancel_futures=True)
            raise
    about = {"game": game.name, "players": players, "options": options, "seed": seed, "bots": bots}
    return {**about, **tally.summary()}


def _matches(game, players: int, options: dict, seed, bots: list[str]):
    if bots == ["random"]:
        from lasttrick.core.loops import RandomMatches

        return RandomMatches(game, players, options, seed)
    from lasttrick.lab.bot_matches import bot_matches

    return bot_matches(game, players, options, seed, bots)


class Tally:
    """Running sums over matches; its size does not grow with them."""

    def __init__(self, players: int):
        self.players = players
        self.matches = self.unfinished = 0
        self.wins = [0.0] * players
        self.scores = [0] * players
        self.lengths = [0, 0.0, math.inf, 0]  # sum, sum of squares, least, most

    def add(self, winners, scores, decisions) -> None:
        import numpy as np

        won = np.stack([(winners >> seat) & 1 for seat in range(self.players)], axis=1)
        shared = won.sum(axis=1)
        self.matches += len(winners)
        self.unfinished += int((shared == 0).sum())
        shares = (won / np.maximum(shared, 1)[:, None]).sum(axis=0)
        self.wins = [a + float(b) for a, b in zip(self.wins, shares, strict=True)]
        self.scores = [a + int(b) for a, b in zip(self.scores, scores.sum(axis=0), strict=True)]
        total, squares, least, most = self.lengths
        self.lengths = [
            total + int(decisions.sum()),
            squares + float((decisions.astype(float) ** 2).sum()),
            min(least, int(decisions.min())),
            max(most, int(decisions.max())),
        ]

    def summary(self) -> dict:
        total, squares, least, most = self.lengths
        mean = total / self.matches
        return {
            "matches": self.matches,
            "without_winner": self.unfinished,
            "decisions": {
                "mean": round(mean, 2),
                "deviation": round(math.sqrt(max(0.0, squares / self.matches - mean * mean)), 2),
                "least": least,
                "most": most,
            },
            "seats": [
                {
                    "seat": seat,
                    "win_share": round(self.wins[seat] / self.matches, 4),
                    "interval": round(1.96 * _deviation(self.wins[seat] / self.matches, self.matches), 4),
                    "mean_score": round(self.scores[seat] / self.matches, 3),
                }
                for seat in range(self.players)
            ],
        }


def _deviation(share: float, n: int) -> float:
    return math.sqrt(max(0.0, share * (1 - share)) / n)


def _progress(number: int):
    """A bar on the error stream that shows how far, how fast and how long still."""
    from contextlib import contextmanager

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    @contextmanager
    def bar():
        columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("", total=number)
            yield lambda n: progress.advance(task, n)

    return bar()


def _show(game, summary: dict) -> None:
    from rich.console import Console
    from rich.table import Table

    from lasttrick.core.words import seat_letter

    console = Console()
    length = summary["decisions"]
    console.print(
        f"[bold]{game.about.title}[/bold], {summary['players']} players, {summary['matches']:,} matches of "
        f"{', '.join(summary['bots'])}, "
        f"seed {summary['seed']}"
    )
    console.print(
        f"Decisions a match: {length['mean']} ± {length['deviation']}, from {length['least']} to {length['most']}"
    )
    if summary["without_winner"]:
        console.print(f"Without a winner: {summary['without_winner']:,}")
    table = Table("seat", "win share", "95 %", "mean score")
    for seat in summary["seats"]:
        table.add_row(
            seat_letter(seat["seat"]),
            f"{seat['win_share']:.2%}",
            f"± {seat['interval']:.2%}",
            f"{seat['mean_score']:.2f}",
        )
    console.print(table)
