"""10 Tricks Later for people: a view as JSON, events as keys with facts, and why an action is not legal."""

from lasttrick.core import bits
from lasttrick.core.words import seat_letter
from lasttrick.games.ten_tricks_later import rules
from lasttrick.games.ten_tricks_later.notation import COLOUR_LETTERS, card
from lasttrick.games.ten_tricks_later.state import (
    ALL_INFECTED,
    ALL_SURVIVORS,
    CARDS,
    GIVE,
    NO_CARD,
    PLAY,
    WISH_YES,
    Ending,
    Event,
    Phase,
    Wish,
    cards_of_colour,
    colour_of,
)

STYLES = {  # how the terminal colours card codes
    r"\bR\d\b": "red",
    r"\bG\d\b": "green",
    r"\bY\d\b": "yellow",
    r"\bB\d\b": "blue",
    r"\bP\d\b": "bold magenta",
}

COLOUR_NAMES = ("red", "green", "yellow", "blue", "purple")

TABLE_FIELDS = ("phase", "round_number", "tricks", "target", "ban", "removed", "lead", "exchanger")
SEAT_ROWS = ("hand_size", "played", "upper", "lower", "lost", "track", "wish", "score", "total")
SEAT_FIELDS = ("rescued_as",)
OWN_FIELDS = ("hand", "wish", "given")

# The facts of each event, in order. `seat` is a seat number; `card` is written in notation.
_FACTS = {
    Event.ROUND_STARTS: ("round",),
    Event.ANSWERED: ("seat",),
    Event.WISHED: ("seat",),
    Event.EXCHANGED: ("seat",),
    Event.GAVE: ("seat", "card"),
    Event.PLAYED: ("seat", "card"),
    Event.ONE_IS_NINE: ("seat", "card"),
    Event.TRICK_WON: ("seat",),
    Event.ATTACK: ("seat", "level"),
    Event.LOST: ("seat", "card"),
    Event.TRACK: ("seat", "before", "after"),
    Event.OVERFLOW: ("seat", "track", "value"),
    Event.RESCUED: ("seat", "card", "track"),
    Event.BAN_ENDS: (),
    Event.ROUND_SCORE: ("seat", "score", "total"),
    Event.OVER: ("ending",),
}

SENTENCES = {
    "round_starts": "Round {round} begins.",
    "answered": "{seat} has answered.",
    "wished": "{seat} wished for the Infected 8.",
    "exchanged": "{seat} takes the Infected 8 and puts a card aside.",
    "gave": "{seat} puts {card} aside.",
    "played": "{seat} plays {card}.",
    "one_is_nine": "{card} of {seat} counts 9 beside its 8.",
    "trick_won": "{seat} wins the trick.",
    "attack": "The horde attacks {seat} with level {level}.",
    "lost": "{seat} loses {card}.",
    "track": "{seat}'s track goes from {before} to {after}.",
    "overflow": "{seat}'s track stays on {track}: {value} more does not fit.",
    "rescued": "{seat} brings {card} inside; track {track}.",
    "ban_ends": "Infected may be led from now on.",
    "round_score": "{seat} scores {score}, {total} in all.",
    "over": "The match is over ({ending}).",
}


def event(state, kind: Event, facts) -> dict:
    told = dict(zip(_FACTS[kind], facts, strict=False))
    if "card" in told:
        told["card"] = card(told["card"])
    if "ending" in told:
        told["ending"] = Ending(told["ending"]).name.lower()
    return told


def _names(packed) -> list[str]:
    return [_CARD[c] for c in bits.members(packed)]


# Looked up by every view of every seat, so written out once.
_CARD = tuple(card(c) for c in range(CARDS))
_BY_VALUE = [(c % 8, c) for c in range(CARDS)].__getitem__
_WISH = {int(wish): wish.name.lower() for wish in Wish}
_PHASE = {int(phase): phase.name.lower() for phase in Phase}


def describe_table(view) -> dict:
    return {
        "phase": _PHASE[view.phase],
        "round": int(view.round_number),
        "tricks": int(view.tricks),
        "target": int(view.target),
        "ban": bool(view.ban),
        "removed": COLOUR_LETTERS[view.removed] if view.removed >= 0 else None,
        "lead": int(view.lead) if view.lead >= 0 else None,
        "exchanger": int(view.exchanger) if view.exchanger >= 0 else None,
    }


