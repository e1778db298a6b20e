"""The Trick To Survival: complete positions as a few lines of text, and back.

Seats are lines `0: F7 W2 | R1 T05 | 1 1 1 1 1 1 | 2 ward`: hand, role and trait, tokens, then wounds and the words
`dead`, `ward`, `shown`. River sections are written from the bottom, cards that were never face up in parentheses.
Lines left out take the values of a quiet first morning; cards that are named nowhere fill the coming challenges and
the discard pile.
"""

import json
import re

import numpy as np

from lasttrick.core import bits, chance
from lasttrick.core.about import did_you_mean
from lasttrick.core.errors import LastTrickError
from lasttrick.games.trick_to_survival import content
from lasttrick.games.trick_to_survival.codes import (
    action_text,
    card,
    ids,
    place,
    read_action,
    read_card,
    read_id,
    read_place,
    read_suit,
    suit,
)
from lasttrick.games.trick_to_survival.state import (
    CARDS,
    CHALLENGES,
    DAYS,
    NO_CARD,
    NO_EVENT,
    NO_NUMBER,
    SUITS,
    VALUES,
    Ask,
    Ending,
    Memo,
    Step,
    blank,
)

LINES = (
    *(
        "players",
        "week",
        "day",
        "time",
        "step",
        "ask",
        "asked",
        "order",
        "due",
        "leader",
        "hands",
        "lead_days",
        "trades",
    ),
    *("acts", "ammo_acts", "used", "challenge", "need", "flags", "lead", "trick", "chosen", "spoils", "event", "noon"),
    *("bargain", "piles", "river", "discard", "deck", "log", "ending", "chance"),
)
_COUNTERS = ("lead_days", "trades", "acts", "ammo_acts")
_FLAGS = ("no_wounds", "changed", "dead_won")
_SECRETS = {"?": 127, "?S": 126, "?x": 125}
_MARKS = "-+!~<>@="  # one for each Memo

_STEP_OF = {
    Ask.MODIFY: Step.MODIFY,
    Ask.POOL: Step.POOL,
    Ask.EXTRA: Step.POOL,
    Ask.SPARE: Step.WOUNDS,
    **dict.fromkeys((Ask.NOON, Ask.FOOD, Ask.SWITCH, Ask.STEAL, Ask.SWAP, Ask.TARGET), Step.NOON),
    **dict.fromkeys((Ask.CAMP, Ask.OFFER), Step.CAMP),
    **dict.fromkeys((Ask.CHOOSE, Ask.GAIN, Ask.EXTREME, Ask.GUARD, Ask.GIVE), Step.EVENT),
    Ask.OVER: Step.OVER,
}


def words_of(words) -> list[int]:
    """The cards of six suit sets."""
    return [s * VALUES + v for s in range(SUITS) for v in bits.members(int(words[s]) & 0x1FFF)]


def _cards(words) -> str:
    return " ".join(card(c) for c in words_of(words))


