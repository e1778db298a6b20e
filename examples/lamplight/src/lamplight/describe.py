"""Lamplight for people: a view as JSON, events as keys with facts, and why an action is not legal."""

from lamplight import rules
from lamplight.notation import DECK, SUIT_LETTERS, card
from lamplight.state import BLOW, LEAVE, NO_CARD, PLAY, Ending, Event, Phase, suit_of
from lasttrick.core import bits
from lasttrick.core.text import sentences, standing, teller
from lasttrick.core.words import seat_letter

STYLES = {r"\bO\d\b": "yellow", r"\bW\d\b": "magenta", r"\bS\d\b": "blue"}  # how card codes are coloured

event = teller({"card": lambda state, number: card(number), "ending": Ending})
SENTENCES = sentences(Event)

PAGE_WORDS = {  # for the page, in English and Japanese
    "title": ("Lamplight", "ランプライト"),
    "event.round_starts": ("Round {round} begins.", "第{round}ラウンド開始。"),
    "event.leads": ("{seat} {seat~lead|leads}.", "{seat}のリード。"),
    "event.played": ("{seat} {seat~play|plays} {card}.", "{seat}が{card}を出した。"),
    "event.trick_won": ("{seat} {seat~win|wins} the trick with {card}.", "{seat}が{card}でトリックを取った。"),
    "event.lamp": ("{seat's} lamp goes from {before} to {after}.", "{seat}のランプは{before}滴から{after}滴に。"),
    "event.blew": ("{seat} {seat~blow|blows} at {other's} lamp.", "{seat}が{other}のランプを吹いた。"),
    "event.left": ("{seat} {seat~blow|blows} at nobody.", "{seat}は誰のランプも吹かなかった。"),
    "event.round_score": ("{seat} {seat~score|scores} {score}, {total} in all.", "{seat}は{score}点、合計{total}点。"),
    "event.over": ("The match is over.", "対戦終了。"),
    "action.play": ("Play {w1}", "{w1}を出す"),
    "action.blow": ("Blow at {seat}", "{seat}のランプを吹く"),
    "action.leave": ("Blow at nobody", "吹かない"),
    "phrase.play": ("Play a card; follow the led suit if you can.", "カードを1枚出す。できればリードのスートに従う。"),
    "phrase.blow": ("Blow at a lamp, or leave it.", "ランプを吹くか、そのままにする。"),
    "field.lamp": ("lamp", "ランプ"),
    "field.total": ("points", "得点"),
    "field.cards": ("cards", "手札"),
    "field.round": ("round", "ラウンド"),
    "field.rounds": ("of", "全"),
    "field.lead": ("leads", "リード"),
    "ending.rounds": ("All rounds are played.", "全ラウンドが終わった。"),
}


def describe_table(view) -> dict:
    return {
        "phase": Phase(view.phase).name.lower(),
        "round": int(view.round_number),
        "rounds": int(view.rounds),
        "lead": int(view.lead),
    }


def describe_seat(view, s: int) -> dict:
    return {
        "seat": s,
        "hand": None,
        "cards": int(view.hand_size[s]),
        "played": card(view.played[s]) if view.played[s] != NO_CARD else None,
        "lamp": int(view.lamp[s]),
        "total": int(view.total[s]),
    }


def describe_own(view, seat: int) -> dict:
    """Its hand."""
    return {"seats": {seat: {"hand": DECK.names(view.hand[seat])}}} if seat >= 0 else {}


def result(state) -> dict:
    return standing(rules, Ending, state)


def explain(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    """Why an action is not legal: a sentence, the clause, the facts; None if it is legal."""
    if view.phase == Phase.OVER:
        return "The match is over.", "LMP-15", {}
    if seat != view.to_act:
        return f"It is {seat_letter(view.to_act)}'s turn.", "LMP-06", {"turn": int(view.to_act)}
    return _why_not_play(view, seat, action - PLAY) if action < BLOW else _why_not_blow(view, seat, action)


def _why_not_play(view, seat: int, played: int) -> tuple[str, str, dict] | None:
    if view.phase == Phase.BLOW:
        return "You have won the trick: blow at a lamp or leave it.", "LMP-11", {}
    if not bits.has(view.hand[seat], played):
        return f"You do not hold {card(played)}.", "LMP-07", {"hand": DECK.names(view.hand[seat])}
    if bits.has(rules.playable(view, seat), played):
        return None
    led = suit_of(int(view.played[view.lead]))
    held = [code for code in DECK.names(view.hand[seat]) if code.startswith(SUIT_LETTERS[led])]
    return f"You hold {' and '.join(held)}, so {SUIT_LETTERS[led]} must be followed.", "LMP-07", {"held": held}


def _why_not_blow(view, seat: int, action: int) -> tuple[str, str, dict] | None:
    if view.phase != Phase.BLOW:
        return "Lamps are blown at by the winner of a trick with a Wick.", "LMP-11", {}
    if action == LEAVE or bits.has(rules.blowable(view, seat), action - BLOW):
        return None
    other = action - BLOW
    if other == seat or other >= view.players:
        return "Blow at the lamp of another seat.", "LMP-11", {}
    return f"{seat_letter(other)}'s lamp has no drop.", "LMP-11", {"other": other}
