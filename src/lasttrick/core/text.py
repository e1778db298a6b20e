"""Building blocks of a game's text: cards and actions both ways, events with their facts, results. Plain Python."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from lasttrick.core import bits
from lasttrick.core.errors import LastTrickError
from lasttrick.core.story import Telling

NO_CARD = "-"


class Cards:
    """The codes of a deck, in card order: one card, and sets of cards, both ways.

    An empty code is a number that no card has. `others` are words for numbers below 0, such as `?` for one unseen.
    """

    def __init__(self, codes: Iterable[str], example: str, others: dict[str, int] | None = None):
        self.codes, self._example = tuple(codes), example
        self._others = {number: text for text, number in (others or {}).items()}
        self._numbers = {code: number for number, code in enumerate(self.codes) if code} | (others or {})

    def card(self, number: int) -> str:
        return self.codes[number] if number >= 0 else self._others.get(number, NO_CARD)

    def read_card(self, text: str) -> int:
        if text not in self._numbers:
            raise LastTrickError(f"{text!r} is not a card; cards are {self._example}.")
        return self._numbers[text]

    def names(self, packed) -> list[str]:
        """The cards of a set, in card order."""
        return [self.codes[number] for number in bits.members(packed)]

    def text(self, packed) -> str:
        return " ".join(self.names(packed))

    def read(self, text: str) -> int:
        return bits.pack(self.read_card(code) for code in text.split())


class Actions:
    """The rows of an action table as text, from a table of verbs: each with its first row and the words of its rows.

    ``("play", PLAY, codes)`` writes row PLAY + 3 as `play` and the fourth of the codes; no words mean a single row.
    """

    def __init__(self, *verbs: tuple[str, int, Iterable], forms: str):
        self._texts: dict[int, str] = {}
        self._verbs: dict[int, str] = {}
        for verb, first, words in verbs:
            for row, word in enumerate(words or ("",), first):
                self._texts[row], self._verbs[row] = f"{verb} {word}".rstrip(), verb
        self._rows = {text: row for row, text in self._texts.items()}
        self._forms = forms

    def text(self, state, action: int) -> str:
        text = self._texts.get(action)
        if text is None:
            raise LastTrickError(f"There is no action {action} with these cards.")
        return text

    def read(self, state, text: str) -> int:
        found = self._rows.get(" ".join(text.split()))
        if found is None:
            raise LastTrickError(f"{text!r} is not an action; actions {self._forms}.")
        return found

    def verb(self, action: int) -> str:
        """The word an action begins with."""
        return self._verbs[action]


def in_hands(cards: Sequence, each: int) -> list[list]:
    """Dealt cards in hands of this size."""
    return [list(cards[at : at + each]) for at in range(0, len(cards), each)]


# --- Events ----------------------------------------------------------------------------------------------------------


def sentences(events: type[Telling]) -> dict[str, str]:
    """The English of every event."""
    return {kind.name.lower(): kind.sentence for kind in events}


def teller(forms: dict[str, Any]) -> Callable[[Any, Telling, Sequence[int]], dict]:
    """The function `event(state, kind, facts)`: the facts of an event under their names.

    `forms` says how facts of a name are written: an `IntEnum`, a sequence of words, or a function of state and number;
    all others are numbers.
    """
    ways = {name: _way(form) for name, form in forms.items()}

    def event(state, kind: Telling, facts: Sequence[int]) -> dict:
        told: dict[str, Any] = {}
        for at, (name, fact) in enumerate(zip(kind.facts, facts, strict=False)):
            if name.endswith("…"):
                way = ways[name]
                told[name[:-1]] = [way(state, number) for number in facts[at:]]
            elif name != "_":
                told[name] = ways[name](state, fact) if name in ways else fact
        if kind.facts and kind.facts[-1].endswith("…"):
            told.setdefault(kind.facts[-1][:-1], [])
        return told

    return event


def _way(form) -> Callable[[Any, int], Any]:
    if isinstance(form, type) and issubclass(form, IntEnum):
        return lambda state, number: form(number).name.lower()
    if callable(form):
        return form
    return lambda state, number: form[number]


def standing(rules, ending: type[IntEnum], state) -> dict:
    """The result of a match: who won, with what, and why it ended."""
    scores = np.zeros(8, np.int32)
    winners = bits.members(rules.result(state, scores))
    return {
        "winners": winners,
        "scores": scores[: state.players].tolist(),
        "ending": ending(state.ending).name.lower(),
    }
