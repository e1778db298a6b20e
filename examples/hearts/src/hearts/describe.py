"""Hearts for people: a view as JSON, events as keys with facts, and why an action is not legal."""

from hearts import rules
from hearts.notation import DECK, SUIT_LETTERS, card
from hearts.state import HEARTS, NO_CARD, NO_SEAT, PASS, PLAY, Ending, Event, Phase, suit_of
from lasttrick.core import bits
from lasttrick.core.text import sentences, standing, teller
from lasttrick.core.words import seat_letter

STYLES = {r"\b[CS][2-9TJQKA]\b": "bold", r"\b[DH][2-9TJQKA]\b": "red"}  # how card codes are coloured
SUIT_NAMES = ("clubs", "diamonds", "spades", "hearts")

event = teller({"card": lambda state, number: card(number), "ending": Ending})
SENTENCES = sentences(Event)

PAGE_WORDS = {  # for the page, in English and Japanese; all other words are those of the code and of SENTENCES
    "title": ("Hearts", "ハーツ"),
    "phrase.pass": ("Choose three cards to pass.", "渡すカードを3枚選ぶ。"),
    "phrase.play": ("Play a card; follow the led suit if you can.", "カードを1枚出す。できればリードのスートに従う。"),
    "field.broken": ("hearts may be led", "ハートをリードできる"),
    "ending.target": ("Somebody reached the target.", "誰かが目標点に達した。"),
}


def describe_table(view) -> dict:
    return {
        "phase": Phase(view.phase).name.lower(),
        "round": int(view.round_number),
        "target": int(view.target),
        "tricks": int(view.tricks),
        "broken": bool(view.broken),
        "lead": int(view.lead) if view.lead != NO_SEAT else None,
    }


def describe_seat(view, s: int) -> dict:
    return {
        "seat": s,
        "hand": None,
        "cards": int(view.hand_size[s]),
        "played": card(view.played[s]) if view.played[s] != NO_CARD else None,
        "chosen": int(view.chosen[s]),
        "passed": None,
        "points": int(view.points[s]),
        "total": int(view.total[s]),
    }


def describe_own(view, seat: int) -> dict:
    """Its hand, and what it has chosen and passed."""
    if seat < 0:
        return {}
    return {"seats": {seat: {"hand": DECK.names(view.hand[seat]), "passed": DECK.names(view.passed[seat])}}}


def result(state) -> dict:
    return standing(rules, Ending, state)


def explain(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    """Why an action is not legal: a sentence, the clause, the facts; None if it is legal."""
    if view.phase == Phase.OVER:
        return "The match is over.", "HRT-17", {}
    if view.phase == Phase.PASS:
        return _why_not_choose(view, seat, action)
    if seat != view.to_act:
        return f"It is {seat_letter(view.to_act)}'s turn.", "HRT-08", {"turn": int(view.to_act)}
    if action < PLAY:
        return "Cards are passed before the first trick.", "HRT-04", {}
    return _why_not_play(view, seat, action - PLAY)


def _why_not_choose(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    if not bits.has(rules.acting(view), seat):
        return "You have chosen your three cards; the others are still to choose.", "HRT-05", {}
    if action >= PLAY:
        return "First choose the cards that you pass.", "HRT-04", {}
    chosen = action - PASS
    if bits.has(view.passed[seat], chosen):
        return f"You have chosen {card(chosen)} already.", "HRT-05", {"chosen": DECK.names(view.passed[seat])}
    if not bits.has(view.hand[seat], chosen):
        return f"You do not hold {card(chosen)}.", "HRT-05", {"hand": DECK.names(view.hand[seat])}
    return None


def _why_not_play(view, seat: int, played: int) -> tuple[str, str, dict] | None:
    hand = view.hand[seat]
    if not bits.has(hand, played):
        return f"You do not hold {card(played)}.", "HRT-08", {"hand": DECK.names(hand)}
    if bits.has(rules.playable(view, seat), played):
        return None
    if seat == view.lead and view.tricks == 0:
        return "The first trick is led with C2.", "HRT-07", {}
    if seat == view.lead:
        return "No heart has been played yet, and you hold other cards.", "HRT-10", {}
    led = suit_of(int(view.played[view.lead]))
    held = [code for code in DECK.names(hand) if code.startswith(SUIT_LETTERS[led])]
    if held:
        return f"You hold {' and '.join(held)}, so {SUIT_NAMES[led]} must be followed.", "HRT-08", {"held": held}
    what = "heart" if suit_of(played) == HEARTS else "queen of spades"
    return f"No {what} may be played to the first trick, and you hold other cards.", "HRT-09", {}
