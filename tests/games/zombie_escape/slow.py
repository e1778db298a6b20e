"""A slow second version of Zombie Escape, written from the rules page alone: cards are texts, piles are lists.

It is told what chance gave and what was decided, and works out what happened.
"""

import re

STAINS = {"H1": (0, 1), "W1": (1, 0), "WH": (1, 1), "W2": (2, 0), "FOOD": (0, 0), "HELI": (1, 0)}


def number(card: str) -> int:
    return int(re.match(r"\d+", card)[0])


def marks(card: str) -> set[str]:
    letters = re.search(r"[A-Z]+", card)[0]
    return set("SHM") if letters == "X" else set(letters)


def combine(card: str, other: str) -> bool:
    pair = {number(card), number(other)}
    return pair == {1, 999} or (len(pair) == 1 and pair != {17})


def damage(face_up: list[str]) -> int:
    return sum(STAINS[k][0] for k in face_up) + sum(STAINS[k][1] for k in face_up) // 2


def winners(records: list[int]) -> list[int]:
    best = max(records) if max(records) >= 18 else min(records)
    return [seat for seat, record in enumerate(records) if record == best]


class SlowGame:
    def __init__(self, players: int, leader: int):
        self.players, self.leader, self.records, self.day, self.over = players, leader, [0] * players, 0, False

    def start_day(self, deal: dict, pile: list[str]) -> None:
        self.day += 1
        self.hands = [list(hand) for hand in deal["hands"]]
        self.graveyard: list[str] = []
        self.pile = list(pile)
        self.up: list[list[str]] = [[] for _ in self.hands]
        self.start_turn(self.leader)

    def start_turn(self, leader: int) -> None:
        self.leader, self.seat, self.location = leader, leader, ""
        self.zombies: dict[int, list[str]] = {}
        self.order: list[int] = []
        self.stake = self.pile.pop(0)

    def legal(self) -> set[str]:
        hand = self.hands[self.seat]
        if not self.order:
            return {f"lead {card} {mark}" for card in hand for mark in marks(card)}
        if len(self.order) == self.players:
            return {f"flip {kind}" for kind in self.up[self.seat]}
        return {f"follow {c}" for c in [c for c in hand if self.location in marks(c)] or hand}

    def decide(self, seat: int, text: str) -> None:
        assert seat == self.seat
        assert text in self.legal(), text
        verb, what, *named = text.split()
        if verb == "flip":
            self.up[seat].remove(what)
            self.end_turn()
            return
        self.location = named[0] if named else self.location
        self.play(seat, what)

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        joining = [c for c in self.graveyard if combine(card, c)]
        self.graveyard = [c for c in self.graveyard if c not in joining]
        for other in list(self.zombies):
            if any(combine(card, c) for c in self.zombies[other]):
                joining += self.zombies.pop(other)
        self.zombies[seat] = [card, *joining]
        self.order.append(seat)
        self.seat = (seat + 1) % self.players
        if len(self.order) == self.players:
            self.judge()

    def judge(self) -> None:
        there = [s for s in self.order if any(self.location in marks(c) for c in self.zombies.get(s, []))]
        self.seat = max(
            there, key=lambda s: (sum(map(number, self.zombies[s])), len(self.zombies[s]), self.order.index(s))
        )
        is_last = not self.hands[0]
        if self.stake == "FOOD" or (self.stake == "HELI" and is_last):
            if self.up[self.seat]:
                return
        else:
            self.up[self.seat].append(self.stake)
        self.end_turn()

    def end_turn(self) -> None:
        self.graveyard += [c for zombie in self.zombies.values() for c in zombie]
        if self.hands[0]:
            self.start_turn(self.seat)
            return
        self.leader = self.seat
        for seat in range(self.players):
            self.records[seat] += damage(self.up[seat])
        self.over = self.day == 4 or max(self.records) >= 10
