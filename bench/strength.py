"""Strength of the heuristics: win shares on duplicate deals with 95 % intervals, a line of JSON for each comparison.

Heuristic against random in every game at every number of players, thousands of compiled matches; for The Trick To
Survival, how often a group of each gets somebody to the safe house, and with `--group BOT` how often a group of that
bot does, decision by decision. `strength_table.py` measures networks and searches.

The share is that of one seat against copies of the other bot. `times_even` is the share times the number of players.
"""

import argparse
import json
import time

import numpy as np

from lasttrick import games
from lasttrick.bots import make_bot
from lasttrick.bots.batch import JudgedMatches
from lasttrick.bots.nets.play import NetMatches
from lasttrick.bots.nets.weights import shipped_net
from lasttrick.core import bits
from lasttrick.core.luck import luck
from lasttrick.core.match import Match
from lasttrick.lab import stats
from lasttrick.lab.arena_match import play_out

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


def group(bot: str, players: int) -> JudgedMatches | NetMatches:
    """Matches in which all seats are alike: `net`, or a heuristic with so many mistakes in a hundred decisions."""
    game = games.game(SURVIVAL)
    if bot == "net":
        return NetMatches(game, players, {}, "strength", shipped_net(game).weights, [0] * players, [0.0] * players)
    mistakes = {"heuristic": 0, "random": 100}.get(bot)
    return JudgedMatches(game, players, {}, "strength", [int(bot) if mistakes is None else mistakes] * players)


def arrivals(bot: str, players: int, matches: int) -> tuple[float, float, float]:
    """How often somebody arrives and how often somebody wins there, when all seats are alike; and how many of the seats
    that arrive have their secret fulfilled."""
    game, play = games.game(SURVIVAL), group(bot, players)
    arrived = won = seats = fulfilled = 0
    for number in range(matches):
        winners, *_ = play.play(number, 1)
        if play.last_state.ending == game.state.Ending.SAFE_HOUSE:
            arrived += 1
            won += bool(winners[0])
            seats += bits.count(play.last_state.alive)
            fulfilled += bits.count(winners[0])
    return arrived / matches, won / matches, fulfilled / max(1, seats)


def survival_groups(matches: int) -> None:
    for players in games.about(SURVIVAL).players:
        for bot in ("net", "heuristic", "random"):
            arrive, win, fulfilled = arrivals(bot, players, matches)
            interval = 1.96 * np.sqrt(arrive * (1 - arrive) / matches)
            tell(
                game=SURVIVAL,
                players=players,
                group=bot,
                matches=matches,
                somebody_arrives=round(arrive, 4),
                interval=round(float(interval), 4),
                somebody_wins_safe=round(win, 4),
                secrets_fulfilled=round(fulfilled, 4),
            )


def group_of(bot: str, players: int, matches: int) -> None:
    """How often a group of any bot arrives, and what its decisions cost."""
    game = games.game(SURVIVAL)
    bots = [make_bot(bot, seat) for seat in range(players)]
    bots[0].ready(game)
    arrived = seats = fulfilled = decisions = 0
    slowest, begun = [0.0] * players, time.process_time()
    for number in range(matches):
        match = Match(game, players, {}, f"group {number}")
        for seat, one in enumerate(bots):
            one.reseed(luck("group", bot, number, seat))
        play_out(match, bots, slowest)
        assert match.result is not None
        decisions += len(match.decisions)
        if match.state.ending == game.state.Ending.SAFE_HOUSE:
            arrived += 1
            seats += bits.count(match.state.alive)
            fulfilled += len(match.result["winners"])
    found = stats.share(np.arange(matches) < arrived)
    tell(
        game=SURVIVAL,
        players=players,
        group=bot,
        matches=matches,
        somebody_arrives=round(found.value, 4),
        low=round(found.low, 4),
        high=round(found.high, 4),
        secrets_fulfilled=round(fulfilled / max(1, seats), 4),
        ms_a_decision=round(1000 * (time.process_time() - begun) / decisions, 2),
        slowest_ms=round(1000 * max(slowest), 1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=(*CONTESTS, SURVIVAL), action="append")
    parser.add_argument("--matches", type=int, help="so many of each comparison")
    parser.add_argument("--group", action="append", default=[], help="bots or levels of The Trick To Survival")
    parser.add_argument("--players", type=int, action="append", help="of these groups, 4 unless told")
    said = parser.parse_args()
    for bot in said.group:
        for players in said.players or [4]:
            group_of(bot, players, said.matches or 100)
    if said.group:
        return
    for name in said.game or (*CONTESTS, SURVIVAL):
        if name == SURVIVAL:
            survival_groups(said.matches or 2000)
        else:
            heuristic_against_random(name, said.matches or 6000)


if __name__ == "__main__":
    main()
