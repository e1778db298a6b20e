"""`search`: looks ahead in worlds that fit its view, for so many iterations or milliseconds, whichever end first."""

import math
import sys
import time

import numpy as np

from lasttrick.bots.bot import Bot, first_view, legal_actions, named
from lasttrick.bots.memory import NONE, forget, new_memory, words_seen
from lasttrick.bots.policy import judgement_of
from lasttrick.bots.tree import Ways, look
from lasttrick.core.story import new_story

DEFAULT_ITERATIONS = 2000
BLOCK_SECONDS = 0.004  # compiled code is left this often to look at the clock
LONGEST_CONTINUATION = 12
JUDGED_PATIENCE = 2
RANDOM_PATIENCE = 64  # random rollouts are cheap, so there are many of them and the tree would grow deep for nothing


class SearchBot(Bot):
    def __init__(
        self,
        text: str,
        seed: int = 0,
        iterations: int = 0,
        ms: int = 0,
        rollouts: str = "heuristic",
        others: str = "",
        explore: int = 0,
        noise: int = -1,
        net: int = 0,
        worlds: str = "",
    ):
        super().__init__(text, seed)
        self.iterations = iterations if iterations or ms else DEFAULT_ITERATIONS
        self.ms, self.rollouts, self.others, self.explore, self.noise = ms, rollouts, others, explore, noise
        self.net, self.worlds = net, worlds
        self._story = new_story(on=False)
        self._memory: dict[str, np.record] = {}
        self._glances: dict[str, np.record] = {}  # room for the network's

    def choose(self, game, view, seat: int) -> int:
        actions = legal_actions(game, view, seat)
        if len(actions) == 1:
            return int(actions[0])
        memory = self._search(game, view, seat, whole=False)
        return int(_most_tried(memory, 0)["action"])

    def tries(self, game, view, seat: int) -> tuple[int, dict[int, tuple[int, float]]]:
        """What it chooses, and of each action that it tried how often and the sum of what it got."""
        memory = self._search(game, view, seat, whole=False)
        found = {int(edge["action"]): (int(edge["tries"]), float(edge["gain"])) for edge in _edges(memory, 0)}
        return int(_most_tried(memory, 0)["action"]), found

    def explain(self, game, view, seat: int) -> dict:
        actions = legal_actions(game, view, seat)
        begun = time.perf_counter()
        memory = self._search(game, view, seat, whole=True) if len(actions) > 1 else self._empty(game)
        spent = time.perf_counter() - begun
        rows = [_row(game, view, memory, int(action)) for action in actions]
        best = int(_most_tried(memory, 0)["action"]) if len(actions) > 1 else int(actions[0])
        rows.sort(key=lambda row: (-row["visits"], row["action"] != best, row["action"]))
        chosen = named(game, view, best)
        return {
            "bot": self.name,
            "seat": seat,
            **chosen,
            "iterations": int(memory.sums[0]),
            "ms": round(spent * 1000, 1),
            "nodes": int(memory.used[0]),
            "actions": rows,
            "continuation": _continuation(game, view, memory, seat)
            or [{"seat": seat, **named(game, view, actions[0])}],
        }

    def ready(self, game) -> None:
        view, seat = first_view(game)
        self._look(game, view, seat, self._empty(game), 2)

    def _empty(self, game) -> np.record:
        memory = self._memory_for(game)
        forget(memory)
        return memory

    def _search(self, game, view, seat: int, whole: bool) -> np.record:
        """Spend the budget; unless the whole is wanted, only as much as can still change what is tried most."""
        if self.net:
            self._net_for(game).check(game, int(view.players))
        memory = self._empty(game)
        left = self.iterations or sys.maxsize
        block, now = (1 if self.ms else sys.maxsize), time.perf_counter()
        deadline = now + self.ms / 1000
        while (looks := min(block, left if whole else _open_looks(memory, left))) > 0:
            self._look(game, view, seat, memory, looks)
            left -= looks
            if self.ms:
                begun, now = now, time.perf_counter()
                if now >= deadline:
                    break
                each = max((now - begun) / looks, 1e-7)
                block = max(1, int(min(BLOCK_SECONDS, deadline - now) / each))
        return memory

    def _look(self, game, view, seat: int, memory: np.record, looks: int) -> None:
        if self.net:
            self._look_with_net(game, view, seat, memory, looks)
            return
        look(view, seat, looks, self._ways(game), memory, words_seen(memory), self._story, self.rng)

    def _look_with_net(self, game, view, seat: int, memory: np.record, looks: int) -> None:
        from lasttrick.bots.nets.net import glance_dtype
        from lasttrick.bots.nets.tree import LIKE_SEARCHES, look_with_net

        lot = LIKE_SEARCHES if self.net == 2 else 0.0
        if game.name not in self._glances:
            self._glances[game.name] = np.zeros(1, glance_dtype(game))[0]
        weights = self._net_for(game).weights[0]
        glance, ways, words = self._glances[game.name], self._ways(game), words_seen(memory)
        look_with_net(view, seat, looks, ways, weights, lot, glance, memory, words, self._story, self.rng)

    def _net_for(self, game):
        """The network it thinks with."""
        from lasttrick.bots.nets.weights import net_of_search

        return net_of_search(game, self.net)

    def _ways(self, game) -> Ways:
        judgement = judgement_of(game)
        others = self.others or getattr(judgement, "OTHERS", "search")
        judged = self.rollouts == "heuristic"
        return Ways(
            judged_rollouts=int(judged),
            judged_others=int(others == "heuristic" and judged),
            likely=int((self.worlds or ("likely" if judged else "any")) == "likely"),
            patience=JUDGED_PATIENCE if judged else RANDOM_PATIENCE,
            noise=self.noise if self.noise >= 0 else getattr(judgement, "NOISE", 5),
            explore=self.explore / 100 if self.explore else getattr(judgement, "EXPLORE", 1.5),
            scale=float(judgement.SCALE),
        )

    def _memory_for(self, game) -> np.record:
        if game.name not in self._memory:
            self._memory[game.name] = new_memory(game)
        return self._memory[game.name]


