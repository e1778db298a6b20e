"""A case: a game with so many players and options, and short matches of it to look at."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from lasttrick.core.about import About
from lasttrick.core.contract import Game
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice

MOST_DECISIONS = 3000  # a match for a test is shorter
SHORT_ROUNDS = "2"


def short_options(about: About) -> dict[str, str]:
    """Options that keep a match short enough to look at all of it: what the game says, or two of what it bounds."""
    return dict(about.short) or dict.fromkeys(about.automatic, SHORT_ROUNDS)


@dataclass(frozen=True)
class Case:
    game: Game
    players: int
    options: dict = field(default_factory=dict)
    seed: int = 0

    @cached_property
    def short(self) -> dict:
        return {**short_options(self.game.about), **self.options}

    @property
    def seats(self) -> range:
        """Everybody who looks: the spectator, −1, and the seats."""
        return range(-1, self.players)

    def match(self, seed=None) -> Match:
        return Match(self.game, self.players, self.short, seed=self.seed if seed is None else seed)

    def walk(self, seed: int | None = None) -> Iterator[tuple[Match, int, int]]:
        """A short match at random: the match before each decision, the seat that decides and its action."""
        seed = self.seed if seed is None else seed
        match, choose = self.match(seed), random_choice(seed + 1)
        while not match.over:
            assert len(match.decisions) < MOST_DECISIONS, self._too_long()
            seat, action = choose(match)
            yield match, seat, action
            match.apply(seat, action)

    def _too_long(self) -> str:
        about = self.game.about
        return (
            f"A match of {about.title} with the options {self.short} has not ended after {MOST_DECISIONS} decisions: "
            "give the game an option that bounds it and name it in ABOUT.automatic, or make ABOUT.short shorter."
        )


def cases(game: Game) -> Iterator[Case]:
    """A game at every number of players."""
    for players in game.about.players:
        yield Case(game, players)
    for players, (option, value) in game.about.extra_players.items():
        yield Case(game, players, {option: value})
