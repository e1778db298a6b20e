"""`lasttrick bench`: how fast the rules run on this machine."""

import json
import time
from typing import Annotated

import typer

from lasttrick.cli.options import Json


def bench(
    game: Annotated[str | None, typer.Argument(help="One game; all of them if not said.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="CPU seconds a measurement.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure random play of whole matches on one core: decisions and matches a CPU second, bytes a state."""
    from lasttrick import games
    from lasttrick.cli.ready import open_game
    from lasttrick.core.loops import RandomMatches

    for name in [game] if game else games.NAMES:
        opened = open_game(name, "matches")
        for players in opened.about.players:
            rates = _rates(RandomMatches(opened, players, {}, "bench"), seconds)
            row = {"game": opened.name, "players": players, **rates, "bytes": opened.dtype.itemsize}
            if as_json:
                print(json.dumps(row), flush=True)
            else:
                print(
                    f"{opened.about.title}, {players} players: {row['decisions_per_s'] / 1e6:.2f} million decisions/s, "
                    f"{row['matches_per_s']:,} matches/s, {row['bytes']} bytes a state",
                    flush=True,
                )


def _rates(matches, seconds: float) -> dict:
    matches.play(0, 20)
    played = decisions = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        decisions += int(matches.play(played, 200)[2].sum())
        played += 200
    return {"decisions_per_s": round(decisions / spent), "matches_per_s": round(played / spent)}
