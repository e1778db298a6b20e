"""Pairs of worlds: two matches with the same decisions whose hidden cards differ, and a seat that cannot tell.

A random match is recorded with the outcomes of its chance. In the twin, two outcomes of one shuffle are exchanged, and
both are played side by side as long as every decision is legal in both and the seat's view stays the same.
"""

import random
from dataclasses import dataclass, field

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.core.story import CHANCE
from lasttrick.core.trace import random_choice

MOST_DECISIONS = 60  # recorded of a match
TRIES = 60
CANDIDATES = 2  # of so many pairs the one that stays hidden longest is taken


@dataclass
class World:
    """One side of a pair: what chance gives at each version."""

    seed: str
    tapes: list[list[int]]


@dataclass
class Pair:
    """Two worlds that a seat (-1: a spectator) cannot tell apart through `length` decisions."""

    game: str
    players: int
    options: dict
    viewer: int
    decisions: list[tuple[int, int]]
    worlds: tuple[World, World]
    changed_at: int = 0  # the version whose chance differs
    first: int = 0  # the version at which the hidden cards begin to differ
    length: int = 0
    differing: int = 0  # versions at which the hidden cards really differ


WORLDS: dict[str, World] = {}  # by seed, for the matches below


@dataclass
class Recorded:
    decisions: list[tuple[int, int]] = field(default_factory=list)
    outcomes: list[list[list[int]]] = field(default_factory=list)  # of every version, event by event


class TapedMatch(Match):
    """A match whose chance is laid out in `WORLDS`; any other seed is played as usual."""

    def __init__(self, game, players=None, options=None, seed=None, *, tape=(), fork=None):
        world = WORLDS.get(str(seed))
        self._tapes = world.tapes if world else []
        super().__init__(game, players, options, seed, tape=self._tapes[0] if self._tapes else tape, fork=fork)

    def decide(self, seat, action, *, tape=()) -> None:
        version = len(self.decisions) + 1
        laid = self._tapes[version] if version < len(self._tapes) else tape
        super().decide(seat, action, tape=laid)


def outcomes(match: Match) -> list[list[int]]:
    return [list(line[2]) for line in match.story if line[1] >= CHANCE]


def recorded(game: str, players: int, options: dict, luck: random.Random) -> Recorded:
    match, choose = Match(games.game(game), players, options, luck.getrandbits(64)), random_choice(luck.getrandbits(32))
    found = Recorded(outcomes=[outcomes(match)])
    while not match.over and len(found.decisions) < MOST_DECISIONS:
        found.decisions.append(choose(match))
        match.decide(*found.decisions[-1])
        found.outcomes.append(outcomes(match))
    return found


def new_pair(game: str, players: int, options: dict, viewer: int, luck: random.Random) -> Pair | None:
    """A pair for this seat, or None if luck did not find one."""
    record = recorded(game, players, options, luck)
    shuffles = [(v, e) for v, events in enumerate(record.outcomes) for e, out in enumerate(events) if len(out) > 1]
    found: list[Pair] = []
    for _ in range(TRIES if shuffles else 0):
        version, event = luck.choice(shuffles[:3])
        changed = [[list(out) for out in events] for events in record.outcomes]
        deck = changed[version][event]
        i, j = luck.sample(range(len(deck)), 2)
        if deck[i] == deck[j]:
            continue
        deck[i], deck[j] = deck[j], deck[i]
        worlds = tuple(World(f"{luck.getrandbits(256):064x}", _flat(o)) for o in (record.outcomes, changed))
        pair = Pair(game, players, options, viewer, record.decisions, worlds)  # type: ignore[arg-type]
        pair.changed_at = version
        _measure(pair, record)
        if pair.differing:
            found.append(pair)
        if len(found) == CANDIDATES:
            break
    return max(found, key=lambda pair: pair.differing, default=None)


def _flat(events: list[list[list[int]]]) -> list[list[int]]:
    return [[number for out in outs for number in out] for outs in events]


def _measure(pair: Pair, record: Recorded) -> None:
    """How far the two go together in the eyes of the seat."""
    WORLDS.update({world.seed: world for world in pair.worlds})
    try:
        one, two = (TapedMatch(games.game(pair.game), pair.players, pair.options, w.seed) for w in pair.worlds)
        if not _note(pair, one, two, 0):
            return
        for version, (seat, action) in enumerate(pair.decisions, 1):
            chance = record.outcomes[version]
            if (version > pair.changed_at and chance) or action not in two.legal(seat):
                break
            one.decide(seat, action)
            two.decide(seat, action)
            if not _note(pair, one, two, version):
                break
    finally:
        for world in pair.worlds:
            del WORLDS[world.seed]


def _note(pair: Pair, one: Match, two: Match, version: int) -> bool:
    """Whether the seat still cannot tell them apart; if their cards differ, that is one more version that counts."""
    if not _looks_alike(one, two, pair.viewer):
        return False
    if version >= pair.changed_at and _cards(one) != _cards(two):
        pair.first = pair.first if pair.differing else version
        pair.length = version
        pair.differing += 1
    return not pair.differing or pair.length == version


def _looks_alike(one: Match, two: Match, viewer: int) -> bool:
    return one.view(viewer).tobytes() == two.view(viewer).tobytes()


def _cards(match: Match) -> bytes:
    state = match.state.copy()
    state.key[:] = 0
    return state.tobytes()
