"""A trained agent: layers of weights in a file of our own, run by NumPy alone.

The file is an .npz archive without pickled objects: `format`, `game`, `rules`, `players`, `activation` (tanh or relu),
`observation` (the version of what it was trained on), and for each layer k its `weight_k` (outputs by inputs) and
`bias_k`. Inputs are the numbers of `encode`, outputs one
number for each row of the action table; the agent takes the legal action with the largest.
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from lasttrick.bots.archives import changed_at, check_arrays, check_name, read_arrays, write_arrays
from lasttrick.bots.bot import Bot, legal_actions, named
from lasttrick.core.about import listed
from lasttrick.core.errors import LastTrickError
from lasttrick.core.meanings import observation_version

FORMAT = "lasttrick agent 1"
WHAT = "an agent's"
WANTED = ("game", "rules", "players", "activation", "weight_0", "bias_0")
ACTIVATIONS: dict[str, Callable] = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0)}


class Agent:
    """The content of an agent's file, checked: it fits its game as this version has it."""

    def __init__(self, name: str, data: dict):
        self.name = name
        check_arrays(name, data, WHAT, FORMAT, WANTED)
        self.game, self.activation = str(data["game"]), str(data["activation"])
        try:
            self.players, self.rules = int(data["players"]), int(data["rules"])
        except (TypeError, ValueError):
            raise LastTrickError(f"{name} is damaged: players and rules must be whole numbers.") from None
        if self.activation not in ACTIVATIONS:
            raise LastTrickError(f"{name}: activation cannot be {self.activation!r}; possible: {listed(ACTIVATIONS)}.")
        self.observation = str(data.get("observation", ""))
        self.layers = self._read_layers(data)

    def _read_layers(self, data: dict) -> list[tuple[np.ndarray, np.ndarray]]:
        layers: list[tuple[np.ndarray, np.ndarray]] = []
        while f"weight_{len(layers)}" in data:
            k = len(layers)
            weight, bias = data[f"weight_{k}"], data.get(f"bias_{k}", np.zeros(0))
            if weight.dtype.kind != "f" or bias.dtype.kind != "f" or weight.ndim != 2 or bias.shape != weight.shape[:1]:
                raise LastTrickError(f"{self.name} is damaged: layer {k} is not a weight with its bias.")
            if layers and weight.shape[1] != len(layers[-1][1]):
                raise LastTrickError(f"{self.name} is damaged: layer {k} does not fit the layer before it.")
            if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
                raise LastTrickError(f"{self.name} is damaged: layer {k} has numbers that are not finite.")
            layers.append((weight.astype(np.float32), bias.astype(np.float32)))
        return layers

    def check(self, game, players: int) -> None:
        """Refuse a table for which this agent was not trained."""
        if self.game != game.name:
            raise LastTrickError(f"{self.name} was trained for {self.game}; it cannot play {game.name}.")
        if self.players != players:
            raise LastTrickError(f"{self.name} was trained for {self.players} players; this table has {players}.")
        sizes = self.layers[0][0].shape[1], self.layers[-1][0].shape[0]
        is_same = self.observation in ("", observation_version(game))
        if self.rules != game.about.rules_version or sizes != (game.observation_size, game.actions) or not is_same:
            raise LastTrickError(f"{self.name} was trained for another version of {game.name}; train it anew.")

    def values(self, numbers: np.ndarray) -> np.ndarray:
        """The outputs of the network for one observation."""
        bend = ACTIVATIONS[self.activation]
        for weight, bias in self.layers[:-1]:
            numbers = bend(weight @ numbers + bias)
        weight, bias = self.layers[-1]
        return weight @ numbers + bias


@lru_cache(maxsize=16)
def _read(path: str, _changed: int) -> Agent:
    return Agent(path, read_arrays(path, WHAT, FORMAT, WANTED))


def read_agent(path: str) -> Agent:
    """The agent in a file."""
    return _read(str(path), changed_at(path, WHAT))


def save_agent(path, game: str, players: int, layers, activation: str = "tanh") -> None:
    """Write an agent's file; `layers` are (weight, bias), a weight outputs by inputs. What does not fit is refused."""
    from lasttrick import games

    found = games.game(game)
    parts = {f"weight_{k}": np.asarray(weight, np.float32) for k, (weight, _) in enumerate(layers)}
    parts |= {f"bias_{k}": np.asarray(bias, np.float32) for k, (_, bias) in enumerate(layers)}
    about = {"format": FORMAT, "game": found.name, "rules": found.about.rules_version, "players": players}
    about["observation"] = observation_version(found)
    data = {name: np.asarray(value) for name, value in {**about, "activation": activation, **parts}.items()}
    check_name(path, WHAT)
    Agent(str(path), data).check(found, players)
    write_arrays(path, WHAT, data)


class LearnedBot(Bot):
    def __init__(self, text: str, seed: int = 0, file: str = ""):
        super().__init__(text, seed)
        self.agent = read_agent(file)

    def choose(self, game, view, seat: int) -> int:
        actions, values = self._judge(game, view, seat)
        return int(actions[values.argmax()])

    def _judge(self, game, view, seat: int):
        self.agent.check(game, int(view.players))
        numbers = np.zeros(game.observation_size, np.float32)
        game.view.encode(view, seat, numbers)
        actions = legal_actions(game, view, seat)
        return actions, self.agent.values(numbers)[actions]

    def explain(self, game, view, seat: int) -> dict:
        actions, values = self._judge(game, view, seat)
        looks = [{**named(game, view, a), "worth": round(float(v), 3)} for a, v in zip(actions, values, strict=True)]
        looks.sort(key=lambda look: -look["worth"])
        return {
            "bot": self.name,
            "seat": seat,
            **named(game, view, looks[0]["action"]),
            "actions": looks,
            "continuation": [],
        }
