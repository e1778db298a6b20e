"""A table of SCOUT for tests: positions and actions in the notation of the rules page."""

import re

import numpy as np

from lasttrick import games
from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.story import lay_tape, memory_of, new_story, split, told, written
from lasttrick.core.words import event_json, read_position

SCOUT = games.game("scout")
LETTERS = "ABCDE"
COUNTS = [
    (2, {"two_player": "oink"}),
    (3, {}),
    (4, {}),
    (5, {}),
]


class Table:
    """A state with the engine's questions asked in text."""

    def __init__(self, position):
        """A position as a dict or as lines `key: value`."""
        given = read_position(position) if isinstance(position, str) else position
        self._state = np.array([SCOUT.notation.read(given)], SCOUT.dtype)
        self.events = []

    @property
    def state(self):
        return self._state[0]

    @property
    def turn(self) -> str:
        return LETTERS[self.state.to_act] if self.state.to_act >= 0 else "-"

    @property
    def owner(self) -> str:
        return LETTERS[self.state.owner] if self.state.owner >= 0 else "-"

    @property
    def table(self) -> str:
        return SCOUT.notation.row_text(self.state.table[: self.state.table_size])

    def hand(self, seat: str) -> str:
        seat = LETTERS.index(seat)
        return SCOUT.notation.row_text(self.state.hand[seat][: self.state.hand_size[seat]])

    @property
    def hands(self) -> list[int]:
        return self.state.hand_size[: self.state.players].tolist()

    @property
    def tokens(self) -> list[int]:
        return self.state.tokens[: self.state.players].tolist()

    @property
    def markers(self) -> list[int]:
        return self.state.marker[: self.state.players].tolist()

    @property
    def captured(self) -> list[int]:
        return [int(bits.count(pile)) for pile in self.state.pile[: self.state.players]]

    @property
    def counter(self) -> int:
        return int(self.state.scouts)

    def round_over(self, number: int = 1):
        """How a round ended, whose doing it was, and the scores; None while it is on."""
        history = SCOUT.describe.result(self.state)["rounds"]
        if len(history) < number:
            return None
        line = history[number - 1]
        return line["ending"], "-" if line["seat"] is None else LETTERS[line["seat"]], line["scores"]

    def legal(self, verb: str = "") -> list[str]:
        """The legal actions of the seat to act, in text, that begin with a word."""
        out = np.zeros(SCOUT.actions, np.int16)
        n = SCOUT.rules.legal(self.state, int(self.state.to_act), out)
        actions = out[:n].tolist()
        assert actions == sorted(set(actions))
        texts = [SCOUT.notation.action_text(self.state, action) for action in actions]
        return [text for text in texts if text.startswith(verb)]

    def plays(self) -> set[str]:
        """The legal Plays by their numbers, such as 9-9."""
        row = [face.split("/")[0] for face in self.hand(self.turn).split()]
        blocks = [tuple(map(int, text.split()[1:])) for text in self.legal("play")]
        return {"-".join(row[start : start + length]) for start, length in blocks}

    def do(self, *actions: str) -> "Table":
        """Make actions of the page, `Play(0,1)`, `Scout(L, rot, 3)`, `Double(R, no, 6, 6, 4)`, by the seat to act."""
        for action in actions:
            for text in in_words(action):
                self.apply(int(self.state.to_act), text)
        return self

    def apply(self, seat: int, text: str, tape=()) -> None:
        number = SCOUT.notation.read_action(self.state, text)
        out = np.zeros(SCOUT.actions, np.int16)
        assert bits.has(SCOUT.rules.acting(self.state), seat)
        assert number in out[: SCOUT.rules.legal(self.state, seat, out)], f"{text} is not legal"
        story = new_story()
        lay_tape(story, tape)
        SCOUT.rules.apply(self.state, seat, number, story)
        self.events = [event_json(SCOUT, self.state, line) for line in map(told, split(written(memory_of(story))))]

    def why_not(self, seat: str, text: str):
        """The clause that forbids an action."""
        seat = LETTERS.index(seat)
        seen = np.zeros(1, SCOUT.dtype)
        SCOUT.view.view(self.state, seat, seen)
        why = SCOUT.describe.explain(seen[0], seat, SCOUT.notation.read_action(self.state, text))
        return why[1] if why else None


def in_words(action: str) -> list[str]:
    """An action of the page as actions of the table: a Double Action is two."""
    verb, inside = re.fullmatch(r"(\w+)\((.*)\)", action).groups()
    parts = [part.strip() for part in inside.split(",")]
    if verb == "Play":
        return [f"play {parts[0]} {parts[1]}"]
    way = {"no": "keep", "rot": "turn", "rotated": "turn"}[parts[1]]
    first = f"{verb.lower()} {parts[0]} {way} {parts[2]}"
    return [first] if verb == "Scout" else [first, f"play {parts[3]} {parts[4]}"]


def deal_match(players: int, rows: list[str], start: str = "A", options: dict | None = None) -> Match:
    """A match whose first deal is laid out."""
    blank = SCOUT.blank(players, options)
    tape = SCOUT.notation.read_chance(blank, "start_player", LETTERS.index(start))
    tape += SCOUT.notation.read_chance(blank, "deal", [row.split() for row in rows])
    return Match(SCOUT, players, options, 1, tape=tape)


def random_match(players: int, options: dict, seed: int):
    """Play a match at random; before each decision give the match, the seat and the action it is about to make."""
    match = Match(SCOUT, players, options, seed)
    random = np.random.default_rng(seed)
    while not match.over:
        seat = int(random.choice(match.acting))
        action = int(random.choice(match.legal(seat)))
        yield match, seat, action
        match.apply(seat, action)


def filled(players: int, hands, piles, table: str = "", **lines) -> dict:
    """A position with given hands, or so many cards in them, and so many in the piles, all from the deck."""
    given = " ".join([table, *(hand for hand in hands if isinstance(hand, str))])
    taken = {int(SCOUT.state.card_of(SCOUT.notation.read_card(text))) for text in given.split()}
    free = [c for c in range(int(SCOUT.state.DECK_SIZES[players])) if c not in taken]
    cards = iter(SCOUT.notation.card(SCOUT.state.UPRIGHT[c]) for c in free)
    position = {"players": players, "table": table}
    for seat in range(players):
        hand = hands[seat] if isinstance(hands[seat], str) else " ".join(next(cards) for _ in range(hands[seat]))
        position[LETTERS[seat]] = hand
        position[f"{LETTERS[seat]} pile"] = " ".join(next(cards) for _ in range(piles[seat]))
    return position | lines
