"""SCOUT a second time, slow and obvious: lists of (top, bottom), every action found by trying it."""

from itertools import pairwise


def is_set(block) -> bool:
    tops = [top for top, _ in block]
    steps = [b - a for a, b in pairwise(tops)]
    return all(s == 0 for s in steps) or all(s == 1 for s in steps) or all(s == -1 for s in steps)


def strength(block):
    tops = [top for top, _ in block]
    return len(tops), len(set(tops)) == 1, min(tops)


def plays(hand, table) -> set[str]:
    found = set()
    for start in range(len(hand)):
        for length in range(1, len(hand) - start + 1):
            block = hand[start : start + length]
            if is_set(block) and (not table or strength(block) > strength(table)):
                found.add(f"play {start} {length}")
    return found


def scouts(hand, table):
    """Each Scout as its text with the hand and the table after it."""
    for end in "LR"[: len(table)]:
        card = table[0] if end == "L" else table[-1]
        left = table[1:] if end == "L" else table[:-1]
        for way in ("keep", "turn"):
            face = card if way == "keep" else card[::-1]
            for position in range(len(hand) + 1):
                yield f"{end} {way} {position}", [*hand[:position], face, *hand[position:]], left


class SlowRound:
    """One round from dealt hands, after rotation."""

    def __init__(self, hands, start: int, stall_limit: int):
        self.hands = [list(hand) for hand in hands]
        self.players = len(hands)
        self.turn = start
        self.table, self.owner, self.last_player = [], None, None
        self.piles = [[] for _ in hands]
        self.tokens = [3 if self.players == 2 else 0] * self.players
        self.markers = [self.players > 2] * self.players
        self.scouts_since_play, self.quiet_turns, self.stall_limit = 0, 0, stall_limit
        self.must_play, self.ending, self.exempt = False, None, None

    def legal(self) -> set[str]:
        hand = self.hands[self.turn]
        found = plays(hand, self.table)
        if self.must_play or not self.table:
            return found
        after = list(scouts(hand, self.table))
        if self.players > 2 or self.tokens[self.turn]:
            found |= {f"scout {text}" for text, _, _ in after}
        if self.markers[self.turn]:
            found |= {f"double {text}" for text, row, left in after if plays(row, left)}
        return found

    def apply(self, text: str) -> None:
        verb, *rest = text.split()
        if verb == "play":
            self._play(int(rest[0]), int(rest[1]))
            return
        self._take(" ".join(rest))
        if verb == "double":
            self.markers[self.turn], self.must_play = False, True
            return
        self.scouts_since_play += 1
        if self.players == 2:
            self._stop_if_stuck()
        elif self.scouts_since_play == self.players - 1:
            self.ending, self.exempt = "scouted", self.last_player
        else:
            self._next(quiet=True)

    def _take(self, wanted: str) -> None:
        for text, row, left in scouts(self.hands[self.turn], self.table):
            if text == wanted:
                self.hands[self.turn], self.table = row, left
                break
        if self.players == 2:
            self.tokens[self.turn] -= 1
        else:
            self.tokens[self.owner] += 1
        if not self.table:
            self.owner = None

    def _play(self, start: int, length: int) -> None:
        hand, me = self.hands[self.turn], self.turn
        captured = self.table
        self.piles[me] += captured
        self.table, self.owner, self.last_player = hand[start : start + length], me, me
        del hand[start : start + length]
        quiet = not captured and not self.must_play
        self.scouts_since_play, self.must_play = 0, False
        if not hand:
            self.ending = "out"
        else:
            self._next(quiet)

    def _next(self, quiet: bool) -> None:
        self.quiet_turns = self.quiet_turns + 1 if quiet else 0
        self.turn = (self.turn + 1) % self.players
        if self.stall_limit and self.quiet_turns >= self.stall_limit:
            self.ending = "stalled"
        elif self.players == 2:
            self._stop_if_stuck()

    def _stop_if_stuck(self) -> None:
        if not self.legal():
            self.ending, self.exempt = "stuck", self.owner

    def scores(self) -> list[int]:
        return [
            len(self.piles[seat]) + self.tokens[seat] - (0 if seat == self.exempt else len(self.hands[seat]))
            for seat in range(self.players)
        ]


def winners(rounds: list[list[int]]) -> list[int]:
    totals = [sum(column) for column in zip(*rounds, strict=True)]
    return [seat for seat, points in enumerate(totals) if points == max(totals)]
