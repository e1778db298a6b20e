"""What a learner is to be measured against: random, heuristic and search with growing budgets, over several seeds.

    python bench/baselines.py --out baselines

One seat of the bot among copies of a host, each deal once in every seat; shares of the win as `reward="win"` pays them.
A row for each bot, host and seed goes to baselines.csv; the table of all seeds together is printed as Markdown, and the
curve over the iterations of a search is drawn as SVG, a figure a game. The same seeds give the same numbers everywhere.
"""

import argparse
import csv
from pathlib import Path

import numpy as np

from lasttrick import games
from lasttrick.bots.registry import read_bot
from lasttrick.core.winning import win_shares
from lasttrick.lab import figures, stats
from lasttrick.lab.matches import mistakes_of, open_table

BUDGETS = (10, 30, 100, 300)
BOTS = ("random", "heuristic", *(f"search:iterations={n}" for n in BUDGETS))
HOSTS = ("random", "heuristic")


def shares(game, players: int, bot: str, host: str, seed: str, deals: int) -> np.ndarray:
    """The share of the win of one seat, a value for each deal: the mean over all seats it was played from."""
    bots = [bot, *[host] * (players - 1)]
    table = open_table(game, players, {}, f"baselines {seed}", bots, repeat=players, moving=True)
    blocks = [block.rows for block in table.play(0, deals * players)]
    won = np.concatenate([win_shares(game, rows.winners, rows.ends["ending"], players) for rows in blocks])
    return stats.by_deal(won[np.arange(len(won)), np.arange(len(won)) % players], players)


def measure(name: str, given, rows: list[dict]) -> dict[tuple[str, str], stats.Estimate]:
    """All bots of a game among all hosts; a line of Markdown for each bot as soon as it is known."""
    game, players, found = games.game(name), max(games.about(name).players), {}
    print(f"\n{game.about.title}, {players} players\n\n| bot | among random | among heuristic | deals |")
    print("|---|---|---|---|")
    for bot in given.bots.split(",") if given.bots else BOTS:
        thinks = mistakes_of(bot) is None
        deals = given.searched if thinks else given.deals
        for host in HOSTS:
            each = {seed: shares(game, players, bot, host, seed, deals) for seed in given.seeds.split(",")}
            found[bot, host] = stats.share(np.concatenate(list(each.values())))
            for seed, values in each.items():
                e = stats.share(values)
                rows.append({"game": name, "players": players, "bot": bot, "among": host, "seed": seed, "deals": deals})
                rows[-1] |= {"share": round(e.value, 4), "low": round(e.low, 4), "high": round(e.high, 4)}
        cells = " | ".join(found[bot, host].percent() for host in HOSTS)
        print(f"| `{bot}` | {cells} | {found[bot, HOSTS[0]].n} |", flush=True)
    return found


def curve(name: str, found: dict[tuple[str, str], stats.Estimate]) -> str:
    """The share of a search among heuristics, by its iterations."""
    rows = [
        figures.Dot(f"{read_bot(bot)[1]['iterations']} iterations", e.value, e.low, e.high, e.percent())
        for (bot, host), e in found.items()
        if host == "heuristic" and bot.startswith("search")
    ]
    even = found["heuristic", "heuristic"].value if ("heuristic", "heuristic") in found else None
    return figures.dots(f"{games.about(name).title}: search among heuristics", rows, percent=True, even=even)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", default=",".join(games.OURS))
    parser.add_argument("--bots", default="", help="separated by commas; all if not said")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--deals", type=int, default=1000, help="of each seed, where bots only judge")
    parser.add_argument("--searched", type=int, default=12, help="of each seed, where one searches")
    parser.add_argument("--out", type=Path, default=Path("baselines"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    rows: list[dict] = []
    for name in given.games.split(","):
        found = measure(name, given, rows)
        if any(bot.startswith("search") for bot, _ in found):
            (given.out / f"{name}.svg").write_text(curve(name, found), encoding="utf-8")
    with (given.out / "baselines.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
