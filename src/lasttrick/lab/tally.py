"""Sums over matches where no rows are kept: lengths, scores and wins by seat. Needs none of the lab's libraries."""

import math
import threading
from collections import Counter
from collections.abc import Callable

import numpy as np

from lasttrick.core.loops import RandomMatches
from lasttrick.core.winning import win_shares
from lasttrick.lab import stats
from lasttrick.lab.cores import on_all_cores
from lasttrick.lab.matches import open_table
from lasttrick.lab.plan import Plan

BLOCK = 1000  # matches a piece of work; results do not depend on it
FEW = 4  # the same where bots think


def sum_up(plan: Plan, workers: int = 0, watch: Callable[[int], None] = lambda n: None) -> dict:
    """Play the matches on all cores and sum them up."""
    from lasttrick import games

    game, mine = games.game(plan.game), threading.local()
    tally = Tally(game, plan.players)
    size = BLOCK if plan.judges else FEW

    def block(first: int):
        if not hasattr(mine, "play"):
            mine.play = _player(game, plan)
        return mine.play(first, min(size, plan.matches - first))

    for played in on_all_cores(block, range(0, plan.matches, size), workers):
        tally.add(*played)
        watch(len(played[0]))
    return {**about(plan), **tally.summary()}


def play_one(plan: Plan, as_rows: bool) -> None:
    """The first match of a plan of bots that judge, so that all it needs is compiled or loaded."""
    from lasttrick import games

    game = games.game(plan.game)
    if as_rows:
        next(open_table(game, plan.players, plan.options, plan.seed, plan.bots, rows=plan.rows).play(0, 1))
    else:
        _player(game, plan)(0, 1)


def about(plan: Plan) -> dict:
    names = ("game", "players", "options", "seed")
    return {**{name: getattr(plan, name) for name in names}, "bots": list(plan.bots)}


def _player(game, plan: Plan):
    """`play(first, count)` gives winners, scores, decisions, endings; random play is ready as soon as the game is."""
    if plan.bots == ("random",):
        matches = RandomMatches(game, plan.players, plan.options, plan.seed)
        return lambda first, count: (*matches.play(first, count), matches.endings)
    table = open_table(game, plan.players, plan.options, plan.seed, plan.bots)

    def play(first: int, count: int):
        blocks = [block.rows for block in table.play(first, count)]
        names = ("winners", "scores", "decisions")
        winners, scores, decisions = (np.concatenate([getattr(rows, name) for rows in blocks]) for name in names)
        endings = np.concatenate([rows.ends["ending"] for rows in blocks])
        return winners, scores[:, : plan.players], decisions, endings

    return play


class Tally:
    """Running sums; their size does not grow with the matches."""

    def __init__(self, game, players: int):
        self.game, self.players = game, players
        self.matches = self.unfinished = 0
        self.endings: Counter[str] = Counter()
        self.wins = np.zeros(players)
        self.win_squares = np.zeros(players)
        self.scores = np.zeros(players, np.int64)
        self.total, self.squares, self.least, self.most = 0, 0.0, math.inf, 0  # of decisions

    def add(self, winners, scores, decisions, endings) -> None:
        shares = win_shares(self.game, winners, endings, self.players)
        self.matches += len(winners)
        self.unfinished += int((shares.sum(axis=1) == 0).sum())
        for number, count in zip(*np.unique(endings, return_counts=True), strict=True):
            self.endings[self.game.state.Ending(number).name.lower()] += int(count)
        self.wins += shares.sum(axis=0)
        self.win_squares += (shares**2).sum(axis=0)
        self.scores += scores.sum(axis=0)
        self.total += int(decisions.sum())
        self.squares += float((decisions.astype(float) ** 2).sum())
        self.least = min(self.least, int(decisions.min()))
        self.most = max(self.most, int(decisions.max()))

    def summary(self) -> dict:
        mean, n = self.total / self.matches, self.matches
        deviation = math.sqrt(max(0.0, self.squares - n * mean * mean) / max(1, n - 1))
        length = stats.mean_of_sums(n, self.total, self.squares, 0)
        sums = zip(self.wins.tolist(), self.win_squares.tolist(), strict=True)
        shares = [stats.share_of_sums(n, wins, squares) for wins, squares in sums]
        return {
            "matches": self.matches,
            "won_means": self.game.about.win.sentence,
            "without_winner": self.unfinished,
            "endings": dict(self.endings.most_common()),
            "decisions": {
                "mean": round(mean, 2),
                "deviation": round(deviation, 2),
                **({"low": round(length.low, 2), "high": round(length.high, 2)} if length.is_known else {}),
                "least": self.least,
                "most": self.most,
            },
            "seats": [
                {
                    "seat": seat,
                    "win_share": round(share.value, 4),
                    "low": round(share.low, 4),
                    "high": round(share.high, 4),
                    "mean_score": round(int(self.scores[seat]) / self.matches, 3),
                }
                for seat, share in enumerate(shares)
            ],
        }


def sum_up_file(plan: Plan, path) -> dict:
    """The same from rows that were kept, a batch at a time."""
    import polars as pl

    from lasttrick import games
    from lasttrick.core.words import LETTERS

    game = games.game(plan.game)
    tally = Tally(game, plan.players)
    numbers = {ending.name.lower(): int(ending) for ending in game.state.Ending}
    scores = [f"score_{LETTERS[seat]}" for seat in range(plan.players)]
    rows = pl.scan_parquet(path).select("winners", "ending", "decisions", *scores)
    for batch in rows.collect_batches(chunk_size=100_000):
        bits = [batch["winners"].str.contains(LETTERS[seat]).to_numpy() << seat for seat in range(plan.players)]
        endings = batch["ending"].replace_strict(numbers).to_numpy()
        tally.add(np.sum(bits, axis=0), batch.select(scores).to_numpy(), batch["decisions"].to_numpy(), endings)
    return {**about(plan), **tally.summary()}
