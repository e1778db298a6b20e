"""What happens how often: two actions in the same worlds with the same luck, played on until the seat decides again.

Each world fits the view. The reference decides for everybody; what is told of the own seat is counted, in the words of
the game's own events. A count is a fact about these worlds, and is told with their number.
"""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from lasttrick.bots.bot import legal_actions
from lasttrick.bots.hidden import sample
from lasttrick.bots.policy import best_looking
from lasttrick.core.chance import key_of
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng

WORLDS = 40
MOST_DECISIONS = 24  # of a world, after the action
CLEARLY = 3.0  # standard errors by which two counts must differ to be told

# What is worth counting, by game: events of the own seat, or of all, that are good news (1) or bad (-1).
NEWS = {
    "ten_tricks_later": {"attack": -1, "lost": -1, "rescued": 1, "overflow": -1},
    "scout": {"captured": 1, "token": 1},
    "zombie_escape": {"caught": -1, "recovered": 1},
    "trick_to_survival": {"wounded": -1, "died": -1},
}
SHARED = {"trick_to_survival": {"success": 1}}


def news(game, view: np.record, seat: int, action: int, world: int, seed: int) -> set[str]:
    """What is told of a seat in one world, from an action until it decides again."""
    match = Match(game, int(view.players), seed=0)
    sample(view, seat, new_rng(seed, world), match.states)
    match.state.key[:] = key_of(f"{seed} {world}")
    rng = new_rng(seed, -1 - world)
    match.decide(seat, action)
    heard = _heard(match, seat)
    for _ in range(MOST_DECISIONS):
        acting = match.acting
        if not acting or seat in acting:
            break
        actions = legal_actions(game, match.view(acting[0]), acting[0])
        worth = np.zeros(len(actions))
        chosen = best_looking(match.view(acting[0]), acting[0], actions, len(actions), worth, rng)
        match.decide(acting[0], int(actions[chosen]))
        heard |= _heard(match, seat)
    return heard


def _heard(match: Match, seat: int) -> set[str]:
    own, shared = NEWS.get(match.game.name, {}), SHARED.get(match.game.name, {})
    return {
        told["event"]
        for told in match.story_for(seat)
        if (told["event"] in own and told.get("seat") == seat) or told["event"] in shared
    }


def counts(game, view: np.record, seat: int, action: int, seed: int, worlds: Iterable[int]) -> Counter:
    """In how many of the worlds each piece of news is heard."""
    return Counter(key for world in worlds for key in news(game, view, seat, action, world, seed))


def compare(game, view: np.record, seat: int, better: int, worse: int, seed: int = 0) -> list[dict]:
    """The news that clearly speaks for the better of two actions, the clearest first."""
    signs = {**NEWS.get(game.name, {}), **SHARED.get(game.name, {})}
    if not signs:
        return []
    here, there = (counts(game, view, seat, action, seed, range(WORLDS)) for action in (better, worse))
    found = [
        {"key": key, "here": here[key], "there": there[key], "worlds": WORLDS}
        for key, sign in signs.items()
        if sign * (here[key] - there[key]) >= CLEARLY * _spread(here[key], there[key])
    ]
    return sorted(found, key=lambda told: -abs(told["here"] - told["there"]))


def _spread(here: int, there: int) -> float:
    """The standard error of the difference of two counts; never so small that a single world decides."""
    return max(1.0, np.sqrt((here * (WORLDS - here) + there * (WORLDS - there)) / WORLDS))
