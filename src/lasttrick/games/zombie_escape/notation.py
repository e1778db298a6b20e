"""Zombie Escape in text, both ways: actions `lead 7X S`, `follow 2Ha`, `flip W2`, and outcomes of chance.

The codes of cards and kinds are in `codes`, whole positions in `position`.
"""

from lasttrick.core.text import in_hands
from lasttrick.games.zombie_escape.codes import book, card, kind, read_card, read_kind
from lasttrick.games.zombie_escape.position import read, write


def action_text(state, action: int) -> str:
    return book(state).actions.text(state, action)


def read_action(state, text: str) -> int:
    """[ZMB-33] There are three actions and no others."""
    return book(state).actions.read(state, text)


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_json(state, name: str, outcome):
    if name == "first_leader":
        return int(outcome[0])
    if name == "damage_pile":
        return [kind(state, number) for number in outcome]
    dealt = [card(state, number) for number in outcome]
    rest = state.players * state.turns
    return {"hands": in_hands(dealt[:rest], state.turns), "aside": dealt[rest:]}


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    if name == "first_leader":
        return [outcome]
    if name == "damage_pile":
        return [read_kind(state, text) for text in outcome]
    dealt = [text for hand in outcome["hands"] for text in hand]
    return [read_card(state, text) for text in dealt + outcome["aside"]]


__all__ = ["action_text", "card", "chance_json", "read", "read_action", "read_chance", "write"]
