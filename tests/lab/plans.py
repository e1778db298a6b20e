"""Small plans for the tests of the lab."""

from pathlib import Path

import polars as pl

from lasttrick import games
from lasttrick.lab.plan import make_plan
from lasttrick.lab.run import run

GAME = "ten_tricks_later"


def a_plan(matches=60, bots=("random",), rows="matches", players=3, seed="1", options=None, game=GAME):
    return make_plan(games.game(game), players, matches, seed, list(bots), options or {}, rows)


def played(plan, folder: Path, workers=1, name="rows.parquet", **ways) -> pl.DataFrame:
    run(plan, folder / name, workers, **ways)
    return pl.read_parquet(folder / name)
