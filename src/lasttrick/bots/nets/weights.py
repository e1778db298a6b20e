"""Files of networks: what a network weighs, for which game and observation it was trained, and its card.

An .npz archive without pickled objects: `format`, `game`, `rules`, `observation` (the version of what it was trained
on), `players` (the numbers of players it was trained for), `card` (JSON: how it was trained, how strong and how well
calibrated it is), and the arrays of `net_dtype`, weights as float16; a network without clues need not have theirs,
and one that was trained when there were fewer has fewer.
"""

import json
from functools import lru_cache
from pathlib import Path

import numpy as np

from lasttrick.bots.archives import changed_at, holds, read_arrays, write_arrays
from lasttrick.bots.nets.net import net_dtype
from lasttrick.bots.policy import judgement_of
from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError
from lasttrick.core.meanings import observation_version

FORMAT = "lasttrick net 1"
WHAT = "a network's"
SHIPPED = Path(__file__).with_name("trained")  # a network for each game that has one
OF_SEARCHES = "searches"  # the folder in it of those that have learned to choose as searches do
_HALF = ("first", "second", "action", "outcome")  # what is kept as float16
_WHOLE = ("first_bias", "second_bias", "action_bias", "outcome_bias", "judgement")
_CLUES = ("clue", "clue_bias")
_WANTED = ("game", "rules", "observation", "players", "card", *_HALF, *_WHOLE)


class Net:
    """A network from a file, checked: it fits its game as this version has it."""

    def __init__(self, name: str, game, players: tuple[int, ...], weights: np.ndarray, card: dict):
        self.name, self.game, self.players, self.card = name, game, players, card
        self.weights = weights  # one record of net_dtype(game), in an array

    def check(self, game, players: int) -> None:
        """Refuse a table for which this network was not trained."""
        if self.game.name != game.name:
            raise LastTrickError(f"{self.name} was trained for {self.game.name}; it cannot play {game.name}.")
        if players not in self.players:
            known = listed([str(number) for number in self.players])
            raise LastTrickError(f"{self.name} was trained for {known} players; this table has {players}.")


def is_net(path: str) -> bool:
    """Whether a file says of itself that it holds a network of this format."""
    return holds(path, "card")


def read_net(path: str | Path) -> Net:
    """The network in a file; what does not fit is refused in one sentence."""
    return _read(str(path), changed_at(path, WHAT))


def file_of(game: str, of_searches: bool = False) -> Path:
    """Where the network that comes with the package lies, if there is one."""
    return SHIPPED / (OF_SEARCHES if of_searches else "") / f"{game}.npz"


def net_of_search(game, number: int) -> Net:
    """The network with which `search:net=number` thinks."""
    if number != 2:
        return shipped_net(game)
    file = file_of(game.name, of_searches=True)
    if not file.is_file():
        raise LastTrickError(f"No network has learned to choose as searches of {game.name} do; search takes net=1.")
    return read_net(file)


def shipped_net(game) -> Net:
    """The network that comes with the package for a game."""
    file = file_of(game.name)
    if not file.is_file():
        raise LastTrickError(
            f"There is no trained network for {game.name}; lasttrick train {game.name} makes one, "
            "which is seated by the path of its file."
        )
    return read_net(file)


def shipped_games() -> list[str]:
    """The games for which a network comes with the package."""
    return sorted(file.stem for file in SHIPPED.glob("*.npz"))


@lru_cache(maxsize=16)
def _read(path: str, _changed: int) -> Net:
    return _net_of(path, read_arrays(path, WHAT, FORMAT, _WANTED))


def _net_of(path: str, data: dict) -> Net:
    from lasttrick import games

    try:
        rules, card = int(data["rules"]), json.loads(str(data["card"]))
        players = tuple(int(number) for number in data["players"])
    except (TypeError, ValueError):
        raise LastTrickError(f"{path} is damaged: rules, players or card cannot be read.") from None
    game = games.game(str(data["game"]))
    if rules != game.about.rules_version:
        raise LastTrickError(
            f"{path} was trained for rules version {rules} of {game.name}, which is now "
            f"{game.about.rules_version}; train it anew."
        )
    if str(data["observation"]) != observation_version(game):
        raise LastTrickError(f"{path} was trained on another observation of {game.name}; train it anew.")
    weights = np.zeros(1, net_dtype(game))
    clued = [key for key in _CLUES if key in data]
    for key in (*_HALF, *_WHOLE, *clued):
        room = _room(weights[0], key, data[key])
        if data[key].shape != room.shape or data[key].dtype.kind != "f":
            raise LastTrickError(f"{path} is damaged: {key} is not of the size and kind that {game.name} asks for.")
        if not np.isfinite(data[key]).all():
            raise LastTrickError(f"{path} is damaged: {key} has numbers that are not finite.")
        room[...] = data[key]
    weights[0].scale[0] = judgement_of(game).SCALE
    return Net(path, game, players, weights, card)


def _room(record: np.record, key: str, found: np.ndarray) -> np.ndarray:
    """Where an array of a file goes; clues that the judgement has got since then weigh nothing."""
    return record[key][: len(found)] if key in _CLUES and found.ndim else record[key]


def save_net(path: str | Path, game, players, weights: np.ndarray, card: dict) -> None:
    """Write a network's file: all of it, or nothing."""
    data = {
        "format": FORMAT,
        "game": game.name,
        "rules": game.about.rules_version,
        "observation": observation_version(game),
        "players": np.array(sorted(players), np.int64),
        "card": json.dumps(card),
    }
    data |= {key: weights[0][key].astype(np.float16) for key in _HALF}
    data |= {key: weights[0][key] for key in _WHOLE}
    if weights[0].clue.any() or weights[0].clue_bias.any():
        data |= {"clue": weights[0].clue.astype(np.float16), "clue_bias": weights[0].clue_bias}
    write_arrays(path, WHAT, data)


def rounded(weights: np.ndarray) -> np.ndarray:
    """The weights as a file would give them back."""
    found = weights.copy()
    for key in (*_HALF, "clue"):
        found[0][key][...] = found[0][key].astype(np.float16)
    return found
