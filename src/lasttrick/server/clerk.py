"""A clerk: a process of its own that does the slow work strangers ask for, so that no table waits for it.

It checks options that bring data, reads match files, tells replays, verifies, makes drills and asks puzzles. Jobs come
on the standard input and what was found goes to the standard output, each as a length and a msgpack map; the process
ends when its input does.
"""

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from lasttrick.core.errors import LastTrickError
from lasttrick.core.forks import Fork
from lasttrick.server.worker import LENGTH

MOST_LINES = 200  # of what a table's own data changes


class Job(msgspec.Struct):
    """Something to do: its kind is a name of `WORK`."""

    kind: str
    body: bytes


class Found(msgspec.Struct):
    """What came of it, or the sentence that says why nothing did."""

    body: bytes = b""
    refused: str = ""
    failed: str = ""  # for the log


class Choice(msgspec.Struct):
    """Options to be checked."""

    game: str
    players: int
    options: dict[str, Any]


class Played(msgspec.Struct):
    """A match as it was played."""

    game: str
    players: int
    options: dict[str, Any]
    seed: str
    decisions: list[tuple[int, int]]
    names: list[str] = msgspec.field(default_factory=list)
    secret: str = ""
    words: list[str] = msgspec.field(default_factory=list)
    fork: Fork | None = None


class Wanted(msgspec.Struct):
    """Some steps of a replay."""

    table: str
    match: Played
    eyes: str
    first: int


def check_options(body: bytes) -> bytes:
    from lasttrick import games

    choice = msgspec.json.decode(body, type=Choice)
    games.game(choice.game).blank(choice.players, choice.options)
    return b""


def tell_differences(body: bytes) -> bytes:
    """What a table's own data changes, line by line."""
    from lasttrick import games
    from lasttrick.core.data import differences, read_data_file

    choice = msgspec.json.decode(body, type=Choice)
    file = games.about(choice.game).house_file
    house = read_data_file(str(file)) if file else {}
    lines = [differences(house if name == "data" else house.get(name), own) for name, own in choice.options.items()]
    return msgspec.json.encode([line for told in lines for line in told][:MOST_LINES])


def read_file(body: bytes) -> bytes:
    from lasttrick.server import replay

    match, file = replay.read_file(body.decode("utf-8", errors="replace"))
    names, secret, words = replay.told_by(file, match.players)
    played = Played(
        match.game.name, match.players, match.options, file["seed"], match.decisions, names, secret, words, match.fork
    )
    return msgspec.json.encode(played)


def tell_replay(body: bytes) -> bytes:
    from lasttrick.server import replay

    wanted = msgspec.json.decode(body, type=Wanted)
    return msgspec.json.encode(replay.replay(wanted.table, wanted.match, wanted.eyes, wanted.first))


def verify(body: bytes) -> bytes:
    from lasttrick.server import replay

    return msgspec.json.encode(replay.verify(body.decode()))


def tell_drills(body: bytes) -> bytes:
    from lasttrick.server import drills

    game, number = msgspec.json.decode(body, type=tuple[str, int])
    return drills.tell(game, number)


def tell_puzzle(body: bytes) -> bytes:
    from lasttrick.server import puzzles

    return puzzles.tell(*msgspec.json.decode(body, type=tuple[str, int]))


def answer_puzzle(body: bytes) -> bytes:
    from lasttrick.server import api, puzzles

    return puzzles.answer(*msgspec.json.decode(body, type=tuple[str, int, api.PuzzleAnswer]))


WORK = {
    "options": check_options,
    "differences": tell_differences,
    "file": read_file,
    "replay": tell_replay,
    "verify": verify,
    "drills": tell_drills,
    "puzzle": tell_puzzle,
    "answer": answer_puzzle,
}


def do(job: Job) -> Found:
    """The work, or why it cannot be done."""
    try:
        return Found(WORK[job.kind](job.body))
    except LastTrickError as error:
        return Found(refused=str(error))
    except (RecursionError, MemoryError, UnicodeError, json.JSONDecodeError) as error:
        return Found(refused=f"This cannot be read: {type(error).__name__}.")
    except Exception as error:
        return Found(failed=f"{type(error).__name__}: {error}"[:500])


def give_way() -> None:
    """Tables come first, also where Linux shares the processors among sessions before it looks at processes."""
    if hasattr(os, "nice"):
        os.nice(10)
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text("5", encoding="ascii")


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints goes to the log, not between the answers
    give_way()
    encoder, decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Job)
    while head := sys.stdin.buffer.read(LENGTH.size):
        data = encoder.encode(do(decoder.decode(sys.stdin.buffer.read(LENGTH.unpack(head)[0]))))
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    main()
