"""Zombie Escape in text, both ways: actions `lead 7X S`, `follow 2Ha`, `flip W2`, and outcomes of chance.

The codes of cards and kinds are in `codes`, whole positions in `position`.
"""

from lasttrick.core.errors import LastTrickError
from lasttrick.games.zombie_escape.codes import card, kind, location, read_card, read_kind, read_location
from lasttrick.games.zombie_escape.position import read, write
from lasttrick.games.zombie_escape.state import FLIP, FOLLOW, LEAD, LOCATIONS, NO_LOCATION, UNSEEN

# --- Actions ---------------------------------------------------------------------------------------------------------


def action_text(state, action: int) -> str:
    action = int(action)
    if action >= FLIP:
        return f"flip {kind(state, action - FLIP)}"
    if action >= FOLLOW:
        return f"follow {card(state, action - FOLLOW)}"
    return f"lead {card(state, action // LOCATIONS)} {location(action % LOCATIONS)}"


def read_action(state, text: str) -> int:
    """[ZMB-33] There are three actions and no others."""
    verb, *what = text.split() or [""]
    if verb == "lead" and len(what) == 2 and read_location(what[1]) != NO_LOCATION:
        return LEAD + read_card(state, what[0]) * LOCATIONS + read_location(what[1])
    if verb == "follow" and len(what) == 1:
        return FOLLOW + read_card(state, what[0])
    if verb == "flip" and len(what) == 1 and read_kind(state, what[0]) != UNSEEN:
        return FLIP + read_kind(state, what[0])
    raise LastTrickError(f"{text!r} is not an action; actions are lead CARD LOCATION, follow CARD and flip KIND.")


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_json(state, name: str, outcome):
    if name == "first_leader":
        return int(outcome[0])
    if name == "damage_pile":
        return [kind(state, number) for number in outcome]
    dealt = [card(state, number) for number in outcome]
    n = int(state.turns)
    hands = [dealt[seat * n : (seat + 1) * n] for seat in range(state.players)]
    return {"hands": hands, "aside": dealt[state.players * n :]}


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    if name == "first_leader":
        return [outcome]
    if name == "damage_pile":
        return [read_kind(state, text) for text in outcome]
    dealt = [text for hand in outcome["hands"] for text in hand]
    return [read_card(state, text) for text in dealt + outcome["aside"]]


__all__ = ["action_text", "card", "chance_json", "read", "read_action", "read_chance", "write"]
