"""The Trick To Survival in text, both ways: cards `F7`, actions as in [TTS-96], outcomes of chance as in [TTS-97].

Words are in `codes`, positions in `positions`.
"""

from lasttrick.games.trick_to_survival.codes import action_text, card, ids, read_action, read_card, read_id
from lasttrick.games.trick_to_survival.positions import read, write

__all__ = ["action_text", "card", "chance_json", "read", "read_action", "read_chance", "write"]

# --- Chance [TTS-97] -------------------------------------------------------------------------------------------------

_DEALT = {"roles": "roles", "traits": "traits", "event_order": "events"}


def chance_json(state, name: str, outcome):
    if name in _DEALT:
        shown = outcome if name == "event_order" else outcome[: state.players]
        return [ids(state, _DEALT[name])[i] for i in shown]
    if name == "week_deal":
        return _deal_json(state, [card(c) for c in outcome])
    return outcome[0] if name == "first_leader" else card(outcome[0])


def _deal_json(state, cards: list[str]) -> dict:
    n, dealt, days = int(state.players), int(state.dealt), int(state.days)
    piles, river = n * dealt, n * dealt + 2 * days
    sections: list[list[str]] = [[] for _ in range(days)]
    for i, name in enumerate(cards[river:]):
        sections[1 + i % (days - 1)].append(name)
    return {
        "hands": [cards[i : i + dealt] for i in range(0, piles, dealt)],
        "challenges": [cards[i : i + 2] for i in range(piles, river, 2)],
        "river": sections,
    }


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    if name in _DEALT:
        numbers = [read_id(state, _DEALT[name], text) for text in outcome]
        return numbers + [i for i in range(len(ids(state, _DEALT[name]))) if i not in numbers]
    if name == "week_deal":
        river = outcome["river"][1:]
        rounds = range(max(map(len, river), default=0))
        cards = [c for hand in outcome["hands"] for c in hand] + [c for pile in outcome["challenges"] for c in pile]
        return [read_card(c) for c in cards + [s[i] for i in rounds for s in river if i < len(s)]]
    return [outcome] if name == "first_leader" else [read_card(outcome)]
