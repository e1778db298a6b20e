"""The Trick To Survival: complete positions as a few lines of text, and back.

Seats are lines `0: F7 W2 | R1 T05 | 1 1 1 1 1 1 | 2 ward`: hand, role and trait, tokens, then wounds and the words
`dead`, `ward`, `shown`. River sections are written from the bottom, cards that were never face up in parentheses.
Lines left out take the values of a quiet first morning; cards that are named nowhere fill the coming challenges and
the discard pile.
"""

import json
import re

from lasttrick.core import bits
from lasttrick.core.errors import LastTrickError
from lasttrick.core.positions import Line, Positions, SeatLines, Text, read_number
from lasttrick.games.trick_to_survival import ABOUT, content
from lasttrick.games.trick_to_survival.camp import asked_in_vain
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
    FIELDS,
    NO_CARD,
    NO_EVENT,
    NO_NUMBER,
    PAIRS,
    SUITS,
    VALUES,
    Ask,
    Memo,
    Step,
    blank,
)

_FLAGS = ("no_wounds", "changed", "dead_won")
_SECRETS = {"?": 127, "?S": 126, "?x": 125}
_MARKS = "-+!~<>@=?%"  # one for each Memo

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


# --- Players ---------------------------------------------------------------------------------------------------------


def _changed_data(state) -> dict[str, str]:
    data, house = content.data_of(state.content), content.house()
    return {name: json.dumps(data[name]) for name in content.CHECKS if data[name] != house[name]}


def _seat(state, s: int) -> dict[str, str]:
    role = ids(state, "roles")[state.role[s]]
    trait = ids(state, "traits")[state.trait[s]] if state.trait[s] >= 0 else "-"
    marks = {"dead": not bits.has(state.alive, s), "ward": bits.has(state.wards, s), "shown": bits.has(state.shown, s)}
    tail = " ".join([str(state.wounds[s]), *(word for word, is_so in marks.items() if is_so)])
    tokens = " ".join(str(count) for count in state.tokens[s])
    return {"": f"{_cards(state.hand[s])} | {role} {trait} | {tokens} | {tail}".strip()}


def _read_seat(state, s: int, lines: dict[str, str]) -> None:
    hand, character, tokens, marks = (part.strip() for part in (lines[""] + "|||").split("|")[:4])
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


# --- The challenge ---------------------------------------------------------------------------------------------------


def _flags(state) -> str:
    return " ".join(name for name in _FLAGS if state[name])


def _read_flags(state, text: str) -> None:
    for name in text.split():
        state[name] = 1


def _trick(state) -> str:
    return " ".join(_played(state, s) for s in range(state.players) if state.played[s] != NO_CARD)


def _played(state, s: int) -> str:
    text = f"{s}:{card(state.played[s])}"
    if state.suit_now[s] != state.played[s] // VALUES:
        text += f">{suit(state.suit_now[s])}"
    return text + (f"{state.bonus[s]:+d}" if state.bonus[s] else "")


def _read_trick(state, text: str) -> None:
    for item in text.split():
        _read_played(state, item)


def _read_played(state, item: str) -> None:
    found = re.fullmatch(r"(\d):([A-Z]\d+)(?:>([A-Z]))?([+-]\d+)?", item)
    if not found:
        raise LastTrickError(f"{item!r} is not a card in the trick; it is written 0:F7, 0:F7>M or 0:F7+1.")
    s = int(found[1])
    state.played[s] = read_card(found[2])
    state.suit_now[s] = read_suit(found[3]) if found[3] else state.played[s] // VALUES
    state.bonus[s] = int(found[4] or 0)


def _chosen(state) -> str:
    return " ".join(f"{s}:{card(state.chosen[s])}" for s in range(state.players) if state.chosen[s] != NO_CARD)


def _read_chosen(state, text: str) -> None:
    for item in text.split():
        state.chosen[int(item[0])] = read_card(item[2:])


# --- Events and bargains ---------------------------------------------------------------------------------------------


def _event(state) -> str:
    name = ids(state, "events")[state.event] if state.event != NO_EVENT else "-"
    return f"{name} {state.row} {state.row_end} {state.repeats} {place(state.giver)} {place(state.receiver)}"


def _read_event(state, text: str) -> None:
    name, *rest = text.split()
    state.event = read_id(state, "events", name) if name != "-" else NO_EVENT
    if rest:
        state.row, state.row_end, state.repeats = (int(x) for x in rest[:3])
        state.giver, state.receiver = read_place(rest[3]), read_place(rest[4])
    elif name != "-":
        first, rows, _ = state.event_table[state.event]
        state.row, state.row_end = first, first + rows


def _deck(state) -> str:
    names = ids(state, "events")
    return " ".join(names[e] if e >= 0 else "?" for e in state.event_deck[state.event_next : state.event_count])


def _read_deck(state, deck: list[str]) -> None:
    count = int(state.event_count)
    state.event_next = count - len(deck)
    for i, text in enumerate(deck):
        if text != "?":
            state.event_deck[state.event_next + i] = read_id(state, "events", text)
    left = {int(e) for e in state.event_deck[state.event_next : count]}
    state.resolved = bits.pack(e for e in range(count) if e not in left)


def _bargain(state) -> str:
    offer = action_text(state, int(state.offer)) if state.offer != NO_NUMBER else "-"
    return f"{state.offers_made} {state.crafts_made} {offer}"


def _read_bargain(state, text: str) -> None:
    offers, crafts, offer = text.split(maxsplit=2)
    state.offers_made, state.crafts_made = int(offers), int(crafts)
    state.offer = read_action(state, offer) if offer != "-" else NO_NUMBER


