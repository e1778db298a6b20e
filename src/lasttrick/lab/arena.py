"""The arena: every bot against copies of every other, on the same deals with the seats moved round.

A *pairing* is one seat of the challenger and the rest of the host. Each deal is played once with the challenger in each
seat, so the luck of the deal and of the seat is shared out evenly. Every finished match is a line of `matches.jsonl`;
a run that was interrupted reads them and goes on. The same seed gives the same matches, in any order, on any machine
(bots that think for so many milliseconds excepted: how far they get depends on the machine).
"""

import hashlib
import json
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import permutations
from multiprocessing import get_context
from pathlib import Path

from lasttrick import __version__
from lasttrick.bots.registry import read_bot
from lasttrick.core.errors import LastTrickError
from lasttrick.games import about
from lasttrick.lab.arena_match import play_deal, prepare

FORMAT = "lasttrick arena 2"


@dataclass(frozen=True)
class Plan:
    """What an arena plays. Two runs with equal plans play the same matches."""

    game: str
    bots: tuple[str, ...]
    players: int
    deals: int  # of each pairing; each is played once a seat
    seed: str
    options: dict = field(default_factory=dict)

    @property
    def rules_version(self) -> int:
        return about(self.game).rules_version

    @property
    def fingerprint(self) -> str:
        """A short name, by which a page tells its plan from others."""
        text = json.dumps({"format": FORMAT, "version": __version__, **asdict(self)}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def pairings(self) -> list[tuple[str, str]]:
        return list(permutations(self.bots, 2))

    @property
    def matches(self) -> int:
        return len(self.pairings) * self.deals * self.players

    def tasks(self) -> Iterator[tuple[str, str, int]]:
        """Challenger, host and deal; deal by deal, so that an early look is a fair one."""
        for deal in range(self.deals):
            for challenger, host in self.pairings:
                yield challenger, host, deal


def make_plan(game, bots: list[str], players: int | None, games: int, seed: str, options: dict) -> Plan:
    """A plan, checked: everything wrong with it is said before anything is played."""
    for bot in bots:
        read_bot(bot)
    if len(bots) < 2:
        raise LastTrickError("An arena needs at least two bots, as in --bots random,heuristic.")
    if len(set(bots)) < len(bots):
        raise LastTrickError("An arena needs bots that differ; one is named twice.")
    if games < 1:
        raise LastTrickError(f"An arena plays at least one match of each pairing, not {games}.")
    players = players if players is not None else max(game.about.players)
    game.blank(players, game.about.automatic_options(options))
    return Plan(game.name, tuple(bots), players, -(-games // players), seed, options)


def run(
    plan: Plan, folder: Path, workers: int = 0, watch: Callable[[list[dict]], None] = lambda rows: None
) -> list[dict]:
    """Play what is not played yet and give all rows, in the order of the plan; `watch` hears each new piece."""
    rows = _open(plan, folder)
    done = {(r["challenger"], r["host"], r["deal"]) for r in rows}
    watch(rows)
    left = [task for task in plan.tasks() if task not in done]
    with (folder / "matches.jsonl").open("a", encoding="utf-8") as log:
        for piece in _played(plan, left, folder, workers or os.cpu_count() or 1):
            log.write("".join(json.dumps(row) + "\n" for row in piece))
            log.flush()
            rows += piece
            watch(piece)
    order = {task: i for i, task in enumerate(plan.tasks())}
    return sorted(rows, key=lambda r: (order[r["challenger"], r["host"], r["deal"]], r["moved"]))


def _played(plan: Plan, tasks: list, folder: Path, workers: int) -> Iterator[list[dict]]:
    """The rows of each task as they are finished; a few tasks more than workers are under way."""
    if not tasks:
        return
    if workers == 1:
        prepare(plan.game, plan.bots)
        for task in tasks:
            yield play_deal(asdict(plan), task, folder)
        return
    prepare(plan.game, plan.bots)  # compiles once; the workers then load it
    with ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_start_worker, initargs=(plan.game, plan.bots)
    ) as cores:
        waiting: set[Future] = set()
        upcoming = iter(tasks)
        try:
            while True:
                while len(waiting) < 2 * workers and (task := next(upcoming, None)):
                    waiting.add(cores.submit(play_deal, asdict(plan), task, folder))
                if not waiting:
                    return
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        except BaseException:
            cores.shutdown(wait=False, cancel_futures=True)
            raise


def _start_worker(game: str, bots) -> None:
    """A worker ends at once and without a word when the run is interrupted."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    prepare(game, bots)


def _open(plan: Plan, folder: Path) -> list[dict]:
    """The rows of an earlier run of the same plan in this folder, or a new folder."""
    if folder.exists() and not folder.is_dir():
        raise LastTrickError(f"{folder} is a file; the results of an arena need a folder.")
    folder.mkdir(parents=True, exist_ok=True)
    header = {"format": FORMAT, **asdict(plan), "bots": list(plan.bots)}
    path = folder / "plan.json"
    if not path.exists():
        path.write_text(json.dumps(header, indent=1) + "\n", encoding="utf-8")
        (folder / "matches.jsonl").write_text("", encoding="utf-8")
        return []
    if _read_plan(path) != header:
        raise LastTrickError(f"{folder} holds another arena; name another folder with --out, or the same plan again.")
    return _whole_deals((folder / "matches.jsonl"), plan.players)


def _read_plan(path: Path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None


def _whole_deals(path: Path, players: int) -> list[dict]:
    """Rows of deals that were written whole; the file is cut back to them."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            rows.append(json.loads(line))
        except ValueError:
            break
    rows = rows[: len(rows) // players * players]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return rows
