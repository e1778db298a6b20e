"""A whole training: play, learn, look how strong it is, keep the best, and go on after a stop.

While one thread plays the next batch with the weights of the batch before, the other learns: a fixed lag and no race,
so that the same seed gives the same network on the same machine, after a stop too: how that batch is played is kept,
and it is played again.
"""

import hashlib
import io
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from lasttrick.bots.nets.play import JUDGEMENT, NetMatches
from lasttrick.bots.nets.weights import Net, read_net, rounded, save_net
from lasttrick.core.contract import Game
from lasttrick.core.errors import LastTrickError
from lasttrick.core.meanings import observation_version
from lasttrick.lab import stats
from lasttrick.lab.training.actor import Actor
from lasttrick.lab.training.calibration import calibrate, model_of
from lasttrick.lab.training.learner import COOL, Learner
from lasttrick.lab.training.model import Played

BATCH = 131_072  # decisions that are played with the same weights, about
WARM_UP = 1  # batches from which only the chances are learned
LOOKS = 10  # how often strength is looked at
KEEPS = 48  # how often an older self is kept
DUEL = 1200  # matches of a look


@dataclass(frozen=True)
class Plan:
    """What is trained, and for how long."""

    game: Game
    players: tuple[int, ...]
    options: dict
    decisions: int
    seed: str
    start: str = ""  # the file of a network to go on from
    chances: bool = False  # learn only who wins; the network plays as its judgement says

    @property
    def luck(self) -> int:
        """The seed as torch takes it."""
        return int.from_bytes(self.seed.encode(), "little") % (1 << 63)

    def to_json(self) -> dict:
        return {
            "game": self.game.name,
            "observation": observation_version(self.game),
            "players": list(self.players),
            "options": self.options,
            "decisions": self.decisions,
            "seed": self.seed,
            **({"start": print_of(self.start)} if self.start else {}),
            **({"chances": True} if self.chances else {}),
        }


@dataclass
class Ahead:
    """How the batch that is learned from next is played."""

    net: np.ndarray
    is_warm: bool
    matches: int  # its first one


@contextmanager
def writing(what: Path) -> Iterator[None]:
    """Whatever hinders that this is written, as one sentence."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise LastTrickError(f"{what} cannot be written: {why}. What was kept before is still there.") from None


def print_of(path: str) -> str:
    """What a file's bytes come to in twelve letters."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]


def check_same(folder: Path, kept: dict, wanted: dict) -> None:
    """Refuse a folder in which another training is kept than the wanted one."""
    changed = [key for key in {**wanted, **kept} if kept.get(key) != wanted.get(key)]
    if changed:
        raise LastTrickError(
            f"{folder} holds a training with other {' and '.join(changed)}; give another folder with --out."
        )


def start_of(plan: Plan) -> Net:
    """The network that a training goes on from."""
    net = read_net(plan.start)
    if net.game.name != plan.game.name:
        raise LastTrickError(f"{plan.start} was trained for {net.game.name}; it cannot begin {plan.game.name}.")
    return net