# --- Cards -----------------------------------------------------------------------------------------------------------


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


def _read_river(state, text: str) -> None:
    for section, cards in enumerate(text.split("/")):
        _read_section(state, section, cards.strip())


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


def _lay_out_rest(state, lines: dict[str, str]) -> None:
    """Cards that are named nowhere fill the coming challenges and the discard pile."""
    named = set(named_cards(state))
    spare = [c for c in range(CARDS) if c % VALUES < state["values"] and c not in named]
    if "piles" not in lines and state.ask != Ask.OVER:
        for i in range(2 * int(state.day) - 1 + int(state.night), 2 * int(state.days)):
            state.challenge[i] = spare.pop(0) if spare else NO_CARD
    if "discard" not in lines:
        _add(state.discard, " ".join(map(card, spare)))


# --- The week's memory -----------------------------------------------------------------------------------------------


def _log(state) -> str:
    return " ".join([*(_memo(int(entry)) for entry in state.log[: state.log_used]), *["lost"] * int(state.log_lost)])


def _memo(entry: int) -> str:
    kind, seat, what = entry >> 10, entry >> 7 & 7, entry & 127
    if kind in (Memo.SWAP, Memo.LOOK):
        text = str(what)
    elif kind in (Memo.VOID, Memo.SHY):
        text = suit(what)
    elif kind == Memo.ASKED:
        text = _asked(seat, what)
    else:
        text = next((word for word, code in _SECRETS.items() if code == what), None) or card(what)
    return f"{seat}{_MARKS[kind]}{text}"


def _asked(seat: int, what: int) -> str:
    """Of a declined offer the partner, the type given and the type wanted."""
    place, give, want = what // PAIRS, what % PAIRS // (SUITS - 1), what % (SUITS - 1)
    return f"{place + (place >= seat)}{suit(give)}{suit(want + (want >= give))}"


def _read_log(state, text: str) -> None:
    for item in text.split():
        if item == "lost":
            state.log_lost = 1
            continue
        seat, kind, told = int(item[0]), Memo(_MARKS.index(item[1])), item[2:]
        if kind in (Memo.SWAP, Memo.LOOK):
            what = int(told)
        elif kind in (Memo.VOID, Memo.SHY):
            what = read_suit(told)
        elif kind == Memo.ASKED:
            what = asked_in_vain(seat, int(told[0]), read_suit(told[1]), read_suit(told[2]))
        else:
            what = _SECRETS[told] if told in _SECRETS else read_card(told)
        state.log[state.log_used] = kind * 1024 + seat * 128 + what
        state.log_used += 1


# --- Whole positions -------------------------------------------------------------------------------------------------


def _complete(state, lines: dict[str, str]) -> None:
    """What lines left out mean: a quiet moment of the question that is asked, with nothing changed by events."""
    ask = Ask(state.ask)
    if "time" not in lines:
        state.night = ask == Ask.NIGHT
    if "step" not in lines:
        state.step = _STEP_OF.get(ask, Step.PLAY)
    if "asked" not in lines and ask not in (Ask.NIGHT, Ask.NONE, Ask.OVER):
        state.to_act = state.leader
    if "order" not in lines:
        state.first = state.leader
    if "hands" not in lines:
        state.hand_size[:] = [len(words_of(hand)) for hand in state.hand]
    said = len(lines.get("challenge", "-").split())
    if said < 2 and state.challenge_card >= 0:
        state.value = int(state.challenge_card) % VALUES + 1
    if said < 3:
        state.multiplier = 0 if ask == Ask.RAISE else state.players
    if "lead" not in lines:
        state.trick_first = state.leader
    if len(lines.get("lead", "").split()) < 2:
        state.led = _first_suit(state)
    if "deck" not in lines:
        _read_deck(state, ids(state, "events"))
    _lay_out_rest(state, lines)


def _first_suit(state) -> int:
    """The printed suit of the first card in the trick."""
    order = [(int(state.trick_first) + k) % int(state.players) for k in range(state.players)]
    return next((state.played[s] // VALUES for s in order if state.played[s] != NO_CARD), -1)


def _read_suits(text: str) -> int:
    return bits.pack(map(read_suit, text.split()))


_POSITIONS = Positions(
    ABOUT,
    FIELDS,
    blank,
    texts={
        "place": Text(place, read_place),
        "card": Text(card, read_card),
        "suit": Text(suit, read_suit),
        "suits": Text(lambda suits: " ".join(map(suit, bits.members(suits))), _read_suits),
        "number or -": Text(
            lambda number: number if number >= 0 else "-",
            lambda text: read_number("need", text) if text != "-" else NO_NUMBER,
        ),
        "first leader": Text(lambda seat: "chance" if seat < 0 else seat, int),
    },
    lines={
        "data": Line(_changed_data),
        "flags": Line(_flags, _read_flags),
        "trick": Line(_trick, _read_trick),
        "chosen": Line(_chosen, _read_chosen),
        "event": Line(_event, _read_event),
        "bargain": Line(_bargain, _read_bargain),
        "river": Line(lambda state: " / ".join(_section(state, d) for d in range(DAYS)), _read_river),
        "discard": Line(lambda state: _cards(state.discard), lambda state, text: _add(state.discard, text)),
        "deck": Line(_deck, lambda state, text: _read_deck(state, text.split())),
        "log": Line(_log, _read_log),
    },
    seats=SeatLines(_seat, _read_seat),
    complete=_complete,
    letters="01234",
)
write, read = _POSITIONS.write, _POSITIONS.read
