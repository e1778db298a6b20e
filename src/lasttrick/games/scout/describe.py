"""SCOUT for people: a view as JSON, events as keys with facts, and why an action is not legal."""

from itertools import pairwise

from lasttrick.core import bits
from lasttrick.core.text import sentences, standing, teller
from lasttrick.core.words import seat_letter
from lasttrick.games.scout import rules, sets
from lasttrick.games.scout.notation import card, row_text
from lasttrick.games.scout.state import (
    DOUBLE,
    NO_SEAT,
    PLAY,
    RIGHT,
    ROW,
    SCOUT,
    UNSEEN,
    UPRIGHT,
    Ending,
    Event,
    Phase,
    Rotated,
    RoundEnd,
    Visibility,
    top_of,
)
from lasttrick.games.scout.worlds import known_to_hold

# [SCT-V01] The words of the two editions.
WORDS = {
    "default": {
        "play": "Play",
        "plays": "plays",
        "double": "Double Action",
        "token": "VP token",
        "prior": "Prior Set",
        "marker": "Double Action marker",
    },
    "oink": {
        "play": "Show",
        "plays": "shows",
        "double": "Scout & Show",
        "token": "Scout chip",
        "prior": "Active Set",
        "marker": "Scout & Show chip",
    },
}


def words(state) -> dict[str, str]:
    return WORDS["oink" if state.oink_names else "default"]


# --- Events ----------------------------------------------------------------------------------------------------------

# Events whose sentence needs a word that differs between the editions.
_WORD = {
    Event.PLAYED: "plays",
    Event.MARKER_PAID: "double",
    Event.TOKEN: "token",
    Event.TABLE_EMPTY: "prior",
}

_tell = teller(
    {
        "card": lambda state, face: card(face),
        "cards…": lambda state, face: card(face),
        "end": ("left", "right"),
        "why": sets.WHY,
        "way": ("keep", "turn", "unseen"),  # -1, the last: not shown
        "rotated": ("no", "yes"),
        "round_ending": RoundEnd,
        "ending": Ending,
    }
)
SENTENCES = sentences(Event)


def event(state, kind: Event, facts) -> dict:
    told = _tell(state, kind, facts)
    if kind == Event.ROUND_ENDS:
        told = {"ending": told["round_ending"], "seat": told["seat"]}
    return told | {"word": words(state)[_WORD[kind]]} if kind in _WORD else told


# --- Views -----------------------------------------------------------------------------------------------------------

_ROTATED = {int(answer): answer.name.lower() for answer in Rotated}
_UPRIGHT = [card(face) for face in UPRIGHT.tolist()]


def _faces(row, size) -> list[str | None]:
    return [card(face) if face != UNSEEN else None for face in row[:size]]


def _cards(packed) -> list[str]:
    return [_UPRIGHT[c] for c in bits.members(packed)]


def describe_table(view) -> dict:
    return {
        "round": int(view.round_number),
        "phase": Phase(view.phase).name.lower(),
        "turn": int(view.to_act) if view.to_act != NO_SEAT else None,
        "table": _faces(view.table, view.table_size),
        "owner": int(view.owner) if view.owner != NO_SEAT else None,
        "scouts": int(view.scouts),
        "start": int(view.start_seat),
        "idle": int(view.idle),
        "stall_limit": int(view.stall_limit),
        "insertion_visibility": Visibility(view.visibility).name.lower(),
        "history": _history(view),
        "words": words(view),
    }


def describe_own(view, seat: int) -> dict:
    """Its row and whether it rotated it."""
    if seat < 0:
        return {}
    hand = _faces(view.hand[seat], view.hand_size[seat])
    return {"seats": {seat: {"hand": hand, "rotated": _ROTATED[view.rotated[seat]]}}}


def describe_seat(view, s: int) -> dict:
    return {
        "seat": s,
        "hand": _faces(view.hand[s], view.hand_size[s]) if view.visibility != Visibility.HIDDEN else None,
        "cards": int(view.hand_size[s]),
        "known": _cards(known_to_hold(view, s)),
        "rotated": _ROTATED[view.rotated[s]],
        "captured": int(bits.count(view.pile[s])),
        "pile": _cards(view.pile[s]),
        "tokens": int(view.tokens[s]),
        "marker": bool(view.marker[s]),
        "total": int(rules.total(view, s)),
    }


def _history(state) -> list[dict]:
    """The rounds that are over: how each ended, who brought it about, the scores."""
    finished = [at for at in range(state.players) if state.round_end[at] != RoundEnd.NONE]
    return [
        {
            "ending": RoundEnd(state.round_end[at]).name.lower(),
            "seat": int(state.achiever[at]) if state.achiever[at] != NO_SEAT else None,
            "scores": [int(score) for score in state.score[at][: state.players]],
        }
        for at in finished
    ]


