"""What is to be simulated: checked before anything is played, and equal plans give equal rows."""

import hashlib
import json
import math
from dataclasses import asdict, dataclass, field

from lasttrick import __version__
from lasttrick.bots.levels import stands_for
from lasttrick.bots.registry import check_agents, read_bot, seats_of
from lasttrick.core.about import did_you_mean
from lasttrick.core.errors import LastTrickError
from lasttrick.lab.matches import EACH

FORMAT = "lasttrick simulation 3"


@dataclass(frozen=True)
class Plan:
    game: str
    rules_version: int
    players: int
    matches: int
    seed: str
    bots: tuple[str, ...]
    rows: str = "matches"  # what a row is: see matches.Table
    repeat: int = 1
    moving: bool = False
    options: dict = field(default_factory=dict)

    @property
    def judges(self) -> bool:
        """Whether all bots judge or look once, so that matches are played by the thousand."""
        return all(read_bot(bot)[0].name in ("random", "heuristic", "net") for bot in self.bots)

    @property
    def depth(self) -> float:
        """How far the samples of a report that are slow to play go: with the root of the matches asked for."""
        return min(10.0, max(0.25, math.sqrt(self.matches / 100_000)))

    def text(self) -> str:
        """The plan as it is kept beside its rows."""
        return json.dumps({"format": FORMAT, "version": __version__, **asdict(self)}, sort_keys=True)

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.text().encode()).hexdigest()[:12]


def make_plan(
    game, players: int | None, matches: int, seed, bots: list[str], options: dict, rows: str = "matches", **ways
) -> Plan:
    """A plan; everything wrong with it is said here."""
    if rows not in EACH:
        raise LastTrickError(f"There are no rows {rows!r}. {did_you_mean(rows, EACH)}")
    players = players if players is not None else max(game.about.players)
    game.blank(players, game.about.automatic_options(options))
    bots = [stands_for(bot, game, players) for bot in bots]
    seats_of(bots, players)
    check_agents(bots, game, players)
    if rows == "tricks" and not _has_tricks(game, players, options):
        raise LastTrickError(f"The lab does not know what a trick of {game.about.title} is; ask for rows of decisions.")
    kept = game.about.kept_options(options)
    return Plan(
        game.name, game.about.rules_version, players, matches, str(seed), tuple(bots), rows, options=kept, **ways
    )


def _has_tricks(game, players: int, options: dict) -> bool:
    from lasttrick.lab.facts import facts_of

    return facts_of(game, players, game.blank(players, game.about.automatic_options(options))).trick_event >= 0
