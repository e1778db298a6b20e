"""What happened, as the rules tell it.

A story is one record that the rules write into while they act. A line is a few small numbers: how long it is, who may
see it, what kind of event it is, and its facts. Bulk simulation passes a silent story, which costs one test a line.

A story also carries the *tape*: outcomes of chance laid out in advance. While tape is left, chance takes its outcomes
from there instead of drawing them (see `chance`), so a test can lay a deal out and a log replays without a generator.
Of the first lot that is drawn all the same it tells among what, so whoever listens can lay out each outcome in turn.
"""

from enum import IntEnum
from struct import Struct

import numpy as np

from lasttrick.core.rule import rule

LINES = 12288
TAPE = 1024
OFFER = 128  # the most things that a lot is drawn among

STORY = np.dtype(
    (
        np.record,
        [
            ("on", np.int8),  # 0: silent, nothing is written
            ("used", np.int32),  # numbers written so far
            ("overflowed", np.int8),  # 1: a line did not fit; the story is not whole
            ("lines", np.int16, (LINES,)),  # line after line: length, audience, kind, facts…
            ("tape_length", np.int32),  # outcomes laid out
            ("tape_at", np.int32),  # outcomes already taken
            ("offers", np.int32),  # among how many things the first lot beyond the tape was drawn; 0 if there was none
            ("offered_at", np.int32),  # numbers written before it was
            ("offered", np.int16, (OFFER,)),  # the things
            ("tape", np.int16, (TAPE,)),
        ],
    )
)

NOBODY = 0  # audience of what only a trace shows: the outcomes of chance
SPECTATOR = 1 << 8  # an audience is a set of seats, and this for those who watch
EVERYBODY = SPECTATOR | 0xFF
CHANCE = 1000  # kinds from here on are outcomes of chance; CHANCE + the game's number for it

_HEAD = 3  # length, audience, kind

_AT = {name: field[1] for name, field in (STORY.fields or {}).items()}  # where a field begins
_USED, _LAID = Struct("=ib"), Struct("=iii")  # `used` and `overflowed`; `tape_length`, `tape_at` and `offers`


class Telling(IntEnum):
    """The kinds of events of a game, each with the names of its facts and its sentence in English.

    ``PLAYED = 5, "seat card", "{seat} plays {card}."``; a last name that ends in … takes all facts that are left.
    """

    facts: tuple[str, ...]
    sentence: str

    def __new__(cls, number: int, facts: str, sentence: str):
        kind = int.__new__(cls, number)
        kind._value_ = number
        kind.facts, kind.sentence = tuple(facts.split()), sentence
        return kind


@rule
def only(seat):
    """The audience of one seat."""
    return 1 << np.int64(seat)


@rule
def _room_for(story, length):
    if story.on == 0:
        return False
    if story.used + length > LINES:
        story.overflowed = 1
        return False
    return True


@rule
def begin_line(story, audience, kind, facts):
    """Open a line of so many facts and say where they go; -1 if nothing is to be written."""
    length = _HEAD + facts
    if not _room_for(story, length):
        return -1
    at = story.used
    story.lines[at] = length
    story.lines[at + 1] = audience
    story.lines[at + 2] = kind
    story.used = at + length
    return at + _HEAD


@rule
def tell(story, audience, kind, a, b, c):
    """One line with three facts; a kind that needs fewer leaves the rest 0."""
    at = begin_line(story, audience, kind, 3)
    if at >= 0:
        story.lines[at] = a
        story.lines[at + 1] = b
        story.lines[at + 2] = c


@rule
def tell_one(story, audience, kind, a):
    """One line with a single fact."""
    at = begin_line(story, audience, kind, 1)
    if at >= 0:
        story.lines[at] = a


@rule
def tell_four(story, audience, kind, a, b, c, d):
    """One line with four facts."""
    at = begin_line(story, audience, kind, 4)
    if at >= 0:
        story.lines[at] = a
        story.lines[at + 1] = b
        story.lines[at + 2] = c
        story.lines[at + 3] = d


@rule
def tell_six(story, audience, kind, a, b, c, d, e, f):
    """One line with six facts."""
    at = begin_line(story, audience, kind, 6)
    if at >= 0:
        story.lines[at] = a
        story.lines[at + 1] = b
        story.lines[at + 2] = c
        story.lines[at + 3] = d
        story.lines[at + 4] = e
        story.lines[at + 5] = f


@rule
def tell_list(story, audience, kind, items, n):
    """One line with the first n items as its facts."""
    at = begin_line(story, audience, kind, n)
    if at >= 0:
        for i in range(n):
            story.lines[at + i] = items[i]


def new_story(on: bool = True) -> np.record:
    story = np.zeros(1, STORY)[0]
    story.on = on
    return story


def memory_of(story) -> memoryview:
    """The bytes of a story: there, plain Python reads and writes a number in a tenth of the record's time."""
    return object.__getattribute__(story, "base").view(np.uint8).data


def clear(memory: memoryview) -> None:
    """Nothing is told any more, and no tape is left."""
    _USED.pack_into(memory, _AT["used"], 0, 0)
    _LAID.pack_into(memory, _AT["tape_length"], 0, 0, 0)


def written(memory: memoryview) -> bytes:
    """The lines, just as they stand there."""
    used, overflowed = _USED.unpack_from(memory, _AT["used"])
    if overflowed:
        raise OverflowError("The story of this action is longer than its buffer.")
    return bytes(memory[_AT["lines"] : _AT["lines"] + 2 * used])


def lay_tape(story, outcomes) -> None:
    """Lay out what chance will give, in the order in which it will be asked."""
    outcomes = list(outcomes)
    if len(outcomes) > TAPE:
        raise ValueError(f"A tape holds at most {TAPE} outcomes; {len(outcomes)} were given.")
    if outcomes:
        story["tape"][: len(outcomes)] = outcomes
    story["tape_length"] = len(outcomes)
    story["tape_at"] = story["offers"] = 0


def split(lines: bytes) -> list[bytes]:
    """The lines one by one, oldest first."""
    numbers, found, at = memoryview(lines).cast("h"), [], 0
    while at < len(numbers):
        end = at + numbers[at]
        found.append(lines[2 * at : 2 * end])
        at = end
    return found


def told(line: bytes) -> tuple[int, int, tuple[int, ...]]:
    """A line as audience, kind, facts."""
    _, audience, kind, *facts = memoryview(line).cast("h")
    return audience, kind, tuple(facts)