def _edges(memory: np.record, node: int):
    """The edges of a node, as records."""
    at = int(memory.nodes["first"][node])
    while at != NONE:
        yield memory.edges[at]
        at = int(memory.edges["following"][at])


def _open_looks(memory: np.record, left: int) -> int:
    """So many looks are needed at least before those that are left cannot change what is tried most; 0: they cannot."""
    tries, following = memory.edges["tries"], memory.edges["following"]
    most = second = 0
    at = int(memory.nodes["first"][0])
    while at != NONE:
        here = int(tries[at])
        most, second = (here, most) if here > most else (most, max(second, here))
        at = int(following[at])
    lead = most - second
    return 0 if lead > left else min(left, (left - lead) // 2 + 1)


def _most_tried(memory: np.record, node: int):
    """The edge tried most; of equals the one that did better, then the lower action."""
    return max(_edges(memory, node), key=lambda edge: (edge["tries"], edge["gain"], -int(edge["action"])))


def _row(game, view, memory: np.record, action: int) -> dict:
    """Visits of an action, the mean of what it got and the standard deviation of that, both as chances to win."""
    row = {**named(game, view, action), "visits": 0, "share": 0.0, "mean": None, "spread": None}
    for edge in _edges(memory, 0):
        if edge["action"] == action and edge["tries"]:
            tries = int(edge["tries"])
            mean = float(edge["gain"]) / tries
            spread = math.sqrt(max(0.0, float(edge["squares"]) / tries - mean * mean))
            share = tries / float(memory.sums[0])
            row |= {"visits": tries, "share": round(share, 4), "mean": round(mean, 4), "spread": round(spread, 4)}
    return row


def _continuation(game, view, memory: np.record, seat: int) -> list[dict]:
    """What is expected most, from the chosen action on, as far as the tree knows."""
    steps: list[dict] = []
    node, actor = 0, seat
    while node != NONE and memory.nodes["first"][node] != NONE and len(steps) < LONGEST_CONTINUATION:
        edge = _most_tried(memory, node)
        if edge["tries"] < 2 and steps:
            break
        steps.append({"seat": actor, **named(game, view, int(edge["action"]))})
        node = int(edge["child"])
        actor = int(memory.nodes["actor"][node])
    return steps
