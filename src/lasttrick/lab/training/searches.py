"""A network that learns to choose as searches do: what plain searches decide is written down, and it is fitted to that.

It goes on from a network that has learned by playing itself. Its pulls are drawn to how a search shares out its visits,
its chance for the seat that decides to what the search expects; the matches of every twentieth deal are kept apart, to
see how well it does. Every match is kept as soon as it is over, so that a training that was stopped goes on after it.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from lasttrick.bots import make_bot
from lasttrick.bots.bot import legal_actions
from lasttrick.bots.nets.net import glance_dtype
from lasttrick.bots.nets.notes import has_room, note_search, notes_dtype
from lasttrick.bots.nets.weights import rounded, save_net
from lasttrick.bots.search import SearchBot
from lasttrick.core.errors import LastTrickError
from lasttrick.core.luck import luck
from lasttrick.core.match import Match
from lasttrick.lab.training.actor import CELLS
from lasttrick.lab.training.calibration import model_of
from lasttrick.lab.training.learner import MOST_GRADIENT
from lasttrick.lab.training.model import NEVER, Batch, Model, Played, batch_of
from lasttrick.lab.training.run import Plan, check_same, start_of, writing

CHOICES = 40  # room for each decision, on average
PASSES, MINIBATCH, RATE, LAST_RATE = 10, 512, 1e-3, 2e-5
OF_CLUES = 2  # times the rate
OF_CHANCES = 0.5  # weight of what the search expects beside what it chooses
COOL = 4.0  # pulls are divided by this at first: a network is surer of itself than a search of its choice
APART = 20  # one match in so many is kept apart


Decided = tuple[int, list[int], float]  # what a search chose, how often it tried each legal action, what it expects
Decide = Callable[[np.record, int, np.ndarray], Decided]


def learn_from_searches(plan: Plan, iterations: int, folder: Path, watch: Callable[[int], None]) -> dict:
    """Write the network to the folder; gives how well it does in the matches that were kept apart."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(plan.luck)
    begun = time.process_time()
    start = start_of(plan)
    training = {**plan.to_json(), "searches": iterations}
    notes = play_searches(plan, iterations, start.weights, Kept(folder, training), watch)
    searched = Searched(Played.of(notes), notes.value[: notes.used[0]].copy())
    model = model_of(plan.game, start.weights)
    learned, apart = _parts(searched.played)
    found = {"decisions": len(apart), "before": told_by(model, searched, apart)}
    fit(model, searched, learned)
    net = rounded(model.net())
    found["after"] = told_by(model_of(plan.game, net), searched, apart)
    training |= {"done": int(notes.used[0]), "matches": int(notes.used[3])}
    card = {"training": training, "seconds": round(time.process_time() - begun), "apart": found}
    save_net(folder / "net.npz", plan.game, plan.players, net, card)
    return found


@dataclass
class Searched:
    """What searches decided; `advice` has how they shared out their visits."""

    played: Played
    expected: np.ndarray  # the chance of the seat that decides


class Kept:
    """What searches have decided, in a file: its first line says of which training, each other one has a match."""

    def __init__(self, folder: Path, training: dict):
        self.file = folder / "searches.jsonl"
        with writing(self.file):
            folder.mkdir(parents=True, exist_ok=True)
            if not self.file.exists():
                self.file.write_text(json.dumps(training) + "\n", encoding="utf-8")
            text = self.file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]  # the last line of a full disk may be a part of one
        try:
            of, *self.matches = map(json.loads, whole.splitlines())
            check_same(folder, of, training)
        except (AttributeError, ValueError):
            raise self._damaged() from None
        with writing(self.file):
            self.file.write_text(whole, encoding="utf-8")

    def add(self, match: list[Decided]) -> None:
        with writing(self.file), self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(match) + "\n")

    def decides(self, number: int) -> Decide:
        """What was decided in a match, decision by decision."""
        match, at = self.matches[number], count()

        def decide(view: np.record, seat: int, actions: np.ndarray) -> Decided:
            try:
                action, visits, expected = match[next(at)]
                if action in actions and len(visits) == len(actions) and sum(visits) > 0:
                    return action, visits, float(expected)
            except (IndexError, TypeError, ValueError):
                pass
            raise self._damaged()

        return decide

    def _damaged(self) -> LastTrickError:
        return LastTrickError(f"{self.file} is damaged; begin anew in another folder.")


