"""10 Tricks Later in text, both ways: cards `R4` `P0`, actions `play R4`, boards `U{G3 Y8} L[R1] X{B2} T 2`."""

import re
from functools import cache

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.errors import LastTrickError
from lasttrick.core.words import LETTERS, read_seat, seat_letter
from lasttrick.games.ten_tricks_later import ABOUT
from lasttrick.games.ten_tricks_later.state import (
    CARDS,
    COLOURS,
    GIVE,
    HAND,
    NO_CARD,
    NO_COLOUR,
    PLAY,
    SURVIVORS,
    UNBOUNDED,
    WISH_NO,
    WISH_YES,
    Ending,
    Phase,
    Wish,
    blank,
    colour_of,
    next_seat,
    value_of,
)

COLOUR_LETTERS = "RGYBP"

# --- Cards -----------------------------------------------------------------------------------------------------------


@cache
def card(number: int) -> str:
    if number == NO_CARD:
        return "-"
    return f"{COLOUR_LETTERS[colour_of(int(number))]}{value_of(int(number))}"


_CARDS = {card(c): c for c in range(CARDS)}


def read_card(text: str) -> int:
    if text not in _CARDS:
        raise LastTrickError(f"{text!r} is not a card; cards are R1 … R8, G…, Y…, B… and P0 … P8.")
    return _CARDS[text]


def cards(packed) -> str:
    return " ".join(card(c) for c in bits.members(packed))


def read_cards(text: str) -> int:
    return bits.pack(read_card(t) for t in text.split())


def _by_value(packed) -> list[int]:
    return sorted(bits.members(packed), key=lambda c: (value_of(c), c))


# --- Actions ---------------------------------------------------------------------------------------------------------


def action_text(state, action: int) -> str:
    if action >= PLAY:
        return f"play {card(action - PLAY)}"
    if action >= GIVE:
        return f"give {card(action - GIVE)}"
    return "wish yes" if action == WISH_YES else "wish no"


def read_action(state, text: str) -> int:
    verb, _, what = text.strip().partition(" ")
    if verb == "play":
        return PLAY + read_card(what)
    if verb == "give" and read_card(what) < SURVIVORS:
        return GIVE + read_card(what)
    if verb == "wish" and what in ("yes", "no"):
        return WISH_YES if what == "yes" else WISH_NO
    raise LastTrickError(f"{text!r} is not an action; actions are wish yes, wish no, give CARD and play CARD.")


# --- Chance ----------------------------------------------------------------------------------------------------------


def chance_json(state, name: str, outcome):
    if name == "remove_colour":
        return COLOUR_LETTERS[outcome[0]]
    if name == "deal":
        hands = [outcome[i : i + HAND] for i in range(0, len(outcome), HAND)]
        return [[card(c) for c in hand] for hand in hands]
    return outcome[0]


def read_chance(state, name: str, outcome) -> list[int]:
    """The tape that makes chance give this outcome."""
    if name == "remove_colour":
        return [COLOUR_LETTERS.index(outcome)]
    if name == "deal":
        return [read_card(c) for hand in outcome for c in hand]
    return [outcome]


# --- Positions -------------------------------------------------------------------------------------------------------


def board(state, seat: int) -> str:
    """`U{..} L[..] X{..} T n`, empty parts left out."""
    lower = sorted(bits.members(state.lower[seat]), key=lambda c: state.rescued_as[c])
    parts = []
    if state.upper[seat]:
        parts.append("U{" + " ".join(map(card, _by_value(state.upper[seat]))) + "}")
    if lower:
        parts.append("L[" + " ".join(map(card, lower)) + "]")
    if state.lost[seat]:
        parts.append("X{" + " ".join(map(card, _by_value(state.lost[seat]))) + "}")
    return " ".join([*parts, f"T {state.track[seat]}"])


def read_board(state, seat: int, text: str) -> None:
    for mark, inside in re.findall(r"([ULX])[{\[]([^}\]]*)[}\]]", text):
        field = {"U": state.upper, "L": state.lower, "X": state.lost}[mark]
        field[seat] = read_cards(inside)
        if mark == "L":
            for place, name in enumerate(inside.split(), 1):
                state.rescued_as[read_card(name)] = place
    track = re.search(r"T (\d)", text)
    state.track[seat] = int(track[1]) if track else 0


def _trick(state) -> str:
    plays: list[str] = []
    seat = state.lead
    while seat >= 0 and state.played[seat] != NO_CARD and len(plays) < state.players:
        plays.append(f"{seat_letter(seat)}:{card(state.played[seat])}")
        seat = next_seat(state, int(seat))
    return " ".join(plays)


