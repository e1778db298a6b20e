"""A reviewer: a process of its own, at the lowest priority, that looks at one finished match and ends.

The match comes on the standard input; lines of JSON go to the standard output, how far it is and how it ended. What is
finished is kept piece by piece, so that a review that was stopped goes on where it was.
"""

import contextlib
import hashlib
import json
import os
import sys
import threading
from pathlib import Path

import msgspec

from lasttrick.core.errors import LastTrickError
from lasttrick.server.clerk import Played
from lasttrick.server.worker import LENGTH

MOST_KEPT = 1_000  # files of reviews, finished or not; those not used for longest go first
MOST_BYTES = 256 * 1024 * 1024  # of all of them


class Task(msgspec.Struct):
    """A match to be reviewed, and where it is kept."""

    match: Played
    folder: str
    name: str


class Progress(msgspec.Struct):
    """How far a review is; `refused` says why there is none."""

    done: int = 0
    of: int = 0
    refused: str = ""


def name_of(match: Played, rules: int) -> str:
    """The same for the same match, rules version, reference, its version and budget."""
    from lasttrick import games
    from lasttrick.appraisal.appraise import REFERENCE, VERSION
    from lasttrick.appraisal.whole import FORMAT, budget_for

    played = [match.game, rules, match.players, match.options, match.seed, match.decisions, match.fork]
    about = [*played, REFERENCE, VERSION, budget_for(games.game(match.game), len(match.decisions)), FORMAT]
    return hashlib.sha256(msgspec.json.encode(about, order="sorted")).hexdigest()[:32]


def review(task: Task, tell) -> None:
    """Look at every decision, and write what it comes to into a file of the task's name."""
    from lasttrick import games
    from lasttrick.appraisal import whole
    from lasttrick.core.match import Match

    played, folder = task.match, Path(task.folder)
    tidy(folder)
    match = Match(games.game(played.game), played.players, played.options, played.seed, fork=played.fork)
    for seat, action in played.decisions:
        match.decide(seat, action)
    looking = whole.Whole(match, shelf=whole.Shelf(folder / f"{task.name}.jsonl"))
    looking.look_at_all(1, lambda done, of: tell(Progress(done, of)))
    told = looking.to_json()
    told["mattered"] = [one for seat in range(match.players) for one in looking.mattered([seat])]
    keep(folder, task.name, json.dumps(told, ensure_ascii=False))


def keep(folder: Path, name: str, text: str) -> None:
    """Write a finished review; its pieces are no longer needed."""
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{name}.part"
    part.write_text(text, encoding="utf-8")
    part.replace(folder / f"{name}.json")
    (folder / f"{name}.jsonl").unlink(missing_ok=True)
    tidy(folder)


def tidy(folder: Path) -> None:
    """The oldest go when there are too many or they are too long together, pieces of what was never finished too."""
    found = [(file.stat(), file) for file in folder.glob("*.*")]
    length = 0
    for number, (about, file) in enumerate(sorted(found, key=lambda one: -one[0].st_mtime_ns)):
        length += about.st_size
        if number >= MOST_KEPT or length > MOST_BYTES:
            file.unlink(missing_ok=True)


def give_way() -> None:
    """Everything else comes first, also where Linux shares the processors among sessions."""
    if hasattr(os, "nice"):
        os.nice(19)
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text("19", encoding="ascii")


def end_with_the_server() -> None:
    """The input ends when the server does. Read past Python's buffer: its lock, held at the end, is a fatal error."""

    def wait() -> None:
        while os.read(0, 1024):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    lines = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints goes to the log, not between the lines
    give_way()

    def tell(progress: Progress) -> None:
        lines.write(msgspec.json.encode(progress) + b"\n")
        lines.flush()

    head = sys.stdin.buffer.read(LENGTH.size)
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(LENGTH.unpack(head)[0]), type=Task)
    end_with_the_server()
    try:
        review(task, tell)
    except LastTrickError as error:
        tell(Progress(refused=str(error)))


if __name__ == "__main__":
    main()
