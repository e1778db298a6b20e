"""Files of networks: what a network weighs, for which game and observation it was trained, and its card.

An .npz archive without pickled objects: `format`, `game`, `rules`, `observation` (the version of what it was trained
on), `players` (the numbers of players it was trained for), `card` (JSON: how it was trained, how strong and how well
calibrated it is), and the arrays of `net_dtype`, weights as float16.
"""

import json
import zipfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from lasttrick.bots.nets.net import net_dtype
from lasttrick.bots.policy import judgement_of
from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError
from lasttrick.core.meanings import observation_version

FORMAT = "lasttrick net 1"
SUFFIX = ".npz"
MOST_BYTES = 256 << 20
_HALF = ("first", "second", "action", "outcome")  # what is kept as float16
_WHOLE = ("first_bias", "second_bias", "action_bias", "outcome_bias", "judgement")


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
    try:
        with zipfile.ZipFile(path) as archive:
            return "card.npy" in archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def read_net(path: str | Path) -> Net:
    """The network in a file; what does not fit is refused in one sentence."""
    file = Path(path)
    if not file.is_file():
        raise LastTrickError(f"There is no network's file {str(path)!r}.")
    return _read(str(path), file.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _read(path: str, _changed: int) -> Net:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > MOST_BYTES:
                raise LastTrickError(f"{path} holds more than {MOST_BYTES >> 20} MB; this is no network's file.")
        with np.load(path, allow_pickle=False) as data:
            return _net_of(path, dict(data))
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, json.JSONDecodeError) as error:
        raise LastTrickError(f"{path} is damaged or no network's file: {error}.") from None


def _net_of(path: str, data: dict) -> Net:
    from lasttrick import games

    wanted = ("format", "game", "rules", "observation", "players", "card", *_HALF, *_WHOLE)
    missing = [key for key in wanted if key not in data]
    if missing or str(data["format"]) != FORMAT:
        raise LastTrickError(f"{path} is no network's file: it lacks {listed(missing or ['format ' + FORMAT])}.")
    game = games.game(str(data["game"]))
    if int(data["rules"]) != game.about.rules_version:
        raise LastTrickError(
            f"{path} was trained for rules version {int(data['rules'])} of {game.name}, which is now "
            f"{game.about.rules_version}; train it anew."
        )
    if str(data["observation"]) != observation_version(game):
        raise LastTrickError(f"{path} was trained on another observation of {game.name}; train it anew.")
    weights = np.zeros(1, net_dtype(game))
    for key in (*_HALF, *_WHOLE):
        if data[key].shape != weights[0][key].shape or data[key].dtype.kind != "f":
            raise LastTrickError(f"{path} is damaged: {key} is not of the size that {game.name} asks for.")
        if not np.isfinite(data[key]).all():
            raise LastTrickError(f"{path} is damaged: {key} has numbers that are not finite.")
        weights[0][key][...] = data[key]
    weights[0].scale[0] = judgement_of(game).SCALE
    return Net(path, game, tuple(int(n) for n in data["players"]), weights, json.loads(str(data["card"])))


def save_net(path: str | Path, game, players, weights: np.ndarray, card: dict) -> None:
    """Write a network's file: all of it, or nothing."""
    file = Path(path)
    if file.suffix != SUFFIX:
        raise LastTrickError(f"A network's file ends in {SUFFIX}; {path} does not.")
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
    part = file.with_name(f".{file.name}.part.npz")
    try:
        np.savez_compressed(part, **data)
        part.replace(file)
    except OSError as error:
        raise LastTrickError(f"{path} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


def rounded(weights: np.ndarray) -> np.ndarray:
    """The weights as a file would give them back."""
    found = weights.copy()
    for key in _HALF:
        found[0][key][...] = found[0][key].astype(np.float16)
    return found
