"""The review of a whole match as JSON: every decision, the graphs, the ledgers of luck, the decisions that mattered.

The work is done in pieces, one decision each; what is finished is kept, so that an interrupted review goes on where it
was.
"""

import hashlib
import json
import os
from collections.abc import Callable, Container, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from lasttrick.appraisal.appraise import REFERENCE, VERSION, Appraisal, Budget, Worth
from lasttrick.appraisal.review import (
    Known,
    Ledger,
    Open,
    Reviewer,
    Step,
    budget_for,
    even_shares,
    ledger,
    of_the_group,
    shares_of,
    steps_of,
)
from lasttrick.appraisal.why import continuation, split
from lasttrick.appraisal.words import part_of
from lasttrick.bots.hidden import hidden_of
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match

FORMAT = "lasttrick review 3"
MATTERED = 3  # decisions that are named first

LIMITS = (
    "The worlds of a decision are all deals that fit what its seat could know, each as likely as the next; they are "
    "not weighted by how people play.",
    f"Every seat is played on by the bot {REFERENCE}, not by you.",
)


def limits_of(game) -> list[str]:
    """What a review of a game cannot say, in sentences."""
    said = hidden_of(game).SAID
    hidden = f"What others have decided out of sight is as that bot would decide it: {said}."
    return [*LIMITS, hidden] if said else [*LIMITS]


class Shelf:
    """Finished pieces of a review by name, one line of a file each; without a file they are kept in memory."""

    def __init__(self, path: Path | None = None):
        self._path = path
        self._kept: dict[str, dict] = dict(self._read()) if path and path.exists() else {}

    def _read(self) -> Iterator[tuple[str, dict]]:
        assert self._path is not None
        for line in self._path.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError, KeyError, TypeError):  # the line that was being written when it stopped
                piece = json.loads(line)
                yield piece["name"], piece["told"]

    def get(self, name: str) -> dict | None:
        return self._kept.get(name)

    def put(self, name: str, told: dict) -> None:
        self._kept[name] = told
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write("\n" + json.dumps({"name": name, "told": told}))  # what a stop cut off stays on its own line


def _usual(recorded: Match) -> Budget:
    return budget_for(recorded.game, len(recorded.decisions))


def name_of(recorded: Match, budget: Budget, seed: int) -> str:
    """The same for the same match, rules, reference, its version and budget."""
    about = [recorded.to_json(), REFERENCE, VERSION, asdict(budget), seed, FORMAT]
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:32]


