"""Whether what was called certain comes to pass: claims are written down and held against what really happens.

A certain fact with the name of an event claims that this event will be told, with just these facts (and its causes,
which are `CAUSES` of the game's `foresee`): in the story of the decision, or, if the game names an event that ends its
span (such as the end of a trick), no later than that. Any other certain fact is held against the match by a check of
the game, in `tests/games/NAME/foreseen.py`; one without a check fails. A check gives True, False, or None as long as
it cannot tell.
"""

import importlib
import random
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from lasttrick import games
from lasttrick.bots.registry import make_bot
from lasttrick.core import foresight
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.story import CHANCE, memory_of, new_story, split, told, written
from lasttrick.core.words import event_json
from tests.cases import SHORT


@dataclass
class Claim:
    """A certain fact, by whom it was foreseen, and the state in which it was."""

    fact: dict
    seat: int
    action: int | None
    before: np.record


@dataclass
class Happened:
    """What has really happened: the events of one decision, and the state after it."""

    events: list[dict]
    after: np.record
    game: object

    def names(self) -> set[str]:
        return {event["event"] for event in self.events}


@dataclass
class Held:
    """Claims of one match that are still open, and how many of each kind have come true."""

    game: object
    came_true: Counter = field(default_factory=Counter)
    open: list[Claim] = field(default_factory=list)

    def __post_init__(self):
        self.rules = importlib.import_module(f"tests.games.{self.game.name}.foreseen")
        self.events = {event.name.lower() for event in self.game.state.Event}

    def without_causes(self, event: dict) -> dict:
        return {name: value for name, value in event.items() if name not in getattr(self.game.foresee, "CAUSES", ())}

    def claim(self, facts: list[dict], seat: int, action: int | None, before) -> None:
        self.open += [Claim(fact, seat, action, before) for fact in facts if fact["certain"]]

    def judge(self, happened: Happened) -> None:
        """Close the claims that can be judged now; one that is false fails."""
        still = []
        for claim in self.open:
            verdict = self.verdict(claim, happened)
            assert verdict is not False, f"foreseen as certain: {claim.fact}; but this happened: {happened.events}"
            if verdict is None:
                still.append(claim)
            else:
                self.came_true[claim.fact["fact"]] += 1
        self.open = still

    def verdict(self, claim: Claim, happened: Happened) -> bool | None:
        key = claim.fact["fact"]
        if key in self.rules.CHECKS:
            return self.rules.CHECKS[key](claim, happened)
        assert key in self.events, f"{claim.fact} is called certain, and nothing checks it"
        wanted = {
            ("event" if name == "fact" else name): value for name, value in claim.fact.items() if name != "certain"
        }
        if wanted in [self.without_causes(event) for event in happened.events]:
            return True
        return None if self.rules.SPAN_END and self.rules.SPAN_END not in happened.names() else False


def choosers(luck: random.Random):
    """Half of the matches are played at random, half by bots that know how to play."""
    bot = make_bot("heuristic", luck.getrandbits(30)) if luck.random() < 0.5 else None
    return lambda match, seat: bot.choose(match.game, match.view(seat), seat) if bot else luck.choice(match.legal(seat))


def hold_match(name: str, players: int, options: dict, luck: random.Random, most: int = 150) -> tuple[Held, int]:
    """Play a match and hold against it what every decider has foreseen; gives also how many decisions there were."""
    game = games.game(name)
    match = Match(game, players, {**SHORT.get(name, {}), **options}, luck.getrandbits(60))
    held, choose = Held(game), choosers(luck)
    while not match.over and len(match.decisions) < most:
        onlooker = luck.randrange(-1, players)
        held.claim(foresight.standing(game, match.view(onlooker), onlooker), onlooker, None, match.state.copy())
        seat = luck.choice(match.acting)
        action = choose(match, seat)
        view, before = match.view(seat), match.state.copy()
        facts = foresight.foreseen(game, view, seat, action)
        held.claim(facts, seat, action, before)
        hold_in_other_worlds(held, view, seat, luck)
        match.decide(seat, action)
        held.judge(Happened(all_events(game, match.state, match.story), match.state.copy(), game))
    return held, len(match.decisions)


def hold_in_other_worlds(held: Held, view, seat: int, luck: random.Random) -> None:
    """A legal action in a world that fits the view: what was certain is so there too."""
    game, world, story, actions = (
        held.game,
        np.zeros(1, held.game.dtype),
        new_story(),
        np.zeros(held.game.actions, np.int16),
    )
    game.view.determinize(view, seat, new_rng(luck.getrandbits(30)), world)
    action = int(luck.choice(actions[: game.rules.legal(view, seat, actions)]))
    facts = foresight.foreseen(game, view, seat, action)
    there = Held(game)
    there.claim(facts, seat, action, world[0].copy())
    game.rules.apply(world[0], seat, action, story)
    events = all_events(game, world[0], [told(line) for line in split(written(memory_of(story)))])
    there.judge(Happened(events, world[0], game))
    held.came_true += there.came_true


def all_events(game, state, lines) -> list[dict]:
    return [event_json(game, state, line) for line in lines if line[1] < CHANCE]