def play_searches(plan: Plan, iterations: int, net: np.ndarray, kept: Kept, watch: Callable[[int], None]) -> np.record:
    """Matches of searches among themselves, written down; numbers of players take turns."""
    game, size = plan.game, plan.decisions * 5 // 4 + 1000
    bot = make_bot(f"search:iterations={iterations}")
    assert isinstance(bot, SearchBot)
    notes = np.zeros(1, notes_dtype(game, size, size * CELLS, size * CHOICES, size))[0]
    g = np.zeros(1, glance_dtype(game))[0]
    while notes.used[0] < plan.decisions and has_room(notes):
        number = int(notes.used[3])
        players = plan.players[number % len(plan.players)]
        match = Match(game, players, game.about.automatic_options(plan.options), f"{plan.seed}/{number}")
        if number < len(kept.matches):
            _play(match, kept.decides(number), net, g, notes)
        else:
            bot.reseed(luck(plan.seed, number))
            kept.add(_play(match, _as_searched(game, bot), net, g, notes))
        notes.shares[number, :players] = match.shares()
        notes.players[number] = players
        notes.used[3] += 1
        watch(int(notes.used[0]))
    return notes


def _as_searched(game, bot: SearchBot) -> Decide:
    def decide(view: np.record, seat: int, actions: np.ndarray) -> Decided:
        action, tries = bot.tries(game, view, seat)
        visits, gains = zip(*(tries.get(int(one), (0, 0.0)) for one in actions), strict=True)
        return action, list(visits), sum(gains) / sum(visits)

    return decide


def _play(match: Match, decide: Decide, net: np.ndarray, g: np.record, notes: np.record) -> list[Decided]:
    """Play a match on and write down what was to be decided; gives what was."""
    decided = []
    while not match.over:
        seat = match.acting[0]
        view = match.view(seat)
        actions = legal_actions(match.game, view, seat)
        if len(actions) == 1:
            match.apply(seat, int(actions[0]))
            continue
        action, visits, expected = decide(view, seat, actions)
        decided.append((action, visits, expected))
        shares = np.array(visits, np.float32) / np.float32(sum(visits))
        g.actions[: len(actions)] = actions
        note_search(net[0], view, seat, len(actions), shares, np.float32(expected), g, notes)
        match.apply(seat, action)
    return decided


def _parts(played: Played) -> tuple[np.ndarray, np.ndarray]:
    """The decisions to learn from, and those that are kept apart."""
    is_apart = played.match % APART == 0
    return np.flatnonzero(~is_apart), np.flatnonzero(is_apart)


def fit(model: Model, searched: Searched, at: np.ndarray) -> None:
    """Some passes over these decisions in random orders."""
    model.cool(COOL)
    clues = list(model.clue.parameters())
    others = [one for name, one in model.named_parameters() if not name.startswith("clue.")]
    groups = [{"params": others, "times": 1}, {"params": clues, "times": OF_CLUES}]
    optimiser = torch.optim.Adam(groups, RATE, eps=1e-5)
    batches = len(at) // MINIBATCH
    for step in range(PASSES * batches):
        if step % batches == 0:
            order = at[torch.randperm(len(at)).numpy()]
        for group in optimiser.param_groups:
            group["lr"] = group["times"] * max(LAST_RATE, RATE * (1 - step / (PASSES * batches)))
        begin = step % batches * MINIBATCH
        logs, own, batch, value = _told(model, searched, np.sort(order[begin : begin + MINIBATCH]))
        loss = -(batch.advice * logs).sum() / len(batch)
        loss = loss + OF_CHANCES * torch.nn.functional.binary_cross_entropy(own, value)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), MOST_GRADIENT)
        optimiser.step()


def _told(model: Model, searched: Searched, at: np.ndarray) -> tuple[Tensor, Tensor, Batch, Tensor]:
    """Of these decisions the logarithms of the chances of all choices, and the chance of the seat that decides."""
    batch = batch_of(searched.played, at)
    seen = model.look(batch)
    outcome = model.outcome(seen).masked_fill(~batch.present, NEVER)
    own = outcome.softmax(dim=1)[:, 0] if model.shared else outcome[:, 0].sigmoid()
    return model.log_chances(seen, batch), own.clamp(1e-5, 1 - 1e-5), batch, torch.from_numpy(searched.expected[at])


def told_by(model: Model, searched: Searched, at: np.ndarray) -> dict:
    """How often the model's strongest choice is the one most visited, and how far it is from the visits, in nats."""
    if not len(at):
        return {}
    with torch.no_grad():
        logs, _, batch, _ = _told(model, searched, at)
    starts = np.concatenate([[0], np.flatnonzero(np.diff(batch.row.numpy())) + 1])
    best = [np.argmax(part) for part in np.split(logs.numpy(), starts[1:])]
    visited = [np.argmax(part) for part in np.split(batch.advice.numpy(), starts[1:])]
    return {
        "agrees": round(float(np.mean(np.array(best) == np.array(visited))), 4),
        "nats": round(float(-(batch.advice * logs).sum()) / len(batch), 4),
    }