class Whole:
    """One match under review: its pieces, and what they come to."""

    def __init__(self, recorded: Match, budget: Budget | None = None, seed: int = 0, shelf: Shelf | None = None):
        self.match, self.budget, self.seed = recorded, budget or _usual(recorded), seed
        self.steps = steps_of(recorded)
        self.reviewer = Reviewer(recorded.game, self.budget, seed)
        self.shelf = shelf or Shelf()

    @property
    def pieces(self) -> list[str]:
        """What is to be looked at: each decision with a choice as its seat saw it, and each one with all cards open."""
        return [f"known {step.number}" for step in self.steps if step.choices > 1] + [
            f"open {step.number}" for step in self.steps
        ]

    def look(self, name: str) -> None:
        """Look at one piece, unless that was done before."""
        if self.shelf.get(name) is None:
            kind, _, number = name.partition(" ")
            step = self.steps[int(number)]
            told = self.reviewer.known(step) if kind == "known" else self.reviewer.open(step)
            self.shelf.put(name, asdict(told))

    def look_at_all(self, workers: int = 0, progress: Callable[[int, int], None] = lambda done, of: None) -> None:
        """All pieces on some cores; stopping loses nothing that is finished."""
        pieces = self.pieces
        with ThreadPoolExecutor(workers or os.cpu_count() or 1) as threads:
            waiting = [threads.submit(self.look, name) for name in pieces]
            try:
                for done, future in enumerate(as_completed(waiting), 1):
                    future.result()
                    progress(done, len(pieces))
            except BaseException:
                threads.shutdown(wait=True, cancel_futures=True)
                raise

    # --- what it comes to ---

    @property
    def known(self) -> dict[int, Known]:
        found = {}
        for step in self.steps:
            told = self.shelf.get(f"known {step.number}")
            if told is not None:
                found[step.number] = _known(told)
        return found

    @property
    def open(self) -> list[Open]:
        return [Open(**self._told(f"open {step.number}")) for step in self.steps]

    def _told(self, name: str) -> dict:
        told = self.shelf.get(name)
        if told is None:
            raise LastTrickError("The review is not finished.")
        return told

    def ledgers(self) -> list[Ledger]:
        """One for each seat."""
        match = self.match
        even, known, open_ = even_shares(match.game, match.players, match.options), self.known, self.open
        shares = shares_of(match)
        return [ledger(seat, shares[seat], even, self.steps, known, open_) for seat in range(match.players)]

    def to_json(self, seats: Iterable[int] | None = None) -> dict:
        """The review of all seats, or of some: decisions, graphs, ledgers, and what mattered, with its reasons."""
        wanted = set(range(self.match.players) if seats is None else seats)
        known, match, ledgers = self.known, self.match, self.ledgers()
        group = of_the_group(ledgers)
        return {
            "format": FORMAT,
            "game": match.game.name,
            "rules": match.game.about.rules_version,
            "players": match.players,
            "reference": REFERENCE,
            "worlds": self.budget.worlds,
            "seed": self.seed,
            "limits": limits_of(match.game),
            "result": match.result,
            "mattered": self.mattered(wanted),
            "parts": {str(step.stage): self._part(step) for step in reversed(self.steps)},
            "decisions": [self._decision(step, known[step.number]) for step in self._looked(wanted, known)],
            "open": [{"number": o.number, "chances": _rounded(o.before)} for o in self.open],
            "ledger": [_rounded(asdict(entry)) for entry in ledgers if entry.seat in wanted],
            "group": group and _rounded(asdict(group)),
        }

    def mattered(self, seats: Container[int]) -> list[dict]:
        """The few decisions of these seats that surely cost most, with their reasons."""
        known = self.known
        proved = [(_proved(known[step.number], step.action), step) for step in self._looked(seats, known)]
        costly = sorted((one for one in proved if one[0] > 0), key=lambda one: -one[0])
        return [{"number": step.number, **self._why(step, known[step.number])} for _, step in costly[:MATTERED]]

    def _looked(self, seats: Container[int], known: dict[int, Known]) -> list[Step]:
        return [step for step in self.steps if step.number in known and step.seat in seats]

    def _decision(self, step: Step, known: Known) -> dict:
        played = known.appraisal.of(step.action)
        return {
            "number": step.number,
            "seat": step.seat,
            "stage": step.stage,
            "played": step.text,
            "best": self._text(step, known.appraisal.best),
            "verdict": played.verdict,
            "loss": _rounded(max(0.0, played.loss)),
            "reach": _rounded(played.loss_reach),
            "actions": [
                {
                    "texts": [self._name(step, action) for action in worth.actions],
                    "chance": _rounded(worth.chance),
                    "reach": _rounded(worth.reach),
                    "loss": _rounded(worth.loss),
                    "loss_reach": _rounded(worth.loss_reach),
                    "worlds": worth.worlds,
                }
                for worth in known.appraisal.worths
            ],
        }

    def _why(self, step: Step, known: Known) -> dict:
        """The split of the worlds that moves the difference most, and what is expected after the best."""
        seed, appraiser = self.reviewer.luck_of(step), self.reviewer.appraiser
        best = known.appraisal.best.actions[0]
        found = split(appraiser, step.view, step.seat, seed, best, step.action)
        return {
            "split": _rounded(asdict(found)) if found else None,
            "continuation": [
                _rounded(asdict(one)) for one in continuation(appraiser, step.view, step.seat, seed, best)
            ],
        }

    def _part(self, step: Step) -> str:
        return part_of(self.match.game.describe.describe_table(step.view), step.stage)

    def _text(self, step: Step, worth: Worth) -> str:
        return self._name(step, worth.actions[0])

    def _name(self, step: Step, action: int) -> str:
        return self.match.game.notation.action_text(step.view, action)


def _known(told: dict) -> Known:
    worths = tuple(Worth(**{**worth, "actions": tuple(worth["actions"])}) for worth in told["appraisal"]["worths"])
    return Known(told["number"], told["seat"], Appraisal(told["appraisal"]["seat"], worths))


def _proved(known: Known, action: int) -> float:
    """What was lost for certain: the lower end of the interval."""
    worth = known.appraisal.of(action)
    return worth.loss - worth.loss_reach


def _rounded(told):
    """Numbers as people need them."""
    if isinstance(told, float):
        return round(told, 4)
    if isinstance(told, dict):
        return {name: _rounded(value) for name, value in told.items()}
    return [_rounded(value) for value in told] if isinstance(told, list) else told
