"""Bots by name. A name and its parameters are one string: `random`, `heuristic`, `search:iterations=2000`.

A string that ends in .npz is the path of the file of a trained agent or network.

Nothing heavy is imported before a bot is made.
"""

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lasttrick.core.about import did_you_mean, listed
from lasttrick.core.errors import LastTrickError

if TYPE_CHECKING:
    from lasttrick.bots.bot import Bot
    from lasttrick.core.contract import Game


@dataclass(frozen=True)
class Parameter:
    """One thing a bot can be told: a whole number from `low` to `high`, or one of `choices`."""

    name: str
    sentence: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def possible(self) -> str:
        return listed(self.choices) if self.choices else f"a whole number from {self.low:,} to {self.high:,}"

    def read(self, bot: str, text: str) -> int | str:
        if self.choices and text in self.choices:
            return text
        if not self.choices and text.isdecimal() and self.low <= int(text) <= self.high:
            return int(text)
        raise LastTrickError(f"Bot {bot}: {self.name} cannot be {text!r}; possible: {self.possible()}.")


@dataclass(frozen=True)
class Kind:
    """A kind of bot: where it is written and what it can be told."""

    name: str
    sentence: str
    maker: str  # module:class below lasttrick.bots
    parameters: tuple[Parameter, ...] = ()

    def make(self, text: str, seed: int, settings: dict) -> "Bot":
        module, _, name = self.maker.partition(":")
        return getattr(importlib.import_module(f"lasttrick.bots.{module}"), name)(text, seed, **settings)


KINDS = (
    Kind("random", "Any legal action, all equally likely.", "chance_bot:RandomBot"),
    Kind(
        "heuristic",
        "What a player who has thought about the game would do at a glance.",
        "heuristic:HeuristicBot",
        (Parameter("mistakes", "So many decisions in a hundred are made at random.", 0, 100),),
    ),
    Kind(
        "search",
        "Looks ahead in worlds that fit its view: information-set Monte-Carlo tree search.",
        "search:SearchBot",
        (
            Parameter("iterations", "Worlds looked into for each decision; repeatable.", 1, 100_000_000),
            Parameter("ms", "The longest that a decision may take, in milliseconds.", 1, 3_600_000),
            Parameter("rollouts", "How a world is played on below the tree.", choices=("heuristic", "random")),
            Parameter("others", "How the other seats decide in the tree.", choices=("search", "heuristic")),
            Parameter("explore", "Hundredths of the weight on what has been tried little.", 1, 10_000),
            Parameter("noise", "So many rollout decisions in a hundred are made at random.", 0, 100),
            Parameter(
                "net",
                "1: the trained network says what to try first; at the leaves it counts half. 2: the network that has "
                "learned to choose as searches do, which decides for the other seats, too.",
                0,
                2,
            ),
            Parameter(
                "worlds", "What others have decided out of sight: any, or what is likely.", choices=("any", "likely")
            ),
        ),
    ),
    Kind(
        "net",
        "A network that has learned the game by playing itself; it looks once.",
        "nets.bot:NetBot",
        (
            Parameter(
                "temperature", "Hundredths of a pull by which an action may fall behind and still be tried.", 0, 1000
            ),
        ),
    ),
)
NET = KINDS[-1]
AGENT = Kind("agent", "A trained agent, named by the path of its file.", "learned:LearnedBot")
NAMES = tuple(kind.name for kind in KINDS)
LEVEL = Kind("level", "A level for people, which each game fills with a bot of its own.", "levels:LevelBot")
LEVELS = ("easy", "normal", "hard", "merciless")


def bot_names() -> tuple[str, ...]:
    """Every word a bot's string can begin with."""
    return (*NAMES, *LEVELS)


def make_bot(text: str, seed: int = 0) -> "Bot":
    """The bot that a string describes, with its own luck.

    It has `choose(game, view, seat)`, which gives an action, and `explain(game, view, seat)`, which gives the same
    action with the reasons as data.
    """
    kind, settings = read_bot(text)
    return kind.make(text, seed, settings)


def read_bot(text: str) -> tuple[Kind, dict]:
    """The kind and the parameters that a bot's string names, checked."""
    if text.strip().endswith(".npz"):
        from lasttrick.bots.nets.weights import is_net

        return NET if is_net(text.strip()) else AGENT, {"file": text.strip()}
    name, colon, rest = text.strip().partition(":")
    if name in LEVELS and colon:
        raise LastTrickError(f"Level {name} takes no parameters; what it stands for in each game is in the docs.")
    if name in LEVELS:
        return LEVEL, {}
    kind = _find(name, KINDS, f"There is no bot {name!r}.")
    settings: dict[str, int | str] = {}
    for item in rest.split(",") if colon else []:
        _read_setting(kind, item, settings)
    return kind, settings


def _read_setting(kind: Kind, item: str, settings: dict) -> None:
    name, equals, value = item.partition("=")
    if not equals:
        raise LastTrickError(f"Bot {kind.name}: {item!r} is not of the form NAME=VALUE, as in search:ms=300.")
    parameter = _find(name.strip(), kind.parameters, f"Bot {kind.name} has no parameter {name.strip()!r}.")
    if parameter.name in settings:
        raise LastTrickError(f"Bot {kind.name}: {parameter.name} is given twice; give it once.")
    settings[parameter.name] = parameter.read(kind.name, value.strip())


def _find(name: str, things: Iterable, complaint: str) -> Any:
    for thing in things:
        if thing.name == name:
            return thing
    known = [thing.name for thing in things] + (list(LEVELS) if things is KINDS else [])
    raise LastTrickError(f"{complaint} {did_you_mean(name, known)}")


def bot_list(text: str) -> list[str]:
    """`random,search:ms=30,noise=10,heuristic` as three bots: a piece with = and no : belongs to the bot before it."""
    bots: list[str] = []
    for piece in text.split(","):
        if bots and "=" in piece and ":" not in piece:
            bots[-1] += f",{piece.strip()}"
        else:
            bots.append(piece.strip())
    for bot in bots:
        read_bot(bot)
    return bots


def check_agents(bots: list[str], game: "Game", players: int) -> None:
    """Refuse trained bots whose file is wrong or was made for another table, before anything is played."""
    for text in bots:
        kind, settings = read_bot(text)
        if kind is NET:
            from lasttrick.bots.nets.bot import NetBot

            NetBot(text, **settings).net_for(game, players)
        if settings.get("net"):
            from lasttrick.bots.nets.weights import net_of_search

            net_of_search(game, int(settings["net"])).check(game, players)
        if kind is AGENT:
            from lasttrick.bots.learned import read_agent

            read_agent(str(settings["file"])).check(game, players)


def seats_of(bots: list[str], players: int) -> list[str]:
    """A bot for each seat: one name for all of them, or a name for each."""
    if len(bots) == 1:
        return bots * players
    if len(bots) != players:
        raise LastTrickError(
            f"There are {players} seats for bots and {len(bots)} bots; name one bot, or one for each seat."
        )
    return bots