def result(state) -> dict:
    """Who won, with what, and how it ended. [SCT-R17] Rounds that were stopped are flagged."""
    history = _history(state)
    return standing(rules, Ending, state) | {
        "rounds": history,
        "stalled": any(line["ending"] == "stalled" for line in history),
    }


# --- Why not ---------------------------------------------------------------------------------------------------------


def explain(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    """Why an action is not legal: a sentence, the clause, the facts; None if it is legal."""
    if not bits.has(rules.acting(view), seat):
        return _not_now(view)
    if action < PLAY:
        return None if view.phase == Phase.ROTATE else ("Hands are rotated right after the deal only.", "SCT-11", {})
    if view.phase == Phase.ROTATE:
        return "First say whether you rotate your hand.", "SCT-46", {}
    if action < SCOUT:
        length, start = divmod(action - PLAY, ROW)
        return _explain_play(view, seat, start, length + 1)
    if view.phase == Phase.DOUBLE:
        return f"You have scouted; now a {words(view)['play']} must follow.", "SCT-29", {}
    if action < DOUBLE:
        return _explain_scout(view, seat, action - SCOUT)
    return _explain_double(view, seat, action - DOUBLE)


def _not_now(view):
    if view.phase == Phase.OVER:
        return "The match is over.", "SCT-41", {}
    if view.phase == Phase.ROTATE:
        return "You have answered already; the others are still to answer.", "SCT-46", {}
    return f"It is {seat_letter(view.to_act)}'s turn.", "SCT-12", {"turn": int(view.to_act)}


def _explain_play(view, seat: int, start: int, length: int):
    size = int(view.hand_size[seat])
    if start + length > size:
        return f"Your hand has {size} cards; there is no such block in it.", "SCT-14", {"cards": size}
    block = view.hand[seat][start : start + length]
    tops = [int(top_of(int(face))) for face in block]
    facts = {"block": row_text(block), "table": row_text(view.table[: view.table_size])}
    if not _is_set(tops):
        return f"{_dashed(tops)} is neither equal numbers nor a run.", "SCT-15", facts
    return _explain_strength(view, tops, sets.strength(block, 0, length), facts)


def _is_set(tops: list[int]) -> bool:
    steps = {after - before for before, after in pairwise(tops)}
    return not steps or steps in ({0}, {1}, {-1})


def _dashed(numbers) -> str:
    return "-".join(map(str, numbers))


def _explain_strength(view, tops, strength, facts):
    prior = sets.strength(view.table, 0, view.table_size)
    if tuple(strength) > tuple(prior):
        return None
    mine, theirs = _dashed(tops), _dashed(top_of(int(face)) for face in view.table[: view.table_size])
    if strength[0] < prior[0]:
        return f"{mine} has fewer cards than {theirs}.", "SCT-17", facts
    if strength[1] < prior[1]:
        return f"{mine} is a run, and {theirs} are equal numbers.", "SCT-18", facts
    return f"{mine} is not higher than {theirs}.", "SCT-19", facts


def _explain_scout(view, seat: int, choice: int):
    end_and_way, position = divmod(choice, ROW)
    size = int(view.hand_size[seat])
    if view.table_size == 0:
        return f"There is no {words(view)['prior']} to scout from.", "SCT-22", {}
    if end_and_way // 2 == RIGHT and view.table_size == 1:
        return "Only one card lies there; it is taken from the left.", "SCT-48", {}
    if position > size:
        return f"Your hand has {size} cards; the last position is {size}.", "SCT-23", {"cards": size}
    if not rules.may_scout(view, seat):
        return "You have no Scout chip left to pay.", "SCT-V02", {}
    return None


def _explain_double(view, seat: int, choice: int):
    name = words(view)["double"]
    if view.players == 2:
        return f"With two players there is no {name}.", "SCT-V02", {}
    if view.marker[seat] == 0:
        return f"You have used your {name} in this round.", "SCT-31", {}
    why = _explain_scout(view, seat, choice)
    if why:
        return why
    if not _leaves_a_play(view, seat, choice):
        return f"After this Scout you would have no legal {words(view)['play']}.", "SCT-29", {}
    return None


def _leaves_a_play(view, seat: int, choice: int) -> bool:
    """Whether the rules offer this Double Action."""
    row, size = view.hand[seat], int(view.hand_size[seat])
    offered = rules.double_positions(view, row, size, sets.neighbours(row, size), choice // ROW)
    return bool(bits.has(offered, choice % ROW))