def _add(words, text: str) -> None:
    for c in map(read_card, text.split()):
        words[c // VALUES] |= 1 << (c % VALUES)


# --- Writing ---------------------------------------------------------------------------------------------------------


def write(state) -> dict:
    """The complete position; `read` gives the same record back."""
    n = int(state.players)
    return {
        "players": n,
        **_changed_data(state),
        "first_leader": "chance" if state.first_leader < 0 else int(state.first_leader),
        "week": int(state.week),
        "day": int(state.day),
        "time": "night" if state.night else "morning",
        "step": Step(state.step).name.lower(),
        "ask": Ask(state.ask).name.lower(),
        "asked": place(state.to_act),
        "order": f"{place(state.first)} {state.turn}",
        "due": f"{place(state.wounded)} {state.wounds_due}",
        "leader": place(state.leader),
        **{str(s): _seat(state, s) for s in range(n)},
        "hands": " ".join(str(x) for x in state.hand_size[:n]),
        **{name: " ".join(str(x) for x in state[name][:n]) for name in _COUNTERS},
        "used": " ".join(suit(s) for s in bits.members(state.used_suits)),
        "challenge": f"{card(state.challenge_card)} {state.value} {state.multiplier}",
        "need": f"{state.need_fixed if state.need_fixed >= 0 else '-'} {state.need_shift}",
        "flags": " ".join(name for name in _FLAGS if state[name]),
        "lead": f"{place(state.trick_first)} {suit(state.led)}",
        "trick": " ".join(_played(state, s) for s in range(n) if state.played[s] != NO_CARD),
        "chosen": " ".join(f"{s}:{card(state.chosen[s])}" for s in range(n) if state.chosen[s] != NO_CARD),
        "spoils": f"{place(state.boosted)} {state.extras} {place(state.spared)}",
        "event": _event(state),
        "noon": f"{place(state.actor)} {suit(state.acted_suit)}",
        "bargain": _bargain(state),
        "piles": " ".join(card(c) for c in state.challenge),
        "river": " / ".join(_section(state, d) for d in range(DAYS)),
        "discard": _cards(state.discard),
        "deck": _deck(state),
        "log": " ".join([*(_memo(int(e)) for e in state.log[: state.log_used]), *(["lost"] if state.log_lost else [])]),
        "ending": Ending(state.ending).name.lower(),
        "chance": f"{chance.key_text(state.key)} {state.events}",
    }


def _changed_data(state) -> dict[str, str]:
    data, house = content.data_of(state.content), content.house()
    return {name: json.dumps(data[name]) for name in content.CHECKS if data[name] != house[name]}


def _seat(state, s: int) -> str:
    role = ids(state, "roles")[state.role[s]]
    trait = ids(state, "traits")[state.trait[s]] if state.trait[s] >= 0 else "-"
    marks = {"dead": not bits.has(state.alive, s), "ward": bits.has(state.wards, s), "shown": bits.has(state.shown, s)}
    tail = " ".join([str(state.wounds[s]), *(word for word, is_so in marks.items() if is_so)])
    return f"{_cards(state.hand[s])} | {role} {trait} | {' '.join(str(t) for t in state.tokens[s])} | {tail}".strip()


def _played(state, s: int) -> str:
    text = f"{s}:{card(state.played[s])}"
    if state.suit_now[s] != state.played[s] // VALUES:
        text += f">{suit(state.suit_now[s])}"
    return text + (f"{state.bonus[s]:+d}" if state.bonus[s] else "")


def _event(state) -> str:
    name = ids(state, "events")[state.event] if state.event != NO_EVENT else "-"
    return f"{name} {state.row} {state.row_end} {state.repeats} {place(state.giver)} {place(state.receiver)}"


def _bargain(state) -> str:
    offer = action_text(state, int(state.offer)) if state.offer != NO_NUMBER else "-"
    return f"{state.offers_made} {state.crafts_made} {offer}"


def section_cards(state, section: int) -> list[int]:
    """The cards of a river section that the record names, from the bottom."""
    cards, at = [], int(state.top[section])
    while at >= 0:
        cards.append(at)
        at = int(state.under[at])
    return cards[::-1]


def _section(state, section: int) -> str:
    cards, down = section_cards(state, section), int(state.face_down[section])
    if not state.section_size[section]:
        return "-"
    hidden = ["?"] * down if len(cards) < state.section_size[section] else [card(c) for c in cards[:down]]
    up = cards if len(cards) < state.section_size[section] else cards[down:]
    return " ".join([*([f"({' '.join(hidden)})"] if down else []), *(card(c) for c in up)])


def _deck(state) -> str:
    names = ids(state, "events")
    return " ".join(names[e] if e >= 0 else "?" for e in state.event_deck[state.event_next : state.event_count])


def _memo(entry: int) -> str:
    kind, seat, what = entry >> 10, entry >> 7 & 7, entry & 127
    if kind in (Memo.SWAP, Memo.LOOK):
        text = str(what)
    elif kind == Memo.VOID:
        text = suit(what)
    else:
        text = next((word for word, code in _SECRETS.items() if code == what), None) or card(what)
    return f"{seat}{_MARKS[kind]}{text}"


# --- Reading ---------------------------------------------------------------------------------------------------------


def read(position: dict) -> np.record:
    """The record of a position."""
    from lasttrick.games.trick_to_survival import ABOUT

    p = {k: str(v) for k, v in position.items()}
    n = int(p.get("players", max(2, sum(k.isdigit() for k in p))))
    options = [o.name for o in ABOUT.options]
    for key in p:
        if key not in LINES and key not in options and key not in map(str, range(n)):
            raise LastTrickError(f"A position of {n} players has no line {key!r}. {did_you_mean(key, LINES)}")
    state = blank(n, ABOUT.read_options(n, {name: p[name] for name in options if name in p}))
    _read_calendar(state, p)
    for s in range(n):
        _read_seat(state, s, p.get(str(s), ""))
    _read_counters(state, p)
    _read_challenge(state, p)
    _read_cards(state, p)
    _read_event(state, p)
    _read_log(state, p)
    if "chance" in p:
        key, events = p["chance"].split()
        state.key[:] = chance.key_of(key)
        state.events = int(events)
    return state


def _read_calendar(state, p: dict) -> None:
    state.week, state.day = int(p.get("week", 1)), int(p.get("day", 1))
    state.leader = read_place(p.get("leader", "0"))
    state.ask = Ask[p.get("ask", "play").upper()]
    state.night = p.get("time", "night" if state.ask == Ask.NIGHT else "morning") == "night"
    step = _STEP_OF.get(Ask(state.ask), Step.PLAY)
    state.step = Step[p["step"].upper()] if "step" in p else step
    nobody_asked = state.ask in (Ask.NIGHT, Ask.NONE, Ask.OVER)
    state.to_act = read_place(p.get("asked", "-" if nobody_asked else str(state.leader)))
    first, turn = p.get("order", f"{state.leader} 0").split()
    state.first, state.turn = read_place(first), int(turn)
    wounded, due = p.get("due", "- 0").split()
    state.wounded, state.wounds_due = read_place(wounded), int(due)
    state.ending = Ending[p.get("ending", "none").upper()]
    for s in map(read_suit, p.get("used", "").split()):
        state.used_suits |= 1 << s
    actor, acted = p.get("noon", "- -").split()
    state.actor, state.acted_suit = read_place(actor), read_suit(acted)


def _read_seat(state, s: int, text: str) -> None:
    hand, character, tokens, marks = (part.strip() for part in (text + "|||").split("|")[:4])
    _add(state.hand[s], hand)
    state.hand_size[s] = len(words_of(state.hand[s]))
    role, _, trait = character.partition(" ")
    state.role[s] = read_id(state, "roles", role) if role else s
    state.trait[s] = read_id(state, "traits", trait) if trait and trait != "-" else -1 if trait else s
    state.tokens[s] = [int(t) for t in tokens.split()] if tokens else 1
    words = marks.split()
    state.wounds[s] = next((int(word) for word in words if word.isdigit()), 0)
    if "dead" not in words:
        state.alive |= 1 << s
    elif not any(word.isdigit() for word in words):
        state.wounds[s] = state.death_wounds
    if "ward" in words:
        state.wards |= 1 << s
    if "shown" in words:
        state.shown |= 1 << s


def _read_counters(state, p: dict) -> None:
    for name, field in (("hands", "hand_size"), *((c, c) for c in _COUNTERS)):
        if name in p:
            state[field][: state.players] = [int(x) for x in p[name].split()]
    offers, crafts, offer = p.get("bargain", "0 0 -").split(maxsplit=2)
    state.offers_made, state.crafts_made = int(offers), int(crafts)
    state.offer = read_action(state, offer) if offer != "-" else NO_NUMBER


def _read_challenge(state, p: dict) -> None:
    words = p.get("challenge", "-").split()
    state.challenge_card = read_card(words[0])
    value = int(state.challenge_card) % VALUES + 1 if state.challenge_card >= 0 else 0
    state.value = int(words[1]) if len(words) > 1 else value
    asks_to_raise = state.ask == Ask.RAISE
    state.multiplier = int(words[2]) if len(words) > 2 else 0 if asks_to_raise else state.players
    fixed, shift = p.get("need", "- 0").split()
    state.need_fixed, state.need_shift = int(fixed) if fixed != "-" else NO_NUMBER, int(shift)
    for name in p.get("flags", "").split():
        state[name] = 1
    boosted, extras, spared = p.get("spoils", "- 0 -").split()
    state.boosted, state.extras, state.spared = read_place(boosted), int(extras), read_place(spared)
    for item in p.get("trick", "").split():
        _read_played(state, item)
    for item in p.get("chosen", "").split():
        state.chosen[int(item[0])] = read_card(item[2:])
    _read_lead(state, p)


def _read_played(state, item: str) -> None:
    found = re.fullmatch(r"(\d):([A-Z]\d+)(?:>([A-Z]))?([+-]\d+)?", item)
    if not found:
        raise LastTrickError(f"{item!r} is not a card in the trick; it is written 0:F7, 0:F7>M or 0:F7+1.")
    s = int(found[1])
    state.played[s] = read_card(found[2])
    state.suit_now[s] = read_suit(found[3]) if found[3] else state.played[s] // VALUES
    state.bonus[s] = int(found[4] or 0)


def _read_lead(state, p: dict) -> None:
    first, *led = p.get("lead", str(state.leader)).split()
    state.trick_first = read_place(first)
    if led:
        state.led = read_suit(led[0])
        return
    for k in range(state.players):
        s = (int(state.trick_first) + k) % int(state.players)
        if state.played[s] != NO_CARD:
            state.led = state.played[s] // VALUES
            return


def _read_cards(state, p: dict) -> None:
    for section, text in enumerate(p.get("river", "").split("/")):
        _read_section(state, section, text.strip())
    _add(state.discard, p.get("discard", ""))
    if "piles" in p:
        state.challenge[:] = [read_card(c) for c in p["piles"].split()]
    named = set(named_cards(state))
    spare = [c for c in range(CARDS) if c % VALUES < state["values"] and c not in named]
    if "piles" not in p and state.ask != Ask.OVER:
        for i in range(2 * int(state.day) - 1 + int(state.night), 2 * int(state.days)):
            state.challenge[i] = spare.pop(0) if spare else NO_CARD
    if "discard" not in p:
        _add(state.discard, " ".join(map(card, spare)))


def _read_section(state, section: int, text: str) -> None:
    if text in ("", "-"):
        return
    hidden, _, shown = text.rpartition(")")
    down = hidden.strip("( ").split()
    state.face_down[section] = len(down)
    state.section_size[section] = len(down) + len(shown.split())
    for c in map(read_card, [*(d for d in down if d != "?"), *shown.split()]):
        state.under[c] = state.top[section]
        state.top[section] = c


def named_cards(state) -> list[int]:
    """Every card that the record names, in whatever place."""
    cards = [c for s in range(state.players) for c in words_of(state.hand[s])] + words_of(state.discard)
    cards += [c for d in range(DAYS) for c in section_cards(state, d)]
    cards += [int(c) for c in (*state.played, *state.challenge[:CHALLENGES], state.challenge_card) if c >= 0]
    return cards


def _read_event(state, p: dict) -> None:
    name, *rest = p.get("event", "-").split()
    state.event = read_id(state, "events", name) if name != "-" else NO_EVENT
    if rest:
        state.row, state.row_end, state.repeats = (int(x) for x in rest[:3])
        state.giver, state.receiver = read_place(rest[3]), read_place(rest[4])
    elif name != "-":
        first, rows, _ = state.event_table[state.event]
        state.row, state.row_end = first, first + rows
    count = int(state.event_count)
    deck = p["deck"].split() if "deck" in p else ids(state, "events")
    state.event_next = count - len(deck)
    for i, text in enumerate(deck):
        if text != "?":
            state.event_deck[state.event_next + i] = read_id(state, "events", text)
    left = {int(e) for e in state.event_deck[state.event_next : count]}
    state.resolved = bits.pack(e for e in range(count) if e not in left)


def _read_log(state, p: dict) -> None:
    for item in p.get("log", "").split():
        if item == "lost":
            state.log_lost = 1
            continue
        seat, kind, text = int(item[0]), Memo(_MARKS.index(item[1])), item[2:]
        if kind in (Memo.SWAP, Memo.LOOK):
            what = int(text)
        elif kind == Memo.VOID:
            what = read_suit(text)
        else:
            what = _SECRETS[text] if text in _SECRETS else read_card(text)
        state.log[state.log_used] = kind * 1024 + seat * 128 + what
        state.log_used += 1