class Training:
    """A training in a folder: `net.npz` is the best so far, `progress.jsonl` what was seen on the way."""

    def __init__(self, plan: Plan, folder: Path):
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(True)
        self.plan, self.folder, self.game = plan, folder, plan.game
        self._file = folder / "training.pt"
        self.learner = Learner(self.game, plan.luck)
        self.actor = Actor(self.game, plan.players, plan.options, plan.seed, BATCH)
        self.before: list[dict] = []  # the trainings of the network that this one goes on from
        self._go_on_from(plan.start)
        self.best = self.learner.model.net()
        self.done, self.before_last, self.batches, self.seconds = 0, 0, 0, 0.0
        self.ahead = Ahead(self.best.copy(), self._is_warm(0), 0)
        self.looks: list[dict] = []
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        if self._file.exists():
            self._take_up()

    def _go_on_from(self, start: str) -> None:
        """Begin with the weights of another network, if one is named."""
        if start:
            net = start_of(self.plan)
            self.learner.go_on_from(model_of(self.game, net.weights), 1.0 if self.plan.chances else COOL)
            self.before = [*net.card.get("before", []), net.card.get("training", {})]

    def run(self, watch: Callable[["Training"], None], calibration: int) -> None:
        """Train to the end of the plan; a stop in between loses nothing but what came after the last look."""
        notes, following = self.actor.new_notes(), self.actor.new_notes()
        begun = time.monotonic()
        with ThreadPoolExecutor(1) as thread:
            self._play(notes)
            while self.done < self.plan.decisions:
                if self._passes(KEEPS):
                    self.actor.keep(self.learner.mean.net())
                self.ahead = Ahead(self.learner.mean.net(), self._is_warm(1), self.actor.matches)
                played = thread.submit(self._play, following)
                try:
                    figures = self._learn(notes)
                finally:
                    played.result()
                self.seconds += time.monotonic() - begun
                begun = time.monotonic()
                self._look_at(figures)
                watch(self)
                notes, following = following, notes
        self._finish(calibration)

    def _play(self, notes: np.record) -> None:
        self.actor.matches = self.ahead.matches
        if self.plan.chances:
            self.actor.show(self.ahead.net, notes)
        else:
            self.actor.play(self.ahead.net, notes, self.ahead.is_warm)

    def _learn(self, notes: np.record) -> dict:
        played, is_advised = Played.of(notes), self._is_warm(0)
        if is_advised:
            played.compare_advice()
        figures = self.learner.learn(played, self._part, is_advised)
        self.before_last = self.done
        self.done += len(played)
        self.batches += 1
        return figures

    def _is_warm(self, ahead: int) -> bool:
        """Whether the batch that comes so much later is learned from whole; a network that goes on has its chances."""
        return not self.plan.chances and (bool(self.plan.start) or self.batches + ahead >= WARM_UP)

    @property
    def _part(self) -> float:
        return min(1.0, self.done / self.plan.decisions)

    def _passes(self, times: int) -> bool:
        """Whether the last batch went past one of so many even steps of the whole."""
        return self.before_last * times // self.plan.decisions != self.done * times // self.plan.decisions

    def _look_at(self, figures: dict) -> None:
        if not self._passes(LOOKS) and self.done < self.plan.decisions:
            return
        net = rounded(self.learner.mean.net())
        if self.plan.chances:  # all play the same: there is nothing to look at but how well the newest tells
            self.best = net
            self.save()
            return
        look = {
            "decisions": self.done,
            "seconds": round(self.seconds, 1),
            **{k: round(v, 5) for k, v in figures.items()},
        }
        for players in self.plan.players:
            look[f"judgement_{players}"] = self.duel(net, None, players)
        ahead = [self.duel(net, self.best, players) for players in self.plan.players]
        look["ahead_of_best"] = ahead
        if np.mean([one["times_even"] for one in ahead]) > 1.0 + np.mean([one["half"] for one in ahead]) / 2:
            self.best = net
            look["is_best"] = True
        self.looks.append(look)
        self.save()
        progress = self.folder / "progress.jsonl"
        with writing(progress), progress.open("a", encoding="utf-8") as file:
            file.write(json.dumps(look) + "\n")

    def duel(self, net: np.ndarray, other: np.ndarray | None, players: int, matches: int = DUEL) -> dict:
        """One seat against copies of another network, or of the judgement: its share of the wins in times an even one.

        Deals are played once from every seat; the interval counts deals."""
        nets = np.concatenate([net, other]) if other is not None else net
        who = [0] + [JUDGEMENT if other is None else 1] * (players - 1)
        seed = f"look {self.plan.seed} {self.done}"
        found = NetMatches(self.game, players, self.plan.options, seed, nets, who, [0.0] * players, duplicate=True)
        deals = -(-matches // players)
        own = found.shares(0, deals * players)[:, 0].reshape(deals, players).mean(axis=1) * players
        found_share = stats.mean(own)
        return {
            "times_even": round(found_share.value, 4),
            "half": round(found_share.reach, 4),
            "matches": deals * players,
        }

    def company(self, players: int, matches: int = DUEL) -> dict:
        """Where all can win together: how many times as often a seat wins in a group of the network as in one of the
        judgement, on the same deals."""
        own, judged = (
            NetMatches(self.game, players, self.plan.options, "company", self.best, [who] * players, [0.0] * players)
            .shares(0, matches)
            .mean(axis=1)
            for who in (0, JUDGEMENT)
        )
        times = own.mean() / judged.mean()
        half = stats.mean((own - times * judged) / judged.mean()).reach
        return {"times_even": round(float(times), 4), "half": round(half, 4), "matches": matches}

    def _finish(self, calibration: int) -> None:
        """Fit the chances that the best one tells to its own play, and write it with its card."""
        card = self._card()
        if calibration:
            self.best, card["calibration"] = calibrate(
                self.game, self.plan.players, self.plan.options, self.best, calibration
            )
        is_contest = self.game.about.win.shared
        strength = (lambda n: self.duel(self.best, None, n, 10 * DUEL)) if is_contest else self.company
        card["strength"] = {str(n): strength(n) for n in self.plan.players}
        save_net(self.folder / "net.npz", self.game, self.plan.players, self.best, card)
        self._forget_played([])

    def _card(self) -> dict:
        training = {**self.plan.to_json(), "done": self.done}
        card = {"training": training, "seconds": round(self.seconds), "looks": self.looks}
        return {**card, "before": self.before} if self.before else card

    def save(self) -> None:
        """Keep where the training is, what it learns from, and the best network so far."""
        save_net(self.folder / "net.npz", self.game, self.plan.players, self.best, self._card())
        part = self._file.with_suffix(".part")
        window = self._keep_window()
        state = {
            "plan": self.plan.to_json(),
            "learner": self.learner.state(),
            "window": [file.name for file in window],
            "nets": torch.from_numpy(self.actor.nets.view(np.uint8).copy()),
            "best": torch.from_numpy(self.best.view(np.uint8).copy()),
            "ahead": {**vars(self.ahead), "net": torch.from_numpy(self.ahead.net.view(np.uint8).copy())},
            "counts": [self.done, self.before_last, self.batches, self.actor.older],
            "seconds": self.seconds,
            "looks": self.looks,
        }
        whole = io.BytesIO()  # torch does not say that a disk is full
        torch.save(state, whole)
        try:
            with writing(self._file):
                part.write_bytes(whole.getbuffer())
                part.replace(self._file)
        finally:
            part.unlink(missing_ok=True)
        self._forget_played(window)

    def _keep_window(self) -> list[Path]:
        """The files of the batches that are learned from, the newest last; a batch is written once."""
        window = self.learner.window
        files = [self.folder / f"played-{self.batches - len(window) + k}.npz" for k in range(len(window))]
        for file, played in zip(files, window, strict=True):
            if not file.exists():
                with writing(file):
                    part = file.with_suffix(".part.npz")
                    np.savez(part, **vars(played))
                    part.replace(file)
        return files

    def _forget_played(self, but: list[Path]) -> None:
        for file in set(self.folder.glob("played-*")) - set(but):
            file.unlink()

    def _take_up(self) -> None:
        try:
            state = torch.load(self._file, weights_only=True)
            plan = state["plan"]
        except Exception:
            raise LastTrickError(f"{self._file} is damaged; begin anew in another folder.") from None
        check_same(self.folder, plan, self.plan.to_json())
        self.learner.take_up(state["learner"])
        self.learner.window = [self._played(self.folder / name) for name in state["window"]]
        self.actor.nets.view(np.uint8)[:] = state["nets"].numpy()
        self.best.view(np.uint8)[:] = state["best"].numpy()
        self.ahead = Ahead(**{**state["ahead"], "net": state["ahead"]["net"].numpy().view(self.best.dtype)})
        self.done, self.before_last, self.batches, self.actor.older = state["counts"]
        self.seconds, self.looks = state["seconds"], state["looks"]

    def _played(self, file: Path) -> Played:
        try:
            with np.load(file) as arrays:
                return Played(**arrays)
        except Exception:
            raise LastTrickError(f"{file} is damaged; begin anew in another folder.") from None
