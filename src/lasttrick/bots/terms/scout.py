"""SCOUT: what is captured, what the row is worth then, what the owner gets, and the end of the round."""

from itertools import pairwise

import numpy as np

from lasttrick.bots.scout import (
    CAPTURE,
    FAR,
    LAST_SCOUT,
    TOKEN,
    copy_numbers,
    plan,
    play_worth,
    scouted_number,
    take_out,
    touches,
)
from lasttrick.bots.scout import put_in as insert
from lasttrick.core.rule import entry
from lasttrick.games.scout.state import DOUBLE, PLAY, ROW, SCOUT

NAMES = ("captured", "row", "owner", "end")
SAID = ("row",)


def is_split(view, actions) -> bool:
    return all(PLAY <= action < DOUBLE for action in actions)


@entry
def split(view, seat, actions, n, rows):
    """The terms of a Play and of a Scout."""
    size = view.hand_size[seat]
    numbers, other = np.empty(ROW + 1, np.int64), np.empty(ROW + 1, np.int64)
    best = np.empty(ROW + 2)
    copy_numbers(view, seat, numbers)
    before = plan(numbers, size, best)
    for i in range(n):
        action = actions[i]
        if action >= SCOUT:
            choice, position = (action - SCOUT) // ROW, (action - SCOUT) % ROW
            number = scouted_number(view, choice)
            rows[i, 3] = -LAST_SCOUT if view.scouts + 1 == view.players - 1 else 0.0
            if position == size or touches(numbers, size, position, number):
                insert(numbers, size, position, number, other)
                rows[i, 1] = plan(other, size + 1, best) - before
                rows[i, 2] = -TOKEN
            else:
                rows[i, 3] += FAR - LAST_SCOUT  # as the judgement has it: not worth a closer look
        else:
            start, length = (action - PLAY) % ROW, (action - PLAY) // ROW + 1
            whole = play_worth(view, seat, numbers, size, start, length, view.table_size, before, other, best)
            take_out(numbers, size, start, length, other)
            rows[i, 0] = CAPTURE * view.table_size
            rows[i, 1] = plan(other, size - length, best) - before
            rows[i, 3] = whole - rows[i, 0] - rows[i, 1]


def say(name: str, seen: dict, seat: int, better: str, worse: str) -> tuple[str, dict] | None:
    if name != "row":
        return None
    mine, other = (fewest_sets(row_after(seen, seat, text)) for text in (better, worse))
    return ("row", {"count": mine, "instead": other}) if mine < other else None


def row_after(seen: dict, seat: int, text: str) -> list[int]:
    """The numbers of the hand after a Play or a Scout."""
    row = [int(face.split("/")[0]) for face in seen["seats"][seat]["hand"]]
    verb, *words = text.split()
    if verb == "play":
        start, length = map(int, words)
        return row[:start] + row[start + length :]
    end, way, place = words
    top, below = seen["table"][0 if end == "L" else -1].split("/")
    return [*row[: int(place)], int(below if way == "turn" else top), *row[int(place) :]]


def fewest_sets(row: list[int]) -> int:
    """Into how few sets a row can be cut."""
    fewest = [0]
    for end in range(1, len(row) + 1):
        fewest.append(min(fewest[start] + 1 for start in range(end) if _is_set(row[start:end])))
    return fewest[-1]


def _is_set(numbers: list[int]) -> bool:
    steps = {after - before for before, after in pairwise(numbers)}
    return not steps or steps in ({0}, {1}, {-1})