def describe_own(view, seat: int) -> dict:
    """Its hand, its wish, the card it put aside."""
    if seat < 0:
        return {"given": None}
    mine = {"hand": _names(view.hand[seat]), "wish": _WISH[view.wish[seat]]}
    return {"given": card(view.given) if view.given != NO_CARD else None, "seats": {seat: mine}}


def describe_seat(view, s: int) -> dict:
    lower = sorted(bits.members(view.lower[s]), key=view.rescued_as.__getitem__)
    upper = sorted(bits.members(view.upper[s]), key=_BY_VALUE)
    return {
        "seat": s,
        "hand": None,
        "cards": int(view.hand_size[s]),
        "played": _CARD[view.played[s]] if view.played[s] != NO_CARD else None,
        "upper": [_CARD[c] for c in upper],
        "lower": [_CARD[c] for c in lower],
        "lost": _names(view.lost[s]),
        "track": int(view.track[s]),
        "wish": _WISH[view.wish[s]],
        "score": int(view.score[s]),
        "total": int(view.total[s]),
    }


def result(state) -> dict:
    """Who won, with what, and why it ended."""
    scores = [int(t) for t in state.total[: state.players]]
    winners = bits.members(rules.result(state, state.total.astype("int32")))
    return {"winners": winners, "scores": scores, "ending": Ending(state.ending).name.lower()}


def explain(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    """Why an action is not legal: a sentence, the clause, the facts; None if it is legal."""
    if not bits.has(rules.acting(view), seat):
        return _not_now(view)
    if action >= PLAY:
        return _explain_play(view, seat, action - PLAY)
    if action >= GIVE:
        return _explain_give(view, seat, action - GIVE)
    return _explain_wish(view, seat, action)


def _not_now(view):
    if view.phase == Phase.OVER:
        return "The match is over.", "TTL-47", {}
    if view.phase == Phase.WISH:
        return "You have answered already; the others are still to answer.", "TTL-57", {}
    clause = "TTL-58" if view.phase == Phase.GIVE else "TTL-19"
    return f"It is {seat_letter(view.to_act)}'s turn.", clause, {"turn": int(view.to_act)}


def _explain_wish(view, seat: int, action: int):
    if view.phase != Phase.WISH:
        return "Wishes for the Infected 8 are made right after the deal.", "TTL-57", {}
    infected = _names(view.hand[seat] & ALL_INFECTED)
    if action == WISH_YES and infected:
        return (
            f"You were dealt {' and '.join(infected)}, so you may not ask for the Infected 8.",
            "TTL-09",
            {"infected": infected},
        )
    return None


def _explain_give(view, seat: int, given: int):
    if view.phase != Phase.GIVE:
        return "A card is put aside only for the Infected 8, right after the wishes.", "TTL-58", {}
    if not bits.has(view.hand[seat], given):
        return f"You do not hold {card(given)}.", "TTL-58", {"hand": _names(view.hand[seat])}
    return None


def _explain_play(view, seat: int, played: int):
    hand = view.hand[seat]
    if view.phase == Phase.WISH:
        return "First say whether you wish for the Infected 8.", "TTL-57", {}
    if view.phase == Phase.GIVE:
        return "First put a card aside for the Infected 8.", "TTL-58", {}
    if not bits.has(hand, played):
        return f"You do not hold {card(played)}.", "TTL-59", {"hand": _names(hand)}
    if bits.has(rules.playable(view, seat), played):
        return None
    if seat == view.lead:
        held = _names(hand & ALL_SURVIVORS)
        return (
            "No Infected may be led before one has been played, and you hold Survivors.",
            "TTL-16",
            {"survivors": held},
        )
    return _explain_follow(hand, colour_of(int(view.played[view.lead])))


def _explain_follow(hand, led: int):
    held = _names(hand & cards_of_colour(led))
    facts = {"led": COLOUR_LETTERS[led], "held": held}
    if len(held) > 1:
        return f"You hold {' and '.join(held)}, so {COLOUR_NAMES[led]} must be followed.", "TTL-20", facts
    return f"You hold {held[0]}, so only it or an Infected may be played.", "TTL-21", facts