def _known(state) -> str:
    """What hands are known not to exceed: `B:R0 B:P1`."""
    return " ".join(
        f"{seat_letter(seat)}:{COLOUR_LETTERS[colour]}{state.at_most[seat, colour]}"
        for seat in range(state.players)
        for colour in range(COLOURS + 1)
        if state.at_most[seat, colour] != UNBOUNDED
    )


def _numbers(field, players: int) -> str:
    return " ".join(str(n) for n in field[:players])


def write(state) -> dict:
    """The complete position; `read` gives the same record back."""
    n = int(state.players)
    exchange = seat_letter(state.exchanger)
    if state.given != NO_CARD:
        exchange += f" {card(state.given)}"
    return {
        "players": n,
        "rescue": "strict" if state.strict_rescue else "default",
        "unlock": "followers_only" if state.followers_unlock else "default",
        "target": int(state.target),
        "max_rounds": int(state.max_rounds),
        "round": int(state.round_number),
        "phase": Phase(state.phase).name.lower(),
        "ending": Ending(state.ending).name.lower(),
        "removed": COLOUR_LETTERS[state.removed] if state.removed >= 0 else "-",
        "wishes": " ".join(Wish(w).name.lower() for w in state.wish[:n]),
        "exchange": exchange,
        "lead": seat_letter(state.lead),
        "turn": seat_letter(state.to_act),
        "ban": "on" if state.ban else "off",
        "tricks": int(state.tricks),
        "trick": _trick(state),
        **{LETTERS[s]: f"{cards(state.hand[s])} | {board(state, s)}".strip() for s in range(n)},
        "hands": _numbers(state.hand_size, n),
        "aside": cards(state.aside),
        "known": _known(state),
        "scores": _numbers(state.score, n),
        "totals": _numbers(state.total, n),
        "chance": f"{chance.key_text(state.key)} {state.events}",
    }


def read(position: dict) -> np.record:
    """The record of a position; lines left out take the values of a first trick led by A, with nothing known."""
    p = {k: str(v) for k, v in position.items()}
    n = int(p.get("players", sum(k in LETTERS for k in p)))
    given = {name: p[name] for name in ("rescue", "unlock", "target", "max_rounds") if name in p}
    state = blank(n, ABOUT.read_options(n, given))
    state.at_most[:] = UNBOUNDED
    state.round_number = int(p.get("round", 1))
    state.phase = Phase[p.get("phase", "play").upper()]
    state.ending = Ending[p.get("ending", "none").upper()]
    removed = p.get("removed", "-")
    state.removed = COLOUR_LETTERS.index(removed) if removed != "-" else NO_COLOUR
    for seat, wish in enumerate(p.get("wishes", "no " * n).split()):
        state.wish[seat] = Wish[wish.upper()]
    _read_exchange(state, p.get("exchange", "-"))
    state.lead = read_seat(p.get("lead", "A"))
    state.ban = p.get("ban", "on") == "on"
    state.tricks = int(p.get("tricks", 0))
    _read_trick(state, p)
    for seat in range(n):
        hand, _, rest = p.get(LETTERS[seat], "").partition("|")
        state.hand[seat] = read_cards(hand)
        state.hand_size[seat] = state.hand[seat].item().bit_count()
        read_board(state, seat, rest)
    if "hands" in p:
        state.hand_size[:n] = [int(x) for x in p["hands"].split()]
    state.aside = read_cards(p.get("aside", ""))
    for item in p.get("known", "").split():
        who, bound = item.split(":")
        state.at_most[read_seat(who), COLOUR_LETTERS.index(bound[0])] = int(bound[1:])
    for field, name in ((state.score, "scores"), (state.total, "totals")):
        if name in p:
            field[:n] = [int(x) for x in p[name].split()]
    if "chance" in p:
        key, events = p["chance"].split()
        state.key[:] = chance.key_of(key)
        state.events = int(events)
    return state


def _read_exchange(state, text: str) -> None:
    seat, _, given = text.partition(" ")
    state.exchanger = read_seat(seat)
    state.given = read_card(given) if given else NO_CARD


def _read_trick(state, p: dict) -> None:
    seat = int(state.lead)
    for item in p.get("trick", "").split():
        player, name = item.split(":")
        state.played[read_seat(player)] = read_card(name)
        seat = next_seat(state, read_seat(player))
    state.to_act = read_seat(p["turn"]) if "turn" in p else seat
